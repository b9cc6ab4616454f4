// The game's messages as types, over SFS2X objects. Pure: objects in, messages out, and back.
//
// Sources: SFS2X's system controller (ids 0..1007) and the course's extension commands (cosc322.*). Readers
// take any key order and any integer width and ignore unknown keys; writers produce the types that the
// official clients need.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "thermodon/protocol/preset.hpp"
#include "thermodon/rules/position.hpp"
#include "thermodon/rules/result.hpp"
#include "thermodon/sfs2x/value.hpp"

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

struct RoomInfo {
  std::int32_t id = 0;
  std::string name;
  std::string group = "default";
  bool is_game = true;
  bool is_hidden = false;
  bool has_password = false;
  std::int16_t users = 0;  // players, in a game room
  std::int16_t max_users = 5;
  std::int16_t spectators = 0;
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

// A move as the wire has it: [row, column], both 1-based. Hostile values survive reading; to_move judges
// them.
struct WireMove {
  std::int32_t from_row = 0, from_column = 0, to_row = 0, to_column = 0, arrow_row = 0, arrow_column = 0;
  friend bool operator==(const WireMove&, const WireMove&) = default;
};
[[nodiscard]] WireMove to_wire(rules::Move move) noexcept;
// Nothing when a square lies outside 1..10.
[[nodiscard]] std::optional<rules::Move> to_move(const WireMove& move) noexcept;
[[nodiscard]] std::string to_string(const WireMove& move);  // notation where on the board, else the numbers

using WireBoard =
    std::vector<std::int32_t>;  // 121 cells; index = 11*row + column, row 0 and column 0 are padding
[[nodiscard]] WireBoard to_wire(const rules::Position& position, const Preset& preset);
// Amazons, arrows; the side to move is `to_move`. An error names the cell.
[[nodiscard]] rules::Result<rules::Position> to_position(const WireBoard& board, const Preset& preset,
                                                         rules::Color to_move);

// --- requests, client to server
// -------------------------------------------------------------------------------------
struct HandshakeRequest {
  std::string api = "1.6.1";
  std::string client;
  bool binary = true;                       // "bin"; JavaScript does not send it
  std::optional<std::string> resume_token;  // "rt"
  friend bool operator==(const HandshakeRequest&, const HandshakeRequest&) = default;
};
struct LoginRequest {
  std::string zone;
  std::string name;           // empty: a guest
  std::string password_hash;  // empty, or lowercase hex MD5(token + password)
  std::optional<sfs2x::Object> params;
  friend bool operator==(const LoginRequest&, const LoginRequest&) = default;
};
struct LogoutRequest {
  friend bool operator==(LogoutRequest, LogoutRequest) = default;
};
struct JoinRoomRequest {  // system action 4
  std::optional<std::string> name;
  std::optional<std::int32_t> id;
  std::string password;
  std::optional<std::int32_t> leave;
  bool spectator = false;
  friend bool operator==(const JoinRoomRequest&, const JoinRoomRequest&) = default;
};
struct JoinCommand {  // extension, cosc322.game-state.join
  std::string room;
  friend bool operator==(const JoinCommand&, const JoinCommand&) = default;
};
struct LeaveRoomRequest {
  std::optional<std::int32_t> room_id;
  friend bool operator==(const LeaveRoomRequest&, const LeaveRoomRequest&) = default;
};
struct MoveCommand {          // extension, both directions
  std::int32_t room_id = -1;  // "r"; absent on the wire when negative in a server's message
  std::string room;           // "room.name"; servers send it, clients do not
  WireMove move;
  bool complete = true;  // false: a list was missing, short or of another type (move is then zero there)
  friend bool operator==(const MoveCommand&, const MoveCommand&) = default;
};
struct TextCommand {  // extension, cosc322.game-state.textmessage, both directions
  std::int32_t room_id = -1;
  std::string room;
  std::string text;
  friend bool operator==(const TextCommand&, const TextCommand&) = default;
};
struct PublicMessage {  // system action 7, both directions
  std::int32_t room_id = 0;
  std::int32_t user_id = 0;
  std::string text;
  friend bool operator==(const PublicMessage&, const PublicMessage&) = default;
};
struct Ping {  // both directions
  friend bool operator==(Ping, Ping) = default;
};
struct SubscribeGroup {  // both directions; the reply carries the group's rooms
  std::string group;
  std::vector<RoomInfo> rooms;
  friend bool operator==(const SubscribeGroup&, const SubscribeGroup&) = default;
};
struct SpectatorToPlayer {  // both directions (the reply has user and player id)
  std::int32_t room_id = -1, user_id = -1;
  std::int16_t player_id = 0;
  friend bool operator==(const SpectatorToPlayer&, const SpectatorToPlayer&) = default;
};
struct PlayerToSpectator {
  std::int32_t room_id = -1, user_id = -1;
  friend bool operator==(const PlayerToSpectator&, const PlayerToSpectator&) = default;
};
struct ManualDisconnection {
  friend bool operator==(ManualDisconnection, ManualDisconnection) = default;
};
struct NewGameCommand {  // extension of ours, cosc322.game-state.new-game: the sender is ready for the next
                         // game
  std::int32_t room_id = -1;
  friend bool operator==(const NewGameCommand&, const NewGameCommand&) = default;
};
// A well-formed message that we have no type for: to be ignored, perhaps logged.
struct Unknown {
  std::int64_t controller = -1, action = -1;
  std::string command;
  friend bool operator==(const Unknown&, const Unknown&) = default;
};

using Request =
    std::variant<HandshakeRequest, LoginRequest, LogoutRequest, JoinRoomRequest, JoinCommand,
                 LeaveRoomRequest, MoveCommand, TextCommand, PublicMessage, Ping, SubscribeGroup,
                 SpectatorToPlayer, PlayerToSpectator, ManualDisconnection, NewGameCommand, Unknown>;

// --- replies and events, server to client
// ---------------------------------------------------------------------------
struct HandshakeReply {
  std::string token;
  std::int32_t compression_threshold = 300;  // at least 101
  std::int32_t max_message = 500'000;
  friend bool operator==(const HandshakeReply&, const HandshakeReply&) = default;
};
struct LoginReply {
  std::int32_t user_id = 0;
  std::string zone, name;
  std::int16_t reconnection_seconds = 0;
  std::int16_t privilege = 0;
  std::vector<RoomInfo> rooms;
  friend bool operator==(const LoginReply&, const LoginReply&) = default;
};
// The refusal of a handshake, login or join: the reply with `ec`.
struct ErrorReply {
  std::int16_t action = 0;  // the id of the request that was refused
  std::int16_t code = 0;
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
  std::optional<std::int16_t> spectators;
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
  std::int8_t reason = 0;  // 0 idle, 1 kick, 2 ban
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
  friend bool operator==(const ResultCommand&, const ResultCommand&) = default;
};

using Event =
    std::variant<HandshakeReply, LoginReply, ErrorReply, LogoutReply, JoinRoomReply, UserEnterRoom,
                 UserCountChange, UserLost, UserExitRoom, RoomLost, Disconnection, ReconnectionFailure,
                 BoardCommand, StartCommand, MoveCommand, TextCommand, PublicMessage, PlayerLost,
                 ResultCommand, Ping, SubscribeGroup, SpectatorToPlayer, PlayerToSpectator, Unknown>;

// An envelope's body (see sfs2x/frame.hpp) to a message. An error names the missing or ill-typed key; whoever
// reads may ignore that message and go on.
[[nodiscard]] rules::Result<Request> parse_request(const sfs2x::Object& envelope);
[[nodiscard]] rules::Result<Event> parse_event(const sfs2x::Object& envelope);
[[nodiscard]] sfs2x::Object to_object(const Request& request);
[[nodiscard]] sfs2x::Object to_object(const Event& event);

// Lowercase hex MD5(token + password), or "" for an empty password.
[[nodiscard]] std::string password_hash(std::string_view token, std::string_view password);

}  // namespace thermodon::protocol
