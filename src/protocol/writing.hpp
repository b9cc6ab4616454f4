// Building the objects of messages, with the types and the order of keys that the official clients use.
#pragma once

#include <cstdint>
#include <string_view>

#include "protocol/reading.hpp"
#include "thermodon/protocol/types.hpp"
#include "thermodon/sfs2x/value.hpp"

namespace thermodon::protocol {

// c BYTE, a SHORT, p. Java drops the frame, and loses its place in the stream, for other types.
[[nodiscard]] sfs2x::Object system_message(SystemAction action, sfs2x::Object params);

// Where r stands among c, r and p: servers of the course write it last in board and start.
enum class RoomIdPlace { kBeforeParams, kAfterParams };
// A request says r = -1 for the zone; a server's message without a room has no r.
[[nodiscard]] sfs2x::Object extension_request(std::string_view command, std::int32_t room_id,
                                              sfs2x::Object params);
[[nodiscard]] sfs2x::Object extension_event(std::string_view command, std::int32_t room_id,
                                            sfs2x::Object params,
                                            RoomIdPlace place = RoomIdPlace::kBeforeParams);

// The three lists of a move. Of an incomplete one those that are zero are left out.
void put_move(sfs2x::Object& params, const MoveCommand& command);
// "room.name", unless it is empty.
void put_room_name(sfs2x::Object& params, const std::string& room);

[[nodiscard]] sfs2x::Array to_array(const RoomInfo& room);
[[nodiscard]] sfs2x::Array to_array(const UserInfo& user);
[[nodiscard]] sfs2x::Array to_array(const std::vector<RoomInfo>& rooms);
[[nodiscard]] sfs2x::Array to_array(const std::vector<UserInfo>& users);

[[nodiscard]] sfs2x::Object to_object(const Unknown& message);

}  // namespace thermodon::protocol
