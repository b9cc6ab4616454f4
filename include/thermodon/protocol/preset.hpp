// What differs between courses and years: who moves first, the cells' codes, the zone's name and port.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "thermodon/rules/types.hpp"

namespace thermodon::protocol {

// SFS2X's own default TCP port, and that of our server and client where no other is given.
inline constexpr std::uint16_t kDefaultPort = 9933;

struct Preset {
  std::string_view name;  // as --preset takes it
  std::string_view summary;
  std::string_view zone;
  std::uint16_t port;       // where that course's own server listens
  rules::Color first;       // the side that moves first: the server does not know, both clients must agree
  std::int32_t black_code;  // board codes: 0 is empty and 3 an arrow in every preset
  std::int32_t white_code;
  // False: row 1 of a board or a move is White's side, rank 1. True: rows are counted from Black's side.
  bool rows_from_top;
};

// "cosc322" (Black first, 1 black, 2 white) comes first and is the default.
[[nodiscard]] std::span<const Preset> presets() noexcept;
[[nodiscard]] inline const Preset& default_preset() noexcept { return presets().front(); }
// Null when there is no preset of that name.
[[nodiscard]] const Preset* find_preset(std::string_view name) noexcept;

}  // namespace thermodon::protocol
