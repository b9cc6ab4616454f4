// The moves of a position with their static values: all of them, or those that are forecast to be best.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

#include "search/forecast.hpp"
#include "search/scored_move.hpp"
#include "search/walk.hpp"

namespace thermodon::search {

// One a thread; each find() replaces what the one before found.
class MoveValues {
 public:
  // Evaluates the `preselect` moves with the best forecast, or all where that is not more work or `preselect`
  // is 0. Values are from the mover's view; a move that leaves the opponent none has the value `win`. Calls
  // step(n) before each n evaluations, and gives up when that says false; moves() then holds what was
  // evaluated.
  template <class Step>
  [[nodiscard]] bool find(const rules::Position& position, eval::Evaluator& evaluator, std::size_t preselect,
                          Score win, Step step) {
    gather(position);
    if (preselect > 0 && count_ > preselect + forecast_.gather(position, generated())) {
      if (!forecast_.make(position, evaluator, step)) return false;
      keep_best_forecasts(preselect, Order::kAsGenerated);  // so that those of one step are evaluated at once
    }
    while (evaluated_ < count_) {
      const std::size_t end = next_batch();
      if (!step(end - evaluated_)) return false;
      evaluate(position, evaluator, end, win);
    }
    return true;
  }

  // Prepares the `most` moves with the best forecasts to be evaluated by evaluate_next, the best first.
  template <class Step>
  [[nodiscard]] bool forecast(const rules::Position& position, eval::Evaluator& evaluator, std::size_t most,
                              Step step) {
    gather(position);
    forecast_.gather(position, generated());
    if (!forecast_.make(position, evaluator, step)) return false;
    keep_best_forecasts(most, Order::kBestFirst);
    return true;
  }
  // Of the next move to be evaluated; -kInfinite when there is none.
  [[nodiscard]] Score next_forecast() const noexcept {
    return evaluated_ < count_ ? forecast_(moves_[evaluated_]) : -kInfinite;
  }
  template <class Step>
  [[nodiscard]] bool evaluate_next(const rules::Position& position, eval::Evaluator& evaluator,
                                   std::size_t count, Score win, Step step) {
    const std::size_t end = std::min(evaluated_ + std::min(count, kBatch), count_);
    if (end == evaluated_ || !step(end - evaluated_)) return false;
    evaluate(position, evaluator, end, win);
    return true;
  }

  [[nodiscard]] std::span<ScoredMove> moves() noexcept { return {values_.get(), evaluated_}; }
  // Whether moves() holds every legal move.
  [[nodiscard]] bool complete() const noexcept { return complete_; }

 private:
  static constexpr std::size_t kBatch = 32;

  [[nodiscard]] std::span<const rules::Move> generated() const noexcept { return {moves_.get(), count_}; }
  void gather(const rules::Position& position) noexcept;
  enum class Order : std::uint8_t { kBestFirst, kAsGenerated };
  void keep_best_forecasts(std::size_t count, Order order);
  // Where the moves of one step or more end that are to be evaluated next.
  [[nodiscard]] std::size_t next_batch() const noexcept;
  void evaluate(const rules::Position& position, eval::Evaluator& evaluator, std::size_t end, Score win);

  Forecast forecast_;
  // Pages that are never used cost nothing.
  std::unique_ptr<rules::Move[]> moves_ = std::make_unique_for_overwrite<rules::Move[]>(kMaxMoves);
  std::unique_ptr<ScoredMove[]> values_ = std::make_unique_for_overwrite<ScoredMove[]>(kMaxMoves);
  std::unique_ptr<std::int32_t[]> keys_ = std::make_unique_for_overwrite<std::int32_t[]>(kMaxMoves);
  std::size_t count_ = 0;      // of moves_
  std::size_t evaluated_ = 0;  // of those, from the first on
  bool complete_ = true;
  bool may_end_game_ = false;  // whether a move can leave the opponent none
};

}  // namespace thermodon::search
