// The table of functions that a kernel offers. Included by the kernels' translation units: no library types.
#pragma once

#include "thermodon/eval/features_data.hpp"
#include "thermodon/eval/packed_board.hpp"

namespace thermodon::eval {

// Squares whose distance from the nearest corner has bit 0, 1, 2 and 3 set, packed as boards are.
struct CornerBits {
  std::uint64_t words[4][2];
};

struct Kernel {
  // Writes the fields of `parts` and leaves the others alone. The sets are the rows[16] of rules::Bitboards.
  void (*features)(const std::uint16_t* empty, const std::uint16_t* white, const std::uint16_t* black,
                   const CornerBits& corners, unsigned parts, Features& out);
  // Fills `out` for `count` boards, but for the mobility of amazons that there are not.
  void (*amazong)(const PackedBoard* boards, int count, AmazongCounts* out);
  // The same of the `count` boards that have one more arrow each; `arrows` are mailbox indices of empty
  // squares.
  void (*amazong_arrows)(const PackedBoard& board, const std::uint8_t* arrows, int count, AmazongCounts* out);
};

extern const Kernel kPortableKernel;
extern const Kernel kAvx2Kernel;
extern const Kernel kAvx512Kernel;

}  // namespace thermodon::eval
