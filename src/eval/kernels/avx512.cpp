// The kernel for processors with AVX-512 (F, BW, DQ, VL and VPOPCNTDQ): three operands to a logical
// instruction, counts of bits in vectors, twice as many registers, and 512 bits where moves are counted.
// CMake compiles this file alone for them, so it must not include anything that defines inline functions: the
// linker could keep this file's copy for the whole program.
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include <cstdint>

#include "eval/kernels/kernel.hpp"

namespace thermodon::eval {
namespace {
#include "eval/kernels/kernel.inl"
}  // namespace

const Kernel kAvx512Kernel = {kernel_features, kernel_amazong, kernel_amazong_arrows};

}  // namespace thermodon::eval
