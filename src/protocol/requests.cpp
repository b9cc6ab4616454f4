#include "protocol/names.hpp"
#include "protocol/reading.hpp"
#include "protocol/writing.hpp"
#include "thermodon/protocol/messages.hpp"

namespace thermodon::protocol {
namespace {

using rules::Result;
using sfs2x::Object;

Result<Request> read_handshake(Reader& in) {
  HandshakeRequest request;
  request.api = in.string("api");
  request.client = in.string_or("cl", "");
  request.binary = in.flag_or("bin", false);
  if (in.has("rt")) request.resume_token = in.string("rt");
  return in.finish<Request>(std::move(request));
}

Result<Request> read_login(Reader& in) {
  LoginRequest request;
  request.zone = in.string("zn");
  request.name = in.string_or("un", "");
  request.password_hash = in.string_or("pw", "");
  if (const Object* params = in.object().object("p")) {
    const std::string* as = params->string(names::kAs);
    const bool* series = params->boolean(names::kSeries);
    if (as != nullptr || series != nullptr)
      request.wishes = LoginWishes{as != nullptr ? *as : "", series != nullptr && *series};
  }
  return in.finish<Request>(std::move(request));
}

Result<Request> read_join_room(Reader& in) {
  JoinRoomRequest request;
  if (in.has("n")) request.name = in.string("n");
  request.id = in.optional_integer<std::int32_t>("i");
  if (!request.name && !request.id) in.fail("n", "is missing, and so is \"i\"");
  request.password = in.string_or("p", "");
  request.leave = in.optional_integer<std::int32_t>("rl");
  request.spectator = in.flag_or("sp", false);
  return in.finish<Request>(std::move(request));
}

Result<Request> read_public_message(Reader& in) {
  PublicMessage message;
  message.room_id = in.integer<std::int32_t>("r");
  message.user_id = in.integer<std::int32_t>("u");
  message.text = in.string("m");
  return in.finish<Request>(std::move(message));
}

Result<Request> read_system(const Envelope& envelope) {
  const Unknown unknown{envelope.controller, envelope.action, ""};
  const Object& params = *envelope.params;
  if (envelope.action < 0 || envelope.action > 1'000) return Request(unknown);
  switch (static_cast<SystemAction>(envelope.action)) {
    case SystemAction::kHandshake: {
      Reader in("handshake", params);
      return read_handshake(in);
    }
    case SystemAction::kLogin: {
      Reader in("login", params);
      return read_login(in);
    }
    case SystemAction::kLogout:
      return Request(LogoutRequest{});
    case SystemAction::kJoinRoom: {
      Reader in("join room", params);
      return read_join_room(in);
    }
    case SystemAction::kGenericMessage: {
      std::int64_t type = -1;
      if (!params.integer("t", type) || type != 0) return Request(unknown);  // not a public message
      Reader in("public message", params);
      return read_public_message(in);
    }
    case SystemAction::kLeaveRoom: {
      Reader in("leave room", params);
      const auto id = in.optional_integer<std::int32_t>("r");
      return in.finish<Request>(LeaveRoomRequest{id});
    }
    case SystemAction::kSubscribeRoomGroup: {
      Reader in("subscribe group", params);
      return in.finish<Request>(SubscribeGroup{in.string("g"), {}});
    }
    case SystemAction::kSpectatorToPlayer: {
      Reader in("spectator to player", params);
      return in.finish<Request>(SpectatorToPlayer{in.room_id_or_none("r"), -1, 0});
    }
    case SystemAction::kPlayerToSpectator: {
      Reader in("player to spectator", params);
      return in.finish<Request>(PlayerToSpectator{in.room_id_or_none("r"), -1});
    }
    case SystemAction::kManualDisconnection:
      return Request(ManualDisconnection{});
    case SystemAction::kPingPong:
      return Request(Ping{});
    default:
      return Request(unknown);
  }
}

Result<Request> read_extension(const Envelope& envelope) {
  const auto opened = open_extension(*envelope.params);
  if (!opened) return rules::Error{opened.error()};
  const Extension& extension = *opened;
  if (extension.command == names::kJoin) {
    Reader in("join", *extension.params);
    JoinCommand command;
    command.room = in.string(names::kRoomName);
    if (const std::string* as = extension.params->string(names::kAs)) command.as = *as;
    return in.finish<Request>(std::move(command));
  }
  if (extension.command == names::kMove) return Request(read_move(extension));
  if (extension.command == names::kText) return Request(read_text(extension));
  if (extension.command == names::kNewGame) return Request(NewGameCommand{extension.room_id});
  return Request(Unknown{envelope.controller, envelope.action, extension.command});
}

// The message's object, by type.
struct RequestWriter {
  Object operator()(const HandshakeRequest& request) const {
    Object p;
    p.put("api", request.api).put("cl", request.client);
    if (request.binary) p.put("bin", true);
    if (request.resume_token) p.put("rt", *request.resume_token);
    return system_message(SystemAction::kHandshake, std::move(p));
  }
  Object operator()(const LoginRequest& request) const {
    Object p;
    p.put("zn", request.zone).put("un", request.name).put("pw", request.password_hash);
    if (request.wishes) {
      Object wishes;
      wishes.put(std::string(names::kAs), request.wishes->as);
      wishes.put(std::string(names::kSeries), request.wishes->series);
      p.put("p", std::move(wishes));
    }
    return system_message(SystemAction::kLogin, std::move(p));
  }
  Object operator()(LogoutRequest) const { return system_message(SystemAction::kLogout, {}); }
  Object operator()(const JoinRoomRequest& request) const {
    Object p;
    if (request.name) p.put("n", *request.name);
    if (request.id) p.put("i", *request.id);
    if (!request.password.empty()) p.put("p", request.password);
    if (request.leave) p.put("rl", *request.leave);
    if (request.spectator) p.put("sp", true);
    return system_message(SystemAction::kJoinRoom, std::move(p));
  }
  Object operator()(const JoinCommand& command) const {
    Object p;
    p.put(std::string(names::kRoomName), command.room);
    if (command.as) p.put(std::string(names::kAs), *command.as);
    return extension_request(names::kJoin, -1, std::move(p));
  }
  Object operator()(const LeaveRoomRequest& request) const {
    Object p;
    if (request.room_id) p.put("r", *request.room_id);
    return system_message(SystemAction::kLeaveRoom, std::move(p));
  }
  Object operator()(const MoveCommand& command) const {
    Object p;
    put_move(p, command);
    put_room_name(p, command.room);
    return extension_request(names::kMove, command.room_id, std::move(p));
  }
  Object operator()(const TextCommand& command) const {
    Object p;
    p.put(std::string(names::kText), command.text);
    put_room_name(p, command.room);
    return extension_request(names::kText, command.room_id, std::move(p));
  }
  Object operator()(const PublicMessage& message) const {
    Object p;
    p.put("t", std::int8_t{0}).put("r", message.room_id).put("u", message.user_id).put("m", message.text);
    return system_message(SystemAction::kGenericMessage, std::move(p));
  }
  Object operator()(Ping) const { return system_message(SystemAction::kPingPong, {}); }
  Object operator()(const SubscribeGroup& request) const {
    Object p;
    p.put("g", request.group);
    return system_message(SystemAction::kSubscribeRoomGroup, std::move(p));
  }
  Object operator()(const SpectatorToPlayer& request) const {
    Object p;
    p.put("r", request.room_id);
    return system_message(SystemAction::kSpectatorToPlayer, std::move(p));
  }
  Object operator()(const PlayerToSpectator& request) const {
    Object p;
    p.put("r", request.room_id);
    return system_message(SystemAction::kPlayerToSpectator, std::move(p));
  }
  Object operator()(ManualDisconnection) const {
    return system_message(SystemAction::kManualDisconnection, {});
  }
  Object operator()(NewGameCommand command) const {
    return extension_request(names::kNewGame, command.room_id, {});
  }
  Object operator()(const Unknown& message) const { return to_object(message); }
};

}  // namespace

Result<Request> parse_request(const Object& envelope) {
  const auto opened = open_envelope(envelope);
  if (!opened) return rules::Error{opened.error()};
  if (opened->controller == kSystemController) return read_system(*opened);
  if (opened->controller == kExtensionController) return read_extension(*opened);
  return Request(Unknown{opened->controller, opened->action, ""});
}

Object to_object(const Request& request) { return std::visit(RequestWriter{}, request); }

}  // namespace thermodon::protocol
