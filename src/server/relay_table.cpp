// The course's own server: moves are written on a board and passed on, whatever they are.
#include <algorithm>

#include "server/table.hpp"

namespace thermodon::server {
namespace {

using rules::Color;

class RelayTable final : public Table {
 public:
  RelayTable(Room& room, const LobbySettings& settings, Outbox& out, GameNumbers& numbers)
      : room_(room), settings_(settings), out_(out), numbers_(numbers) {}

  void joined(Member& member, TimePoint) override {
    if (!member.is_player()) {
      if (game_) send_board(member);
      return;
    }
    if (!game_) {
      begin(*member.user);
      return send_board(member);
    }
    // Whoever was White before: the game object has room for two, and the second to come is White.
    game_->white = member.user->id;
    game_->record.white = member.user->name;
    send_board(member);
    protocol::StartCommand start;
    start.room = room_.name;
    start.room_id = room_.id;
    start.black = game_->record.black;
    start.white = game_->record.white;
    out_.send(room_, std::move(start));
    out_.add(GameStarted{game_->id, room_.zone->name, room_.name, game_->record.black, game_->record.white,
                         game_->record.start, std::nullopt});
  }

  void left(const User& user, bool was_player, Departure how, TimePoint) override {
    if (!was_player) return;
    if (how == Departure::kLoggedOut) return;  // the stale game stays, as theirs does
    protocol::PlayerLost lost;
    lost.room_id = room_.id;
    lost.player = user.name;
    out_.send(room_, std::move(lost));
    drop();
  }

  void moved(Member& member, const protocol::MoveCommand& command, TimePoint) override {
    if (!game_ || !command.complete || !apply(command.move)) return;
    const std::int32_t sender = member.user->id;
    const std::int32_t other = sender == game_->black ? game_->white : game_->black;
    protocol::MoveCommand relayed = command;
    relayed.room_id = room_.id;
    relayed.room = room_.name;
    for (const Member& receiver : room_.members) {
      const std::int32_t id = receiver.user->id;
      if (id != sender && (id == other || !receiver.is_player())) out_.send(receiver, relayed);
    }
    if (const auto move = protocol::to_move(command.move, settings_.preset)) {
      game_->record.moves.push_back({*move, {}});
      out_.add(MoveMade{game_->id, game_->record.moves.size(), *move, {}});
    }
  }

  void said(const Member&, std::string) override {}    // no handler there
  void asked_for_game(Member&, TimePoint) override {}  // nor here
  void remember(const SavedGame&) override {}
  bool keeps_seat(const User&) const override { return false; }
  void line_lost(const Member&) override {}
  void abandon(std::string, TimePoint) override {}
  void tick(TimePoint) override {}
  bool playing() const noexcept override { return game_ && game_->white != 0; }

 private:
  struct Running {
    GameId id = 0;
    protocol::WireBoard board;
    std::int32_t black = 0;  // user ids; they may have gone
    std::int32_t white = 0;
    game::GameRecord record;
  };

  void begin(const User& black) {
    Running game;
    game.id = numbers_.next++;
    game.record.start = rules::Position::start({}, settings_.preset.first);
    game.board = protocol::to_wire(game.record.start, settings_.preset);
    game.black = black.id;
    game.record.black = black.name;
    game_ = std::move(game);
  }

  void drop() {
    if (!game_) return;
    if (game_->white != 0 && !game_->record.moves.empty())
      out_.add(GameEnded{game_->id, room_.zone->name, room_.name, std::move(game_->record)});
    game_.reset();
  }

  // False where the course's server throws: an index outside its 11 by 11 array.
  bool apply(const protocol::WireMove& move) {
    const auto place = [](std::int32_t row, std::int32_t column) -> std::optional<std::size_t> {
      if (row < 0 || row >= protocol::kWireBoardWidth || column < 0 || column >= protocol::kWireBoardWidth)
        return std::nullopt;
      return static_cast<std::size_t>(row * protocol::kWireBoardWidth + column);
    };
    const auto from = place(move.from_row, move.from_column);
    const auto to = place(move.to_row, move.to_column);
    const auto arrow = place(move.arrow_row, move.arrow_column);
    if (!from || !to || !arrow) return false;
    constexpr std::int32_t kEmptyCode = 0, kArrowCode = 3;
    game_->board[*to] = std::exchange(game_->board[*from], kEmptyCode);
    game_->board[*arrow] = kArrowCode;
    return true;
  }

  void send_board(const Member& member) {
    protocol::BoardCommand board;
    board.room = room_.name;
    board.room_id = room_.id;
    board.board = game_->board;
    out_.send(member, std::move(board));
  }

  Room& room_;
  const LobbySettings& settings_;
  Outbox& out_;
  GameNumbers& numbers_;
  std::optional<Running> game_;
};

}  // namespace

std::unique_ptr<Table> make_relay_table(Room& room, const LobbySettings& settings, Outbox& out,
                                        GameNumbers& numbers) {
  return std::make_unique<RelayTable>(room, settings, out, numbers);
}

}  // namespace thermodon::server
