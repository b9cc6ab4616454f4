// The table of evaluators by name, and their parameters.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "thermodon/eval/evaluator.hpp"
#include "thermodon/eval/parameters.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::eval {

struct EvaluatorInfo {
  std::string_view name;
  std::string_view summary;
  std::span<const ParameterInfo> parameters;
  rules::Result<std::unique_ptr<Evaluator>> (*make)(const Parameters&);
};

// One row an evaluator; adding one is adding a row.
[[nodiscard]] std::span<const EvaluatorInfo> evaluators() noexcept;
[[nodiscard]] const EvaluatorInfo* find_evaluator(std::string_view name) noexcept;
// An unknown name's error lists the known ones.
[[nodiscard]] rules::Result<std::unique_ptr<Evaluator>> make_evaluator(std::string_view name,
                                                                       const Parameters& parameters = {});

}  // namespace thermodon::eval
