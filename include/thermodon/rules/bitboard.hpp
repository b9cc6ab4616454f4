// A set of squares as 16 rows of 16 bits, the size of one 256-bit register.
//
// Row r and column c of the mailbox (frame included, so a1 is row 1, column 1) is bit c of rows[r]. The
// frame's rows and columns stay clear in every set of board squares, so a step off the board falls on a bit
// that a mask removes.
#pragma once

#include <bit>
#include <cstdint>

#include "thermodon/rules/types.hpp"

namespace thermodon::rules {

struct alignas(32) Bitboard {
  std::uint16_t rows[16] = {};

  constexpr void set(Square s) noexcept { rows[s.index / 12] |= bit(s); }
  constexpr void reset(Square s) noexcept { rows[s.index / 12] &= static_cast<std::uint16_t>(~bit(s)); }
  constexpr void flip(Square s) noexcept { rows[s.index / 12] ^= bit(s); }
  [[nodiscard]] constexpr bool test(Square s) const noexcept { return (rows[s.index / 12] & bit(s)) != 0; }
  [[nodiscard]] constexpr int count() const noexcept {
    int n = 0;
    for (auto row : rows) n += std::popcount(row);
    return n;
  }
  friend constexpr bool operator==(const Bitboard&, const Bitboard&) = default;

 private:
  [[nodiscard]] static constexpr std::uint16_t bit(Square s) noexcept {
    return static_cast<std::uint16_t>(1U << (s.index % 12));
  }
};
static_assert(sizeof(Bitboard) == 32);

}  // namespace thermodon::rules
