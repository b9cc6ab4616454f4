// What requests and events have in common: rooms, users, error codes, and the messages that go both ways.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "thermodon/protocol/board.hpp"

namespace thermodon::protocol {

// Error codes (ec) that we send or tell apart.
enum class ErrorCode : std::int16_t {
  kObsoleteApi = 0,
  kNoSuchZone = 1,
  kBadUserName = 2,
  kBadPassword = 3,
  kBanned = 4,
  kZoneFull = 5,
  kAlreadyLoggedIn = 6,
  kServerFull = 7,
  kZoneInactive = 8,
  kBadWords = 9,
  kGuestsNotAllowed = 10,
  kAlreadyInRoom = 19,
  kRoomFull = 20,
  kBadRoomPassword = 21,
  kNoSuchRoom = 22,
  kRoomLocked = 23,
  kGeneric = 28,
  kNotJoined = 35,
};
// "no such zone", ...; "error" for a code that SFS2X has and we do not tell apart.
[[nodiscard]] std::string_view to_string(ErrorCode code) noexcept;

// The ids ("a") of the system controller's messages that we read or write.
enum class SystemAction : std::int16_t {
  kHandshake = 0,
  kLogin = 1,
  kLogout = 2,
  kJoinRoom = 4,
  kGenericMessage = 7,
  kCallExtension = 13,
  kLeaveRoom = 14,
  kSubscribeRoomGroup = 15,
  kSpectatorToPlayer = 17,
  kPlayerToSpectator = 18,
  kManualDisconnection = 26,
  kPingPong = 29,
  kUserEnterRoom = 1000,
  kUserCountChange = 1001,
  kUserLost = 1002,
  kRoomLost = 1003,
  kUserExitRoom = 1004,
  kClientDisconnection = 1005,
  kReconnectionFailure = 1006,
};

struct RoomInfo {
  std::int32_t id = 0;
  std::string name;
  std::string group = "default";
  bool is_game = true;
  bool is_hidden = false;
  bool has_password = false;
  std::int16_t users = 0;  // players, in a game room
  std::int16_t max_users = 5;
  std::int16_t spectators = 0;  // this and the next are on the wire for game rooms only
  std::int16_t max_spectators = 3;
  friend bool operator==(const RoomInfo&, const RoomInfo&) = default;
};

struct UserInfo {
  std::int32_t id = 0;
  std::string name;
  std::int16_t privilege = 0;
  std::int16_t player_id = 0;  // 1, 2, ... player; -1 spectator; 0 outside a room
  friend bool operator==(const UserInfo&, const UserInfo&) = default;
};

// --- messages in both directions ---
struct MoveCommand {          // extension, cosc322.game-action.move
  std::int32_t room_id = -1;  // "r"; -1 when absent
  std::string room;           // "room.name"; servers send it, clients do not
  WireMove move;
  bool complete = true;  // false: a list was missing, short or of another type (the move is then zero there)
  // The number that it is to have in the game, counted from 1; not on the wire: the JSON interface has it.
  std::optional<std::int64_t> ply{};
  friend bool operator==(const MoveCommand&, const MoveCommand&) = default;
};
struct TextCommand {  // extension, cosc322.game-state.textmessage
  std::int32_t room_id = -1;
  std::string room;
  std::string text;
  friend bool operator==(const TextCommand&, const TextCommand&) = default;
};
struct PublicMessage {  // system action 7 of type 0
  std::int32_t room_id = 0;
  std::int32_t user_id = 0;
  std::string text;
  friend bool operator==(const PublicMessage&, const PublicMessage&) = default;
};
struct Ping {
  friend bool operator==(Ping, Ping) = default;
};
struct SubscribeGroup {
  std::string group;
  std::vector<RoomInfo> rooms;  // in the reply only
  friend bool operator==(const SubscribeGroup&, const SubscribeGroup&) = default;
};
struct SpectatorToPlayer {
  std::int32_t room_id = -1;
  std::int32_t user_id = -1;  // in the reply only, as the next
  std::int16_t player_id = 0;
  friend bool operator==(const SpectatorToPlayer&, const SpectatorToPlayer&) = default;
};
struct PlayerToSpectator {
  std::int32_t room_id = -1;
  std::int32_t user_id = -1;  // in the reply only
  friend bool operator==(const PlayerToSpectator&, const PlayerToSpectator&) = default;
};
// A well-formed message that we have no type for: to be ignored, perhaps logged.
struct Unknown {
  std::int64_t controller = -1, action = -1;
  std::string command;  // of an extension message
  friend bool operator==(const Unknown&, const Unknown&) = default;
};

}  // namespace thermodon::protocol
