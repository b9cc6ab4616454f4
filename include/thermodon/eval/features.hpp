// Reads Features (features_data.hpp) off a position.
#pragma once

#include <string_view>

#include "thermodon/eval/features_data.hpp"
#include "thermodon/rules/position.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::eval {

// Writes the fields of `parts`; what becomes of the others is not specified. Safe from any thread.
using FeatureFunction = void (*)(const rules::Position& position, unsigned parts, Features& out);

// `kernel` is "auto" (the fastest that this machine runs), "scalar" (the plain reference), "portable" (bit
// sets in ordinary registers), "avx2" or "avx512". An unknown name, or one that this machine cannot run, is
// an error.
[[nodiscard]] rules::Result<FeatureFunction> feature_function(std::string_view kernel = "auto");

// The reference, from the maps of metrics.hpp. Fields of other parts are 0.
[[nodiscard]] Features scalar_features(const rules::Position& position, unsigned parts);

}  // namespace thermodon::eval
