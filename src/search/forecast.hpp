// What moves are worth before they are made: the value of the amazon's step without its arrow, plus what a
// wall on the arrow's square changes by itself.
//
// A position with 1,500 moves has some 70 steps and 90 squares for arrows, so forecasting all moves costs a
// tenth of evaluating them. The best move by evaluation is among the 80 best forecasts in 94 to 98 of 100
// positions before ply 30, in more later.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "thermodon/eval/evaluator.hpp"
#include "thermodon/search/searcher.hpp"

namespace thermodon::search {

// One a thread.
class Forecast {
 public:
  // Takes up a position: `moves` are all its legal moves, those of one step behind each other. Returns the
  // number of evaluations that make() needs.
  std::size_t gather(const rules::Position& position, std::span<const rules::Move> moves) noexcept;

  // Forecasts the moves of the position that was gathered. Calls step(n) before each n evaluations, and gives
  // up when that says false.
  template <class Step>
  [[nodiscard]] bool make(const rules::Position& position, eval::Evaluator& evaluator, Step step) {
    if (!step(std::size_t{1})) return false;
    evaluate_pass(position, evaluator);
    for (std::size_t i = 0; i < step_count_; i += kBatch) {
      const std::size_t n = std::min(kBatch, step_count_ - i);
      if (!step(n)) return false;
      evaluate_steps(position, evaluator, i, n);
    }
    for (std::size_t i = 0; i < wall_count_; i += kBatch) {
      const std::size_t n = std::min(kBatch, wall_count_ - i);
      if (!step(n)) return false;
      evaluate_walls(position, evaluator, i, n);
    }
    return true;
  }

  // From the mover's view. Precondition: one of the moves gathered.
  [[nodiscard]] Score operator()(rules::Move move) const noexcept {
    return by_step_[cell(move)] + by_wall_[move.arrow.index];
  }

 private:
  static constexpr std::size_t kBatch = 32;
  static constexpr std::size_t kMaxSteps = std::size_t{rules::kMaxAmazons} * 35;

  [[nodiscard]] static std::size_t cell(rules::Move move) noexcept {
    return std::size_t{move.from.index} * rules::kMailboxSize + move.to.index;
  }
  void evaluate_pass(const rules::Position& position, eval::Evaluator& evaluator);
  void evaluate_steps(const rules::Position& position, eval::Evaluator& evaluator, std::size_t first,
                      std::size_t count);
  void evaluate_walls(const rules::Position& position, eval::Evaluator& evaluator, std::size_t first,
                      std::size_t count);

  std::array<Score, std::size_t{rules::kMailboxSize} * rules::kMailboxSize> by_step_{};
  std::array<Score, rules::kMailboxSize> by_wall_{};
  Score pass_ = 0;  // the opponent's value of the position with nothing moved
  std::array<rules::Move, kMaxSteps> steps_{};
  std::size_t step_count_ = 0;
  std::array<rules::Square, rules::kMailboxSize> walls_{};
  std::size_t wall_count_ = 0;
};

}  // namespace thermodon::search
