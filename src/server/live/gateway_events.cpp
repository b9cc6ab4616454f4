// What the lobby does, told to the JSON connections.
#include <algorithm>
#include <cstdlib>

#include "server/live/gateway.hpp"
#include "server/live/session.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::server {
namespace {

// Of watchers of the lobby and of tournaments.
constexpr Duration kFlushEvery{250};

constexpr std::string_view kPlayer = "player", kSpectatorRole = "spectator";

std::string_view role(bool player) { return player ? kPlayer : kSpectatorRole; }

}  // namespace

Effects Gateway::performed(TimePoint now, const Action& action) {
  now_ = now;
  if (const auto* send = std::get_if<Send>(&action)) {
    for (const ConnectionId id : send->to)
      if (const auto found = sessions_.find(id); found != sessions_.end())
        on_event(found->second, send->event);
  } else if (const auto* resumed = std::get_if<SessionResumed>(&action)) {
    if (const auto found = sessions_.find(resumed->connection); found != sessions_.end())
      on_resumed(found->second, *resumed);
  } else if (const auto* tournament = std::get_if<TournamentChanged>(&action)) {
    changed_tournaments_.insert(tournament->id);
  } else {
    view_.take(action);
    on_fact(action);
  }
  return take();
}

void Gateway::on_fact(const Action& action) {
  const auto game_of = [this](GameId id) {
    if (const LiveRoom* room = view_.find(id)) tell_game(*room);
  };
  if (const auto* started = std::get_if<GameStarted>(&action)) game_of(started->id);
  if (const auto* ended = std::get_if<GameEnded>(&action)) game_of(ended->id);
  if (const auto* clock = std::get_if<ClockStarted>(&action))
    if (const LiveRoom* room = view_.find(clock->id)) say_in(*room, clock_json(*room, now_));
  const auto* made = std::get_if<MoveMade>(&action);
  const LiveRoom* const room = made != nullptr ? view_.find(made->id) : nullptr;
  // A relaying server's move may not have been one.
  if (room == nullptr || room->game->moves.size() != made->number) return;
  if (settings_.lobby.rules != Rules::kRelay) refund_move(*room);
  say_in(*room, move_json(*room, now_));
}

// A move that was played costs nothing, as in the lobby.
void Gateway::refund_move(const LiveRoom& room) {
  const auto& game = *room.game;
  const std::string& mover = game.position.side_to_move() == rules::Color::kBlack ? game.white : game.black;
  const auto here = in_room_.find({room.zone, room.name});
  if (here == in_room_.end()) return;
  for (const ConnectionId id : here->second)
    if (Session& session = sessions_.at(id); session.name == mover) session.rate.give_back();
}

void Gateway::say_in(const LiveRoom& room, const Json& json) {
  const auto here = in_room_.find({room.zone, room.name});
  if (here != in_room_.end()) say({here->second.begin(), here->second.end()}, json);
}

void Gateway::tell_game(const LiveRoom& room) {
  say_in(room, {{"type", "game"}, {"room", room.name}, {"game", game_json(room, now_, settings_.lobby)}});
}

void Gateway::tell_game(Session& session) {
  const LiveRoom* const room = view_.find(session.zone, session.room);
  if (room == nullptr) return;
  Json game = game_json(*room, now_, settings_.lobby);
  // The view hears of who sits only after those who are there.
  const auto sits = [](const auto& user) { return user.second.player; };
  if (!room->game) game["status"] = std::ranges::any_of(session.users, sits) ? "waiting" : "free";
  say(session, {{"type", "game"}, {"room", room->name}, {"game", std::move(game)}});
}

void Gateway::on_event(Session& session, const protocol::Event& event) {
  using namespace protocol;
  const auto here = [&](std::int32_t room_id) { return session.room_id == room_id; };
  if (const auto* reply = std::get_if<HandshakeReply>(&event)) {
    session.token = reply->token;
  } else if (const auto* login = std::get_if<LoginReply>(&event)) {
    session.zone = login->zone;
    session.name = login->name;
    tell_login(session);
    entered(session);
  } else if (const auto* error = std::get_if<ErrorReply>(&event)) {
    on_error(session, *error);
  } else if (std::holds_alternative<LogoutReply>(event)) {
    out_of_room(session);
    session.name.clear();
    say(session, {{"type", "logout"}});
    entered(session);
  } else if (const auto* joined = std::get_if<JoinRoomReply>(&event)) {
    on_joined(session, *joined);
  } else if (const auto* entered = std::get_if<UserEnterRoom>(&event)) {
    if (!here(entered->room_id)) return;
    session.users[entered->user.id] = {entered->user.name, false};
    on_seat(session, entered->user.id, entered->user.player_id > 0);
  } else if (const auto* gone = std::get_if<UserExitRoom>(&event)) {
    if (here(gone->room_id)) on_gone(session, gone->user_id);
  } else if (const auto* lost = std::get_if<UserLost>(&event)) {
    on_gone(session, lost->user_id);
  } else if (const auto* up = std::get_if<SpectatorToPlayer>(&event)) {
    if (here(up->room_id)) on_seat(session, up->user_id, true);
  } else if (const auto* down = std::get_if<PlayerToSpectator>(&event)) {
    if (here(down->room_id)) on_seat(session, down->user_id, false);
  } else if (const auto* end = std::get_if<Disconnection>(&event)) {
    say(session, {{"type", "closing"}, {"reason", end->reason == 0 ? "idle" : "kicked"}});
  } else if (std::holds_alternative<ReconnectionFailure>(event)) {
    say(session, {{"type", "error"}, {"message", "the session is no more; log in"}});
  } else if (const auto* text = std::get_if<TextCommand>(&event)) {
    say(session, {{"type", "notice"}, {"room", text->room}, {"text", text->text}});
  } else if (const auto* chat = std::get_if<PublicMessage>(&event)) {
    const auto user = session.users.find(chat->user_id);
    say(session, {{"type", "chat"},
                  {"room", session.room},
                  {"name", user != session.users.end() ? user->second.name : ""},
                  {"text", chat->text}});
  }
}

void Gateway::tell_login(Session& session) {
  say(session, {{"type", "login"},
                {"name", session.name},
                {"zone", session.zone},
                {"token", session.token},
                {"rooms", rooms_of(session.zone)}});
}

void Gateway::on_resumed(Session& session, const SessionResumed& resumed) {
  session.zone = resumed.zone;
  session.name = resumed.name;
  tell_login(session);
  if (resumed.room) on_joined(session, *resumed.room);
  entered(session);
}

void Gateway::on_joined(Session& session, const protocol::JoinRoomReply& reply) {
  out_of_room(session);
  session.room_id = reply.room.id;
  session.room = reply.room.name;
  in_room_[session.key()].insert(session.id);
  Json users = Json::array();
  bool player = false;
  for (const protocol::UserInfo& user : reply.users) {
    const bool sits = user.player_id > 0;
    session.users[user.id] = {user.name, sits};
    users.push_back({{"name", user.name}, {"role", role(sits)}});
    if (user.name == session.name) player = sits;
  }
  say(session,
      {{"type", "joined"}, {"room", session.room}, {"as", role(player)}, {"users", std::move(users)}});
  tell_game(session);
}

void Gateway::out_of_room(Session& session) {
  if (!session.room_id) return;
  const auto here = in_room_.find(session.key());
  if (here != in_room_.end() && here->second.erase(session.id) != 0 && here->second.empty())
    in_room_.erase(here);
  session.room_id.reset();
  session.room.clear();
  session.users.clear();
}

void Gateway::on_gone(Session& session, std::int32_t user_id) {
  const auto user = session.users.find(user_id);
  if (user == session.users.end()) return;
  const std::string name = user->second.name;
  say(session, {{"type", "left"}, {"room", session.room}, {"name", name}});
  session.users.erase(user);
  if (name == session.name) out_of_room(session);
}

void Gateway::on_seat(Session& session, std::int32_t user_id, bool player) {
  const auto user = session.users.find(user_id);
  if (user == session.users.end()) return;
  user->second.player = player;
  say(session,
      {{"type", "entered"}, {"room", session.room}, {"name", user->second.name}, {"role", role(player)}});
}

void Gateway::on_error(Session& session, const protocol::ErrorReply& reply) {
  std::string message(protocol::to_string(static_cast<protocol::ErrorCode>(reply.code)));
  for (std::size_t i = 0; i < reply.params.size(); ++i) message += (i == 0 ? ": " : ", ") + reply.params[i];
  Json error = {{"type", "error"}, {"message", std::move(message)}, {"code", reply.code}};
  if (!session.ref.is_null()) error["ref"] = session.ref;
  say(session, error);
  if (reply.action == static_cast<std::int16_t>(protocol::SystemAction::kLogin)) entered(session);
}

Effects Gateway::refused(ConnectionId connection, std::string_view why) {
  if (const auto found = sessions_.find(connection); found != sessions_.end()) {
    Session& session = found->second;
    const bool login = session.login.has_value();
    session.login.reset();
    Json error = {{"type", "error"}, {"message", why}};
    if (!session.ref.is_null()) error["ref"] = session.ref;
    say(session, error);
    if (login) entered(session);
  }
  return take();
}

Effects Gateway::analysis_info(ConnectionId connection, const search::SearchInfo& info) {
  const auto found = sessions_.find(connection);
  if (found == sessions_.end() || !found->second.analysis) return {};
  Session& session = found->second;
  auto& lines = session.analysis->lines;
  // Lines come by rank; a rank that is not higher begins the next report.
  if (!lines.empty() && info.multipv <= lines.back().multipv) send_lines(session);
  lines.push_back(info);
  if (info.multipv >= session.analysis->multipv) send_lines(session);
  return take();
}

void Gateway::send_lines(Session& session) {
  auto& lines = session.analysis->lines;
  if (lines.empty()) return;
  const search::SearchInfo& last = lines.back();
  const double seconds = std::chrono::duration<double>(last.elapsed).count();
  Json json = {
      {"type", "info"},
      {"id", session.analysis->id},
      {"depth", last.depth},
      {"nodes", last.nodes},
      {"nps", seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(last.nodes) / seconds) : 0},
      {"seconds", seconds},
      {"lines", Json::array()}};
  for (const search::SearchInfo& line : lines) {
    Json moves = Json::array();
    for (const rules::Move move : line.pv) moves.push_back(rules::to_string(move));
    Json shown = {{"score", static_cast<double>(line.score) / eval::kSquare}, {"pv", std::move(moves)}};
    if (std::abs(line.score) > search::kWinBound)
      shown["mate"] = (line.score > 0 ? 1 : -1) * (search::kWin - std::abs(line.score));
    json["lines"].push_back(std::move(shown));
  }
  lines.clear();
  say(session, json);
}

Effects Gateway::analysis_done(ConnectionId connection, const search::SearchResult&) {
  const auto found = sessions_.find(connection);
  if (found == sessions_.end() || !found->second.analysis) return {};
  Session& session = found->second;
  send_lines(session);
  say(session, {{"type", "analysis-end"}, {"id", session.analysis->id}});
  session.analysis.reset();
  return take();
}

Effects Gateway::tick(TimePoint now) {
  now_ = now;
  if (now - flushed_ < kFlushEvery) return {};
  flushed_ = now;
  const auto changed = view_.take_changed();
  if (!changed.empty() && !lobby_watchers_.empty()) {
    Json rooms = Json::array();
    for (const LiveRoom* room : changed) rooms.push_back(room_json(*room));
    say({lobby_watchers_.begin(), lobby_watchers_.end()}, {{"type", "rooms"}, {"rooms", std::move(rooms)}});
  }
  for (const TournamentId id : std::exchange(changed_tournaments_, {})) {
    const Tournament* const tournament = lobby_.find_tournament(id);
    if (tournament == nullptr || tournament_watchers_.empty()) continue;
    say({tournament_watchers_.begin(), tournament_watchers_.end()}, tournament_message(*tournament));
  }
  return take();
}

Effects Gateway::stopping() {
  std::vector<ConnectionId> all;
  for (const auto& [id, session] : sessions_) all.push_back(id);
  say(std::move(all), {{"type", "closing"}, {"reason", "stopping"}});
  return take();
}

}  // namespace thermodon::server
