// The board as the fast kernels want it: ten rows of twelve bits in two words.
//
// The square of column c and row r (both from 0) is bit (r % 5) * 12 + c of word r / 5. Columns 10 and 11 are
// always clear: a step off the side of the board falls there, or on one of the top four bits of a word.
//
// Plain data without library types, for the reason given in features_data.hpp.
#pragma once

#include <cstdint>

namespace thermodon::eval {

struct PackedBoard {
  std::uint64_t empty[2] = {0, 0};
  std::uint64_t amazons[2][2] = {{0, 0}, {0, 0}};  // [rules::index(colour)][word]
};

// Where a mailbox index lies.
struct PackedSquare {
  int word;
  std::uint64_t bit;
};

}  // namespace thermodon::eval
