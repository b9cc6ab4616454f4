#include "app/failure_policy.hpp"

#include <array>
#include <sstream>

#include "app/command.hpp"

namespace thermodon::app {
namespace {

using client::Outcome;

constexpr std::array kKinds = {Outcome::kRefused, Outcome::kNoRoom, Outcome::kNoServer, Outcome::kAborted};

}  // namespace

FailurePolicy parse_failure_policy(const std::string& text) {
  const auto wrong = [&](const std::string& part) {
    return UsageError(
        "--on-failure " + text + ": \"" + part +
        "\" is not stop, next or retry, nor refused, no-room, no-server or aborted = one of them");
  };
  const auto remedy_of = [&](const std::string& word, const std::string& part) {
    if (word == "stop") return Remedy::kStop;
    if (word == "next") return Remedy::kNext;
    if (word == "retry") return Remedy::kRetry;
    throw wrong(part);
  };
  FailurePolicy policy;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, ',');) {
    const auto equals = part.find('=');
    if (equals == std::string::npos) {
      policy.otherwise_ = remedy_of(part, part);
      continue;
    }
    const std::string kind = part.substr(0, equals);
    const auto* found =
        std::find_if(kKinds.begin(), kKinds.end(), [&](Outcome o) { return to_string(o) == kind; });
    if (found == kKinds.end()) throw wrong(part);
    policy.by_outcome_[*found] = remedy_of(part.substr(equals + 1), part);
  }
  return policy;
}

}  // namespace thermodon::app
