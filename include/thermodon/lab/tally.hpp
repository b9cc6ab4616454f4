// The running count of a match: points, pairs, and what went wrong.
#pragma once

#include <map>
#include <vector>

#include "thermodon/lab/match.hpp"
#include "thermodon/lab/statistics.hpp"

namespace thermodon::lab {

// One engine's games.
struct EngineTally {
  std::uint64_t games = 0;
  GameCounts as_white, as_black;
  std::uint64_t crashes = 0, illegal = 0, timeouts = 0;
  std::uint64_t moves = 0, nodes = 0, depth = 0;  // sums over its moves
  double seconds = 0;
  double max_move_seconds = 0;

  [[nodiscard]] GameCounts all() const noexcept {
    return {as_white.wins + as_black.wins, as_white.draws + as_black.draws,
            as_white.losses + as_black.losses};
  }
};

// The games of two engines, from the first's view.
struct PairingTally {
  GameCounts games;
  PairCounts pairs;
};

// Adding the same games in any order gives the same tally.
class Tally {
 public:
  explicit Tally(std::size_t engines);

  void add(const GameTask& task, const game::GameRecord& record);

  [[nodiscard]] std::size_t games() const noexcept { return games_; }
  [[nodiscard]] const std::vector<EngineTally>& engines() const noexcept { return engines_; }
  // Of `first` against `second`, first < second.
  [[nodiscard]] PairingTally pairing(std::size_t first, std::size_t second) const;
  [[nodiscard]] GameCounts white_wins() const noexcept { return white_; }  // all games, from White's view

 private:
  struct HalfPair {
    double points = 0;  // of the engine of smaller number
  };

  std::size_t games_ = 0;
  std::vector<EngineTally> engines_;
  std::map<std::pair<std::size_t, std::size_t>, PairingTally> pairings_;
  std::map<std::size_t, HalfPair> open_;  // pairs with one game so far, by number
  GameCounts white_;
};

}  // namespace thermodon::lab
