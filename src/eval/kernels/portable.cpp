// The kernel for any processor.
#include <cstdint>

#include "eval/kernels/kernel.hpp"

namespace thermodon::eval {
namespace {
#include "eval/kernels/kernel.inl"
}  // namespace

const Kernel kPortableKernel = {kernel_features, kernel_amazong, kernel_amazong_arrows};

}  // namespace thermodon::eval
