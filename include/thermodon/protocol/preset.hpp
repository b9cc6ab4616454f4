// What differs between courses and years: who moves first, the cells' codes, the zone's name and port.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "thermodon/rules/types.hpp"

namespace thermodon::protocol {

struct Preset {
  std::string_view name;  // as --preset takes it
  std::string_view summary;
  std::string_view zone;
  std::uint16_t port;
  rules::Color first;       // the side that moves first
  std::int32_t black_code;  // board codes: 0 is empty and 3 an arrow in every preset
  std::int32_t white_code;
};

// "cosc322" (Black first, 1 black, 2 white; the default), "cosc322-2017" (White first, zone cosc322), ...
[[nodiscard]] std::span<const Preset> presets() noexcept;
[[nodiscard]] const Preset* find_preset(std::string_view name) noexcept;

}  // namespace thermodon::protocol
