// A set of squares in one 128-bit number: ten rows of eleven bits, the eleventh always clear, so that a step
// off the side of the board falls on a bit that the set of empty squares masks out.
#pragma once

#include <bit>
#include <cstdint>

#include "thermodon/rules/bitboard.hpp"

namespace thermodon::eval {

__extension__ using Flat = unsigned __int128;

inline constexpr int kFlatWidth = 11;

[[nodiscard]] constexpr Flat flatten(const rules::Bitboard& board) noexcept {
  Flat flat = 0;
  for (int row = rules::kMaxBoard; row > 0; --row) flat = flat << kFlatWidth | (board.rows[row] >> 1);
  return flat;
}

[[nodiscard]] constexpr rules::Bitboard unflatten(Flat flat) noexcept {
  rules::Bitboard board;
  for (int row = 1; row <= rules::kMaxBoard; ++row, flat >>= kFlatWidth)
    board.rows[row] = static_cast<std::uint16_t>((static_cast<unsigned>(flat) & 0x3FFU) << 1);
  return board;
}

[[nodiscard]] constexpr int count(Flat flat) noexcept {
  return std::popcount(static_cast<std::uint64_t>(flat)) +
         std::popcount(static_cast<std::uint64_t>(flat >> 64));
}

// The set and all its neighbours (also off the board).
[[nodiscard]] constexpr Flat dilate(Flat flat) noexcept {
  const Flat wide = flat | flat << 1 | flat >> 1;
  return wide | wide << kFlatWidth | wide >> kFlatWidth;
}

// All of `within` that king steps inside it reach from the neighbours of `seed`.
[[nodiscard]] constexpr Flat flood_beside(Flat seed, Flat within) noexcept {
  Flat filled = dilate(seed) & within;
  while (true) {
    const Flat next = (dilate(filled) & within) | filled;
    if (next == filled) return filled;
    filled = next;
  }
}

[[nodiscard]] constexpr Flat lowest(Flat flat) noexcept { return flat & (~flat + 1); }

}  // namespace thermodon::eval
