#include "thermodon/eval/registry.hpp"

#include <array>
#include <string>

#include "eval/evaluators.hpp"

namespace thermodon::eval {

std::span<const EvaluatorInfo> evaluators() noexcept {
  static const std::array kEvaluators = {
      EvaluatorInfo{"amazong", "territory by queen and king distance, contest terms and amazons' mobility",
                    amazong_parameters(), make_amazong},
      EvaluatorInfo{"terrain", "squares that the side to move is nearer to, minus the opponent's",
                    terrain_parameters(), make_terrain},
  };
  return kEvaluators;
}

const EvaluatorInfo* find_evaluator(std::string_view name) noexcept {
  for (const auto& info : evaluators())
    if (info.name == name) return &info;
  return nullptr;
}

rules::Result<std::unique_ptr<Evaluator>> make_evaluator(std::string_view name,
                                                         const Parameters& parameters) {
  if (const EvaluatorInfo* info = find_evaluator(name)) return info->make(parameters);
  std::string message = "unknown evaluator \"" + std::string(name) + "\"; known are";
  for (const auto& info : evaluators())
    message += (&info == evaluators().data() ? " " : ", ") + std::string(info.name);
  return rules::Error{message};
}

}  // namespace thermodon::eval
