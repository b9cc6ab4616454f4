#include "search/mcts/expander.hpp"

#include <algorithm>

#include "search/walk.hpp"
#include "search/win_score.hpp"

namespace thermodon::search {
namespace {

constexpr std::uint64_t kPollInterval = 128;

}  // namespace

void Expander::prepare(Limiter& limiter, std::uint64_t node_limit) {
  limiter_ = &limiter;
  node_limit_ = node_limit;
  nodes_.store(0, std::memory_order_relaxed);
  next_poll_ = 0;
  ended_ = false;
}

bool Expander::step(std::size_t count) noexcept {
  const std::uint64_t nodes = nodes_.load(std::memory_order_relaxed);
  if (nodes >= next_poll_) {
    if (limiter_->hard()) ended_ = true;
    next_poll_ = nodes + kPollInterval;
  }
  if (nodes + count > node_limit_) ended_ = true;
  if (ended_) return false;
  nodes_.store(nodes + count, std::memory_order_relaxed);
  return true;
}

bool Expander::expand(const rules::Position& position, std::size_t width, Expansion& made,
                      const std::function<void(rules::Move)>* on_best) {
  made.candidates.clear();
  if (width > 0 && endgame_ && can_move(position)) {
    if (!step(1)) return false;
    if (const auto score = endgame_->score(position, 0)) {
      made.proof = *score > 0 ? std::int8_t{1} : std::int8_t{-1};
      return true;
    }
  }
  const std::size_t preselect = width == 0 ? 0 : preselect_;
  const bool all =
      values_.find(position, *evaluator_, preselect, won_at(1), [this](std::size_t n) { return step(n); });
  const auto moves = values_.moves();
  if (!all) {
    // The best of those looked at is better than nothing.
    if (on_best != nullptr && *on_best && !moves.empty())
      (*on_best)(std::min_element(moves.begin(), moves.end(), best_first)->move);
    return false;
  }
  const std::size_t kept = width == 0 ? moves.size() : std::min(width, moves.size());
  std::partial_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(kept), moves.end(),
                    best_first);
  for (const ScoredMove& next : moves.first(kept))
    made.candidates.push_back({next.move, static_cast<std::int16_t>(next.score)});
  made.complete = values_.complete() && kept == moves.size();
  made.proof = moves.empty()                    ? std::int8_t{-1}
               : is_proved(moves.front().score) ? std::int8_t{1}
                                                : std::int8_t{0};
  if (on_best != nullptr && *on_best && !moves.empty()) (*on_best)(moves.front().move);
  return true;
}

}  // namespace thermodon::search
