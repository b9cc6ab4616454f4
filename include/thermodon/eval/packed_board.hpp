// The board as the fast kernels want it: the even rows in one word of 64 bits, the odd rows in another.
//
// The square of column c and row r (both from 0) is bit (r / 2) * 12 + c + r % 2 of word r % 2. So a step of
// one row up or down goes from word to word and a step of two rows is a plain shift; the odd rows' one bit
// more makes every step up a shift to the left and every step down a shift to the right. Columns 10 and 11
// are always clear: a step off the side of the board falls there.
//
// Plain data without library types, for the reason given in features_data.hpp.
#pragma once

#include <cstdint>

namespace thermodon::eval {

struct PackedBoard {
  std::uint64_t empty[2] = {0, 0};
  std::uint64_t amazons[2][2] = {{0, 0}, {0, 0}};  // [rules::index(colour)][word]
};

// The word of even (`odd` 0) or odd (1) rows of a set, given as the rows[16] of a rules::Bitboard. Always
// inline, so that no kernel leaves a copy behind.
[[nodiscard, gnu::always_inline]] constexpr std::uint64_t packed_word(const std::uint16_t* rows,
                                                                      int odd) noexcept {
  // Mailbox rows begin with the frame's row, columns with the frame's column.
  std::uint64_t bits = 0;
  for (int i = 0; i < 5; ++i) bits |= std::uint64_t{rows[1 + 2 * i + odd]} >> 1 << (i * 12 + odd);
  return bits;
}

// Where a mailbox index lies.
struct PackedSquare {
  int word;
  std::uint64_t bit;
};

}  // namespace thermodon::eval
