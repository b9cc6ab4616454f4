#include "client/refusals.hpp"

namespace thermodon::client {
namespace {

std::string quoted(const std::string& text) { return '"' + text + '"'; }

std::string zones() {
  std::string text;
  for (const auto& preset : protocol::presets()) {
    const std::string zone = quoted(std::string(preset.zone));
    if (text.find(zone) == std::string::npos) text += (text.empty() ? "" : " or ") + zone;
  }
  return text;
}

std::string with_params(const protocol::ErrorReply& reply) {
  std::string text = "code " + std::to_string(reply.code);
  for (std::size_t i = 0; i < reply.params.size(); ++i) text += (i == 0 ? ": " : ", ") + reply.params[i];
  return text;
}

}  // namespace

Refusal explain_login_refusal(const protocol::ErrorReply& reply, const Settings& settings,
                              const std::string& name) {
  using protocol::ErrorCode;
  const std::string user = name.empty() ? "a guest" : quoted(name);
  switch (static_cast<ErrorCode>(reply.code)) {
    case ErrorCode::kObsoleteApi:
      return {Remedy::kGiveUp, "the server wants another version of the protocol (" + with_params(reply) +
                                   "); is it an SFS2X server of the course?"};
    case ErrorCode::kNoSuchZone:
      return {Remedy::kGiveUp, "the server has no zone " + quoted(settings.zone) + "; try --zone " + zones() +
                                   ", or ask the course which zone it uses"};
    case ErrorCode::kBadUserName:
      return {Remedy::kGiveUp,
              "the server does not know the user " + user + "; use the --name that the course gave you"};
    case ErrorCode::kBadPassword:
      return {Remedy::kGiveUp, "wrong password for " + user + "; mend --password"};
    case ErrorCode::kBanned:
      return {Remedy::kGiveUp, user + " is banned on this server; use another --name or ask its owner"};
    case ErrorCode::kZoneFull:
      return {Remedy::kTryLater, "the zone " + quoted(settings.zone) + " is full"};
    case ErrorCode::kAlreadyLoggedIn:
      return {Remedy::kOtherName, "the name " + user +
                                      " is in use; choose another --name, or give --rename to "
                                      "log in as " +
                                      quoted(name + "-2")};
    case ErrorCode::kServerFull:
      return {Remedy::kTryLater, "the server is full"};
    case ErrorCode::kZoneInactive:
      return {Remedy::kTryLater, "the zone " + quoted(settings.zone) + " is not active at present"};
    case ErrorCode::kBadWords:
      return {Remedy::kGiveUp, "the server refuses the name " + user +
                                   " because of words in it; choose another "
                                   "--name"};
    case ErrorCode::kGuestsNotAllowed:
      return {Remedy::kGiveUp, "the zone " + quoted(settings.zone) + " admits no guests; give a --name"};
    default:
      break;
  }
  if (reply.code == 11)
    return {Remedy::kGiveUp, "this computer's address is banned on the server; ask its owner"};
  return {Remedy::kGiveUp, "the server refused the login (" + with_params(reply) + ")"};
}

std::string explain_join_refusal(const protocol::ErrorReply& reply, const std::string& room) {
  using protocol::ErrorCode;
  switch (static_cast<ErrorCode>(reply.code)) {
    case ErrorCode::kBadRoomPassword:
      return "the room " + quoted(room) +
             " has a password, which the game's join cannot give; choose another --room";
    case ErrorCode::kNoSuchRoom:
      return "there is no room " + quoted(room);
    case ErrorCode::kRoomLocked:
      return "the room " + quoted(room) + " is locked; choose another --room";
    default:
      return "the server refused the room " + quoted(room) + " (" + with_params(reply) + ")";
  }
}

}  // namespace thermodon::client
