// The moves of a position with their static values: all of them, or those that are forecast to be best.
#pragma once

#include <algorithm>
#include <memory>
#include <span>

#include "search/forecast.hpp"
#include "search/scored_move.hpp"
#include "search/win_score.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::search {

// One a thread; each find() replaces what the one before found.
class MoveValues {
 public:
  // Evaluates the `preselect` moves with the best forecast, or all where that is not more work or `preselect`
  // is 0. Values are from the mover's view; a move that leaves the opponent none has the value `win`. Calls
  // step(n) before each n evaluations, and gives up when that says false; moves() then holds what was
  // evaluated. `siblings`: what they know, if they are to share (see Changes).
  template <class Step>
  [[nodiscard]] bool find(const rules::Position& position, eval::Evaluator& evaluator, std::size_t preselect,
                          Score win, Step step, Changes* siblings = nullptr) {
    start(position);
    if (preselect > 0 &&
        rules::count_moves(position) > preselect + forecast_.gather(position, changes_for(siblings))) {
      if (!forecast_.make(position, evaluator, step)) return false;
      moves_ = forecast_.best(position, preselect, Forecast::Order::kByStep);
      complete_ = false;
    } else {
      take_all(position);
    }
    while (evaluated_ < moves_.size()) {
      const std::size_t end = next_batch();
      if (!step(end - evaluated_)) return false;
      evaluate(position, evaluator, end, win);
    }
    return true;
  }

  // Prepares the `most` moves with the best forecasts to be evaluated by evaluate_next, the best first.
  template <class Step>
  [[nodiscard]] bool forecast(const rules::Position& position, eval::Evaluator& evaluator, std::size_t most,
                              Step step, Changes* siblings = nullptr) {
    start(position);
    forecast_.gather(position, changes_for(siblings));
    if (!forecast_.make(position, evaluator, step)) return false;
    moves_ = forecast_.best(position, most, Forecast::Order::kBestFirst);
    complete_ = moves_.size() < most;
    return true;
  }
  // Of the next move to be evaluated; -kInfinite when there is none.
  [[nodiscard]] Score next_forecast() const noexcept {
    return evaluated_ < moves_.size() ? limited(forecast_(moves_[evaluated_])) : -kInfinite;
  }
  template <class Step>
  [[nodiscard]] bool evaluate_next(const rules::Position& position, eval::Evaluator& evaluator,
                                   std::size_t count, Score win, Step step) {
    const std::size_t end = std::min(evaluated_ + std::min(count, kBatch), moves_.size());
    if (end == evaluated_ || !step(end - evaluated_)) return false;
    evaluate(position, evaluator, end, win);
    return true;
  }

  [[nodiscard]] std::span<ScoredMove> moves() noexcept { return {values_.get(), evaluated_}; }
  // Whether moves() holds, or evaluate_next will come to, every legal move; sometimes false although it does.
  [[nodiscard]] bool complete() const noexcept { return complete_; }

 private:
  static constexpr std::size_t kBatch = 32;

  void start(const rules::Position& position) noexcept;
  void take_all(const rules::Position& position) noexcept;
  [[nodiscard]] Changes& changes_for(Changes* siblings) noexcept;
  // Where the moves of one step or more end that are to be evaluated next.
  [[nodiscard]] std::size_t next_batch() const noexcept;
  void evaluate(const rules::Position& position, eval::Evaluator& evaluator, std::size_t end, Score win);

  Forecast forecast_;
  Changes own_changes_;  // where there are no siblings
  std::unique_ptr<rules::Move[]> all_moves_ = std::make_unique_for_overwrite<rules::Move[]>(kMaxMoves);
  std::unique_ptr<ScoredMove[]> values_ = std::make_unique_for_overwrite<ScoredMove[]>(kMaxMoves);
  std::span<const rules::Move> moves_;  // to be evaluated
  std::size_t evaluated_ = 0;           // of those, from the first on
  bool complete_ = true;
  bool may_end_game_ = false;  // whether a move can leave the opponent none
};

}  // namespace thermodon::search
