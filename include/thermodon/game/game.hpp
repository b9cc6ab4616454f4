// The authoritative game: whose turn, how long they have, how it ended. A state machine without I/O.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "thermodon/game/clock.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/position.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::game {

enum class EndReason : std::uint8_t {
  kNoMoves,      // the loser cannot move on its turn
  kIllegalMove,  // the loser sent an illegal move
  kTimeout,      // the loser's move did not come in time
  kLeft,         // the loser left the game
  kResigned,     // the loser gave up (records from elsewhere; the tournament's protocol has no such message)
  kAdjudicated,  // not played out: the filling was decided by exact count
  kUnspecified,  // a record names the winner and not the reason
  kAborted,      // nobody won: the server stopped, a line was lost for good
};
[[nodiscard]] std::string_view to_string(EndReason reason) noexcept;  // "no-moves", "illegal-move", ...
[[nodiscard]] std::optional<EndReason> parse_end_reason(std::string_view text) noexcept;

struct GameResult {
  std::optional<rules::Color> winner;  // nobody when aborted
  EndReason reason = EndReason::kAborted;
  std::string detail;  // one line for people: the illegal move and why, the seconds that the move took
};

struct PlayedMove {
  rules::Move move;
  Duration taken{};
};

struct GameSettings {
  rules::Position start = rules::Position::start();  // with the side that moves first
  std::optional<Duration> move_time;                 // the whole allowance a move; nothing: no clock
};

class Game {
 public:
  // The clock of the side to move runs from `now`. A start position without a legal move ends at once.
  Game(GameSettings settings, TimePoint now);
  // The game as it stood after `moves`, its running turn begun at `turn_began`: for a server that comes back.
  // An illegal move among them is an error that names it.
  [[nodiscard]] static rules::Result<Game> resume(GameSettings settings, std::span<const PlayedMove> moves,
                                                  TimePoint turn_began);

  struct Accepted {};
  struct Refused {  // nothing changed: not the sender's turn, or the game is over
    std::string why;
  };
  struct Illegal {  // the game is over, the sender has lost
    rules::IllegalReason reason;
    std::string why;
  };
  struct TooLate {};  // the sender's time was up before the move came: the sender has lost
  using Outcome = std::variant<Accepted, Refused, Illegal, TooLate>;

  Outcome play(rules::Color by, rules::Move move, TimePoint now);
  // Ends the game if the side to move has overrun. True when that happened now.
  bool tick(TimePoint now);
  // The player has left or given up for good.
  void leave(rules::Color by);
  // Ends a game whose outcome is known before it is played out.
  void adjudicate(rules::Color winner, std::string detail);
  void abort(std::string why);

  [[nodiscard]] const rules::Position& position() const noexcept { return position_; }
  [[nodiscard]] const rules::Position& start() const noexcept { return settings_.start; }
  [[nodiscard]] const std::vector<PlayedMove>& moves() const noexcept { return moves_; }
  [[nodiscard]] const std::optional<GameResult>& result() const noexcept { return result_; }
  [[nodiscard]] bool over() const noexcept { return result_.has_value(); }
  // When the side to move will have overrun (at this moment a move is late already); nothing without a clock
  // or when over.
  [[nodiscard]] std::optional<TimePoint> deadline() const noexcept;

 private:
  void accept(rules::Move move, Duration taken);
  void end(std::optional<rules::Color> winner, EndReason reason, std::string detail);

  GameSettings settings_;
  rules::Position position_;
  std::vector<PlayedMove> moves_;
  std::optional<GameResult> result_;
  TimePoint turn_began_;
};

}  // namespace thermodon::game
