// Makes and evaluates all moves of a position at once.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "search/endgame.hpp"
#include "search/limiter.hpp"
#include "search/mcts/tree.hpp"
#include "search/move_values.hpp"
#include "thermodon/eval/evaluator.hpp"

namespace thermodon::search {

struct Expansion {
  std::vector<Candidate> candidates;  // best first
  bool complete = false;              // none was left out
  std::int8_t proof = 0;              // +1: the side to move wins, -1: it loses
};

// One a thread.
class Expander {
 public:
  // `preselect`: see MoveValues. `endgame`: positions that counting decides are proved.
  Expander(std::unique_ptr<eval::Evaluator> evaluator, std::size_t preselect, bool endgame)
      : evaluator_(std::move(evaluator)), preselect_(preselect) {
    if (endgame) endgame_.emplace();
  }

  // Forgets what it learned.
  void new_game() {
    if (endgame_) endgame_->clear();
  }
  // `node_limit` bounds nodes() from here on.
  void prepare(Limiter& limiter, std::uint64_t node_limit);
  // The best `width` moves (0: all). False when the search ended before all were evaluated. `on_best` (may be
  // null) is told of the best move that was found.
  [[nodiscard]] bool expand(const rules::Position& position, std::size_t width, Expansion& made,
                            const std::function<void(rules::Move)>* on_best = nullptr);
  // Positions evaluated. Any thread may ask.
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_.load(std::memory_order_relaxed); }

 private:
  bool step(std::size_t count) noexcept;

  std::optional<Endgame> endgame_;
  std::unique_ptr<eval::Evaluator> evaluator_;
  std::size_t preselect_;
  MoveValues values_;
  Limiter* limiter_ = nullptr;
  std::atomic<std::uint64_t> nodes_{0};  // written by the expanding thread alone
  std::uint64_t node_limit_ = 0;
  std::uint64_t next_poll_ = 0;
  bool ended_ = false;
};

}  // namespace thermodon::search
