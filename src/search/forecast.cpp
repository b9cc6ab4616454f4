#include "search/forecast.hpp"

#include "search/win_score.hpp"

namespace thermodon::search {

std::size_t Forecast::gather(const rules::Position& position, std::span<const rules::Move> moves) noexcept {
  step_count_ = wall_count_ = 0;
  std::array<bool, rules::kMailboxSize> seen{};
  rules::Move last{};
  for (const rules::Move move : moves) {
    if (move.from != last.from || move.to != last.to) steps_[step_count_++] = last = move;
    if (seen[move.arrow.index]) continue;
    seen[move.arrow.index] = true;
    // An arrow back to where an amazon came from leaves the walls as they were.
    by_wall_[move.arrow.index] = 0;
    if (position.is_empty(move.arrow)) walls_[wall_count_++] = move.arrow;
  }
  return 1 + step_count_ + wall_count_;
}

void Forecast::evaluate_pass(const rules::Position& position, eval::Evaluator& evaluator) {
  rules::Position passed = position;
  passed.set_side_to_move(!position.side_to_move());
  pass_ = limited(evaluator.evaluate(passed));
}

void Forecast::evaluate_steps(const rules::Position& position, eval::Evaluator& evaluator, std::size_t first,
                              std::size_t count) {
  std::array<Score, kBatch> scores{};
  const auto steps = std::span(steps_).subspan(first, count);
  evaluator.evaluate_steps(position, steps, scores.data());
  for (std::size_t i = 0; i < count; ++i) by_step_[cell(steps[i])] = -limited(scores[i]);
}

void Forecast::evaluate_walls(const rules::Position& position, eval::Evaluator& evaluator, std::size_t first,
                              std::size_t count) {
  std::array<Score, kBatch> scores{};
  const auto walls = std::span(walls_).subspan(first, count);
  evaluator.evaluate_walls(position, walls, scores.data());
  for (std::size_t i = 0; i < count; ++i) by_wall_[walls[i].index] = pass_ - limited(scores[i]);
}

}  // namespace thermodon::search
