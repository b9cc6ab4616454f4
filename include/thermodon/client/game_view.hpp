// The client's own picture of a game: its board, moves and record, kept in step with what the server says.
#pragma once

#include <optional>
#include <string>

#include "thermodon/client/settings.hpp"
#include "thermodon/game/record.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/position.hpp"

namespace thermodon::client {

class GameView {
 public:
  // A game from `start` (with the side to move). `own` is nothing for a spectator.
  GameView(std::string black, std::string white, std::optional<rules::Color> own,
           const rules::Position& start, TimePoint now);

  [[nodiscard]] const rules::Position& position() const noexcept { return position_; }
  [[nodiscard]] const game::GameRecord& record() const noexcept { return record_; }
  [[nodiscard]] game::GameRecord& record() noexcept { return record_; }
  [[nodiscard]] std::optional<rules::Color> own() const noexcept { return own_; }
  [[nodiscard]] bool own_turn() const noexcept { return own_ && position_.side_to_move() == *own_; }
  [[nodiscard]] bool over() const noexcept { return record_.result.has_value(); }
  [[nodiscard]] const std::string& name_of(rules::Color c) const noexcept {
    return c == rules::Color::kBlack ? record_.black : record_.white;
  }
  [[nodiscard]] std::optional<rules::Color> color_of(const std::string& name) const;
  [[nodiscard]] TimePoint turn_began() const noexcept { return turn_began_; }
  [[nodiscard]] std::optional<rules::Move> last_move() const;

  // Plays a legal move (precondition) of the side to move; returns what it took.
  Duration play(rules::Move move, const game::MoveNote& note, TimePoint now);
  void end(game::GameResult result) { record_.result = std::move(result); }

  enum class Sync : std::uint8_t {
    kSame,       // the board is ours
    kAdvanced,   // one legal move beyond ours, which was played here now
    kTakenBack,  // our last move has not arrived: it was taken back here
    kOther,      // another game; nothing was changed
  };
  struct Synced {
    Sync how = Sync::kOther;
    std::optional<rules::Move> move;  // the one played or taken back
  };
  // Compares with the cells of a server's board (its side to move is not looked at).
  Synced synchronise(const rules::Position& board, TimePoint now);
  // Whether a server's board is ours but for our own last move.
  [[nodiscard]] bool lacks_own_move(const rules::Position& board) const;
  void restart_turn(TimePoint now) noexcept { turn_began_ = now; }

 private:
  game::GameRecord record_;
  rules::Position position_;
  std::optional<rules::Color> own_;
  TimePoint turn_began_;
};

}  // namespace thermodon::client
