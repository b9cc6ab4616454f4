// A row of the mailbox as one vector of bytes, in the compilers' portable vector types.
#pragma once

#include <cstdint>
#include <cstring>

#include "thermodon/rules/position.hpp"

namespace thermodon::rules {

// Twelve bytes of a row and four of the next, which every mask drops.
using Row = std::uint8_t __attribute__((vector_size(16)));

inline Row load_row(const void* bytes) noexcept {
  Row row;
  std::memcpy(&row, bytes, sizeof row);
  return row;
}

// Moves each byte one column up or down.
inline Row one_up(Row r) noexcept {
  return __builtin_shufflevector(r, Row{}, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
}
inline Row one_down(Row r) noexcept {
  return __builtin_shufflevector(r, Row{}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
}

// 255 in each column of a row of `position` that holds `cell`. `row` counts in the mailbox, frame included.
inline Row columns_with(Cell cell, const Position& position, std::size_t row) noexcept {
  constexpr Row kOnBoard = {0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0};
  const Row cells = load_row(position.cells().data() + row * kMailboxWidth);
  return reinterpret_cast<Row>(cells == Row{} + static_cast<std::uint8_t>(cell)) & kOnBoard;
}

}  // namespace thermodon::rules
