// The plainest search there is, which the others are compared with.
#pragma once

#include <algorithm>

#include "thermodon/eval/evaluator.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/search/searcher.hpp"

namespace thermodon::search::testing {

// The exact value of a full-width search to `depth` from the side to move's view.
inline Score minimax(rules::Position& position, eval::Evaluator& evaluator, int depth, int ply = 0) {
  const rules::MoveList moves = rules::legal_moves(position);
  if (moves.empty()) return -(kWin - ply);
  if (depth == 0) return evaluator.evaluate(position);
  Score best = -kInfinite;
  for (const rules::Move move : moves) {
    position.make(move);
    best = std::max(best, -minimax(position, evaluator, depth - 1, ply + 1));
    position.unmake(move);
  }
  return best;
}

}  // namespace thermodon::search::testing
