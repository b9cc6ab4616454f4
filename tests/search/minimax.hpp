// The plainest search there is, which the others are compared with.
#pragma once

#include <algorithm>

#include "thermodon/eval/evaluator.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/search/searcher.hpp"

namespace thermodon::search::testing {

// The exact value of a full-width search to `depth` from the side to move's view. `value(position, last)` is
// what a leaf is worth to the side to move there after the move `last`.
template <class Value>
Score minimax_of(rules::Position& position, const Value& value, int depth, rules::Move last = {},
                 int ply = 0) {
  const rules::MoveList moves = rules::legal_moves(position);
  if (moves.empty()) return -(kWin - ply);
  if (depth == 0) return value(position, last);
  Score best = -kInfinite;
  for (const rules::Move move : moves) {
    position.make(move);
    best = std::max(best, -minimax_of(position, value, depth - 1, move, ply + 1));
    position.unmake(move);
  }
  return best;
}

inline Score minimax(rules::Position& position, eval::Evaluator& evaluator, int depth) {
  return minimax_of(
      position, [&](const rules::Position& leaf, rules::Move) { return evaluator.evaluate(leaf); }, depth);
}

}  // namespace thermodon::search::testing
