#include "server/model.hpp"

#include <algorithm>

#include "server/outbox.hpp"
#include "server/table.hpp"

namespace thermodon::server {

Room::Room() = default;
Room::~Room() = default;

Member* Room::find(const User& user) noexcept {
  const auto found = std::ranges::find(members, &user, &Member::user);
  return found == members.end() ? nullptr : &*found;
}

std::int16_t Room::players() const noexcept {
  return static_cast<std::int16_t>(std::ranges::count_if(members, &Member::is_player));
}

std::int16_t Room::spectators() const noexcept {
  return static_cast<std::int16_t>(static_cast<std::int16_t>(members.size()) - players());
}

std::int16_t Room::free_player_id() const noexcept {
  std::int16_t lowest = 1;
  while (std::ranges::find(members, lowest, &Member::player_id) != members.end()) ++lowest;
  return lowest;
}

protocol::RoomInfo Room::info() const {
  protocol::RoomInfo shown;
  shown.id = id;
  shown.name = name;
  shown.is_game = !hall;
  shown.users = players();
  shown.max_users = kMaxUsersShown;
  shown.spectators = spectators();
  shown.max_spectators = max_spectators;
  return shown;
}

protocol::UserInfo info_of(const Member& member) {
  protocol::UserInfo info;
  info.id = member.user->id;
  info.name = member.user->name;
  info.player_id = member.player_id;
  return info;
}

std::vector<protocol::UserInfo> Room::user_infos() const {
  std::vector<protocol::UserInfo> infos;
  for (const Member& member : members) infos.push_back(info_of(member));
  return infos;
}

User* Zone::find_user(std::string_view user_name) const noexcept {
  const auto found = users.find(user_name);
  return found == users.end() ? nullptr : found->second.get();
}

Room* Zone::find_room(std::string_view room_name) noexcept {
  const auto found = std::ranges::find_if(rooms, [&](const auto& room) { return room->name == room_name; });
  return found == rooms.end() ? nullptr : found->get();
}

Room* Zone::find_room(std::int32_t id) noexcept {
  return id >= 0 && static_cast<std::size_t>(id) < rooms.size() ? rooms[static_cast<std::size_t>(id)].get()
                                                                : nullptr;
}

std::vector<protocol::RoomInfo> Zone::room_infos() const {
  std::vector<protocol::RoomInfo> infos;
  for (const auto& room : rooms) infos.push_back(room->info());
  return infos;
}

void Outbox::send(std::vector<ConnectionId> to, protocol::Event event) {
  if (!to.empty()) actions_.push_back(Send{std::move(to), std::move(event)});
}

void Outbox::send(const Line& line, protocol::Event event) { send(std::vector{line.id}, std::move(event)); }

void Outbox::send(const User& user, protocol::Event event) {
  if (user.line) send(std::vector{*user.line}, std::move(event));
}

void Outbox::send(const Member& member, protocol::Event event) {
  if (member.present) send(*member.user, std::move(event));
}

void Outbox::send(const Room& room, protocol::Event event, const User* except) {
  std::vector<ConnectionId> to;
  for (const Member& member : room.members)
    if (member.present && member.user != except && member.user->line) to.push_back(*member.user->line);
  send(std::move(to), std::move(event));
}

void Outbox::send(const Zone& zone, protocol::Event event) {
  std::vector<ConnectionId> to;
  for (const auto& [name, user] : zone.users)
    if (user->line) to.push_back(*user->line);
  send(std::move(to), std::move(event));
}

}  // namespace thermodon::server
