// The makers that the registry's rows name, one a searcher.
#pragma once

#include "thermodon/search/spec.hpp"

namespace thermodon::search {

using MadeSearcher = rules::Result<std::unique_ptr<Searcher>>;

MadeSearcher make_random(std::unique_ptr<eval::Evaluator> evaluator, const eval::Parameters& parameters);
MadeSearcher make_greedy(std::unique_ptr<eval::Evaluator> evaluator, const eval::Parameters& parameters);
MadeSearcher make_alphabeta(std::unique_ptr<eval::Evaluator> evaluator, const eval::Parameters& parameters);
MadeSearcher make_mcts(std::unique_ptr<eval::Evaluator> evaluator, const eval::Parameters& parameters);
MadeSearcher make_two_step(std::unique_ptr<eval::Evaluator> evaluator, const eval::Parameters& parameters);
MadeSearcher make_ensemble(std::unique_ptr<eval::Evaluator> evaluator, const eval::Parameters& parameters);

[[nodiscard]] std::span<const eval::ParameterInfo> two_step_parameters() noexcept;
[[nodiscard]] std::span<const eval::ParameterInfo> random_parameters() noexcept;
[[nodiscard]] std::span<const eval::ParameterInfo> ensemble_parameters() noexcept;

}  // namespace thermodon::search
