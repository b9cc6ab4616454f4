// Filling: how many moves one side can make in squares that the other cannot enter, exactly.
//
// A side's own regions hold as many moves as it can fill squares; where its amazons cannot fill every square
// (a defective territory) fewer. An amazon that stands beside a contested region or beside an opposing amazon
// keeps the opponent out only while its square is not left open, so the moves that are *sure* whatever the
// opponent does are those of fillings in which such a gate is shut by the arrow of the amazon that leaves it.
// That is always possible: the way back is clear. While a side plays only sure moves the opponent gets at
// most the filling of everything else, by itself. From this follows who has won, see `decide`;
// docs/endgame.md says it at length.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "thermodon/eval/regions.hpp"
#include "thermodon/eval/room.hpp"
#include "thermodon/rules/position.hpp"

namespace thermodon::eval {

// The true maximum lies between the two, both included.
struct FillBounds {
  int lower = 0;
  int upper = 0;
  [[nodiscard]] bool exact() const noexcept { return lower == upper; }
  friend bool operator==(FillBounds, FillBounds) = default;
};

// What one side fills by itself; every other square is a wall.
struct FillWorld {
  rules::Bitboard empty;
  rules::Bitboard amazons;
  rules::Bitboard gates;  // amazons whose square must be shut by their own arrow when they leave it
};

// The side's own regions with gates: the moves that nobody can take from it.
[[nodiscard]] FillWorld sure_world(const rules::Position& position, const RegionMap& map, rules::Color side);
// Everything that the side could get if the other made its sure moves only: own and contested regions, no
// gates.
[[nodiscard]] FillWorld most_world(const rules::Position& position, const RegionMap& map, rules::Color side);

// A state of a room that one side fills.
struct FillState {
  RoomSet empty = 0;
  RoomSet amazons = 0;
  RoomSet gates = 0;  // a subset of amazons
};

// A move inside a room, by square numbers.
struct FillMove {
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  std::uint8_t arrow = 0;
};

// Searches fillings, with a bounded memory of the states seen. For one thread at a time.
class FillSolver {
 public:
  // States remembered, 16 bytes each; rounded up to a power of two.
  explicit FillSolver(std::size_t cache_states = std::size_t{1} << 16);

  // Budgets count moves looked at, some 20 to 40 ns each; when one is used up the bounds found so far are
  // returned. An unlimited budget always gives exact bounds in rooms of at most kMaxRoom squares (but may
  // take very long in large ones).
  static constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};
  static constexpr std::uint64_t kDefaultBudget = 100'000;

  [[nodiscard]] FillBounds max_moves(const FillWorld& world, std::uint64_t budget = kDefaultBudget);
  [[nodiscard]] FillBounds max_moves(const Room& room, const FillState& state,
                                     std::uint64_t budget = kDefaultBudget);
  // Whether at least `wanted` moves can be made. Nothing when the budget ran out.
  [[nodiscard]] std::optional<bool> can_make(const Room& room, const FillState& state, int wanted,
                                             std::uint64_t budget = kDefaultBudget);
  // A first move of a longest filling: after it the lower bound of max_moves has fallen by one only. Nothing
  // when no move is possible.
  [[nodiscard]] std::optional<rules::Move> best_move(const FillWorld& world,
                                                     std::uint64_t budget = kDefaultBudget);

  void clear();

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint8_t lower = 0;
    std::uint8_t upper = 0;
  };
  struct Candidate {
    std::int16_t rank = 0;  // the lower the sooner
    FillMove move;
  };
  class Search;

  std::vector<Entry> cache_;
  std::vector<Candidate> moves_;  // of the states on the way, each one's behind those before it
};

// Who has won, and by how much at least.
struct Verdict {
  rules::Color winner = rules::Color::kWhite;
  // Moves that the winner has left when the loser is stuck and to move, at least.
  int margin = 0;
  // Plies until then if the loser makes as many moves as it can, at most.
  int plies = 0;
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

// Moves that a side has for sure and at most, see above. With nothing contested and sure == most for both,
// the game's exact count.
struct Outlook {
  std::array<int, 2> sure{};  // by colour; a lower bound
  std::array<int, 2> most{};  // by colour; an upper bound
  bool separated = false;     // nothing is contested
  std::optional<Verdict> verdict;
};

// Everything that can be said; the budget is for each room of the (at most four) fillings.
[[nodiscard]] Outlook assess(const rules::Position& position, FillSolver& solver,
                             std::uint64_t budget = FillSolver::kDefaultBudget);

// The verdict alone, as cheaply as possible, for the nodes of a search: looks at fillings only when a count
// of squares says that a side can have won. May miss a verdict that `assess` finds, never the other way
// round.
[[nodiscard]] std::optional<Verdict> decide(const rules::Position& position, FillSolver& solver,
                                            std::uint64_t budget = 5'000);

// When `assess` has a verdict: a sure move of the side to move that wastes nothing (after it the side has as
// many sure moves less one), so that the winner wins by playing nothing else. Nothing when the game is open,
// or when the loser has no sure move left.
[[nodiscard]] std::optional<rules::Move> filling_move(const rules::Position& position, FillSolver& solver,
                                                      std::uint64_t budget = FillSolver::kDefaultBudget);

}  // namespace thermodon::eval
