// The table of functions that a kernel offers. Included by the kernels' translation units: no library types.
#pragma once

#include "thermodon/eval/features_data.hpp"
#include "thermodon/eval/packed_board.hpp"

namespace thermodon::eval {

struct Kernel {
  // Fills the fields of `parts` and leaves the others alone. `out` must be all 0 before.
  void (*features)(const PackedBoard& board, unsigned parts, Features& out);
};

extern const Kernel kPortableKernel;
#ifdef THERMODON_AVX2
extern const Kernel kAvx2Kernel;
#endif

}  // namespace thermodon::eval
