// Client to server.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "thermodon/protocol/types.hpp"
#include "thermodon/sfs2x/value.hpp"

namespace thermodon::protocol {

struct HandshakeRequest {
  std::string api = "1.6.1";
  std::string client;
  bool binary = true;                       // "bin"; JavaScript does not send it
  std::optional<std::string> resume_token;  // "rt"
  friend bool operator==(const HandshakeRequest&, const HandshakeRequest&) = default;
};

// What our own client asks of our own server, inside the login's params; other servers ignore it.
struct LoginWishes {
  std::string as;       // "black", "white", "spectator"; empty or "any": whatever is free
  bool series = false;  // the next game may start by itself when this one is over
  friend bool operator==(const LoginWishes&, const LoginWishes&) = default;
};

struct LoginRequest {
  std::string zone;
  std::string name;           // empty: a guest
  std::string password_hash;  // empty, or lowercase hex MD5(token + password)
  std::optional<LoginWishes> wishes;
  friend bool operator==(const LoginRequest&, const LoginRequest&) = default;
};
struct LogoutRequest {
  friend bool operator==(LogoutRequest, LogoutRequest) = default;
};
struct JoinRoomRequest {  // system action 4; one of name and id
  std::optional<std::string> name;
  std::optional<std::int32_t> id;
  std::string password;
  std::optional<std::int32_t> leave;  // the room to leave after joining
  bool spectator = false;
  friend bool operator==(const JoinRoomRequest&, const JoinRoomRequest&) = default;
};
struct JoinCommand {  // extension, cosc322.game-state.join
  std::string room;
  // Ours: as in LoginWishes, from now on; absent: as before.
  std::optional<std::string> as = std::nullopt;
  friend bool operator==(const JoinCommand&, const JoinCommand&) = default;
};
struct LeaveRoomRequest {
  std::optional<std::int32_t> room_id;  // nothing: the last joined room
  friend bool operator==(const LeaveRoomRequest&, const LeaveRoomRequest&) = default;
};
struct ManualDisconnection {
  friend bool operator==(ManualDisconnection, ManualDisconnection) = default;
};
struct NewGameCommand {  // extension of ours, cosc322.game-state.new-game: the sender is ready for a new game
  std::int32_t room_id = -1;
  friend bool operator==(const NewGameCommand&, const NewGameCommand&) = default;
};

using Request =
    std::variant<HandshakeRequest, LoginRequest, LogoutRequest, JoinRoomRequest, JoinCommand,
                 LeaveRoomRequest, MoveCommand, TextCommand, PublicMessage, Ping, SubscribeGroup,
                 SpectatorToPlayer, PlayerToSpectator, ManualDisconnection, NewGameCommand, Unknown>;

}  // namespace thermodon::protocol
