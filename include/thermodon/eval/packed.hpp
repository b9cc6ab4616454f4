// Positions and squares to PackedBoard and back.
#pragma once

#include "thermodon/eval/packed_board.hpp"
#include "thermodon/rules/position.hpp"

namespace thermodon::eval {

// Where a square of the board lies.
[[nodiscard]] constexpr PackedSquare pack(rules::Square square) noexcept {
  const int bit = square.index - (rules::kMailboxWidth + 1);
  return bit < 60 ? PackedSquare{0, std::uint64_t{1} << bit}
                  : PackedSquare{1, std::uint64_t{1} << (bit - 60)};
}

// Five rows of a bitboard, from `first_row` (mailbox rows), as one word.
[[nodiscard]] constexpr std::uint64_t pack_rows(const rules::Bitboard& board, int first_row) noexcept {
  std::uint64_t word = 0;
  for (int r = 0; r < 5; ++r) word |= std::uint64_t{board.rows[first_row + r]} >> 1 << (r * 12);
  return word;
}

[[nodiscard]] constexpr PackedBoard pack(const rules::Position& position) noexcept {
  PackedBoard packed;
  for (int word = 0; word < 2; ++word) {
    packed.empty[word] = pack_rows(position.empty_squares(), 1 + 5 * word);
    for (const auto c : {rules::Color::kWhite, rules::Color::kBlack})
      packed.amazons[rules::index(c)][word] = pack_rows(position.amazon_squares(c), 1 + 5 * word);
  }
  return packed;
}

}  // namespace thermodon::eval
