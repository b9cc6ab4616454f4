// The recursion: principal variation search over the transposition table.
#include "search/alphabeta/worker.hpp"
#include "search/walk.hpp"
#include "search/win_score.hpp"
#include "thermodon/rules/legality.hpp"

namespace thermodon::search {
namespace {

// Evaluations cost from 0.2 to 20 us each, so the clock is read every 25 us to 3 ms.
constexpr std::uint64_t kPollInterval = 128;

bool is_move(rules::Move move) noexcept { return move.from.index != 0; }

}  // namespace

bool Worker::step(std::uint64_t count) noexcept {
  const std::uint64_t nodes = nodes_.load(std::memory_order_relaxed);
  if (nodes >= next_poll_) {
    if (limiter_->hard()) aborted_ = true;
    next_poll_ = nodes + kPollInterval;
  }
  if (nodes + count > node_limit_) aborted_ = true;
  if (aborted_) return true;
  nodes_.store(nodes + count, std::memory_order_relaxed);
  return false;
}

Score Worker::search(int ply, int depth, Score alpha, Score beta) {
  plies_[static_cast<std::size_t>(ply)].pv_length = 0;
  if (depth <= 0 || ply >= kMaxPly) return leaf(ply, beta);
  if (step()) return 0;
  if (!can_move(position_)) return lost_at(ply);

  Node node;
  node.ply = ply;
  node.depth = depth;
  node.alpha = alpha;
  node.beta = beta;
  node.pv = beta - alpha > 1;
  if (const auto score = probe_table(node)) return *score;
  if (const auto score = decided(ply)) return *score;
  node.static_eval = evaluate(ply);
  if (stands(node)) return node.static_eval;
  try_all(node);
  if (aborted_) return 0;
  store_table(node, alpha);
  return node.best;
}

// Whether the static value is so far above beta that no move needs to show it (reverse futility).
bool Worker::stands(const Node& node) const noexcept {
  constexpr int kGreatestDepth = 3;
  return options_.futility > 0 && !node.pv && node.depth <= kGreatestDepth && !is_proved(node.beta) &&
         node.static_eval >= node.beta + options_.futility * node.depth;
}

// A score that ends the node, or else what the table knows to begin with.
std::optional<Score> Worker::probe_table(Node& node) {
  if (!options_.table) return std::nullopt;
  const auto hit = table_.probe(position_.hash());
  if (!hit) return std::nullopt;
  if (!node.pv && hit->depth >= node.depth) {
    const Score score = from_table(hit->score, node.ply);
    if (hit->bound == Bound::kExact || (hit->bound == Bound::kLower && score >= node.beta) ||
        (hit->bound == Bound::kUpper && score <= node.alpha))
      return score;
  }
  if (is_move(hit->move) && rules::is_legal(position_, hit->move)) node.table_move = hit->move;
  plies_[static_cast<std::size_t>(node.ply)].static_eval = hit->static_eval;
  return std::nullopt;
}

void Worker::store_table(const Node& node, Score alpha) {
  if (!options_.table) return;
  TableData data;
  data.bound = node.best >= node.beta ? Bound::kLower : node.best > alpha ? Bound::kExact : Bound::kUpper;
  data.move = data.bound == Bound::kUpper ? node.table_move : node.best_move;
  data.score = to_table(node.best, node.ply);
  data.static_eval = node.static_eval;
  data.depth = node.depth;
  table_.store(position_.hash(), data);
}

bool Worker::try_move(Node& node, rules::Move move, std::optional<Score> static_eval) {
  Ply& here = plies_[static_cast<std::size_t>(node.ply)];
  here.played = move;
  here.hash = position_.hash();
  plies_[static_cast<std::size_t>(node.ply + 1)].static_eval = static_eval;
  position_.make(move);
  if (node.depth > 1) table_.prefetch(position_.hash());
  const Score score = search_child(node);
  position_.unmake(move);
  if (aborted_) return true;
  if (static_cast<std::size_t>(node.tried) < node.failed.size())
    node.failed[static_cast<std::size_t>(node.tried)] = move;
  ++node.tried;
  if (score <= node.best) return false;
  node.best = score;
  node.best_move = move;
  if (score <= node.alpha) return false;
  node.alpha = score;
  if (node.pv) update_pv(node.ply, move);
  if (score < node.beta) return false;
  learn(node, move);
  return true;
}

Score Worker::search_child(const Node& node) {
  const int depth = node.depth - 1;
  const int ply = node.ply + 1;
  if (node.tried == 0 || !options_.pvs) return -search(ply, depth, -node.beta, -node.alpha);
  const int less = reduction(node);
  Score score = -search(ply, depth - less, -node.alpha - 1, -node.alpha);
  if (less > 0 && score > node.alpha && !aborted_) score = -search(ply, depth, -node.alpha - 1, -node.alpha);
  if (score > node.alpha && score < node.beta && !aborted_)
    score = -search(ply, depth, -node.beta, -node.alpha);
  return score;
}

// By an even number of plies: values of a search that ends with the other side's move are not comparable, and
// a reduction by one ply was worth -161 Elo.
int Worker::reduction(const Node& node) const noexcept {
  constexpr int kLeastDepth = 3, kSearchedInFull = 8;
  constexpr int kLeastTailDepth = 5, kTail = 100;  // where nodes keep so many moves: at the root
  if (!options_.lmr || node.depth < kLeastDepth || node.tried < kSearchedInFull) return 0;
  return node.depth >= kLeastTailDepth && node.tried >= kTail ? 4 : 2;
}

void Worker::update_pv(int ply, rules::Move move) {
  Ply& here = plies_[static_cast<std::size_t>(ply)];
  const Ply& next = plies_[static_cast<std::size_t>(ply + 1)];
  here.pv[0] = move;
  const int length = std::min(next.pv_length, kMaxPly - 1);
  std::copy_n(next.pv.begin(), length, here.pv.begin() + 1);
  here.pv_length = length + 1;
}

}  // namespace thermodon::search
