// Who makes the moves of one side in a match.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "thermodon/game/record.hpp"
#include "thermodon/rules/position.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::lab {

// What bounds one move. Every bound that is set holds.
struct TurnLimits {
  std::optional<std::chrono::milliseconds> move_time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  friend bool operator==(const TurnLimits&, const TurnLimits&) = default;
};

// The game as a player is asked about it.
struct Situation {
  rules::Position start;
  std::vector<rules::Move> moves;  // since `start`
  rules::Position position;        // after them; has a legal move
};

enum class Failure : std::uint8_t {
  kNone,
  kCrash,    // the program ended or could not be started
  kHang,     // no answer long after the time was up
  kNonsense  // an answer that is no move
};

struct Answer {
  std::optional<rules::Move> move;  // set unless failure; its legality is for the caller to judge
  game::MoveNote note;              // depth, nodes and score, where the player tells them
  Failure failure = Failure::kNone;
  std::string detail;  // of a failure: one line, then the engine's last lines, if any
};

// Used by one thread at a time, except cancel().
class Player {
 public:
  virtual ~Player() = default;
  // Forgets what it knows from earlier games. `game_seed` is for players that play at random.
  virtual void new_game(std::uint64_t game_seed) = 0;
  [[nodiscard]] virtual Answer choose(const Situation& situation, const TurnLimits& limits) = 0;
  // What an outside program calls itself, with its version; "" for engines of this program, and for programs
  // that do not say.
  [[nodiscard]] virtual std::string identify() { return {}; }
  // From any thread: makes a choose() that is running return soon, with whatever.
  virtual void cancel() noexcept = 0;
};

// The player that `spec` (see search/spec.hpp, or uci:PATH) names. An error says what is wrong with it.
[[nodiscard]] rules::Result<std::unique_ptr<Player>> make_player(const std::string& spec);

}  // namespace thermodon::lab
