// The kernels that the tests compare.
#pragma once

#include <string>
#include <vector>

#include "thermodon/eval/features.hpp"

namespace thermodon::test {

// Those beside the scalar reference that this machine runs, the fastest last.
inline std::vector<std::string> kernels_here() {
  std::vector<std::string> names;
  for (const char* name : {"portable", "avx2", "avx512"})
    if (eval::feature_function(name)) names.emplace_back(name);
  return names;
}

}  // namespace thermodon::test
