#include "thermodon/server/lobby.hpp"

#include <algorithm>
#include <random>
#include <span>

#include "server/lobby_state.hpp"

namespace thermodon::server {

TokenSource random_tokens() {
  // On Linux random_device reads the system's cryptographic source.
  return [source = std::make_shared<std::random_device>()] {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string token;
    for (int word = 0; word < 4; ++word) {
      auto bits = (*source)();
      for (int digit = 0; digit < 8; ++digit, bits >>= 4) token += kDigits[bits & 15];
    }
    return token;
  };
}

Lobby::State::State(LobbySettings wanted, TokenSource tokens)
    : settings(std::move(wanted)), tokens_(std::move(tokens)) {
  for (const std::string& name : settings.zones) {
    auto zone = std::make_unique<Zone>();
    zone->name = name;
    for (const std::string& room_name : settings.rooms) {
      auto room = std::make_unique<Room>();
      room->zone = zone.get();
      room->id = static_cast<std::int32_t>(zone->rooms.size());
      room->name = room_name;
      room->max_spectators = settings.max_spectators;
      room->table = settings.rules == Rules::kRelay ? make_relay_table(*room, settings, out, numbers)
                                                    : make_checked_table(*room, settings, out, numbers);
      zone->rooms.push_back(std::move(room));
    }
    zones_.push_back(std::move(zone));
  }
}

namespace {

// How a saved game ended on its board: its last move was stored, and then the server was gone.
std::optional<game::GameResult> end_on_board(const SavedGame& saved) {
  if (!saved.fault.empty()) return std::nullopt;
  game::GameSettings settings;
  settings.start = saved.start;
  const auto game = game::Game::resume(settings, saved.moves, {});
  return game.ok() ? game->result() : std::nullopt;
}

GameEnded end_of(const SavedGame& saved, game::GameResult result) {
  GameEnded ended{saved.id, saved.zone, saved.room, {}, saved.tournament};
  ended.record.black = saved.black;
  ended.record.white = saved.white;
  ended.record.event = saved.room;
  ended.record.start = saved.start;
  for (const auto& played : saved.moves) {
    game::RecordedMove move{played.move, {}};
    move.note.seconds = std::chrono::duration<double>(played.taken).count();
    ended.record.moves.push_back(move);
  }
  ended.record.result = std::move(result);
  return ended;
}

bool has_move(std::span<const Action> actions) {
  return std::ranges::any_of(actions,
                             [](const Action& action) { return std::holds_alternative<MoveMade>(action); });
}

}  // namespace

void Lobby::State::remember(const SavedGame& ended) {
  Zone* zone = find_zone(ended.zone);
  if (Room* room = zone != nullptr ? zone->find_room(ended.room) : nullptr) room->table->remember(ended);
}

void Lobby::State::restore(const SavedGame& saved) {
  if (auto result = end_on_board(saved)) {
    SavedGame ended = saved;
    ended.result = *result;
    remember(ended);
    return out.add(end_of(saved, std::move(*result)));
  }
  Zone* zone = find_zone(saved.zone);
  Room* room = zone != nullptr ? zone->find_room(saved.room) : nullptr;
  std::string why = "the room is no more";
  std::unique_ptr<Table> table;
  if (room != nullptr && !room->members.empty()) {
    why = "another game has the room";
  } else if (room != nullptr && (zone->users.contains(saved.black) || zone->users.contains(saved.white))) {
    why = "a player is in another game";
  } else if (room != nullptr && settings.rules == Rules::kRelay) {
    why = "this server only relays";
  } else if (room != nullptr) {
    table = resume_checked_table(*room, settings, out, numbers, saved, now, why);
  }
  if (!table) {
    out.log(Level::kWarn,
            "game " + std::to_string(saved.id) + " in " + saved.room + " is not resumed: " + why);
    return out.add(end_of(saved, {std::nullopt, game::EndReason::kAborted, "not resumed: " + why}));
  }
  room->table = std::move(table);
  take_up(*room, saved);
  users_changed(*room);
  GameResumed resumed;
  resumed.game = {saved.id, saved.zone, saved.room, saved.black, saved.white, saved.start, saved.move_time};
  resumed.game.tournament = saved.tournament;
  resumed.moves = saved.moves;
  resumed.elapsed = saved.elapsed;
  out.add(std::move(resumed));
  for (const std::string& name : {saved.black, saved.white}) {
    User& user = add_user(*zone, name, next_user_id_++);
    user.absent_since = now;
    user.room = room;
    room->members.push_back({&user, room->free_player_id(), false, false});
  }
  out.log(Level::kInfo, "game " + std::to_string(saved.id) + " in " + saved.room +
                            " goes on: " + saved.black + " (black) and " + saved.white + " (white)");
}

void Lobby::State::receive(Line& line, const protocol::Request& request) {
  const auto charge = [this](Line& payer) {
    if (payer.kind != LineKind::kHouse && !payer.rate.take(now)) {
      dismiss(payer, 1, "too many requests");
      return false;
    }
    return true;
  };
  // A move that is played costs nothing: the game bounds their number, and fast engines play many a second.
  // Where moves are only passed on, nothing bounds them.
  const bool may_be_free =
      settings.rules != Rules::kRelay && std::holds_alternative<protocol::MoveCommand>(request);
  if (!may_be_free && !charge(line)) return;
  if (!std::holds_alternative<protocol::Ping>(request)) line.last_request = now;
  const ConnectionId id = line.id;
  const std::size_t before = out.actions().size();
  std::visit([&](const auto& r) { on(line, r); }, request);
  if (may_be_free && !has_move(std::span(out.actions()).subspan(before)))
    if (Line* const still_here = find(id)) (void)charge(*still_here);
}

void Lobby::State::on(Line& line, const protocol::Ping&) {
  if (line.user != nullptr) out.send(line, protocol::Ping{});
}

void Lobby::State::on(Line& line, const protocol::ManualDisconnection&) {
  const ConnectionId id = line.id;
  if (line.user != nullptr) remove(*line.user, Departure::kLost);
  out.add(Close{id, "asked for"});
  close(line, "asked for");
}

void Lobby::State::on(Line& line, const protocol::Unknown& request) {
  out.log(Level::kDebug, "ignored from " + line.address + ": controller " +
                             std::to_string(request.controller) + ", action " +
                             std::to_string(request.action) + ' ' + request.command);
}

void Lobby::State::tick() {
  for (const auto& zone : zones_)
    for (const auto& room : zone->rooms) room->table->tick(now);
  for (const auto& zone : zones_) {
    std::vector<User*> gone;
    for (const auto& [name, user] : zone->users)
      if (user->absent_since && now - *user->absent_since >= settings.grace) gone.push_back(user.get());
    for (User* user : gone)
      if (std::ranges::all_of(user->room->members, [&](const Member& member) {
            return !member.is_player() || std::ranges::find(gone, member.user) != gone.end();
          }))
        user->room->table->abandon("neither player came back in time", now);
    for (User* user : gone) {
      if (user->line)
        leave(*user, *user->room, Departure::kLeft);  // logged in again, and did not come into the room
      else
        remove(*user, Departure::kLost);
    }
  }
  check_lines();
  direct_due_ = true;
  if (counts_due_ && now >= *counts_due_) tell_counts();
}

Actions Lobby::State::take() {
  direct();
  tell_counts_now();
  show_rooms();
  return out.take();
}

Line* Lobby::State::find(ConnectionId id) {
  const auto found = lines_.find(id);
  return found == lines_.end() ? nullptr : &found->second;
}

Lobby::Counts Lobby::State::counts() const noexcept {
  Counts counts;
  counts.connections = lines_.size();
  for (const auto& zone : zones_) {
    counts.users += zone->users.size();
    for (const auto& room : zone->rooms) counts.games += room->table->playing() ? 1 : 0;
  }
  return counts;
}

Lobby::Lobby(LobbySettings settings, TokenSource tokens)
    : state_(std::make_unique<State>(std::move(settings), std::move(tokens))) {}
Lobby::~Lobby() = default;

Actions Lobby::restore(TimePoint now, const std::vector<SavedGame>& games, GameId next_id,
                       const std::vector<SavedTournament>& tournaments) {
  state_->now = now;
  state_->numbers.next = next_id;
  for (const SavedTournament& tournament : tournaments) state_->restore(tournament);
  for (const SavedGame& game : games)
    if (!game.result) state_->restore(game);
  for (const SavedGame& game : games)
    if (game.result) state_->remember(game);
  return state_->take();
}

Lobby::Organised Lobby::organise(TimePoint now, const OrganiserOrder& order) {
  state_->now = now;
  Organised organised;
  organised.tournament = order.tournament;
  organised.error = state_->organise(order, organised.tournament);
  organised.actions = state_->take();
  return organised;
}

const Tournament* Lobby::find_tournament(TournamentId id) const { return state_->find_tournament(id); }
std::vector<const Tournament*> Lobby::tournaments() const { return state_->tournaments(); }
std::vector<game::PlayerNumber> Lobby::present(const Tournament& tournament) const {
  return state_->present(tournament);
}

Actions Lobby::connected(TimePoint now, ConnectionId connection, std::string_view address, LineKind kind) {
  state_->now = now;
  state_->open(connection, address, kind);
  return state_->take();
}

Actions Lobby::received(TimePoint now, ConnectionId connection, const protocol::Request& request) {
  state_->now = now;
  if (Line* line = state_->find(connection)) state_->receive(*line, request);
  return state_->take();
}

Actions Lobby::unreadable(TimePoint now, ConnectionId connection, std::string_view what, bool fatal) {
  state_->now = now;
  if (Line* line = state_->find(connection)) {
    if (fatal)
      state_->dismiss(*line, 1, what);
    else
      state_->bad_message(*line, what);
  }
  return state_->take();
}

Actions Lobby::disconnected(TimePoint now, ConnectionId connection, std::string_view why) {
  state_->now = now;
  if (Line* line = state_->find(connection)) state_->close(*line, why);
  return state_->take();
}

Actions Lobby::tick(TimePoint now) {
  state_->now = now;
  state_->tick();
  return state_->take();
}

Lobby::Counts Lobby::counts() const noexcept { return state_->counts(); }

}  // namespace thermodon::server
