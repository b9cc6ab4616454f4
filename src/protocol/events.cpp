#include "protocol/names.hpp"
#include "protocol/reading.hpp"
#include "protocol/writing.hpp"
#include "thermodon/protocol/messages.hpp"

namespace thermodon::protocol {
namespace {

using rules::Color;
using rules::Result;
using sfs2x::Object;

constexpr std::string_view color_name(Color color) noexcept {
  return color == Color::kWhite ? "white" : "black";
}

std::optional<Color> read_color(const Object& params, std::string_view key) {
  const std::string* text = params.string(key);
  if (text == nullptr) return std::nullopt;
  if (*text == color_name(Color::kWhite)) return Color::kWhite;
  if (*text == color_name(Color::kBlack)) return Color::kBlack;
  return std::nullopt;
}

std::string string_or_empty(const Object& params, std::string_view key) {
  const std::string* text = params.string(key);
  return text != nullptr ? *text : std::string();
}

Result<Event> read_error(const Envelope& envelope) {
  Reader in("error reply", *envelope.params);
  ErrorReply reply;
  reply.action = static_cast<std::int16_t>(envelope.action);
  reply.code = in.integer<std::int16_t>("ec");
  if (const sfs2x::Value* params = envelope.params->find("ep"))
    if (const auto* strings = params->get_if<std::vector<std::string>>()) reply.params = *strings;
  return in.finish<Event>(std::move(reply));
}

Result<Event> read_login(Reader& in) {
  LoginReply reply;
  reply.user_id = in.integer<std::int32_t>("id");
  reply.zone = in.string_or("zn", "");
  reply.name = in.string("un");
  reply.reconnection_seconds = in.optional_integer<std::int16_t>("rs").value_or(std::int16_t{0});
  reply.privilege = in.optional_integer<std::int16_t>("pi").value_or(std::int16_t{0});
  reply.rooms = in.rooms("rl");
  return in.finish<Event>(std::move(reply));
}

Result<Event> read_handshake(Reader& in) {
  HandshakeReply reply;
  reply.token = in.string("tk");
  reply.compression_threshold = in.integer<std::int32_t>("ct");
  reply.max_message = in.integer<std::int32_t>("ms");
  return in.finish<Event>(std::move(reply));
}

Result<Event> read_public_message(Reader& in) {
  PublicMessage message;
  message.room_id = in.integer<std::int32_t>("r");
  message.user_id = in.integer<std::int32_t>("u");
  message.text = in.string("m");
  return in.finish<Event>(std::move(message));
}

Result<Event> read_join_room(Reader& in) {
  JoinRoomReply reply;
  reply.room = in.room("r");
  reply.users = in.users("ul");
  return in.finish<Event>(std::move(reply));
}

Result<Event> read_spectator_to_player(Reader& in) {
  SpectatorToPlayer reply;
  reply.room_id = in.room_id_or_none("r");
  reply.user_id = in.integer<std::int32_t>("u");
  reply.player_id = in.integer<std::int16_t>("p");
  return in.finish<Event>(reply);
}

Result<Event> read_user_count(Reader& in) {
  UserCountChange event;
  event.room_id = in.integer<std::int32_t>("r");
  event.users = in.integer<std::int16_t>("uc");
  event.spectators = in.optional_integer<std::int16_t>("sc");
  return in.finish<Event>(event);
}

// Replies to requests. None has `ec`: those with it were read as errors.
Result<Event> read_reply(const Envelope& envelope) {
  const Object& params = *envelope.params;
  const Unknown unknown{envelope.controller, envelope.action, ""};
  switch (static_cast<SystemAction>(envelope.action)) {
    case SystemAction::kHandshake: {
      Reader in("handshake reply", params);
      return read_handshake(in);
    }
    case SystemAction::kLogin: {
      Reader in("login reply", params);
      return read_login(in);
    }
    case SystemAction::kLogout: {
      Reader in("logout reply", params);
      return in.finish<Event>(LogoutReply{in.string_or("zn", "")});
    }
    case SystemAction::kJoinRoom: {
      Reader in("join reply", params);
      return read_join_room(in);
    }
    case SystemAction::kGenericMessage: {
      std::int64_t type = -1;
      if (!params.integer("t", type) || type != 0) return Event(unknown);  // not a public message
      Reader in("public message", params);
      return read_public_message(in);
    }
    case SystemAction::kSubscribeRoomGroup: {
      Reader in("subscribe reply", params);
      SubscribeGroup reply;
      reply.group = in.string("g");
      if (in.has("rl")) reply.rooms = in.rooms("rl");
      return in.finish<Event>(std::move(reply));
    }
    case SystemAction::kSpectatorToPlayer: {
      Reader in("spectator to player", params);
      return read_spectator_to_player(in);
    }
    case SystemAction::kPlayerToSpectator: {
      Reader in("player to spectator", params);
      PlayerToSpectator reply;
      reply.room_id = in.room_id_or_none("r");
      reply.user_id = in.integer<std::int32_t>("u");
      return in.finish<Event>(reply);
    }
    case SystemAction::kPingPong:
      return Event(Ping{});
    default:
      return Event(unknown);
  }
}

Result<Event> read_room_event(const Envelope& envelope) {
  const Object& params = *envelope.params;
  switch (static_cast<SystemAction>(envelope.action)) {
    case SystemAction::kUserEnterRoom: {
      Reader in("user enters room", params);
      UserEnterRoom event;
      event.room_id = in.integer<std::int32_t>("r");
      event.user = in.user("u");
      return in.finish<Event>(std::move(event));
    }
    case SystemAction::kUserCountChange: {
      Reader in("user count", params);
      return read_user_count(in);
    }
    case SystemAction::kUserLost: {
      Reader in("user lost", params);
      return in.finish<Event>(UserLost{in.integer<std::int32_t>("u")});
    }
    case SystemAction::kRoomLost: {
      Reader in("room lost", params);
      return in.finish<Event>(RoomLost{in.integer<std::int32_t>("r")});
    }
    case SystemAction::kUserExitRoom: {
      Reader in("user leaves room", params);
      UserExitRoom event;
      event.user_id = in.integer<std::int32_t>("u");
      event.room_id = in.integer<std::int32_t>("r");
      return in.finish<Event>(event);
    }
    case SystemAction::kClientDisconnection: {
      Reader in("disconnection", params);
      return in.finish<Event>(Disconnection{in.integer<std::int8_t>("dr")});
    }
    case SystemAction::kReconnectionFailure:
      return Event(ReconnectionFailure{});
    default:
      return Event(Unknown{envelope.controller, envelope.action, ""});
  }
}

Result<Event> read_system(const Envelope& envelope) {
  if (envelope.action < 0 || envelope.action > std::numeric_limits<std::int16_t>::max())
    return Event(Unknown{envelope.controller, envelope.action, ""});
  if (envelope.action >= static_cast<std::int64_t>(SystemAction::kUserEnterRoom))
    return read_room_event(envelope);
  return envelope.params->find("ec") != nullptr ? read_error(envelope) : read_reply(envelope);
}

Result<Event> read_board(const Extension& extension) {
  Reader in("board", *extension.params);
  BoardCommand command;
  command.room = in.string_or(names::kRoomName, "");
  if (const auto* cells = in.object().ints(names::kGameState))
    command.board = *cells;
  else
    in.fail(names::kGameState, "is missing or not an int array");
  command.to_move = read_color(in.object(), names::kToMove);
  command.remaining_ms = in.optional_integer<std::int32_t>(names::kRemaining);
  command.room_id = extension.room_id;
  return in.finish<Event>(std::move(command));
}

Result<Event> read_start(const Extension& extension) {
  Reader in("start", *extension.params);
  StartCommand command;
  command.room = in.string_or(names::kRoomName, "");
  command.black = in.string(names::kBlackPlayer);
  command.white = in.string(names::kWhitePlayer);
  if (const auto* cells = in.object().ints(names::kGameState)) command.board = *cells;
  command.first = read_color(in.object(), names::kFirst);
  command.move_time_ms = in.optional_integer<std::int32_t>(names::kMoveTime);
  command.game = in.optional_integer<std::int64_t>(names::kGame);
  command.room_id = extension.room_id;
  return in.finish<Event>(std::move(command));
}

ResultCommand read_result(const Extension& extension) {
  const Object& params = *extension.params;
  ResultCommand command;
  command.room = string_or_empty(params, names::kRoomName);
  command.winner = string_or_empty(params, names::kWinner);
  command.color = string_or_empty(params, names::kColor);
  command.reason = string_or_empty(params, names::kReason);
  command.detail = string_or_empty(params, names::kDetail);
  command.room_id = extension.room_id;
  command.black = string_or_empty(params, names::kBlackPlayer);
  command.white = string_or_empty(params, names::kWhitePlayer);
  if (const auto* cells = params.ints(names::kGameState)) command.board = *cells;
  return command;
}

Result<Event> read_extension(const Envelope& envelope) {
  const auto opened = open_extension(*envelope.params);
  if (!opened) return rules::Error{opened.error()};
  const Extension& extension = *opened;
  if (extension.command == names::kMove) return Event(read_move(extension));
  if (extension.command == names::kBoard) return read_board(extension);
  if (extension.command == names::kStart) return read_start(extension);
  if (extension.command == names::kText) return Event(read_text(extension));
  if (extension.command == names::kResult) return Event(read_result(extension));
  if (extension.command == names::kPlayerLost) {
    PlayerLost command;
    command.room = string_or_empty(*extension.params, names::kRoomName);
    command.player = string_or_empty(*extension.params, names::kLostPlayer);
    command.room_id = extension.room_id;
    return Event(std::move(command));
  }
  return Event(Unknown{envelope.controller, envelope.action, extension.command});
}

// The message's object, by type.
struct EventWriter {
  Object operator()(const HandshakeReply& reply) const {
    Object p;
    p.put("ct", reply.compression_threshold).put("tk", reply.token).put("ms", reply.max_message);
    return system_message(SystemAction::kHandshake, std::move(p));
  }
  Object operator()(const LoginReply& reply) const {
    Object p;
    p.put("id", reply.user_id).put("zn", reply.zone).put("un", reply.name);
    p.put("rs", reply.reconnection_seconds).put("pi", reply.privilege).put("rl", to_array(reply.rooms));
    return system_message(SystemAction::kLogin, std::move(p));
  }
  Object operator()(const ErrorReply& reply) const {
    Object p;
    p.put("ec", reply.code).put("ep", reply.params);
    return system_message(static_cast<SystemAction>(reply.action), std::move(p));
  }
  Object operator()(const LogoutReply& reply) const {
    Object p;
    p.put("zn", reply.zone);
    return system_message(SystemAction::kLogout, std::move(p));
  }
  Object operator()(const JoinRoomReply& reply) const {
    Object p;
    p.put("r", to_array(reply.room)).put("ul", to_array(reply.users));
    return system_message(SystemAction::kJoinRoom, std::move(p));
  }
  Object operator()(const UserEnterRoom& event) const {
    Object p;
    p.put("r", event.room_id).put("u", to_array(event.user));
    return system_message(SystemAction::kUserEnterRoom, std::move(p));
  }
  Object operator()(const UserCountChange& event) const {
    Object p;
    p.put("r", event.room_id).put("uc", event.users);
    if (event.spectators) p.put("sc", *event.spectators);
    return system_message(SystemAction::kUserCountChange, std::move(p));
  }
  Object operator()(UserLost event) const {
    Object p;
    p.put("u", event.user_id);
    return system_message(SystemAction::kUserLost, std::move(p));
  }
  Object operator()(UserExitRoom event) const {
    Object p;
    p.put("u", event.user_id).put("r", event.room_id);
    return system_message(SystemAction::kUserExitRoom, std::move(p));
  }
  Object operator()(RoomLost event) const {
    Object p;
    p.put("r", event.room_id);
    return system_message(SystemAction::kRoomLost, std::move(p));
  }
  Object operator()(Disconnection event) const {
    Object p;
    p.put("dr", event.reason);
    return system_message(SystemAction::kClientDisconnection, std::move(p));
  }
  Object operator()(ReconnectionFailure) const {
    return system_message(SystemAction::kReconnectionFailure, {});
  }
  Object operator()(const BoardCommand& command) const {
    Object p;
    p.put(std::string(names::kGameState), command.board);
    put_room_name(p, command.room);
    if (command.to_move) p.put(std::string(names::kToMove), std::string(color_name(*command.to_move)));
    if (command.remaining_ms) p.put(std::string(names::kRemaining), *command.remaining_ms);
    return extension_event(names::kBoard, command.room_id, std::move(p), RoomIdPlace::kAfterParams);
  }
  Object operator()(const StartCommand& command) const {
    Object p;
    put_room_name(p, command.room);
    p.put(std::string(names::kBlackPlayer), command.black);
    p.put(std::string(names::kWhitePlayer), command.white);
    if (command.board) p.put(std::string(names::kGameState), *command.board);
    if (command.first) p.put(std::string(names::kFirst), std::string(color_name(*command.first)));
    if (command.move_time_ms) p.put(std::string(names::kMoveTime), *command.move_time_ms);
    if (command.game) p.put(std::string(names::kGame), *command.game);
    return extension_event(names::kStart, command.room_id, std::move(p), RoomIdPlace::kAfterParams);
  }
  Object operator()(const MoveCommand& command) const {
    Object p;
    put_move(p, command);
    p.put(std::string(names::kRequestId), std::string(names::kRequestIdOfMove));
    put_room_name(p, command.room);
    return extension_event(names::kMove, command.room_id, std::move(p));
  }
  Object operator()(const TextCommand& command) const {
    Object p;
    p.put(std::string(names::kText), command.text);
    put_room_name(p, command.room);
    return extension_event(names::kText, command.room_id, std::move(p));
  }
  Object operator()(const PublicMessage& message) const {
    Object p;
    p.put("r", message.room_id).put("u", message.user_id).put("t", std::int8_t{0}).put("m", message.text);
    return system_message(SystemAction::kGenericMessage, std::move(p));
  }
  Object operator()(const PlayerLost& command) const {
    Object p;
    p.put(std::string(names::kLostPlayer), command.player);
    put_room_name(p, command.room);
    return extension_event(names::kPlayerLost, command.room_id, std::move(p));
  }
  Object operator()(const ResultCommand& command) const {
    Object p;
    put_room_name(p, command.room);
    p.put(std::string(names::kWinner), command.winner).put(std::string(names::kColor), command.color);
    p.put(std::string(names::kReason), command.reason).put(std::string(names::kDetail), command.detail);
    if (!command.black.empty()) p.put(std::string(names::kBlackPlayer), command.black);
    if (!command.white.empty()) p.put(std::string(names::kWhitePlayer), command.white);
    if (command.board) p.put(std::string(names::kGameState), *command.board);
    return extension_event(names::kResult, command.room_id, std::move(p));
  }
  Object operator()(Ping) const { return system_message(SystemAction::kPingPong, {}); }
  Object operator()(const SubscribeGroup& reply) const {
    Object p;
    p.put("g", reply.group).put("rl", to_array(reply.rooms));
    return system_message(SystemAction::kSubscribeRoomGroup, std::move(p));
  }
  Object operator()(SpectatorToPlayer reply) const {
    Object p;
    p.put("r", reply.room_id).put("u", reply.user_id).put("p", reply.player_id);
    return system_message(SystemAction::kSpectatorToPlayer, std::move(p));
  }
  Object operator()(PlayerToSpectator reply) const {
    Object p;
    p.put("r", reply.room_id).put("u", reply.user_id);
    return system_message(SystemAction::kPlayerToSpectator, std::move(p));
  }
  Object operator()(const Unknown& message) const { return to_object(message); }
};

}  // namespace

Result<Event> parse_event(const Object& envelope) {
  const auto opened = open_envelope(envelope);
  if (!opened) return rules::Error{opened.error()};
  if (opened->controller == kSystemController) return read_system(*opened);
  if (opened->controller == kExtensionController) return read_extension(*opened);
  return Event(Unknown{opened->controller, opened->action, ""});
}

Object to_object(const Event& event) { return std::visit(EventWriter{}, event); }

}  // namespace thermodon::protocol
