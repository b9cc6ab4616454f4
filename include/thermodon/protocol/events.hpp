// Server to client: replies and events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "thermodon/protocol/types.hpp"

namespace thermodon::protocol {

struct HandshakeReply {
  std::string token;
  std::int32_t compression_threshold = 300;  // bytes; a server must say at least 101, Java throws below
  std::int32_t max_message = 500'000;        // bytes, the largest body that the client may send
  friend bool operator==(const HandshakeReply&, const HandshakeReply&) = default;
};
struct LoginReply {
  std::int32_t user_id = 0;
  std::string zone, name;  // the name that the server gave, which may differ from the one asked for
  std::int16_t reconnection_seconds = 0;
  std::int16_t privilege = 0;
  std::vector<RoomInfo> rooms;
  friend bool operator==(const LoginReply&, const LoginReply&) = default;
};
// The refusal of a request: its reply with `ec`.
struct ErrorReply {
  std::int16_t action = 0;  // the id of the request that was refused, a SystemAction
  std::int16_t code = 0;    // an ErrorCode, or another of SFS2X's
  std::vector<std::string> params;
  friend bool operator==(const ErrorReply&, const ErrorReply&) = default;
};
struct LogoutReply {
  std::string zone;
  friend bool operator==(const LogoutReply&, const LogoutReply&) = default;
};
struct JoinRoomReply {
  RoomInfo room;
  std::vector<UserInfo> users;  // with the joiner
  friend bool operator==(const JoinRoomReply&, const JoinRoomReply&) = default;
};
struct UserEnterRoom {
  std::int32_t room_id = 0;
  UserInfo user;
  friend bool operator==(const UserEnterRoom&, const UserEnterRoom&) = default;
};
struct UserCountChange {
  std::int32_t room_id = 0;
  std::int16_t users = 0;
  std::optional<std::int16_t> spectators;  // of game rooms
  friend bool operator==(const UserCountChange&, const UserCountChange&) = default;
};
struct UserLost {
  std::int32_t user_id = 0;
  friend bool operator==(const UserLost&, const UserLost&) = default;
};
struct UserExitRoom {
  std::int32_t user_id = 0, room_id = 0;
  friend bool operator==(const UserExitRoom&, const UserExitRoom&) = default;
};
struct RoomLost {
  std::int32_t room_id = 0;
  friend bool operator==(const RoomLost&, const RoomLost&) = default;
};
struct Disconnection {
  std::int8_t reason = 0;  // 0 idle, 1 kick, 2 ban; more than 2 must not be sent to Java
  friend bool operator==(const Disconnection&, const Disconnection&) = default;
};
struct ReconnectionFailure {
  friend bool operator==(ReconnectionFailure, ReconnectionFailure) = default;
};
struct BoardCommand {  // cosc322.game-state.board
  std::string room;
  WireBoard board;
  // Ours, absent from the course's server: who is to move and what is left of that side's time, so that a
  // client that comes back goes on where the game stands.
  std::optional<rules::Color> to_move;
  std::optional<std::int32_t> remaining_ms;
  std::int32_t room_id = -1;
  friend bool operator==(const BoardCommand&, const BoardCommand&) = default;
};
struct StartCommand {  // cosc322.game-action.start
  std::string room;
  std::string black, white;        // players' names
  std::optional<WireBoard> board;  // the server of 2017 sends it
  // Ours: the settings in force on a server that says them.
  std::optional<rules::Color> first;
  std::optional<std::int32_t> move_time_ms;
  std::optional<std::int64_t> game;  // its number on this server: the same one told again is the same game
  std::int32_t room_id = -1;
  friend bool operator==(const StartCommand&, const StartCommand&) = default;
};
struct PlayerLost {  // cosc322.game-state.userlost
  std::string room;  // empty on the course's server
  std::string player;
  std::int32_t room_id = -1;
  friend bool operator==(const PlayerLost&, const PlayerLost&) = default;
};
struct ResultCommand {  // ours, cosc322.game-state.result
  std::string room;
  std::string winner;  // name; empty when nobody won
  std::string color;   // "black" or "white"; empty when nobody won
  std::string reason;  // game::EndReason as text
  std::string detail;
  std::int32_t room_id = -1;
  // Only where it is told again, to a player who may have missed it: whose game it was and its last board.
  std::string black, white;
  std::optional<WireBoard> board;
  friend bool operator==(const ResultCommand&, const ResultCommand&) = default;
};

using Event =
    std::variant<HandshakeReply, LoginReply, ErrorReply, LogoutReply, JoinRoomReply, UserEnterRoom,
                 UserCountChange, UserLost, UserExitRoom, RoomLost, Disconnection, ReconnectionFailure,
                 BoardCommand, StartCommand, MoveCommand, TextCommand, PublicMessage, PlayerLost,
                 ResultCommand, Ping, SubscribeGroup, SpectatorToPlayer, PlayerToSpectator, Unknown>;

}  // namespace thermodon::protocol
