// The root of the search: its moves, and one iteration over them.
#include <utility>

#include "search/alphabeta/worker.hpp"
#include "search/canonical.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::search {
namespace {

bool better(const RootMove& a, const RootMove& b) noexcept { return a.score > b.score; }

}  // namespace

Worker::Worker(const AlphaBetaOptions& options, std::unique_ptr<eval::Evaluator> evaluator,
               TranspositionTable& table, Claims& claims)
    : options_(options),
      evaluator_(std::move(evaluator)),
      table_(table),
      claims_(claims),
      history_(options.pairs),
      counters_(std::size_t{rules::kMailboxSize} * rules::kMailboxSize) {}

void Worker::new_game() {
  history_.clear();
  endgame_.clear();
  std::fill(counters_.begin(), counters_.end(), rules::Move{});
}

void Worker::prepare(const rules::Position& position, Limiter& limiter, std::uint64_t node_limit) {
  position_ = canonical(position);
  limiter_ = &limiter;
  node_limit_ = node_limit;
  nodes_.store(0, std::memory_order_relaxed);
  next_poll_ = 0;
  aborted_ = false;
  progress_ = {};
  history_.age();
  for (Ply& ply : plies_) {
    ply.killers = {};
    ply.changes.forget();
  }

  root_moves_.clear();
  const auto& wanted = limiter.limits().root_moves;
  for (const rules::Move move : wanted.empty() ? rules::legal_moves(position_) : wanted)
    root_moves_.push_back(RootMove{move, -kInfinite, -kInfinite, {move}});
  Score best = -kInfinite;
  for (RootMove& root : root_moves_) {
    const Score score = search_root_move(root, 1, 0, -kInfinite, kInfinite);
    if (aborted_) break;
    root.score = score;
    if (score > best && on_best) on_best(root.move);
    best = std::max(best, score);
  }
  std::stable_sort(root_moves_.begin(), root_moves_.end(), better);
  const auto width = static_cast<std::size_t>(options_.root_width);
  root_width_ = width > 0 && wanted.empty() ? std::min(width, root_moves_.size()) : root_moves_.size();
}

bool Worker::iterate(int depth, int multipv) {
  for (RootMove& root : root_moves_)
    if (root.score != -kInfinite) root.previous = root.score;
  const auto lines = std::min(static_cast<std::size_t>(std::max(1, multipv)), root_moves_.size());
  root_width_ = std::max(root_width_, lines);
  std::size_t rank = 0;
  while (rank < lines && search_moves(depth, rank)) ++rank;
  // A later line may have come out better than one before it: the table knew more by then.
  std::stable_sort(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(rank), better);
  const bool finished = rank == lines;
  progress_ =
      finished ? Progress{depth, false} : Progress{depth - 1, root_moves_.front().score != -kInfinite};
  return finished;
}

// Finds the best of the moves from `first` on and puts it there. Moves that were not searched, or not better
// than one before them, keep their order: so the best move of the last depth stays in front until another is
// better at this one.
bool Worker::search_moves(int depth, std::size_t first) {
  const bool finished = try_moves(depth, first);
  std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(first), root_moves_.end(), better);
  return finished;
}

bool Worker::try_moves(int depth, std::size_t first) {
  Score alpha = -kInfinite;
  for (std::size_t i = first; i < root_moves_.size(); ++i) root_moves_[i].score = -kInfinite;
  try_kept_moves(depth, first, first, alpha);
  if (alpha < -kWinBound && root_width_ < root_moves_.size() && !aborted_) {
    // A loss is proved when every move loses, those that were not kept too.
    const std::size_t next = std::exchange(root_width_, root_moves_.size());
    try_kept_moves(depth, first, next, alpha);
  }
  return !aborted_;
}

void Worker::try_kept_moves(int depth, std::size_t first, std::size_t next, Score& alpha) {
  std::vector<std::size_t> later;  // another thread was at them
  for (std::size_t i = next; i < root_width_ && !aborted_; ++i) {
    const auto claim = Claims::key(position_.hash(), root_moves_[i].move, depth);
    if (!claims_.take(claim) && i > first) {
      later.push_back(i);
      continue;
    }
    try_root_move(i, depth, first, alpha);
    claims_.release(claim);
  }
  for (const std::size_t i : later) {
    if (aborted_) break;
    try_root_move(i, depth, first, alpha);
  }
}

void Worker::try_root_move(std::size_t i, int depth, std::size_t first, Score& alpha) {
  RootMove& root = root_moves_[i];
  const Score score = search_root_move(root, depth, i - first, alpha, kInfinite);
  if (aborted_ || score <= alpha) return;
  root.score = score;
  const Ply& next = plies_[1];
  root.pv.assign(1, root.move);
  root.pv.insert(root.pv.end(), next.pv.begin(), next.pv.begin() + next.pv_length);
  if (first == 0 && on_best) on_best(root.move);
  alpha = score;
}

bool Worker::leads(Score lead, int depth) {
  const Score bound = root_moves_.front().score - lead;
  for (std::size_t i = 1; i < root_moves_.size(); ++i)
    if (search_root_move(root_moves_[i], depth, 0, bound - 1, bound) >= bound || aborted_) return false;
  return true;
}

Score Worker::search_root_move(const RootMove& root, int depth, std::size_t rank, Score alpha, Score beta) {
  Node node;
  node.ply = 0;
  node.depth = depth;
  node.alpha = alpha;
  node.beta = beta;
  node.pv = true;
  node.tried = static_cast<int>(rank);
  plies_[0].played = root.move;
  plies_[1].static_eval.reset();
  position_.make(root.move);
  const Score score = search_child(node);
  position_.unmake(root.move);
  return score;
}

}  // namespace thermodon::search
