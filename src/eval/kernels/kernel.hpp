// The table of functions that a kernel offers. Included by the kernels' translation units: no library types.
#pragma once

#include "thermodon/eval/features_data.hpp"
#include "thermodon/eval/packed_board.hpp"

namespace thermodon::eval {

struct Kernel {
  // Fills the fields of `parts` and leaves the others alone. `out` must be all 0 before.
  void (*features)(const PackedBoard& board, unsigned parts, Features& out);
  // Fills `out` but for the mobility of amazons that there are not.
  void (*amazong)(const PackedBoard& board, AmazongCounts& out);
  // The same of the `count` boards that have one more arrow each; `arrows` are mailbox indices of empty
  // squares.
  void (*amazong_arrows)(const PackedBoard& board, const std::uint8_t* arrows, int count, AmazongCounts* out);
};

extern const Kernel kPortableKernel;
extern const Kernel kAvx2Kernel;
extern const Kernel kAvx512Kernel;

}  // namespace thermodon::eval
