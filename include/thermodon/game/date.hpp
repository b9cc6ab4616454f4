// Dates as records have them: ISO 8601, in UTC, to the second ("2026-01-31T12:00:00Z").
#pragma once

#include <cstdint>
#include <string>

namespace thermodon::game {

// Of a time in milliseconds since the beginning of 1970.
[[nodiscard]] std::string iso_time(std::int64_t ms_since_1970);
[[nodiscard]] std::string utc_now();

}  // namespace thermodon::game
