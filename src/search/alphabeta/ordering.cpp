// Which moves a node tries, and in which order.
#include "search/alphabeta/worker.hpp"
#include "search/walk.hpp"
#include "search/win_score.hpp"
#include "thermodon/rules/legality.hpp"

namespace thermodon::search {
namespace {

bool contains(std::span<const rules::Move> moves, rules::Move move) noexcept {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

// Brings the best `width` moves (0: all) to the front in order and gives back the rest. Ties go by squares,
// so that the order does not depend on how the list came about.
void keep_best(MoveStack::Frame& frame, int width) {
  const auto better = [](const ScoredMove& a, const ScoredMove& b) {
    return a.score != b.score ? a.score > b.score : a.move < b.move;
  };
  const auto moves = frame.moves();
  const auto keep = static_cast<std::size_t>(width);
  if (width > 0 && keep < moves.size()) {
    std::partial_sort(moves.begin(), moves.begin() + width, moves.end(), better);
    frame.shrink(keep);
  } else {
    std::sort(moves.begin(), moves.end(), better);
  }
}

}  // namespace

void Worker::try_all(Node& node) {
  if (node.table_move.from.index != 0 && try_move(node, node.table_move)) return;
  if (try_refutations(node)) return;

  const std::array<rules::Move, 32> skipped = node.failed;
  const std::span<const rules::Move> skip(skipped.data(), node.kept().size());
  const bool by_evaluation = options_.static_depth > 0 && node.depth >= options_.static_depth;
  const rules::Color side = position_.side_to_move();
  MoveStack::Frame frame(stack_);
  for_each_move(position_, [&](rules::Move move) {
    if (contains(skip, move)) return;
    frame.push(move, !by_evaluation && options_.history ? history_.score(side, move) : 0);
  });
  if (by_evaluation)
    order_by_evaluation(node, frame);
  else
    keep_best(frame, options_.frontier_width);
  if (aborted_) return;
  for (const ScoredMove& next : frame.moves()) {
    const std::optional<Score> known =
        by_evaluation && !is_proved(next.score) ? std::optional<Score>(-next.score) : std::nullopt;
    if (try_move(node, next.move, known)) return;
  }
}

bool Worker::try_refutations(Node& node) {
  const auto try_one = [&](rules::Move move) {
    if (move.from.index == 0 || contains(node.kept(), move) || !rules::is_legal(position_, move))
      return false;
    return try_move(node, move);
  };
  if (options_.killers) {
    const auto killers = plies_[static_cast<std::size_t>(node.ply)].killers;
    for (const rules::Move killer : killers)
      if (try_one(killer)) return true;
  }
  return options_.counter && try_one(counter(node.ply));
}

void Worker::order_by_evaluation(const Node& node, MoveStack::Frame& frame) {
  const auto child = static_cast<std::size_t>(node.ply + 1);
  for (ScoredMove& next : frame.moves()) {
    position_.make(next.move);
    plies_[child].static_eval.reset();
    next.score = -leaf(node.ply + 1);
    position_.unmake(next.move);
    if (aborted_) return;
  }
  // What came first already counts: the moves kept are the node's best, whichever way they were found.
  keep_best(frame, options_.width);
}

void Worker::learn(const Node& node, rules::Move cut) {
  Ply& here = plies_[static_cast<std::size_t>(node.ply)];
  if (here.killers[0] != cut) here.killers = {cut, here.killers[0]};
  counter(node.ply) = cut;
  if (!options_.history) return;
  const rules::Color side = position_.side_to_move();
  const int bonus = std::min(32 * node.depth * node.depth, History::kMaxBonus);
  history_.update(side, cut, bonus);
  for (const rules::Move move : node.kept())
    if (move != cut) history_.update(side, move, -bonus / 4);
}

rules::Move& Worker::counter(int ply) noexcept {
  const rules::Move last = plies_[static_cast<std::size_t>(ply - 1)].played;
  return counters_[std::size_t{last.from.index} * rules::kMailboxSize + last.to.index];
}

}  // namespace thermodon::search
