#include "search/forecast.hpp"

#include <bit>
#include <functional>
#include <limits>

#include "search/walk.hpp"
#include "search/win_score.hpp"
#include "thermodon/eval/regions.hpp"

namespace thermodon::search {
namespace {

// What is ordered is one whole number: the forecast above a number that tells where to find it.
constexpr std::int32_t kNumbers = 1 << 14;
// A forecast is the value of a pass and up to two differences of values.
static_assert(kMaxMoves <= kNumbers && 5 * eval::kMaxEval < (1 << 17));

std::int32_t key(Score forecast, std::size_t number) noexcept {
  return forecast * kNumbers - static_cast<std::int32_t>(number);
}
std::size_t number_of(std::int32_t key) noexcept { return static_cast<std::size_t>(-key & (kNumbers - 1)); }
Score forecast_of(std::int32_t key) noexcept {
  return (key + static_cast<std::int32_t>(number_of(key))) / kNumbers;
}

// Keeps the greatest of the keys that it is given. Their numbers must rise from one to the next: then a later
// key of the same forecast is a lesser one.
class Greatest {
 public:
  // `keys` has room for max(2 * count, 128), or for all that are added.
  Greatest(std::int32_t* keys, std::size_t count) noexcept
      : keys_(keys), count_(count), room_(std::max(2 * count, std::size_t{128})) {}

  // Keys of forecasts up to this one cannot be among them any more.
  [[nodiscard]] Score bar() const noexcept { return bar_; }
  void add(std::int32_t key) {
    keys_[size_++] = key;
    if (size_ == room_) select();
  }
  // In any order.
  [[nodiscard]] std::span<std::int32_t> take() {
    select();
    return {keys_, size_};
  }

 private:
  void select() {
    if (size_ <= count_) return;
    std::nth_element(keys_, keys_ + count_ - 1, keys_ + size_, std::greater<>());
    size_ = count_;
    bar_ = forecast_of(keys_[count_ - 1]);
  }

  std::int32_t* keys_;
  std::size_t count_;
  std::size_t room_;
  std::size_t size_ = 0;
  Score bar_ = std::numeric_limits<Score>::min() / 2;
};

}  // namespace

std::size_t Forecast::gather(const rules::Position& position, Changes& changes) noexcept {
  changes_ = &changes;
  step_count_ = unknown_step_count_ = 0;
  const auto amazons = position.amazons(position.side_to_move());
  for (std::size_t i = 0; i < amazons.size(); ++i) {
    const rules::Square from = amazons[i];
    amazon_numbers_[from.index] = static_cast<std::uint8_t>(i);
    // An arrow back to where the amazon came from leaves the walls as they were.
    changes.wall_[from.index] = 0;
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

// The best steps come first, and the last ones are not looked at: not even with the best wall could their
// moves be among the best.
std::span<const rules::Move> Forecast::best(const rules::Position& position, std::size_t count, Order order) {
  std::array<std::int32_t, kMaxSteps> steps;
  for (std::size_t i = 0; i < step_count_; ++i) steps[i] = key(changes_->step_[cell(steps_[i])], i);
  std::sort(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(step_count_), std::greater<>());
  Score best_wall = 0;
  for (std::size_t i = 0; i < wall_count_; ++i)
    best_wall = std::max(best_wall, changes_->wall_[walls_[i].index]);

  Greatest greatest(keys_.get(), count);
  std::size_t added = 0;
  for (std::size_t i = 0; i < step_count_; ++i) {
    const rules::Move step = steps_[number_of(steps[i])];
    const Score value = changes_->step_[cell(step)] - pass_;
    Score bar = greatest.bar() - value;
    if (best_wall <= bar) break;
    for_each_arrow(position, step.from, step.to, [&](rules::Square arrow) {
      const Score wall = changes_->wall_[arrow.index];
      if (wall <= bar) return;
      moves_[added] = {step.from, step.to, arrow};
      greatest.add(key(value + wall, added));
      ++added;
      bar = greatest.bar() - value;
    });
  }

  const std::span<std::int32_t> keys = greatest.take();
  // Moves were added step by step, so their numbers keep those of one step together.
  if (order == Order::kByStep)
    std::sort(keys.begin(), keys.end(), [](auto a, auto b) { return number_of(a) < number_of(b); });
  else
    std::sort(keys.begin(), keys.end(), std::greater<>());
  for (std::size_t i = 0; i < keys.size(); ++i) best_[i] = moves_[number_of(keys[i])];
  return {best_.get(), keys.size()};
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
