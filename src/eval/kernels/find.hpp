// Chooses a kernel at run time.
#pragma once

#include <string_view>

#include "eval/kernels/kernel.hpp"

namespace thermodon::eval {

// The kernel of this name when this machine runs it, else the best that it runs ("auto").
[[nodiscard]] const Kernel& find_kernel(std::string_view name) noexcept;

}  // namespace thermodon::eval
