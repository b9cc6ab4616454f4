#include "thermodon/game/date.hpp"

#include <chrono>
#include <ctime>

namespace thermodon::game {

std::string iso_time(std::int64_t ms_since_1970) {
  const std::time_t seconds = ms_since_1970 / 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text, size};
}

std::string utc_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return iso_time(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

}  // namespace thermodon::game
