#include "thermodon/eval/registry.hpp"

#include <array>
#include <string>

#include "eval/evaluators.hpp"

namespace thermodon::eval {

std::span<const EvaluatorInfo> evaluators() noexcept {
  static const std::array kEvaluators = {
      EvaluatorInfo{"movement", "queen moves of own amazons, minus the opponent's", movement_parameters(),
                    make_movement},
      EvaluatorInfo{"mobility", "mobility (Lieberum's alpha) of own amazons, minus the opponent's",
                    mobility_parameters(), make_mobility},
      EvaluatorInfo{"terrain", "squares that the side to move is nearer to, minus the opponent's",
                    terrain_parameters(), make_terrain},
      EvaluatorInfo{"relative-terrain", "terrain that counts how much nearer", relative_terrain_parameters(),
                    make_relative_terrain},
      EvaluatorInfo{"kqm", "weighted sum of king terrain, queen terrain and mobility", kqm_parameters(),
                    make_kqm},
      EvaluatorInfo{"amazong", "Lieberum's: both terrains, contest terms and enclosure, weighted by phase",
                    amazong_parameters(), make_amazong},
      EvaluatorInfo{"king-territory", "king terrain as a part of all squares that can be reached",
                    king_territory_parameters(), make_king_territory},
      EvaluatorInfo{"queen-safety", "liberties of both sides' amazons, and their queen moves",
                    queen_safety_parameters(), make_queen_safety},
      EvaluatorInfo{"two-step",
                    "freedom, queen moves and place of the amazons, as the two-step searcher sees",
                    two_step_parameters(), make_two_step},
      EvaluatorInfo{"phased", "other evaluators, each in its phase of the game", phased_parameters(),
                    make_phased},
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
