// Joining, leaving, seats, chat and the counts of users.
#include <algorithm>
#include <utility>

#include "server/lobby_state.hpp"

namespace thermodon::server {

using protocol::ErrorCode;
using protocol::SystemAction;

namespace {

// SFS2X's codes that only rooms need.
constexpr auto kNoSuchGroup = static_cast<ErrorCode>(25);
constexpr auto kNoPlayerSlot = static_cast<ErrorCode>(32);
constexpr auto kNoSpectatorSlot = static_cast<ErrorCode>(33);

}  // namespace

void Lobby::State::on(Line& line, const protocol::JoinCommand& request) {
  if (line.user == nullptr) return bad_message(line, "a join before the login");
  Room* room = line.user->zone->find_room(request.room);
  if (room == nullptr && request.room == kAnyRoomName && settings.rules == Rules::kChecked)
    room = any_room(*line.user);
  if (room == nullptr) {
    out.log(Level::kInfo, line.user->name + " asks for an unknown room: " + request.room.substr(0, 80));
    if (settings.rules == Rules::kRelay) return;  // an exception over there: no reply at all
    return refuse(line, SystemAction::kJoinRoom, ErrorCode::kNoSuchRoom, {request.room});
  }
  if (request.as) line.user->wishes.as = *request.as;
  const bool watch = settings.rules == Rules::kChecked && line.user->wishes.as == "spectator";
  join(line, *room, watch);
}

void Lobby::State::on(Line& line, const protocol::JoinRoomRequest& request) {
  if (line.user == nullptr) return bad_message(line, "a join before the login");
  Zone& zone = *line.user->zone;
  Room* const room = request.name ? zone.find_room(*request.name)
                     : request.id ? zone.find_room(*request.id)
                                  : nullptr;
  if (room == nullptr)
    return refuse(line, SystemAction::kJoinRoom, ErrorCode::kNoSuchRoom,
                  {request.name ? *request.name : std::to_string(request.id.value_or(-1))});
  const bool watch = settings.rules == Rules::kChecked && line.user->wishes.as == "spectator";
  join(line, *room, request.spectator || watch);
}

void Lobby::State::join(const Line& line, Room& wanted, bool as_spectator) {
  User& user = *line.user;
  // A running game goes before all else, unless a player who is here asks to leave it.
  const Member* const playing = seat_in_game(user);
  const bool stays = playing != nullptr && (!playing->present || &wanted == user.room);
  Room* const assigned = stays ? nullptr : assigned_room(user, as_spectator);
  Room& room = stays ? *user.room : assigned != nullptr ? *assigned : wanted;
  if (Member* member = room.find(user)) {
    if (assigned != nullptr && !member->is_player()) return seat(user, room);
    if (!member->present) return come_back(user, *member);
    // Told once more, he would take it for another game and move twice.
    if (std::exchange(member->fetched, false)) return;
    return refuse(line, SystemAction::kJoinRoom, ErrorCode::kAlreadyInRoom, {room.name});
  }
  const bool as_player = (!as_spectator || assigned != nullptr) && room.has_free_seat() && room.may_sit(user);
  if (!as_player && !room.has_spectator_place())
    return refuse(line, SystemAction::kJoinRoom, ErrorCode::kRoomFull, {room.name});

  enter(user, room, as_player);
}

Member* Lobby::State::seat_in_game(const User& user) {
  if (user.room == nullptr || !user.room->table->playing()) return nullptr;
  Member* const member = user.room->find(user);
  return member->is_player() ? member : nullptr;
}

// Out of the room where he was, if any, once he is in this one.
void Lobby::State::enter(User& user, Room& room, bool as_player) {
  Room* const old = user.room;
  room.members.push_back({&user, as_player ? room.free_player_id() : kSpectator, true, false});
  Member& member = room.members.back();
  user.room = &room;
  out.send(user, protocol::JoinRoomReply{room.info(), room.user_infos()});
  out.send(room, protocol::UserEnterRoom{room.id, info_of(member)}, &user);
  if (old != nullptr) leave(user, *old, Departure::kLeft);
  out.log(Level::kInfo, user.name + (as_player ? " joins " : " watches ") + room.name);
  count_changed(room);
  room.table->joined(member, now);
}

void Lobby::State::come_back(User& user, Member& member) {
  member.present = true;
  user.absent_since.reset();
  Room& room = *user.room;
  out.send(user, protocol::JoinRoomReply{room.info(), room.user_infos()});
  out.log(Level::kInfo, user.name + " is back in " + room.name);
  room.table->joined(member, now);
}

void Lobby::State::leave(User& user, Room& room, Departure how) {
  const auto found = std::ranges::find(room.members, &user, &Member::user);
  const bool was_player = found->is_player();
  room.members.erase(found);
  if (user.room == &room) user.room = nullptr;
  user.absent_since.reset();
  if (how == Departure::kLeft) {
    out.send(room, protocol::UserExitRoom{user.id, room.id});
    out.send(user, protocol::UserExitRoom{user.id, room.id});
  } else {
    out.send(room, protocol::UserLost{user.id});
  }
  out.log(Level::kInfo, user.name + " leaves " + room.name);
  count_changed(room);
  room.table->left(user, was_player, how, now);
}

void Lobby::State::on(Line& line, const protocol::LeaveRoomRequest& request) {
  if (line.user == nullptr || line.user->room == nullptr) return;
  Room& room = *line.user->room;
  if (request.room_id && *request.room_id != room.id) return;
  leave(*line.user, room, Departure::kLeft);
}

// Those who are not in that room have no say there.
Member* Lobby::State::member_of(const Line& line, std::int32_t room_id) {
  if (line.user == nullptr || line.user->room == nullptr) return nullptr;
  Room& room = *line.user->room;
  // Some clients address the zone (-1); the course's server does not understand them.
  const bool zone_level = room_id < 0 && settings.rules == Rules::kChecked;
  if (room_id != room.id && !zone_level) return nullptr;
  Member* const member = room.find(*line.user);
  return member->present ? member : nullptr;
}

void Lobby::State::on(Line& line, const protocol::MoveCommand& request) {
  if (Member* member = member_of(line, request.room_id)) line.user->room->table->moved(*member, request, now);
}

void Lobby::State::on(Line& line, const protocol::TextCommand& request) {
  if (Member* member = member_of(line, request.room_id))
    line.user->room->table->said(*member, fit_chat(request.text));
}

void Lobby::State::on(Line& line, const protocol::NewGameCommand& request) {
  if (Member* member = member_of(line, request.room_id)) line.user->room->table->asked_for_game(*member, now);
}

void Lobby::State::on(Line& line, const protocol::PublicMessage& request) {
  const Member* const member = member_of(line, request.room_id);
  if (member == nullptr) return;
  protocol::PublicMessage message;
  message.room_id = line.user->room->id;
  message.user_id = line.user->id;  // whatever the sender says that he is
  message.text = fit_chat(request.text);
  out.send(*line.user->room, std::move(message));
}

void Lobby::State::on(Line& line, const protocol::SubscribeGroup& request) {
  if (line.user == nullptr) return;
  if (request.group != protocol::RoomInfo{}.group)
    return refuse(line, SystemAction::kSubscribeRoomGroup, kNoSuchGroup, {request.group});
  out.send(line, protocol::SubscribeGroup{request.group, line.user->zone->room_infos()});
}

void Lobby::State::on(Line& line, const protocol::SpectatorToPlayer& request) {
  Member* const member = member_of(line, request.room_id);
  if (member == nullptr || member->is_player()) return;
  Room& room = *line.user->room;
  if (!room.has_free_seat() || !room.may_sit(*line.user))
    return refuse(line, SystemAction::kSpectatorToPlayer, kNoPlayerSlot, {room.name});
  member->player_id = room.free_player_id();
  protocol::SpectatorToPlayer event;
  event.room_id = room.id;
  event.user_id = line.user->id;
  event.player_id = member->player_id;
  out.send(room, event);
  count_changed(room);
  // The course's extension does not listen to this event.
  if (settings.rules == Rules::kChecked) room.table->joined(*member, now);
}

void Lobby::State::on(Line& line, const protocol::PlayerToSpectator& request) {
  Member* const member = member_of(line, request.room_id);
  if (member == nullptr || !member->is_player()) return;
  Room& room = *line.user->room;
  if (!room.has_spectator_place())
    return refuse(line, SystemAction::kPlayerToSpectator, kNoSpectatorSlot, {room.name});
  member->player_id = kSpectator;
  out.send(room, protocol::PlayerToSpectator{room.id, line.user->id});
  count_changed(room);
  if (settings.rules == Rules::kChecked) room.table->left(*line.user, true, Departure::kLeft, now);
}

void Lobby::State::users_changed(Room& room) {
  if (!std::exchange(room.users_changed, true)) rooms_to_show_.push_back(&room);
}

void Lobby::State::show_rooms() {
  for (Room* room : std::exchange(rooms_to_show_, {})) {
    room->users_changed = false;
    RoomChanged changed;
    changed.zone = room->zone->name;
    changed.room = room->name;
    changed.tournament = room->tournament;
    for (const Member& member : room->members)
      changed.users.push_back({member.user->name, member.is_player()});
    out.add(std::move(changed));
  }
}

void Lobby::State::count_changed(Room& room) {
  users_changed(room);
  if (!counts_due_) counts_due_ = now + settings.user_count_interval;
  if (std::exchange(room.count_changed, true)) return;
  changed_rooms_.push_back(&room);
}

void Lobby::State::tell_counts_now() {
  if (settings.user_count_interval.count() == 0 && counts_due_) tell_counts();
}

void Lobby::State::tell_counts() {
  counts_due_.reset();
  for (Room* room : std::exchange(changed_rooms_, {})) {
    room->count_changed = false;
    out.send(*room->zone, protocol::UserCountChange{room->id, room->players(), room->spectators()});
  }
}

// Cut to the limit, not inside a character, and without control characters.
std::string Lobby::State::fit_chat(std::string_view text) const {
  std::size_t size = std::min(text.size(), settings.limits.chat_length);
  const auto continues = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80; };
  while (size > 0 && size < text.size() && continues(size)) --size;
  std::string fit(text.substr(0, size));
  std::ranges::replace_if(
      fit, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }, ' ');
  return fit;
}

}  // namespace thermodon::server
