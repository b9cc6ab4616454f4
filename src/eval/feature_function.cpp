#include "thermodon/eval/features.hpp"

#include "eval/kernels/find.hpp"
#include "thermodon/eval/packed.hpp"

namespace thermodon::eval {
namespace {

static_assert(kMaxSideAmazons == rules::kMaxAmazons);

Features portable_features(const rules::Position& position, unsigned parts) {
  Features features;
  kPortableKernel.features(pack(position), parts, features);
  return features;
}

#ifdef THERMODON_AVX2
Features avx2_features(const rules::Position& position, unsigned parts) {
  Features features;
  kAvx2Kernel.features(pack(position), parts, features);
  return features;
}
#endif

}  // namespace

bool has_avx2() noexcept {
#ifdef THERMODON_AVX2
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

const Kernel& find_kernel(std::string_view name) noexcept {
#ifdef THERMODON_AVX2
  if (name != "portable" && has_avx2()) return kAvx2Kernel;
#endif
  static_cast<void>(name);
  return kPortableKernel;
}

rules::Result<FeatureFunction> feature_function(std::string_view kernel) {
  if (kernel == "scalar") return FeatureFunction{scalar_features};
  if (kernel == "portable" || (kernel == "auto" && !has_avx2())) return FeatureFunction{portable_features};
#ifdef THERMODON_AVX2
  if ((kernel == "avx2" || kernel == "auto") && has_avx2()) return FeatureFunction{avx2_features};
#endif
  if (kernel == "avx2") return rules::Error{"kernel=avx2: this machine has no AVX2; give auto"};
  return rules::Error{"kernel=" + std::string(kernel) + " is unknown; give auto, scalar, portable or avx2"};
}

}  // namespace thermodon::eval
