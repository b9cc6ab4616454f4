// The kernel for processors with AVX2, BMI2 and POPCNT. CMake compiles this file alone for them, so it must
// not include anything that defines inline functions: the linker could keep this file's copy for the whole
// program.
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include <cstdint>

#include "eval/kernels/kernel.hpp"

namespace thermodon::eval {
namespace {
#include "eval/kernels/kernel.inl"
}  // namespace

const Kernel kAvx2Kernel = {kernel_features, kernel_amazong, kernel_amazong_arrows};

}  // namespace thermodon::eval
