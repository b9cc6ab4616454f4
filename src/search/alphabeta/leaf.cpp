// The value of a position that is not searched any deeper.
#include "search/alphabeta/worker.hpp"
#include "search/walk.hpp"
#include "search/win_score.hpp"

namespace thermodon::search {
namespace {

// Whether the move left this amazon a single way out.
bool all_but_enclosed(const rules::Position& position, rules::Square amazon, rules::Move move) noexcept {
  int ways_out = 0;
  bool touched = false;
  for (const int direction : rules::kDirections) {
    const rules::Square s{static_cast<std::uint8_t>(amazon.index + direction)};
    ways_out += position.is_empty(s) ? 1 : 0;
    touched |= s == move.to || s == move.arrow;
  }
  return touched && ways_out == 1;
}

}  // namespace

Score Worker::evaluate(int ply) {
  Ply& here = plies_[static_cast<std::size_t>(ply)];
  if (!here.static_eval) here.static_eval = limited(evaluator_->evaluate(position_));
  return *here.static_eval;
}

Score Worker::leaf(int ply, Score beta) {
  if (step()) return 0;
  if (!can_move(position_)) return lost_at(ply);
  if (const auto score = decided(ply)) return *score;
  const Score value = evaluate(ply);
  if (!options_.quiescence || value >= beta) return value;
  return std::max(value, best_escape(plies_[static_cast<std::size_t>(ply - 1)].played));
}

std::optional<Score> Worker::decided(int ply) {
  return options_.endgame ? endgame_.score(position_, ply) : std::nullopt;
}

// A threat to enclose an amazon is not believed before its way out was tried: what the side to move has when
// an amazon that the last move all but enclosed steps out of there, before its arrow. -kInfinite: there is
// none.
Score Worker::best_escape(rules::Move last) {
  Score best = -kInfinite;
  for (const rules::Square amazon : position_.amazons(position_.side_to_move())) {
    if (!all_but_enclosed(position_, amazon, last)) continue;
    std::array<rules::Move, rules::kMaxBoard> steps;  // one way out is one line of squares
    std::array<Score, rules::kMaxBoard> scores;
    std::size_t count = 0;
    for_each_destination(position_, amazon, [&](rules::Square to) { steps[count++] = {amazon, to, amazon}; });
    if (step(count)) break;
    evaluator_->evaluate_steps(position_, std::span(steps).first(count), scores.data());
    for (const Score score : std::span(scores).first(count)) best = std::max(best, -limited(score));
  }
  return best;
}

}  // namespace thermodon::search
