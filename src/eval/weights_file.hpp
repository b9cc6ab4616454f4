// The file that the parameter weights=FILE names: JSON (comments allowed) with one object an evaluator.
#pragma once

#include <string_view>

#include "thermodon/eval/amazong.hpp"
#include "thermodon/eval/parameters.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::eval {

inline constexpr ParameterInfo kWeightsParameter = {
    "weights", "JSON file of weights (see config/evaluators.json); parameters given here win over it", ""};

// `given` with what the evaluator's object in the file holds put in; `given` itself where no file is named. A
// file without such an object, or that cannot be read, is an error; so is a value that is neither text nor
// number.
[[nodiscard]] rules::Result<Parameters> with_weights_file(std::string_view evaluator,
                                                          const Parameters& given);

// The weights of amazong in the file `path`. Every key that is missing keeps its default; an unknown key,
// rows that do not rise or numbers out of range are errors that name the place.
[[nodiscard]] rules::Result<AmazongWeights> read_amazong_weights(const std::string& path);

}  // namespace thermodon::eval
