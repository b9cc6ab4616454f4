#include "thermodon/eval/features.hpp"

namespace thermodon::eval {

rules::Result<FeatureFunction> feature_function(std::string_view kernel) {
  if (kernel == "scalar" || kernel == "auto") return FeatureFunction{scalar_features};
  return rules::Error{"kernel=" + std::string(kernel) + " is unknown; give auto or scalar"};
}

}  // namespace thermodon::eval
