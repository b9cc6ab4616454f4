// What every evaluator is: a value of a position from the side to move's view.
#pragma once

#include <memory>
#include <span>
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

  // Many boards at once, each value equal to evaluate() of that board (so from the view of the side that
  // moves next). Evaluators that can share work between them override these. `scores` has room for one each.
  //
  // After each of some legal moves; fastest with the arrows of one step behind each other.
  virtual void evaluate_moves(const rules::Position& position, std::span<const rules::Move> moves,
                              Score* scores);
  // After the amazon's step alone: the moves' arrows are not shot.
  virtual void evaluate_steps(const rules::Position& position, std::span<const rules::Move> moves,
                              Score* scores);
  // With one of some empty squares blocked and no amazon moved.
  virtual void evaluate_walls(const rules::Position& position, std::span<const rules::Square> walls,
                              Score* scores);

  // The parts that make up the value, for `thermodon eval`; the last one is named "score" and is the value in
  // squares before rounding and clamping.
  [[nodiscard]] virtual std::vector<Term> explain(const rules::Position& position) = 0;
  [[nodiscard]] virtual std::unique_ptr<Evaluator> clone() const = 0;
};

}  // namespace thermodon::eval
