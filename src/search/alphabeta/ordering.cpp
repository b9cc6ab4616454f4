// Which moves a node tries, and in which order.
#include "search/alphabeta/worker.hpp"
#include "search/walk.hpp"
#include "search/win_score.hpp"
#include "thermodon/rules/legality.hpp"

namespace thermodon::search {
namespace {

// Threads divide the moves of nodes of this depth and more; below, what is put off is not worth it.
constexpr int kDividedDepth = 2;

bool contains(std::span<const rules::Move> moves, rules::Move move) noexcept {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

// Brings the best `width` moves (0: all) to the front in order and gives back the rest: false when there is
// none.
bool keep_best(MoveStack::Frame& frame, int width) {
  const auto moves = frame.moves();
  const auto keep = static_cast<std::size_t>(width);
  if (width > 0 && keep < moves.size()) {
    std::partial_sort(moves.begin(), moves.begin() + width, moves.end(), best_first);
    frame.shrink(keep);
    return true;
  }
  std::sort(moves.begin(), moves.end(), best_first);
  return false;
}

}  // namespace

void Worker::try_all(Node& node) {
  if (node.table_move.from.index != 0 && try_move(node, node.table_move)) return;
  if (try_refutations(node)) return;
  if (options_.static_depth > 0 && node.depth >= options_.static_depth)
    try_by_evaluation(node);
  else if (options_.frontier_width > 0 && node.depth == 1)
    try_by_forecast(node);
  else
    try_by_history(node);
  // A loss is proved when every move loses, those that were not kept too.
  if (node.left_out && node.best < -kWinBound && node.best < node.beta && !aborted_) try_by_history(node);
}

void Worker::try_by_evaluation(Node& node) {
  const Score win = won_at(node.ply + 1);
  if (!values_.find(
          position_, *evaluator_, static_cast<std::size_t>(options_.preselect), win,
          [this](std::size_t n) { return !step(n); }, changes_of_siblings(node.ply)))
    return;
  MoveStack::Frame frame(stack_);
  for (const ScoredMove& next : values_.moves())
    if (!contains(node.kept(), next.move)) frame.push(next.move, next.score);
  // What came first already counts: the moves kept are the node's best, whichever way they were found.
  node.left_out = keep_best(frame, options_.width) || !values_.complete();
  const auto try_one = [&](const ScoredMove& next) {
    const auto known = is_proved(next.score) ? std::nullopt : std::optional<Score>(-next.score);
    return try_move(node, next.move, known);
  };
  const auto moves = frame.moves();
  const bool divided = options_.threads > 1 && node.depth >= kDividedDepth;
  std::size_t later = 0;  // so many, at the front, that another thread was at
  for (const ScoredMove next : moves) {
    const auto claim = divided ? Claims::key(position_.hash(), next.move, node.depth) : 0;
    if (divided && !claims_.take(claim) && node.tried > 0) {
      moves[later++] = next;
      continue;
    }
    const bool done = try_one(next);
    if (divided) claims_.release(claim);
    if (done) return;
  }
  for (const ScoredMove& next : moves.first(later))
    if (try_one(next)) return;
}

// The moves with the best forecasts, of which those that promise nothing are not looked at any closer. For
// nodes whose children are leaves alone: it takes from values_ while it searches.
void Worker::try_by_forecast(Node& node) {
  const auto width = static_cast<std::size_t>(options_.frontier_width);
  const Score win = won_at(node.ply + 1);
  const auto count = [this](std::size_t n) { return !step(n); };
  if (!values_.forecast(position_, *evaluator_, width, count, changes_of_siblings(node.ply))) return;
  node.left_out = !values_.complete();
  for (std::size_t batch = 4;; batch = std::min(2 * batch, std::size_t{16})) {
    if (values_.next_forecast() + options_.margin <= node.alpha) break;
    const auto begin = values_.moves().size();
    if (!values_.evaluate_next(position_, *evaluator_, batch, win, count)) break;
    for (const ScoredMove& next : values_.moves().subspan(begin)) {
      if (contains(node.kept(), next.move)) continue;
      if (next.score <= node.alpha) {
        node.best = std::max(node.best, next.score);
        continue;
      }
      const auto known = is_proved(next.score) ? std::nullopt : std::optional<Score>(-next.score);
      if (try_move(node, next.move, known)) return;
    }
  }
  // Moves that are not looked at are believed to be as bad as forecast, at best as bad as that.
  node.best = std::max(node.best, std::min(node.alpha, values_.next_forecast()));
}

void Worker::try_by_history(Node& node) {
  const rules::Color side = position_.side_to_move();
  MoveStack::Frame frame(stack_);
  for_each_move(position_, [&](rules::Move move) {
    if (!contains(node.kept(), move)) frame.push(move, options_.history ? history_.score(side, move) : 0);
  });
  keep_best(frame, 0);
  for (const ScoredMove& next : frame.moves())
    if (try_move(node, next.move)) return;
}

// At the root's moves none: they are all tried, and differ more than those kept elsewhere.
Changes* Worker::changes_of_siblings(int ply) noexcept {
  if (!options_.siblings || ply == 1) return nullptr;
  Changes& changes = plies_[static_cast<std::size_t>(ply)].changes;
  changes.turn_to_children_of(plies_[static_cast<std::size_t>(ply - 1)].hash);
  return &changes;
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
