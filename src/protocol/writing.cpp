#include "protocol/writing.hpp"

#include "protocol/names.hpp"

namespace thermodon::protocol {
namespace {

using sfs2x::Array;
using sfs2x::Object;
using sfs2x::Value;

Object envelope(Value controller, Value action, Object params) {
  Object result;
  result.put("c", std::move(controller)).put("a", std::move(action)).put("p", std::move(params));
  return result;
}

Object extension_message(Object params) {
  return envelope(std::int8_t{kExtensionController}, static_cast<std::int16_t>(SystemAction::kCallExtension),
                  std::move(params));
}

// As an integer of type Preferred if it fits, else as LONG.
template <class Preferred>
Value number(std::int64_t value) {
  const auto narrow = static_cast<Preferred>(value);
  if (narrow == value) return narrow;
  return value;
}

}  // namespace

Object system_message(SystemAction action, Object params) {
  return envelope(std::int8_t{kSystemController}, static_cast<std::int16_t>(action), std::move(params));
}

Object extension_request(std::string_view command, std::int32_t room_id, Object params) {
  Object wrapped;
  wrapped.put("c", std::string(command)).put("r", room_id).put("p", std::move(params));
  return extension_message(std::move(wrapped));
}

Object extension_event(std::string_view command, std::int32_t room_id, Object params, RoomIdPlace place) {
  Object wrapped;
  wrapped.put("c", std::string(command));
  if (room_id >= 0 && place == RoomIdPlace::kBeforeParams) wrapped.put("r", room_id);
  wrapped.put("p", std::move(params));
  if (room_id >= 0) wrapped.put("r", room_id);
  return extension_message(std::move(wrapped));
}

void put_move(Object& params, const MoveCommand& command) {
  const auto square = [&](std::string_view key, std::int32_t row, std::int32_t column) {
    if (!command.complete && row == 0 && column == 0) return;
    params.put(std::string(key), std::vector{row, column});
  };
  square(names::kFrom, command.move.from_row, command.move.from_column);
  square(names::kTo, command.move.to_row, command.move.to_column);
  square(names::kArrow, command.move.arrow_row, command.move.arrow_column);
}

void put_room_name(Object& params, const std::string& room) {
  if (!room.empty()) params.put(std::string(names::kRoomName), room);
}

Array to_array(const RoomInfo& room) {
  Array array;
  array.items = {room.id,           room.name,  room.group,     room.is_game, room.is_hidden,
                 room.has_password, room.users, room.max_users, Array{}};
  if (room.is_game) {
    array.items.emplace_back(room.spectators);
    array.items.emplace_back(room.max_spectators);
  }
  return array;
}

Array to_array(const UserInfo& user) {
  return Array{{user.id, user.name, user.privilege, user.player_id, Array{}}};
}

Array to_array(const std::vector<RoomInfo>& rooms) {
  Array array;
  for (const RoomInfo& room : rooms) array.items.emplace_back(to_array(room));
  return array;
}

Array to_array(const std::vector<UserInfo>& users) {
  Array array;
  for (const UserInfo& user : users) array.items.emplace_back(to_array(user));
  return array;
}

Object to_object(const Unknown& message) {
  Object params;
  if (message.controller == kExtensionController) params.put("c", message.command);
  return envelope(number<std::int8_t>(message.controller), number<std::int16_t>(message.action),
                  std::move(params));
}

}  // namespace thermodon::protocol
