// The constants of the Zobrist hash, made at compile time so that they are the same on every platform.
#pragma once

#include <array>
#include <cstdint>

#include "thermodon/rules/types.hpp"

namespace thermodon::rules {

// One step of SplitMix64 (Steele, Lea, Flood 2014): advances `state`, returns the next value.
constexpr std::uint64_t split_mix_64(std::uint64_t& state) noexcept {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

struct ZobristKeys {
  std::array<std::array<std::uint64_t, kMailboxSize>, 3> cells{};  // white amazon, black amazon, arrow
  std::array<std::uint64_t, kMaxBoard + 1> columns{};
  std::array<std::uint64_t, kMaxBoard + 1> rows{};
  std::uint64_t black_to_move = 0;

  [[nodiscard]] constexpr std::uint64_t cell(Cell c, Square s) const noexcept {
    return cells[static_cast<std::size_t>(c) - 1][s.index];
  }
  [[nodiscard]] constexpr std::uint64_t amazon(Color c, Square s) const noexcept {
    return cells[index(c)][s.index];
  }
  [[nodiscard]] constexpr std::uint64_t arrow(Square s) const noexcept { return cells[2][s.index]; }
};
static_assert(static_cast<int>(Cell::kWhite) == 1 && static_cast<int>(Cell::kArrow) == 3);

inline constexpr ZobristKeys kZobrist = [] {
  ZobristKeys keys;
  std::uint64_t state = 0x7468657264ULL;
  for (auto& kind : keys.cells)
    for (auto& key : kind) key = split_mix_64(state);
  for (auto& key : keys.columns) key = split_mix_64(state);
  for (auto& key : keys.rows) key = split_mix_64(state);
  keys.black_to_move = split_mix_64(state);
  return keys;
}();

}  // namespace thermodon::rules
