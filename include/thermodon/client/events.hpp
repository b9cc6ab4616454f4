// A session's facts as lines: JSON for scripts, text for people.
#pragma once

#include <optional>
#include <string>

#include "thermodon/client/actions.hpp"

namespace thermodon::client {

// {"event":"login",...}, "joined", "start", "move", "end"; nothing for an action that is no fact.
[[nodiscard]] std::optional<std::string> to_json_line(const Action& action);
// The same for people, one line or (a game's start) a few; without a newline at the end.
[[nodiscard]] std::optional<std::string> to_text(const Action& action);

}  // namespace thermodon::client
