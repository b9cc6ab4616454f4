#include "app/duration.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "app/command.hpp"

namespace thermodon::app {

std::chrono::milliseconds parse_duration(const std::string& text, const std::string& flag) {
  struct Unit {
    std::string_view name;
    double milliseconds;
  };
  static constexpr std::array kUnits = {Unit{"ms", 1}, Unit{"s", 1e3}, Unit{"", 1e3}, Unit{"m", 60e3},
                                        Unit{"h", 3600e3}};
  constexpr double kYear = 365.0 * 24 * 3600e3;
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, value);
  if (problem == std::errc())
    for (const Unit& unit : kUnits) {
      if (unit.name != std::string_view(rest, end)) continue;
      const double ms = value * unit.milliseconds;
      if (!(ms >= 0 && ms <= kYear)) break;
      return std::chrono::milliseconds(std::llround(ms));
    }
  throw UsageError(flag + " " + text + ": not a time; write 100ms, 30s, 1.5s or 2m");
}

std::string clock_text(std::chrono::seconds time) {
  const long long s = time.count();
  std::array<char, 64> text{};
  if (s >= 3600)
    std::snprintf(text.data(), text.size(), "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
  else
    std::snprintf(text.data(), text.size(), "%lld:%02lld", s / 60, s % 60);
  return text.data();
}

}  // namespace thermodon::app
