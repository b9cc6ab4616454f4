// A table where the rules hold: turn, legality and clock are checked, and who breaks them loses.
#include <algorithm>
#include <array>

#include "server/table.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::server {
namespace {

using game::EndReason;
using rules::Color;

using Names = std::array<std::string, 2>;  // by colour

struct Running {
  GameId id = 0;
  game::Game game;
  std::optional<Duration> move_time;
  Names names;  // a name is one user at a time, and keeps its seat
  std::optional<TournamentLink> tournament;

  [[nodiscard]] std::optional<Color> color_of(const User& user) const {
    for (const Color color : {Color::kBlack, Color::kWhite})
      if (names[rules::index(color)] == user.name) return color;
    return std::nullopt;
  }
  [[nodiscard]] const std::string& name(Color color) const { return names[rules::index(color)]; }
};

std::string seconds_text(Duration time) { return std::to_string(time.count() / 1000) + " s"; }

std::int32_t wire_time(Duration time) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(time.count(), 0, INT32_MAX));
}

std::optional<Color> wished_color(const User& user) {
  const auto color = rules::parse_color(user.wishes.as);
  return color.ok() ? std::optional(color.value()) : std::nullopt;
}

class CheckedTable final : public Table {
 public:
  CheckedTable(Room& room, const LobbySettings& settings, Outbox& out, GameNumbers& numbers)
      : room_(room), settings_(settings), out_(out), numbers_(numbers) {}

  // Puts a game on the table.
  void set_up(GameId id, game::Game game, std::optional<Duration> move_time, std::string black,
              std::string white, std::optional<TournamentLink> tournament) {
    running_.emplace(Running{id, std::move(game), move_time, {}, tournament});
    running_->names[rules::index(Color::kBlack)] = std::move(black);
    running_->names[rules::index(Color::kWhite)] = std::move(white);
  }

  // The clock stands still from now until the side to move is here.
  void freeze(Duration elapsed) { frozen_ = elapsed; }

  void remember(const SavedGame& saved) override {
    Names names;
    names[rules::index(Color::kBlack)] = saved.black;
    names[rules::index(Color::kWhite)] = saved.white;
    rules::Position last = saved.start;
    for (const game::PlayedMove& played : saved.moves) {
      if (rules::why_illegal(last, played.move)) return;
      last.make(played.move);
    }
    remember(names, *saved.result, last);
  }

  void joined(Member& member, TimePoint now) override {
    if (frozen_ && running_->color_of(*member.user) == running_->game.position().side_to_move()) thaw(now);
    const bool told_again = tell_again(member);
    send_board(member, now);
    if (running_) {
      send_start(member);  // so that who comes late or comes back knows the colours
      if (running_->color_of(*member.user)) tell_all(member.user->name + " is back", member.user);
      return;
    }
    if (!member.is_player()) return;
    const auto pair = seated_pair();
    if (!pair || !may_play()) return;
    if (!told_again) return start(*pair, now);
    // He may have come for the result alone, and says so when he wants another game.
    for (Member* seated : *pair) seated->ready = seated != &member;
    series_at_ = now + settings_.series_pause;
  }

  void left(const User& user, bool was_player, Departure how, TimePoint now) override {
    if (how != Departure::kLost) knows_result(user);
    if (!was_player) return;
    series_at_.reset();
    if (!running_) return;
    const auto color = running_->color_of(user);
    if (!color) return;
    running_->game.leave(*color);
    finish(user.name + (how == Departure::kLost ? " lost the line and did not come back" : " left the game"),
           {}, now);
  }

  void moved(Member& member, const protocol::MoveCommand& command, TimePoint now) override {
    if (!running_) return refuse(member, "no game is running here");
    const auto color = running_->color_of(*member.user);
    if (!color || !member.is_player()) return refuse(member, "spectators do not move");
    game::Game& game = running_->game;
    if (command.ply && *command.ply != static_cast<std::int64_t>(game.moves().size()) + 1)
      return refuse(member, "a move " + std::to_string(*command.ply) + " was not played: move " +
                                std::to_string(game.moves().size() + 1) + " is next");
    // A square that is not on the board goes to the judge as "no square".
    const auto move = command.complete ? protocol::to_move(command.move, settings_.preset) : std::nullopt;
    const std::string text = command.complete ? protocol::to_string(command.move, settings_.preset)
                                              : std::string("an incomplete move");
    const auto outcome = game.play(*color, move.value_or(rules::Move{}), now);
    if (const auto* refused = std::get_if<game::Game::Refused>(&outcome))
      return refuse(member, text + " was not played: " + refused->why);
    if (const auto* illegal = std::get_if<game::Game::Illegal>(&outcome)) {
      const std::string why = command.complete ? text + ": " + illegal->why : text;
      return finish(member.user->name + " (" + std::string(rules::to_string(*color)) + ") played " + why, why,
                    now);
    }
    if (std::holds_alternative<game::Game::TooLate>(outcome)) return finish(late_text(), {}, now);

    knows_result(*member.user);
    const game::PlayedMove& played = game.moves().back();
    out_.add(MoveMade{running_->id, game.moves().size(), played.move, played.taken, game.deadline()});
    protocol::MoveCommand relayed = command;
    relayed.room_id = room_.id;
    relayed.room = room_.name;
    out_.send(room_, std::move(relayed), member.user);
    if (game.over()) finish(running_->name(game.position().side_to_move()) + " cannot move", {}, now);
  }

  void said(const Member& member, std::string text) override {
    protocol::TextCommand message;
    message.room_id = room_.id;
    message.room = room_.name;
    message.text = member.user->name + ": " + text;
    out_.send(room_, std::move(message), member.user);
  }

  void asked_for_game(Member& member, TimePoint now) override {
    knows_result(*member.user);
    if (running_ || !member.is_player()) return;
    member.ready = true;
    start_if_both_ready(now);
  }

  bool keeps_seat(const User& user) const override {
    return settings_.grace.count() > 0 && running_ && running_->color_of(user).has_value();
  }

  void line_lost(const Member& member) override {
    tell_all(member.user->name + " lost the line and has " + seconds_text(settings_.grace) +
                 " to come back; the clock runs on",
             member.user);
  }

  void abandon(std::string why, TimePoint now) override {
    if (!running_) return;
    running_->game.abort(why);
    finish(std::move(why), {}, now);
  }

  void tick(TimePoint now) override {
    if (running_ && !frozen_ && running_->game.tick(now)) finish(late_text(), {}, now);
    if (!series_at_ || now < *series_at_) return;
    series_at_.reset();
    for (Member& member : room_.members)
      if (member.is_player() && member.user->wishes.series) member.ready = true;
    start_if_both_ready(now);
  }

  bool playing() const noexcept override { return running_.has_value(); }

 private:
  void thaw(TimePoint now) {
    game::GameSettings settings;
    settings.start = running_->game.start();
    settings.move_time = running_->move_time;
    auto game = game::Game::resume(settings, running_->game.moves(), now - *frozen_);
    running_->game = std::move(game).value();  // its moves have been legal before
    frozen_.reset();
    if (const auto deadline = running_->game.deadline()) out_.add(ClockStarted{running_->id, *deadline});
  }

  // The end of the last game here, for players whose lines broke before they heard of it.
  struct LastResult {
    protocol::ResultCommand message;
    Names untold;  // empty names: he has answered it, or left in order
  };

  // Only to those whose program says what it wishes at the login: the course's does not know the message, and
  // would wait for a game that does not start.
  bool tell_again(const Member& member) {
    if (!last_result_ || room_.booking || member.user->wishes.as.empty()) return false;
    if (std::ranges::find(last_result_->untold, member.user->name) == last_result_->untold.end())
      return false;
    out_.send(member, last_result_->message);
    return true;
  }

  void knows_result(const User& user) {
    if (last_result_) std::ranges::replace(last_result_->untold, user.name, std::string());
  }

  using Pair = std::array<Member*, 2>;  // in the order of joining

  [[nodiscard]] std::optional<Pair> seated_pair() {
    Pair pair{};
    std::size_t found = 0;
    for (Member& member : room_.members)
      if (member.is_player() && member.present && found < pair.size()) pair[found++] = &member;
    return found == pair.size() ? std::optional(pair) : std::nullopt;
  }

  void start_if_both_ready(TimePoint now) {
    const auto pair = seated_pair();
    if (!running_ && pair && may_play() && (*pair)[0]->ready && (*pair)[1]->ready) start(*pair, now);
  }

  // In a tournament's room only what it has booked, and then only those sit who are meant.
  [[nodiscard]] bool may_play() const { return !room_.tournament || room_.booking; }

  // The first to join is Black, unless one of the two asks otherwise; a pair that plays on changes colours.
  [[nodiscard]] const Member& black_of(const Pair& pair) const {
    if (room_.booking) return *pair[pair[0]->user->name == room_.booking->black ? 0 : 1];
    const User& first = *pair[0]->user;
    const User& second = *pair[1]->user;
    if (const auto wish = wished_color(first)) return *pair[*wish == Color::kBlack ? 0 : 1];
    if (const auto wish = wished_color(second)) return *pair[*wish == Color::kBlack ? 1 : 0];
    if (last_black_ == first.id && last_white_ == second.id) return *pair[1];
    return *pair[0];
  }

  void start(const Pair& pair, TimePoint now) {
    const Member& black = black_of(pair);
    const Member& white = &black == pair[0] ? *pair[1] : *pair[0];
    const bool again = last_black_ != 0 && std::ranges::all_of(pair, [&](const Member* member) {
                         return member->user->id == last_black_ || member->user->id == last_white_;
                       });
    game::GameSettings settings;
    settings.start = rules::Position::start({}, settings_.preset.first);
    settings.move_time = settings_.move_time;
    std::optional<TournamentLink> tournament;
    if (room_.booking) {
      settings.start = room_.booking->start;
      settings.move_time = room_.booking->move_time;
      tournament = room_.booking->link;
    }
    set_up(numbers_.next++, game::Game(settings, now), settings.move_time, black.user->name, white.user->name,
           tournament);
    last_black_ = black.user->id;
    last_white_ = white.user->id;
    series_at_.reset();
    for (Member* member : pair) member->ready = false;
    out_.add(GameStarted{running_->id, room_.zone->name, room_.name, black.user->name, white.user->name,
                         settings.start, settings.move_time, running_->game.deadline(), tournament});
    if (again || tournament) out_.send(room_, board(now));  // the last game's board is on their screens
    out_.send(room_, start_message());
  }

  void finish(std::string how, std::string illegal, TimePoint now) {
    const Running ended = std::move(*running_);
    running_.reset();
    frozen_.reset();
    game::GameResult result = *ended.game.result();
    if (!illegal.empty()) result.detail = how;

    GameEnded record{ended.id, room_.zone->name, room_.name, {}, ended.tournament};
    record.record.black = ended.name(Color::kBlack);
    record.record.white = ended.name(Color::kWhite);
    record.record.event = room_.name;
    record.record.start = ended.game.start();
    for (const auto& played : ended.game.moves()) {
      game::RecordedMove move{played.move, {}};
      move.note.seconds = std::chrono::duration<double>(played.taken).count();
      record.record.moves.push_back(move);
    }
    record.record.result = result;
    record.record.illegal = std::move(illegal);
    out_.add(std::move(record));
    tell_end(ended, result, how);
    remember(ended.names, result, ended.game.position());

    if (const auto pair = seated_pair(); pair && !ended.tournament) {
      for (Member* member : *pair) member->ready = false;
      series_at_ = now + settings_.series_pause;
    }
  }

  void tell_end(const Running& ended, const game::GameResult& result, const std::string& how) {
    protocol::ResultCommand message = result_message(ended.names, result);
    tell_all((result.winner ? message.winner + " (" + message.color + ") wins: " : "the game is over: ") +
             how);
    out_.send(room_, std::move(message));
    // What every client of the course understands of an end that it cannot see on the board.
    if (!result.winner || result.reason == EndReason::kNoMoves) return;
    protocol::PlayerLost lost;
    lost.room_id = room_.id;
    lost.room = room_.name;
    lost.player = ended.name(!*result.winner);
    out_.send(room_, std::move(lost));
  }

  [[nodiscard]] protocol::ResultCommand result_message(const Names& names,
                                                       const game::GameResult& result) const {
    protocol::ResultCommand message;
    message.room_id = room_.id;
    message.room = room_.name;
    message.reason = game::to_string(result.reason);
    message.detail = result.detail;
    if (!result.winner) return message;
    message.winner = names[rules::index(*result.winner)];
    message.color = rules::to_string(*result.winner);
    return message;
  }

  void remember(const Names& names, const game::GameResult& result, const rules::Position& last) {
    LastResult remembered{result_message(names, result), names};
    remembered.message.black = names[rules::index(Color::kBlack)];
    remembered.message.white = names[rules::index(Color::kWhite)];
    remembered.message.board = protocol::to_wire(last, settings_.preset);
    last_result_ = std::move(remembered);
  }

  [[nodiscard]] std::string late_text() const {
    const Color late = running_->game.position().side_to_move();
    return running_->name(late) + " (" + std::string(rules::to_string(late)) + ") did not move in time";
  }

  void refuse(const Member& member, std::string why) {
    protocol::TextCommand message;
    message.room_id = room_.id;
    message.room = room_.name;
    message.text = std::move(why);
    out_.send(member, std::move(message));
  }

  void tell_all(std::string text, const User* except = nullptr) {
    protocol::TextCommand message;
    message.room_id = room_.id;
    message.room = room_.name;
    message.text = std::move(text);
    out_.send(room_, std::move(message), except);
  }

  [[nodiscard]] protocol::BoardCommand board(TimePoint now) const {
    protocol::BoardCommand message;
    message.room = room_.name;
    message.room_id = room_.id;
    const rules::Position position =
        running_ ? running_->game.position() : rules::Position::start({}, settings_.preset.first);
    message.board = protocol::to_wire(position, settings_.preset);
    if (!running_) return message;
    message.to_move = position.side_to_move();
    if (frozen_ && running_->move_time)
      message.remaining_ms = wire_time(*running_->move_time - *frozen_);
    else if (const auto deadline = running_->game.deadline())
      message.remaining_ms = wire_time(std::chrono::duration_cast<Duration>(*deadline - now));
    return message;
  }

  void send_board(const Member& member, TimePoint now) { out_.send(member, board(now)); }

  [[nodiscard]] protocol::StartCommand start_message() const {
    protocol::StartCommand message;
    message.room = room_.name;
    message.room_id = room_.id;
    message.black = running_->name(Color::kBlack);
    message.white = running_->name(Color::kWhite);
    message.first = running_->game.start().side_to_move();
    if (running_->move_time) message.move_time_ms = wire_time(*running_->move_time);
    message.game = static_cast<std::int64_t>(running_->id);
    return message;
  }

  void send_start(const Member& member) { out_.send(member, start_message()); }

  Room& room_;
  const LobbySettings& settings_;
  Outbox& out_;
  GameNumbers& numbers_;
  std::optional<Running> running_;
  std::int32_t last_black_ = 0, last_white_ = 0;  // user ids of the last game here
  std::optional<TimePoint> series_at_;
  std::optional<LastResult> last_result_;
  std::optional<Duration> frozen_;  // what had passed of the running turn when the clock was stopped
};

}  // namespace

std::unique_ptr<Table> make_checked_table(Room& room, const LobbySettings& settings, Outbox& out,
                                          GameNumbers& numbers) {
  return std::make_unique<CheckedTable>(room, settings, out, numbers);
}

std::unique_ptr<Table> resume_checked_table(Room& room, const LobbySettings& settings, Outbox& out,
                                            GameNumbers& numbers, const SavedGame& saved, TimePoint now,
                                            std::string& why) {
  if (!saved.fault.empty()) {
    why = saved.fault;
    return nullptr;
  }
  game::GameSettings game_settings;
  game_settings.start = saved.start;
  game_settings.move_time = saved.move_time;
  auto game = game::Game::resume(game_settings, saved.moves, now - saved.elapsed);
  if (!game.ok()) {
    why = game.error();
    return nullptr;
  }
  if (game->over()) {
    why = "it is over";
    return nullptr;
  }
  auto table = std::make_unique<CheckedTable>(room, settings, out, numbers);
  table->set_up(saved.id, std::move(game).value(), saved.move_time, saved.black, saved.white,
                saved.tournament);
  table->freeze(saved.elapsed);
  return table;
}

}  // namespace thermodon::server
