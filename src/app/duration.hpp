// Times on the command line.
#pragma once

#include <chrono>
#include <string>

namespace thermodon::app {

// "100ms", "30s", "1.5s", "2m", "1h"; a bare number is seconds. Throws UsageError that names `flag` for
// anything else, for what is negative, and for more than a year.
[[nodiscard]] std::chrono::milliseconds parse_duration(const std::string& text, const std::string& flag);

// "1:05", "2:03:10", for people.
[[nodiscard]] std::string clock_text(std::chrono::seconds time);

}  // namespace thermodon::app
