#include "thermodon/protocol/types.hpp"

namespace thermodon::protocol {

std::string_view to_string(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::kObsoleteApi:
      return "the server refuses this version of the protocol";
    case ErrorCode::kNoSuchZone:
      return "no such zone";
    case ErrorCode::kBadUserName:
      return "user name not recognised";
    case ErrorCode::kBadPassword:
      return "wrong password";
    case ErrorCode::kBanned:
      return "banned";
    case ErrorCode::kZoneFull:
      return "the zone is full";
    case ErrorCode::kAlreadyLoggedIn:
      return "this name is already logged in";
    case ErrorCode::kServerFull:
      return "the server is full";
    case ErrorCode::kZoneInactive:
      return "the zone is not active";
    case ErrorCode::kBadWords:
      return "the name is not allowed";
    case ErrorCode::kGuestsNotAllowed:
      return "guests are not allowed; give a name";
    case ErrorCode::kAlreadyInRoom:
      return "already in that room";
    case ErrorCode::kRoomFull:
      return "the room is full";
    case ErrorCode::kBadRoomPassword:
      return "wrong room password";
    case ErrorCode::kNoSuchRoom:
      return "no such room";
    case ErrorCode::kRoomLocked:
      return "the room is locked";
    case ErrorCode::kGeneric:
      return "refused";
    case ErrorCode::kNotJoined:
      return "not in that room";
  }
  return "error";
}

}  // namespace thermodon::protocol
