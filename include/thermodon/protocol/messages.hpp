// The game's messages as types, over SFS2X objects. Pure: objects in, messages out, and back.
//
// Sources: SFS2X's system controller (ids 0..1007) and the course's extension commands (cosc322.*). Readers
// take any key order and any integer width and ignore unknown keys; writers produce the types that the
// official clients need.
#pragma once

#include <string>
#include <string_view>

#include "thermodon/protocol/events.hpp"
#include "thermodon/protocol/requests.hpp"
#include "thermodon/rules/result.hpp"
#include "thermodon/sfs2x/value.hpp"

namespace thermodon::protocol {

// An envelope's body (see sfs2x/frame.hpp) to a message. An error names the missing or ill-typed key; whoever
// reads may ignore that message and go on.
[[nodiscard]] rules::Result<Request> parse_request(const sfs2x::Object& envelope);
[[nodiscard]] rules::Result<Event> parse_event(const sfs2x::Object& envelope);
[[nodiscard]] sfs2x::Object to_object(const Request& request);
[[nodiscard]] sfs2x::Object to_object(const Event& event);

// Lowercase hex MD5(token + password), or "" for an empty password.
[[nodiscard]] std::string password_hash(std::string_view token, std::string_view password);

}  // namespace thermodon::protocol
