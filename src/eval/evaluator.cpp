// What every evaluator can do: one board after the other.
#include "thermodon/eval/evaluator.hpp"

namespace thermodon::eval {

void Evaluator::evaluate_moves(const rules::Position& position, std::span<const rules::Move> moves,
                               Score* scores) {
  rules::Position after = position;
  for (const rules::Move move : moves) {
    after.make(move);
    *scores++ = evaluate(after);
    after.unmake(move);
  }
}

void Evaluator::evaluate_steps(const rules::Position& position, std::span<const rules::Move> moves,
                               Score* scores) {
  for (const rules::Move move : moves) {
    rules::Position after = position;
    after.clear(move.from);
    after.put(move.to, position.at(move.from));
    after.set_side_to_move(!position.side_to_move());
    *scores++ = evaluate(after);
  }
}

void Evaluator::evaluate_walls(const rules::Position& position, std::span<const rules::Square> walls,
                               Score* scores) {
  rules::Position after = position;
  after.set_side_to_move(!position.side_to_move());
  for (const rules::Square wall : walls) {
    after.put(wall, rules::Cell::kArrow);
    *scores++ = evaluate(after);
    after.clear(wall);
  }
}

}  // namespace thermodon::eval
