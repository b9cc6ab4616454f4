#include "server/live/gateway.hpp"

#include <algorithm>
#include <array>

#include "server/live/engines.hpp"
#include "server/live/session.hpp"
#include "thermodon/protocol/board.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::server {
namespace {

constexpr std::size_t kMostWaiting = 32;  // messages of a connection behind its login
// Of a tournament that is told with all of them: a message must stay well below what may wait for a reader.
constexpr std::size_t kMostGamesTold = 1000;

// A text of the message; nothing when it is absent or of another type.
std::optional<std::string> text_at(const Json& message, const char* key) {
  const auto it = message.find(key);
  if (it == message.end() || !it->is_string()) return std::nullopt;
  return it->get<std::string>();
}

std::optional<double> number_at(const Json& message, const char* key) {
  const auto it = message.find(key);
  if (it == message.end() || !it->is_number()) return std::nullopt;
  return it->get<double>();
}

bool flag_at(const Json& message, const char* key) {
  const auto it = message.find(key);
  return it == message.end() || !it->is_boolean() || it->get<bool>();
}

// What may come back in an answer: a text or number that is short.
Json small_value(const Json& message, const char* key) {
  const auto it = message.find(key);
  if (it == message.end()) return nullptr;
  if (it->is_number()) return *it;
  if (it->is_string() && it->get_ref<const std::string&>().size() <= 64) return *it;
  return nullptr;
}

}  // namespace

struct Gateway::Command {
  std::string_view type;
  Handler handler;
  bool needs_login;
};

const Gateway::Command* Gateway::find_command(std::string_view type) {
  static constexpr std::array kCommands = {
      Command{"login", &Gateway::login, false},
      Command{"resume", &Gateway::resume, false},
      Command{"logout", &Gateway::logout, true},
      Command{"join", &Gateway::join, true},
      Command{"leave", &Gateway::leave, true},
      Command{"move", &Gateway::move, true},
      Command{"new-game", &Gateway::new_game, true},
      Command{"chat", &Gateway::chat, true},
      Command{"house", &Gateway::house, true},
      Command{"lobby", &Gateway::lobby, false},
      Command{"tournaments", &Gateway::tournaments, false},
      Command{"analyze", &Gateway::analyze, false},
      Command{"stop", &Gateway::stop, false},
      Command{"ping", &Gateway::ping, false},
  };
  const auto found = std::ranges::find(kCommands, type, &Command::type);
  return found == kCommands.end() ? nullptr : &*found;
}

Gateway::Gateway(const Settings& settings, const Lobby& lobby)
    : settings_(settings), lobby_(lobby), view_(settings.lobby) {}
Gateway::~Gateway() = default;

bool Gateway::knows(ConnectionId connection) const { return sessions_.contains(connection); }

Effects Gateway::opened(TimePoint now, ConnectionId connection) {
  now_ = now;
  Session session;
  session.id = connection;
  session.rate = Rate(settings_.live.requests_per_second, settings_.live.request_burst, now);
  const Session& made = sessions_.emplace(connection, std::move(session)).first->second;
  const auto& time = settings_.lobby.move_time;
  say(made, {{"type", "hello"},
             {"version", THERMODON_VERSION},
             {"zones", settings_.lobby.zones},
             {"move_time_ms", time ? Json(time->count()) : Json(nullptr)},
             {"house", settings_.live.houses > 0}});
  protocol::HandshakeRequest handshake;
  handshake.client = "json";
  ask(made, std::move(handshake));
  return take();
}

Effects Gateway::closed(ConnectionId connection) {
  const auto found = sessions_.find(connection);
  if (found == sessions_.end()) return {};
  Session& session = found->second;
  if (session.analysis) effects_.emplace_back(StopAnalysis{connection});
  out_of_room(session);
  lobby_watchers_.erase(connection);
  tournament_watchers_.erase(connection);
  sessions_.erase(found);
  return take();
}

Effects Gateway::received(TimePoint now, ConnectionId connection, std::string_view text) {
  now_ = now;
  const auto found = sessions_.find(connection);
  if (found == sessions_.end()) return {};
  Session& session = found->second;
  if (!session.rate.take(now)) {
    say(session, {{"type", "closing"}, {"reason", "kicked"}});
    effects_.emplace_back(Cut{connection, "too many requests"});
    return take();
  }
  if (!session.entering)
    carry_out(session, text);
  else if (session.waiting.size() < kMostWaiting)
    session.waiting.emplace_back(text);
  else
    effects_.emplace_back(Cut{connection, "too many messages behind a login"});
  return take();
}

// What came while the answer was awaited was meant for the time after it.
void Gateway::entered(Session& session) {
  session.entering = false;
  while (!session.entering && !session.waiting.empty()) {
    const std::string text = std::move(session.waiting.front());
    session.waiting.pop_front();
    carry_out(session, text);
  }
}

void Gateway::carry_out(Session& session, std::string_view text) {
  const Json message = Json::parse(text, nullptr, false);
  const auto type = message.is_object() ? text_at(message, "type") : std::nullopt;
  const Command* const command = type ? find_command(*type) : nullptr;
  if (command == nullptr) {
    refuse(session,
           !type ? "a message is one JSON object with a \"type\"" : "unknown type " + rules::quote(*type),
           message);
    if (++session.bad_messages > settings_.lobby.limits.bad_messages)
      effects_.emplace_back(Cut{session.id, "too many messages that make no sense"});
    return;
  }
  session.ref = small_value(message, "ref");
  if (command->needs_login && !session.logged_in())
    refuse(session, "log in first", message);
  else
    (this->*command->handler)(session, message);
}

void Gateway::login(Session& session, const Json& message) {
  if (session.logged_in()) return refuse(session, "logged in already; log out first", message);
  protocol::LoginRequest request;
  request.zone = text_at(message, "zone").value_or(settings_.lobby.zones.front());
  request.name = text_at(message, "name").value_or("");
  session.login = std::move(request);
  session.entering = true;
  const std::string password = text_at(message, "password").value_or("");
  const auto hash = settings_.scrypt.find(session.login->name);
  const auto key = settings_.lobby.users.passwords.find(session.login->name);
  const bool by_key = key != settings_.lobby.users.passwords.end() && key->second == password;
  if (hash == settings_.scrypt.end() || by_key) return send_login(session, password);
  effects_.emplace_back(CheckPassword{session.id, password, hash->second});
}

void Gateway::send_login(Session& session, const std::string& password) {
  protocol::LoginRequest request = std::move(*session.login);
  session.login.reset();
  request.password_hash = protocol::password_hash(session.token, password);
  ask(session, std::move(request));
}

Effects Gateway::password_checked(ConnectionId connection, bool right) {
  const auto found = sessions_.find(connection);
  if (found == sessions_.end() || !found->second.login) return {};
  Session& session = found->second;
  if (right) {
    // The lobby knows the name's key for the course's protocol.
    send_login(session, settings_.lobby.users.passwords.at(session.login->name));
    return take();
  }
  session.login.reset();
  protocol::ErrorReply reply;
  reply.action = static_cast<std::int16_t>(protocol::SystemAction::kLogin);
  reply.code = static_cast<std::int16_t>(protocol::ErrorCode::kBadPassword);
  const bool enough = ++session.wrong_passwords >= settings_.lobby.limits.wrong_passwords;
  if (enough) session.waiting.clear();  // may hold more guesses
  on_error(session, reply);
  if (enough) effects_.emplace_back(Cut{connection, "too many wrong passwords"});
  return take();
}

void Gateway::resume(Session& session, const Json& message) {
  const auto token = text_at(message, "token");
  if (session.logged_in()) return refuse(session, "logged in already", message);
  if (!token || token->empty()) return refuse(session, "resume needs a \"token\"", message);
  protocol::HandshakeRequest handshake;
  handshake.client = "json";
  handshake.resume_token = *token;
  session.entering = true;
  ask(session, std::move(handshake));
}

void Gateway::logout(Session& session, const Json&) {
  session.entering = true;
  ask(session, protocol::LogoutRequest{});
}

void Gateway::join(Session& session, const Json& message) {
  const auto room = text_at(message, "room");
  if (!room) return refuse(session, "join needs a \"room\"", message);
  const std::string as = text_at(message, "as").value_or("any");
  if (as != "any" && as != "black" && as != "white" && as != "spectator")
    return refuse(session, "\"as\" is any, black, white or spectator", message);
  if (session.room_id && *room == session.room) {
    // Only the seat is to change.
    const auto self =
        std::ranges::find_if(session.users, [&](const auto& u) { return u.second.name == session.name; });
    const bool seated = self != session.users.end() && self->second.player;
    if (seated && as == "spectator") return ask(session, protocol::PlayerToSpectator{*session.room_id});
    if (!seated && as != "spectator") {
      protocol::SpectatorToPlayer request;
      request.room_id = *session.room_id;
      return ask(session, request);
    }
  }
  protocol::JoinCommand command;
  command.room = *room;
  command.as = as;
  ask(session, std::move(command));
}

void Gateway::leave(Session& session, const Json& message) {
  if (!session.room_id) return refuse(session, "not in a room", message);
  protocol::LeaveRoomRequest request;
  request.room_id = session.room_id;
  ask(session, request);
}

void Gateway::move(Session& session, const Json& message) {
  if (!session.room_id) return refuse(session, "join a room first", message);
  const auto text = text_at(message, "move");
  if (!text) return refuse(session, "move needs a \"move\"", message);
  const auto move = rules::parse_move(*text);
  if (!move.ok()) return refuse(session, move.error(), message);
  const auto ply = message.find("ply");
  if (ply != message.end() && !ply->is_number_integer())
    return refuse(session, "\"ply\" is the number of the move", message);
  protocol::MoveCommand command;
  command.room_id = *session.room_id;
  if (ply != message.end()) command.ply = ply->get<std::int64_t>();
  command.move = protocol::to_wire(*move, settings_.lobby.preset);
  ask(session, std::move(command));
}

void Gateway::new_game(Session& session, const Json& message) {
  if (!session.room_id) return refuse(session, "join a room first", message);
  ask(session, protocol::NewGameCommand{*session.room_id});
}

void Gateway::chat(Session& session, const Json& message) {
  if (!session.room_id) return refuse(session, "join a room first", message);
  const auto text = text_at(message, "text");
  if (!text || text->empty()) return refuse(session, "chat needs a \"text\"", message);
  protocol::PublicMessage request;
  request.room_id = *session.room_id;
  request.text = *text;
  ask(session, std::move(request));
}

void Gateway::house(Session& session, const Json& message) {
  const LiveRoom* const room = session.room_id ? view_.find(session.zone, session.room) : nullptr;
  if (room == nullptr) return refuse(session, "take a seat in a room first", message);
  const auto sits = [&](const RoomUser& user) { return user.player && user.name == session.name; };
  if (std::ranges::none_of(room->users, sits)) return refuse(session, "take a seat first", message);
  if (room->tournament) return refuse(session, "the room is a tournament's", message);
  if (std::ranges::count_if(room->users, &RoomUser::player) > 1)
    return refuse(session, "the other seat is taken", message);
  const auto spec =
      admit_spec(text_at(message, "spec").value_or("alphabeta:amazong"), settings_.live.hash_mb);
  if (!spec.ok()) return refuse(session, spec.error(), message);
  const double ms = number_at(message, "move_time_ms").value_or(1000);
  const auto most = static_cast<double>(settings_.live.house_time.count());
  const Duration time(static_cast<std::int64_t>(std::clamp(ms, 10.0, most)));
  effects_.emplace_back(HouseOrder{session.id, session.zone, session.room, *spec, time});
}

void Gateway::lobby(Session& session, const Json& message) {
  if (!flag_at(message, "on")) {
    lobby_watchers_.erase(session.id);
    return;
  }
  lobby_watchers_.insert(session.id);
  say(session, {{"type", "rooms"}, {"rooms", rooms_of({})}});
}

void Gateway::tournaments(Session& session, const Json& message) {
  if (!flag_at(message, "on")) {
    tournament_watchers_.erase(session.id);
    return;
  }
  tournament_watchers_.insert(session.id);
  for (const Tournament* tournament : lobby_.tournaments()) say(session, tournament_message(*tournament));
}

Json Gateway::tournament_message(const Tournament& tournament) const {
  const bool whole = tournament.encounters().size() <= kMostGamesTold;
  return {{"type", "tournament"},
          {"tournament", tournament_json(tournament, lobby_.present(tournament), settings_.lobby, whole)}};
}

void Gateway::analyze(Session& session, const Json& message) {
  const auto position = rules::parse_position(text_at(message, "position").value_or("startpos"));
  if (!position.ok()) return refuse(session, position.error(), message);
  const auto spec =
      admit_spec(text_at(message, "spec").value_or("alphabeta:amazong"), settings_.live.hash_mb);
  if (!spec.ok()) return refuse(session, spec.error(), message);
  AnalysisOrder order;
  order.from = session.id;
  order.position = *position;
  order.spec = *spec;
  order.multipv = static_cast<int>(std::clamp(number_at(message, "multipv").value_or(1), 1.0,
                                              static_cast<double>(settings_.live.multipv)));
  const auto most = static_cast<double>(settings_.live.analysis_time.count());
  const double seconds = std::clamp(number_at(message, "seconds").value_or(most), 0.01, most);
  order.time = Duration(static_cast<std::int64_t>(1000 * seconds));
  if (session.analysis) say(session, {{"type", "analysis-end"}, {"id", session.analysis->id}});
  session.analysis = Session::Analysis{small_value(message, "id"), order.multipv, {}};
  effects_.emplace_back(std::move(order));
}

void Gateway::stop(Session& session, const Json&) {
  if (session.analysis) effects_.emplace_back(StopAnalysis{session.id});
}

void Gateway::ping(Session& session, const Json&) { say(session, {{"type", "pong"}}); }

void Gateway::say(const Session& session, const Json& json) { say(std::vector{session.id}, json); }

void Gateway::say(std::vector<ConnectionId> to, const Json& json) {
  if (!to.empty())
    effects_.emplace_back(Say{std::move(to), std::make_shared<const std::string>(text_of(json))});
}

void Gateway::refuse(Session& session, std::string_view why, const Json& message) {
  Json error = {{"type", "error"}, {"message", why}};
  if (message.is_object())
    if (Json ref = small_value(message, "ref"); !ref.is_null()) error["ref"] = std::move(ref);
  say(session, error);
}

void Gateway::ask(const Session& session, protocol::Request request) {
  effects_.emplace_back(Ask{session.id, std::move(request)});
}

Json Gateway::rooms_of(std::string_view zone) const {
  Json rooms = Json::array();
  for (const LiveRoom* room : view_.rooms())
    if (zone.empty() || room->zone == zone) rooms.push_back(room_json(*room));
  return rooms;
}

}  // namespace thermodon::server
