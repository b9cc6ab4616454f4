// Positions and squares to PackedBoard and back.
#pragma once

#include "thermodon/eval/packed_board.hpp"
#include "thermodon/rules/position.hpp"

namespace thermodon::eval {

// Where a square of the board lies.
[[nodiscard]] constexpr PackedSquare pack(rules::Square square) noexcept {
  const int odd = square.row() & 1;
  return {odd, std::uint64_t{1} << (square.row() / 2 * 12 + square.column() + odd)};
}

[[nodiscard]] constexpr PackedBoard pack(const rules::Position& position) noexcept {
  PackedBoard packed;
  for (int odd = 0; odd < 2; ++odd) {
    packed.empty[odd] = packed_word(position.empty_squares().rows, odd);
    for (const auto c : {rules::Color::kWhite, rules::Color::kBlack})
      packed.amazons[rules::index(c)][odd] = packed_word(position.amazon_squares(c).rows, odd);
  }
  return packed;
}

}  // namespace thermodon::eval
