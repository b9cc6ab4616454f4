#include "search/mcts/expander.hpp"

#include <algorithm>

#include "search/walk.hpp"
#include "search/win_score.hpp"

namespace thermodon::search {
namespace {

constexpr std::uint64_t kPollInterval = 128;

void keep_best(std::vector<Candidate>& candidates, std::size_t width) {
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.score != b.score ? a.score > b.score : a.move < b.move;
  };
  if (width == 0 || width >= candidates.size()) {
    std::sort(candidates.begin(), candidates.end(), better);
    return;
  }
  const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(width);
  std::partial_sort(candidates.begin(), end, candidates.end(), better);
  candidates.erase(end, candidates.end());
}

}  // namespace

void Expander::prepare(Limiter& limiter, std::uint64_t node_limit) {
  limiter_ = &limiter;
  node_limit_ = node_limit;
  nodes_.store(0, std::memory_order_relaxed);
  next_poll_ = 0;
  ended_ = false;
}

bool Expander::step() noexcept {
  const std::uint64_t nodes = nodes_.load(std::memory_order_relaxed);
  if (nodes >= next_poll_) {
    if (nodes >= node_limit_ || limiter_->hard()) ended_ = true;
    next_poll_ = std::min(nodes + kPollInterval, node_limit_);
  }
  if (ended_) return false;
  nodes_.store(nodes + 1, std::memory_order_relaxed);
  return true;
}

// From the view of the side to move; proved when the game is over or counting decides it.
Score Expander::evaluate(const rules::Position& position) {
  if (!can_move(position)) return lost_at(0);
  if (endgame_)
    if (const auto score = endgame_->score(position, 0)) return *score;
  return std::clamp(evaluator_->evaluate(position), -eval::kMaxEval, eval::kMaxEval);
}

bool Expander::expand(rules::Position& position, std::size_t width, Expansion& made,
                      const std::function<void(rules::Move)>* on_best) {
  made.candidates.clear();
  for_each_move(position, [&](rules::Move move) { made.candidates.push_back({move, 0}); });
  made.complete = width == 0 || made.candidates.size() <= width;
  Score best = -kInfinite;
  for (Candidate& candidate : made.candidates) {
    if (!step()) return false;
    position.make(candidate.move);
    const Score score = -evaluate(position);
    position.unmake(candidate.move);
    candidate.score = static_cast<std::int16_t>(score);
    if (score > best && on_best != nullptr && *on_best) (*on_best)(candidate.move);
    best = std::max(best, score);
  }
  made.proof = best > kWinBound ? std::int8_t{1} : best < -kWinBound ? std::int8_t{-1} : std::int8_t{0};
  keep_best(made.candidates, width);
  return true;
}

}  // namespace thermodon::search
