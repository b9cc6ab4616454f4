// What a refused login or join means, and its mend.
#pragma once

#include <string>

#include "thermodon/client/settings.hpp"
#include "thermodon/protocol/messages.hpp"

namespace thermodon::client {

enum class Remedy : std::uint8_t {
  kGiveUp,     // the settings must change
  kTryLater,   // full, or not running yet
  kOtherName,  // the name is in use
};

struct Refusal {
  Remedy remedy = Remedy::kGiveUp;
  std::string text;  // one line: what was refused, why, and the mend
};

// Every code of SFS2X that a login or handshake can be answered with. `name` is the one that was asked for.
[[nodiscard]] Refusal explain_login_refusal(const protocol::ErrorReply& reply, const Settings& settings,
                                            const std::string& name);
// The reasons for which a join is refused for good; `room` is the one asked for.
[[nodiscard]] std::string explain_join_refusal(const protocol::ErrorReply& reply, const std::string& room);

}  // namespace thermodon::client
