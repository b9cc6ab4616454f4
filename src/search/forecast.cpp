#include "search/forecast.hpp"

#include <bit>
#include <functional>
#include <limits>

#include "search/walk.hpp"
#include "search/win_score.hpp"
#include "thermodon/eval/regions.hpp"

namespace thermodon::search {

std::size_t Forecast::gather(const rules::Position& position, Changes& changes) noexcept {
  changes_ = &changes;
  step_count_ = unknown_step_count_ = 0;
  const auto amazons = position.amazons(position.side_to_move());
  for (std::size_t i = 0; i < amazons.size(); ++i) {
    const rules::Square from = amazons[i];
    amazon_numbers_[from.index] = static_cast<std::uint8_t>(i);
    changes.wall_[from.index] =
        0;  // an arrow back to where the amazon came from leaves the walls as they were
    for_each_destination(position, from, [&](rules::Square to) {
      const rules::Move move{from, to, from};
      steps_[step_count_++] = move;
      if (!changes.step_known_[cell(move)]) unknown_steps_[unknown_step_count_++] = move;
    });
  }
  gather_walls(position);
  return 1 + unknown_step_count_ + unknown_wall_count_;
}

// All squares that the mover's amazons can get to at all: arrows get no farther.
void Forecast::gather_walls(const rules::Position& position) noexcept {
  wall_count_ = unknown_wall_count_ = 0;
  const rules::Bitboard reached = eval::reach(position).by[rules::index(position.side_to_move())];
  for (std::size_t row = 1; row <= rules::kMaxBoard; ++row) {
    for (unsigned bits = reached.rows[row]; bits != 0; bits &= bits - 1) {
      const auto column = static_cast<std::size_t>(std::countr_zero(bits));
      const rules::Square wall{static_cast<std::uint8_t>(row * rules::kMailboxWidth + column)};
      walls_[wall_count_++] = wall;
      if (!changes_->wall_known_[wall.index]) unknown_walls_[unknown_wall_count_++] = wall;
    }
  }
}

// By keys that hold the forecast above a number, so that one comparison of whole numbers orders them. The
// best steps come first, and the last ones are not looked at: not even with the best wall could their moves
// be among the best.
std::span<const rules::Move> Forecast::best(const rules::Position& position, std::size_t count, Order order) {
  constexpr std::int32_t kNumbers = 1 << 14;
  static_assert(kMaxMoves <= kNumbers && 3 * eval::kMaxEval < (1 << 17));
  const auto number_of = [](std::int32_t key) { return static_cast<std::size_t>(-key & (kNumbers - 1)); };
  std::array<std::int32_t, kMaxSteps> steps;
  for (std::size_t i = 0; i < step_count_; ++i)
    steps[i] = changes_->step_[cell(steps_[i])] * kNumbers - static_cast<std::int32_t>(i);
  std::sort(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(step_count_), std::greater<>());
  Score best_wall = 0;
  for (std::size_t i = 0; i < wall_count_; ++i)
    best_wall = std::max(best_wall, changes_->wall_[walls_[i].index]);
  std::int32_t* const keys = keys_.get();
  const std::size_t room = std::max(2 * count, std::size_t{128});
  std::int32_t least = std::numeric_limits<std::int32_t>::min();  // of the best so far
  std::size_t n = 0;
  const auto select = [&] {
    if (n <= count) return;
    std::nth_element(keys, keys + count - 1, keys + n, std::greater<>());
    n = count;
    least = keys[n - 1];
  };
  std::int32_t number = 0;
  for (std::size_t i = 0; i < step_count_; ++i) {
    const rules::Move step = steps_[number_of(steps[i])];
    const Score value = changes_->step_[cell(step)] - pass_;
    if ((value + best_wall) * kNumbers <= least) break;
    for_each_arrow(position, step.from, step.to, [&](rules::Square arrow) {
      moves_[static_cast<std::size_t>(number)] = {step.from, step.to, arrow};
      const std::int32_t key = (value + changes_->wall_[arrow.index]) * kNumbers - number++;
      if (key <= least) return;
      keys[n++] = key;
      if (n == room) select();
    });
  }
  select();
  if (order == Order::kBestFirst) std::sort(keys, keys + n, std::greater<>());
  for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<std::int32_t>(number_of(keys[i]));
  if (order == Order::kByStep) std::sort(keys, keys + n);
  for (std::size_t i = 0; i < n; ++i) best_[i] = moves_[static_cast<std::size_t>(keys[i])];
  return {best_.get(), n};
}

void Forecast::evaluate_pass(const rules::Position& position, eval::Evaluator& evaluator) {
  rules::Position passed = position;
  passed.set_side_to_move(!position.side_to_move());
  pass_ = limited(evaluator.evaluate(passed));
}

void Forecast::evaluate_steps(const rules::Position& position, eval::Evaluator& evaluator, std::size_t first,
                              std::size_t count) {
  std::array<Score, kBatch> scores{};
  const auto steps = std::span(unknown_steps_).subspan(first, count);
  evaluator.evaluate_steps(position, steps, scores.data());
  for (std::size_t i = 0; i < count; ++i) {
    changes_->step_[cell(steps[i])] = pass_ - limited(scores[i]);
    changes_->step_known_[cell(steps[i])] = true;
  }
}

void Forecast::evaluate_walls(const rules::Position& position, eval::Evaluator& evaluator, std::size_t first,
                              std::size_t count) {
  std::array<Score, kBatch> scores{};
  const auto walls = std::span(unknown_walls_).subspan(first, count);
  evaluator.evaluate_walls(position, walls, scores.data());
  for (std::size_t i = 0; i < count; ++i) {
    changes_->wall_[walls[i].index] = pass_ - limited(scores[i]);
    changes_->wall_known_[walls[i].index] = true;
  }
}

}  // namespace thermodon::search
