// Chooses a kernel at run time.
#pragma once

#include <string_view>

#include "eval/kernels/kernel.hpp"

namespace thermodon::eval {

// "auto", "portable" or "avx2"; anything else, and "avx2" on a machine without it, gives the portable one.
[[nodiscard]] const Kernel& find_kernel(std::string_view name) noexcept;

}  // namespace thermodon::eval
