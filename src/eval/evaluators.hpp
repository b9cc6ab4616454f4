// What the evaluators' own files share, and their makers, which registry.cpp lists.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "thermodon/eval/evaluator.hpp"
#include "thermodon/eval/features.hpp"
#include "thermodon/eval/metrics.hpp"
#include "thermodon/eval/parameters.hpp"

namespace thermodon::eval {

using MadeEvaluator = rules::Result<std::unique_ptr<Evaluator>>;

// Squares to hundredths, rounded half away from zero (so that negation commutes) and limited.
[[nodiscard]] inline Score to_score(double squares) {
  const double value = std::clamp(squares * kSquare, -double{kMaxEval}, double{kMaxEval});
  // The number before 0.5: with 0.5 itself, what is just below a half would be rounded up by the addition.
  constexpr double kHalf = 0x1.fffffffffffffp-2;
  return static_cast<Score>(value + std::copysign(kHalf, value));
}

// +1 for White to move: turns White's view into the mover's.
[[nodiscard]] inline int mover_sign(const rules::Position& position) {
  return position.side_to_move() == rules::Color::kWhite ? 1 : -1;
}

// Sum of M over the amazons of side `side`.
[[nodiscard]] inline double total_mobility(const Features& features, std::size_t side) {
  int sum = 0;
  for (const int mobility : features.mobility[side]) sum += mobility;
  return static_cast<double>(sum) / kMobilityUnit;
}

// An evaluator that is a formula over Features. `Formula` is copyable and has
//   unsigned parts() const;   the Parts that it reads
//   double value(const Features&, const rules::Position&) const;   squares, from the mover's view
//   std::vector<Term> terms(const Features&, const rules::Position&) const;   without "score"
template <class Formula>
class FeatureEvaluator final : public Evaluator {
 public:
  FeatureEvaluator(Formula formula, FeatureFunction features)
      : formula_(std::move(formula)), read_(features) {}

  [[nodiscard]] Score evaluate(const rules::Position& position) override {
    read_(position, formula_.parts(), features_);
    return to_score(formula_.value(features_, position));
  }
  [[nodiscard]] std::vector<Term> explain(const rules::Position& position) override {
    read_(position, formula_.parts(), features_);
    std::vector<Term> terms = formula_.terms(features_, position);
    terms.push_back({"score", formula_.value(features_, position)});
    return terms;
  }
  [[nodiscard]] std::unique_ptr<Evaluator> clone() const override {
    return std::make_unique<FeatureEvaluator>(*this);
  }

 private:
  Formula formula_;
  FeatureFunction read_;
  Features features_;  // scratch: clearing it anew costs as much as a cheap evaluator
};

// Every evaluator over Features takes this parameter.
inline constexpr ParameterInfo kKernelParameter = {"kernel", "how distances are computed; all give the same",
                                                   "auto",   0,
                                                   0,        "auto|scalar|portable|avx2|avx512"};

// The last step of a maker: the evaluator, or the reader's error.
template <class Formula>
MadeEvaluator finish(ParameterReader& reader, Formula formula) {
  const auto features = feature_function(reader.text("kernel"));
  if (!features) reader.fail(features.error());
  if (reader.error()) return *reader.error();
  return MadeEvaluator(std::make_unique<FeatureEvaluator<Formula>>(std::move(formula), *features));
}

// Each maker beside its table of parameters.
[[nodiscard]] std::span<const ParameterInfo> movement_parameters() noexcept;
[[nodiscard]] MadeEvaluator make_movement(const Parameters& parameters);
[[nodiscard]] std::span<const ParameterInfo> mobility_parameters() noexcept;
[[nodiscard]] MadeEvaluator make_mobility(const Parameters& parameters);
[[nodiscard]] std::span<const ParameterInfo> terrain_parameters() noexcept;
[[nodiscard]] MadeEvaluator make_terrain(const Parameters& parameters);
[[nodiscard]] std::span<const ParameterInfo> relative_terrain_parameters() noexcept;
[[nodiscard]] MadeEvaluator make_relative_terrain(const Parameters& parameters);
[[nodiscard]] std::span<const ParameterInfo> kqm_parameters() noexcept;
[[nodiscard]] MadeEvaluator make_kqm(const Parameters& parameters);
[[nodiscard]] std::span<const ParameterInfo> amazong_parameters() noexcept;
[[nodiscard]] MadeEvaluator make_amazong(const Parameters& parameters);
[[nodiscard]] std::span<const ParameterInfo> king_territory_parameters() noexcept;
[[nodiscard]] MadeEvaluator make_king_territory(const Parameters& parameters);
[[nodiscard]] std::span<const ParameterInfo> queen_safety_parameters() noexcept;
[[nodiscard]] MadeEvaluator make_queen_safety(const Parameters& parameters);
[[nodiscard]] std::span<const ParameterInfo> two_step_parameters() noexcept;
[[nodiscard]] MadeEvaluator make_two_step(const Parameters& parameters);
[[nodiscard]] std::span<const ParameterInfo> phased_parameters() noexcept;
[[nodiscard]] MadeEvaluator make_phased(const Parameters& parameters);

}  // namespace thermodon::eval
