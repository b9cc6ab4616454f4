// Lines, handshakes, logins and how they end.
#include <algorithm>

#include "server/lobby_state.hpp"

namespace thermodon::server {

using protocol::ErrorCode;
using protocol::SystemAction;

namespace {

constexpr std::int8_t kIdle = 0;
constexpr std::int8_t kKicked = 1;

}  // namespace

bool is_user_name(std::string_view name, std::size_t longest) {
  if (name.empty() || name.size() > longest || name.front() == ' ' || name.back() == ' ') return false;
  return !name.starts_with(kHouseName) &&
         std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~'; });
}

void Lobby::State::open(ConnectionId id, std::string_view address, LineKind kind) {
  const std::string from(address);
  const Limits& limits = settings.limits;
  const bool full = lines_.size() >= limits.connections;
  const auto here = lines_by_address_.find(from);
  const bool too_many = limits.connections_per_address != 0 && here != lines_by_address_.end() &&
                        here->second >= limits.connections_per_address;
  if (kind != LineKind::kHouse && (full || too_many)) {
    const std::string why =
        full ? "the server has too many connections" : "too many connections from " + from;
    out.log(Level::kWarn, "refused a connection from " + from + ": " + why);
    return out.add(Close{id, why});
  }
  Line line;
  line.id = id;
  line.kind = kind;
  line.address = from;
  line.opened = line.last_request = now;
  line.rate = Rate(limits.requests_per_second, limits.request_burst, now);
  lines_.emplace(id, std::move(line));
  ++lines_by_address_[from];
}

void Lobby::State::close(Line& line, std::string_view why) {
  User* const user = line.user;
  if (user != nullptr)
    out.log(Level::kInfo, user->name + " is disconnected: " + std::string(why));
  else
    out.log(Level::kDebug, line.address + " is disconnected: " + std::string(why));
  const auto here = lines_by_address_.find(line.address);
  if (--here->second == 0) lines_by_address_.erase(here);
  lines_.erase(line.id);
  if (user != nullptr) lose(*user);
}

void Lobby::State::dismiss(Line& line, std::int8_t reason, std::string_view why) {
  out.send(line, protocol::Disconnection{reason});
  out.add(Close{line.id, std::string(why)});
  close(line, why);
}

void Lobby::State::bad_message(Line& line, std::string_view what) {
  out.log(Level::kDebug, "bad message from " + line.address + ": " + std::string(what));
  if (++line.bad_messages > settings.limits.bad_messages)
    dismiss(line, kKicked, "too many messages that make no sense");
}

void Lobby::State::check_lines() {
  std::vector<ConnectionId> silent, idle;
  for (const auto& [id, line] : lines_) {
    if (line.kind != LineKind::kProtocol) continue;
    const auto since = now - line.last_request;
    if (line.user == nullptr && since >= settings.login_timeout) silent.push_back(id);
    if (line.user != nullptr && settings.idle_timeout.count() > 0 && since >= settings.idle_timeout)
      idle.push_back(id);
  }
  for (const ConnectionId id : silent) dismiss(lines_.at(id), kIdle, "no login in time");
  for (const ConnectionId id : idle) dismiss(lines_.at(id), kIdle, "idle for too long");
}

Zone* Lobby::State::find_zone(std::string_view name) {
  const auto found = std::ranges::find_if(zones_, [&](const auto& zone) { return zone->name == name; });
  return found == zones_.end() ? nullptr : found->get();
}

User* Lobby::State::find_session(std::string_view token) {
  const auto found = sessions_.find(std::string(token));
  return found == sessions_.end() ? nullptr : found->second;
}

void Lobby::State::refuse(const Line& line, SystemAction action, ErrorCode code,
                          std::vector<std::string> params) {
  protocol::ErrorReply reply;
  reply.action = static_cast<std::int16_t>(action);
  reply.code = static_cast<std::int16_t>(code);
  reply.params = std::move(params);
  out.send(line, std::move(reply));
}

void Lobby::State::on(Line& line, const protocol::HandshakeRequest& request) {
  User* const session = request.resume_token && line.user == nullptr && settings.grace.count() > 0
                            ? find_session(*request.resume_token)
                            : nullptr;
  if (request.resume_token && session == nullptr) {
    out.send(line, protocol::ReconnectionFailure{});
    out.add(Close{line.id, "the session is no more"});
    return close(line, "the session is no more");
  }
  line.token = session != nullptr ? session->token : line.token.empty() ? tokens_() : line.token;
  protocol::HandshakeReply reply;
  reply.token = line.token;
  reply.compression_threshold = settings.compression_threshold;
  reply.max_message = static_cast<std::int32_t>(settings.limits.max_message);
  out.send(line, std::move(reply));
  if (session == nullptr) return;
  attach(line, *session);
  out.log(Level::kInfo, session->name + " is back");
  SessionResumed resumed;
  resumed.connection = line.id;
  resumed.zone = session->zone->name;
  resumed.name = session->name;
  if (session->room != nullptr)
    resumed.room = protocol::JoinRoomReply{session->room->info(), session->room->user_infos()};
  out.add(std::move(resumed));
  // The client goes on as if it had never been away, so it is still in its room.
  if (session->room == nullptr) return;
  Member& member = *session->room->find(*session);
  member.present = true;
  session->absent_since.reset();
  session->room->table->joined(member, now);
}

bool Lobby::State::admit(Line& line, Zone& zone, const protocol::LoginRequest& request) {
  const auto say_no = [&](ErrorCode code, std::vector<std::string> params) {
    refuse(line, SystemAction::kLogin, code, std::move(params));
    return false;
  };
  if (line.kind == LineKind::kHouse) return true;
  if (request.name.empty()) {
    if (!settings.guests || settings.users.registered_only)
      return say_no(ErrorCode::kGuestsNotAllowed, {zone.name});
    return true;
  }
  if (!is_user_name(request.name, settings.limits.name_length))
    return say_no(ErrorCode::kBadUserName, {request.name.substr(0, settings.limits.name_length)});
  const auto known = settings.users.passwords.find(request.name);
  if (known == settings.users.passwords.end())
    return !settings.users.registered_only || say_no(ErrorCode::kBadUserName, {request.name});
  if (request.password_hash == protocol::password_hash(line.token, known->second)) return true;
  (void)say_no(ErrorCode::kBadPassword, {request.name});
  if (++line.wrong_passwords >= settings.limits.wrong_passwords)
    dismiss(line, kKicked, "too many wrong passwords");
  return false;
}

void Lobby::State::on(Line& line, const protocol::LoginRequest& request) {
  if (line.token.empty()) return bad_message(line, "a login before the handshake");
  Zone* const zone = find_zone(request.zone);
  if (zone == nullptr) return refuse(line, SystemAction::kLogin, ErrorCode::kNoSuchZone, {request.zone});
  if (line.user != nullptr)
    return refuse(line, SystemAction::kLogin, ErrorCode::kAlreadyLoggedIn, {request.name, zone->name});
  if (!admit(line, *zone, request)) return;

  User* user = zone->find_user(request.name);
  if (user != nullptr) {
    if (user->line && settings.name_in_use == NameInUse::kRefuse)
      return refuse(line, SystemAction::kLogin, ErrorCode::kAlreadyLoggedIn, {request.name, zone->name});
    if (user->line) {
      dismiss(lines_.at(*user->line), kKicked, "the name has logged in elsewhere");
      user = zone->find_user(request.name);  // with its seat, or gone
    }
  }
  if (user == nullptr) {
    if (zone->users.size() >= settings.limits.zone_users)
      return refuse(line, SystemAction::kLogin, ErrorCode::kZoneFull, {zone->name});
    std::string name = request.name;
    if (name.empty()) {
      while (zone->users.contains("Guest#" + std::to_string(next_user_id_))) ++next_user_id_;
      name = "Guest#" + std::to_string(next_user_id_);
    }
    user = &add_user(*zone, std::move(name), next_user_id_++);
  }
  user->wishes = request.wishes.value_or(protocol::LoginWishes{});
  attach(line, *user);
  out.log(Level::kInfo, user->name + " logs in to " + zone->name + " from " + line.address);
  welcome(line, *user);
  presence_changed(*user);
}

User& Lobby::State::add_user(Zone& zone, std::string name, std::int32_t id) {
  auto user = std::make_unique<User>();
  user->id = id;
  user->name = name;
  user->zone = &zone;
  return *(zone.users[std::move(name)] = std::move(user));
}

// A user whose old line may still stand, unknown to us that it is dead, gets this one instead.
void Lobby::State::attach(Line& line, User& user) {
  if (user.line && *user.line != line.id) {
    Line& old = lines_.at(*user.line);
    old.user = nullptr;
    out.add(Close{old.id, "the session goes on elsewhere"});
    close(old, "the session goes on elsewhere");
  }
  sessions_.erase(user.token);
  user.token = line.token;
  sessions_[user.token] = &user;
  user.line = line.id;
  line.user = &user;
}

void Lobby::State::welcome(const Line& line, const User& user) {
  protocol::LoginReply reply;
  reply.user_id = user.id;
  reply.zone = user.zone->name;
  reply.name = user.name;
  reply.reconnection_seconds =
      static_cast<std::int16_t>(std::clamp<std::int64_t>(settings.grace.count() / 1000, 0, INT16_MAX));
  reply.rooms = user.zone->room_infos();
  out.send(line, std::move(reply));
}

void Lobby::State::on(Line& line, const protocol::LogoutRequest&) {
  if (line.user == nullptr) return;
  User& user = *line.user;
  protocol::LogoutReply reply;
  reply.zone = user.zone->name;
  if (user.room != nullptr) leave(user, *user.room, Departure::kLoggedOut);
  tell_counts_now();  // he is one of those who are told
  remove(user, Departure::kLoggedOut);
  out.send(line, std::move(reply));
}

void Lobby::State::lose(User& user) {
  user.line.reset();
  if (user.room == nullptr || !user.room->table->keeps_seat(user)) return remove(user, Departure::kLost);
  Member& member = *user.room->find(user);
  if (!member.present) return;  // and his grace runs already
  member.present = false;
  user.absent_since = now;
  user.room->table->line_lost(member);
}

void Lobby::State::remove(User& user, Departure how) {
  if (user.room != nullptr) leave(user, *user.room, how);
  if (user.line) lines_.at(*user.line).user = nullptr;
  presence_changed(user);
  sessions_.erase(user.token);
  user.zone->users.erase(user.zone->users.find(user.name));
}

}  // namespace thermodon::server
