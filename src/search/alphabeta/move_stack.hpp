// Move lists of all nodes on the way from the root to a leaf, one behind the other in one block.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "search/scored_move.hpp"
#include "search/win_score.hpp"
#include "thermodon/rules/position.hpp"

namespace thermodon::search {

class MoveStack {
 public:
  MoveStack() : moves_(std::make_unique_for_overwrite<ScoredMove[]>(kCapacity)) {}

  // A list that ends when the frame does. Lists nest: only the newest may grow.
  class Frame {
   public:
    explicit Frame(MoveStack& stack) noexcept : stack_(stack), begin_(stack.size_) {}
    ~Frame() { stack_.size_ = begin_; }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

    void push(rules::Move move, int score) noexcept { stack_.moves_[stack_.size_++] = {move, score}; }
    [[nodiscard]] std::span<ScoredMove> moves() noexcept {
      return {stack_.moves_.get() + begin_, stack_.size_ - begin_};
    }
    // Gives back all behind the first `count` moves.
    void shrink(std::size_t count) noexcept { stack_.size_ = begin_ + count; }

   private:
    MoveStack& stack_;
    std::size_t begin_;
  };

 private:
  // Pages that are never used cost nothing.
  static constexpr std::size_t kCapacity = kMaxMoves * kMaxPly;

  std::unique_ptr<ScoredMove[]> moves_;
  std::size_t size_ = 0;
};

}  // namespace thermodon::search
