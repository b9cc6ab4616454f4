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
  // Mailbox rows begin with the frame's row, columns with the frame's column.
  const auto word = [](const rules::Bitboard& board, int odd) {
    std::uint64_t bits = 0;
    for (int i = 0; i < 5; ++i) bits |= std::uint64_t{board.rows[1 + 2 * i + odd]} >> 1 << (i * 12 + odd);
    return bits;
  };
  PackedBoard packed;
  for (int odd = 0; odd < 2; ++odd) {
    packed.empty[odd] = word(position.empty_squares(), odd);
    for (const auto c : {rules::Color::kWhite, rules::Color::kBlack})
      packed.amazons[rules::index(c)][odd] = word(position.amazon_squares(c), odd);
  }
  return packed;
}

}  // namespace thermodon::eval
