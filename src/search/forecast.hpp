// What moves are worth before they are made: what the amazon's step changes without its arrow, plus what a
// wall on the arrow's square changes by itself.
//
// A position with 1,500 moves has some 70 steps and 90 squares for arrows, so forecasting all moves costs a
// tenth of evaluating them. The best move by evaluation is among the 80 best forecasts in 94 to 98 of 100
// positions before ply 30, in more later.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "search/scored_move.hpp"
#include "thermodon/eval/evaluator.hpp"
#include "thermodon/search/searcher.hpp"

namespace thermodon::search {

// What steps and walls change by themselves, from the mover's view, as far as it is known: of one position,
// or of all that one position's moves lead to. Those siblings are so much alike that what was found for one
// serves to forecast the others. (Amazons go by their number. A parent that comes about with two numbers
// exchanged is taken for the same: its forecasts are then worse, and nothing else.)
class Changes {
 public:
  void forget() noexcept {
    step_known_.fill(false);
    wall_known_.fill(false);
  }
  // Forgets what is known of children of any other position; `parent` is its hash.
  void turn_to_children_of(std::uint64_t parent) noexcept {
    if (parent != parent_) forget();
    parent_ = parent;
  }

 private:
  friend class Forecast;

  std::uint64_t parent_ = 0;
  // By the amazon's number and the square it goes to.
  std::array<Score, std::size_t{rules::kMaxAmazons} * rules::kMailboxSize> step_{};
  std::array<bool, std::size_t{rules::kMaxAmazons} * rules::kMailboxSize> step_known_{};
  std::array<Score, rules::kMailboxSize> wall_{};
  std::array<bool, rules::kMailboxSize> wall_known_{};
};

// One a thread.
class Forecast {
 public:
  enum class Order : std::uint8_t { kBestFirst, kByStep };

  // Takes up a position. `changes` is what is known already and takes up what make() finds; it is used until
  // the next call. Returns the number of evaluations that make() needs.
  std::size_t gather(const rules::Position& position, Changes& changes) noexcept;

  // Forecasts the moves of the position that was gathered. Calls step(n) before each n evaluations, and gives
  // up when that says false.
  template <class Step>
  [[nodiscard]] bool make(const rules::Position& position, eval::Evaluator& evaluator, Step step) {
    if (!step(std::size_t{1})) return false;
    evaluate_pass(position, evaluator);
    for (std::size_t i = 0; i < unknown_step_count_; i += kBatch) {
      const std::size_t n = std::min(kBatch, unknown_step_count_ - i);
      if (!step(n)) return false;
      evaluate_steps(position, evaluator, i, n);
    }
    for (std::size_t i = 0; i < unknown_wall_count_; i += kBatch) {
      const std::size_t n = std::min(kBatch, unknown_wall_count_ - i);
      if (!step(n)) return false;
      evaluate_walls(position, evaluator, i, n);
    }
    return true;
  }

  // After make(), of the position gathered: the `count` (at least one) moves with the best forecasts, all
  // where there are no more. Valid until the next call.
  [[nodiscard]] std::span<const rules::Move> best(const rules::Position& position, std::size_t count,
                                                  Order order);

  // From the mover's view, after make(). Precondition: a legal move.
  [[nodiscard]] Score operator()(rules::Move move) const noexcept {
    return changes_->step_[cell(move)] + changes_->wall_[move.arrow.index] - pass_;
  }

 private:
  static constexpr std::size_t kBatch = 32;
  static constexpr std::size_t kMaxSteps = std::size_t{rules::kMaxAmazons} * 35;

  [[nodiscard]] std::size_t cell(rules::Move move) const noexcept {
    return std::size_t{amazon_numbers_[move.from.index]} * rules::kMailboxSize + move.to.index;
  }
  void gather_walls(const rules::Position& position) noexcept;
  void evaluate_pass(const rules::Position& position, eval::Evaluator& evaluator);
  void evaluate_steps(const rules::Position& position, eval::Evaluator& evaluator, std::size_t first,
                      std::size_t count);
  void evaluate_walls(const rules::Position& position, eval::Evaluator& evaluator, std::size_t first,
                      std::size_t count);

  Changes* changes_ = nullptr;
  std::array<std::uint8_t, rules::kMailboxSize> amazon_numbers_{};  // by square, of the mover's
  Score pass_ = 0;  // the opponent's value of the position with nothing moved
  std::array<rules::Move, kMaxSteps> steps_{};
  std::size_t step_count_ = 0;
  std::array<rules::Square, rules::kMailboxSize> walls_{};
  std::size_t wall_count_ = 0;
  // Those to be evaluated.
  std::array<rules::Move, kMaxSteps> unknown_steps_{};
  std::size_t unknown_step_count_ = 0;
  std::array<rules::Square, rules::kMailboxSize> unknown_walls_{};
  std::size_t unknown_wall_count_ = 0;
  // Of best().
  std::unique_ptr<rules::Move[]> moves_ = std::make_unique_for_overwrite<rules::Move[]>(kMaxMoves);
  std::unique_ptr<rules::Move[]> best_ = std::make_unique_for_overwrite<rules::Move[]>(kMaxMoves);
  std::unique_ptr<std::int32_t[]> keys_ = std::make_unique_for_overwrite<std::int32_t[]>(kMaxMoves);
};

}  // namespace thermodon::search
