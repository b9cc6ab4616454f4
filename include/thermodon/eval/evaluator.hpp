// What every evaluator is: a value of a position from the side to move's view.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "thermodon/rules/position.hpp"

namespace thermodon::eval {

// Hundredths of a square, from the side to move's view. Evaluators stay within +-kMaxEval.
using Score = int;
inline constexpr Score kMaxEval = 25'000;
inline constexpr Score kSquare = 100;

// A named part of an evaluation, in squares (not hundredths), from the side to move's view.
struct Term {
  std::string name;
  double value = 0;
};

// An instance belongs to one thread (it may keep scratch memory); clone one for each.
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  [[nodiscard]] virtual Score evaluate(const rules::Position& position) = 0;
  // The parts that make up the value, for `thermodon eval`; the last one is named "score" and is the value in
  // squares before rounding and clamping.
  [[nodiscard]] virtual std::vector<Term> explain(const rules::Position& position) = 0;
  [[nodiscard]] virtual std::unique_ptr<Evaluator> clone() const = 0;
};

}  // namespace thermodon::eval
