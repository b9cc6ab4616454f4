// What an unattended series does when a part of it fails.
#pragma once

#include <map>
#include <string>

#include "thermodon/client/actions.hpp"

namespace thermodon::app {

enum class Remedy : std::uint8_t { kStop, kNext, kRetry };

class FailurePolicy {
 public:
  [[nodiscard]] Remedy of(client::Outcome outcome) const {
    const auto found = by_outcome_.find(outcome);
    return found == by_outcome_.end() ? otherwise_ : found->second;
  }

 private:
  friend FailurePolicy parse_failure_policy(const std::string& text);
  Remedy otherwise_ = Remedy::kStop;
  std::map<client::Outcome, Remedy> by_outcome_;
};

// "stop", "next", "retry", or a comma list in which kinds may have their own: "retry,refused=stop". Throws
// UsageError.
[[nodiscard]] FailurePolicy parse_failure_policy(const std::string& text);

}  // namespace thermodon::app
