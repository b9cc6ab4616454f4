// The mcts searcher: best-first by upper confidence bounds, without playouts.
//
// A leaf that is reached gets all its moves made and evaluated at once; the best of them is the value that is
// passed up, as a chance of winning. A move that was never tried counts as tried once, with its static value,
// so of those only the best one can be the next: children are kept in the order of their static values.
// Positions whose outcome is certain are marked, and the marks passed up as far as they decide.
#include <cmath>
#include <mutex>
#include <thread>

#include "search/canonical.hpp"
#include "search/makers.hpp"
#include "search/mcts/expander.hpp"
#include "search/mcts/options.hpp"
#include "search/win_score.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::search {
namespace {

constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};
// A half-full tree must come out of a collection.
constexpr std::size_t kKeepPermille = 500;
constexpr std::uint32_t kMostVisitsForgotten = 1U << 20;

// The way from the root to a node, as children's numbers: they hold while other threads let the tree grow.
using Path = std::vector<std::uint16_t>;

class MctsSearcher final : public Searcher {
 public:
  MctsSearcher(const MctsOptions& options, const eval::Evaluator& evaluator)
      : options_(options), tree_(static_cast<std::size_t>(options.hash_megabytes)) {
    for (int i = 0; i < options.threads; ++i)
      expanders_.push_back(std::make_unique<Expander>(
          evaluator.clone(), static_cast<std::size_t>(options.preselect), options.endgame));
  }

  SearchResult search(const rules::Position& position, const SearchLimits& limits,
                      SearchControl& control) override {
    Limiter limiter(limits, control, options_.overhead);
    if (options_.endgame)
      if (auto filling = fill_at_once(endgame_, position, limiter, control)) return *std::move(filling);
    const std::uint64_t share = limits.nodes ? *limits.nodes / expanders_.size() : kNoLimit;
    for (const auto& expander : expanders_) expander->prepare(limiter, share);
    limiter_ = &limiter;
    control_ = &control;
    best_shown_ = rules::Move{};
    simulations_ = 0;
    next_report_ = kFirstReport;
    full_ = false;
    const rules::Position root = canonical(position);
    take_up(root, limits);
    if (open_root(root, limits)) {
      explore_now_ = options_.explore * std::exp(-options_.explore_decay * (root.ply() / 2 + 1 - 1.41));
      std::vector<std::thread> helpers;
      for (std::size_t i = 1; i < expanders_.size(); ++i)
        helpers.emplace_back([this, i] { run(*expanders_[i], false); });
      run(*expanders_.front(), true);
      limiter.end();
      for (std::thread& helper : helpers) helper.join();
    }
    SearchResult made = result(root, limits);
    if (!options_.reuse || !limits.root_moves.empty()) new_game();
    return made;
  }

  void new_game() override {
    tree_.clear();
    rooted_ = false;
    endgame_.clear();
    for (const auto& expander : expanders_) expander->new_game();
  }

 private:
  // ---- before the search

  // Finds the new position in the old tree: the same, or one or two moves on.
  void take_up(const rules::Position& position, const SearchLimits& limits) {
    const bool usable = rooted_ && options_.reuse && limits.root_moves.empty();
    rules::Position from = root_position_;
    const TreeNode* found = usable ? find(tree_.root(), from, position, 2) : nullptr;
    if (found == nullptr)
      tree_.clear();
    else if (found != &tree_.root())
      tree_.collect(*found, 0);
    root_position_ = position;
    rooted_ = true;
  }

  const TreeNode* find(const TreeNode& node, rules::Position& at, const rules::Position& wanted, int depth) {
    if (at.hash() == wanted.hash() && at == wanted) return &node;
    if (depth == 0 || at.ply() >= wanted.ply()) return nullptr;
    for (const TreeNode& child : tree_.children(node)) {
      at.make(child.move);
      const TreeNode* found = find(child, at, wanted, depth - 1);
      at.unmake(child.move);
      if (found != nullptr) return found;
    }
    return nullptr;
  }

  // The root has all its moves. False when there is none, or no time to evaluate them.
  bool open_root(const rules::Position& position, const SearchLimits& limits) {
    TreeNode& root = tree_.root();
    root.visits = std::max(root.visits, 1U);
    if (root.expanded && root.complete) return root.candidate_count > 0;
    rules::Position board = position;
    Expansion made;
    if (!expanders_.front()->expand(board, 0, made, &control_->on_best)) return false;
    if (!limits.root_moves.empty()) {
      std::erase_if(made.candidates, [&](const Candidate& c) {
        return std::find(limits.root_moves.begin(), limits.root_moves.end(), c.move) ==
               limits.root_moves.end();
      });
      made.proof = 0;
    }
    if (made.candidates.empty()) return false;
    return attach(root, made) && root.candidate_count > 0;
  }

  // ---- the search

  // The chance of winning that a score gives.
  [[nodiscard]] double value_of(Score score) const noexcept {
    return 1.0 / (1.0 + std::exp(-score / (options_.scale * eval::kSquare)));
  }

  // Grows the tree until the search ends. The mutex is held but while moves are evaluated, which is nearly
  // all of the time.
  void run(Expander& expander, bool main) {
    Expansion made;
    Path path;
    std::unique_lock lock(mutex_);
    while (!limiter_->hard() && tree_.root().proof == 0) {
      rules::Position position = root_position_;
      TreeNode* leaf = full_ ? nullptr : select(position, path);
      if (leaf == nullptr) {
        if (!make_room(lock)) break;
        continue;
      }
      if (leaf->busy) {  // another thread is at it
        undo(path);
        lock.unlock();
        std::this_thread::yield();
        lock.lock();
        continue;
      }
      if (leaf->proof == 0 && !expand(expander, path, position, made, lock)) {
        undo(path);
        break;
      }
      back_up(path);
      ++simulations_;
      if (main && watch()) break;
    }
  }

  TreeNode& node_at(const Path& path) {
    TreeNode* node = &tree_.root();
    for (const std::uint16_t child : path) node = &tree_.children(*node)[child];
    return *node;
  }

  // Walks down to a node that is not expanded, counting a visit everywhere. Null when memory is full.
  TreeNode* select(rules::Position& position, Path& path) {
    path.clear();
    TreeNode* node = &tree_.root();
    ++node->visits;
    while (node->expanded && node->proof == 0 && !node->busy) {
      const std::size_t child = best_child(*node);
      if (child == kNone) break;
      if (child == node->child_count && !add_child(*node)) {
        undo(path);
        return nullptr;
      }
      path.push_back(static_cast<std::uint16_t>(child));
      node = &tree_.children(*node)[child];
      ++node->visits;
      position.make(node->move);
    }
    return node;
  }

  // The node's next candidate, with what is known of it. False when memory is full.
  bool add_child(TreeNode& node) {
    const Score score = tree_.candidates(node)[node.child_count].score;
    TreeNode* child = tree_.add_child(node, value_of(score));
    if (child == nullptr) return false;
    if (is_proved(score)) child->proof = score < 0 ? std::int8_t{1} : std::int8_t{-1};
    return true;
  }

  static constexpr std::size_t kNone = ~std::size_t{0};

  [[nodiscard]] double worth(const TreeNode& node) const noexcept {
    return node.mean() + options_.minimax * (node.best_play() - node.mean());
  }

  // The child to look at next, the number of children for the next candidate; kNone when all that is known
  // loses.
  std::size_t best_child(const TreeNode& node) const {
    const double log_visits = std::log(static_cast<double>(node.visits));
    std::size_t best = kNone;
    double most = -1;
    const auto children = tree_.children(node);
    for (std::size_t i = 0; i < children.size(); ++i) {
      const TreeNode& child = children[i];
      if (child.proof > 0) continue;
      const double bound = worth(child) + explore_now_ * std::sqrt(log_visits / child.visits);
      if (bound > most) {
        most = bound;
        best = i;
      }
    }
    if (node.child_count < node.candidate_count) {
      const double bound =
          value_of(tree_.candidates(node)[node.child_count].score) + explore_now_ * std::sqrt(log_visits);
      if (bound > most) best = node.child_count;
    }
    return best;
  }

  // Evaluates the leaf's moves, or all of them where the best ones are used up. False when the search ended.
  bool expand(Expander& expander, const Path& path, rules::Position& position, Expansion& made,
              std::unique_lock<std::mutex>& lock) {
    const std::size_t width = node_at(path).expanded ? 0 : static_cast<std::size_t>(options_.width);
    node_at(path).busy = true;
    ++expanding_;
    lock.unlock();
    const bool done = expander.expand(position, width, made);
    lock.lock();
    --expanding_;
    TreeNode& node = node_at(path);
    node.busy = false;
    if (!done) return false;
    // Without room the node stays a leaf: its value is passed up all the same.
    if (!attach(node, made)) full_ = true;
    const std::size_t next = node.child_count;
    leaf_value_ = next < made.candidates.size() ? value_of(made.candidates[next].score) : 0.0;
    if (next > 0) prove(node, 1);
    return true;
  }

  // A node that is opened again keeps its children: their moves become the first of the candidates again. One
  // that has children is won only once the winning move is among them, since moves are chosen from those.
  bool attach(TreeNode& node, Expansion& made) {
    const bool won_by_another = made.proof > 0 && node.child_count > 0;
    node.proof = won_by_another ? std::int8_t{0} : made.proof;
    if (made.candidates.empty()) return true;
    auto place = made.candidates.begin();
    for (const TreeNode& child : tree_.children(node)) {
      const auto found = std::find_if(place, made.candidates.end(), [&](const Candidate& candidate) {
        return candidate.move == child.move;
      });
      std::rotate(place, found, found + 1);
      ++place;
    }
    if (!tree_.set_candidates(node, made.candidates)) return false;
    node.complete = made.complete;
    if (won_by_another && add_child(node)) prove(node, tree_.children(node).back().proof);
    return true;
  }

  void undo(const Path& path) {
    TreeNode* node = &tree_.root();
    --node->visits;
    for (const std::uint16_t child : path) {
      node = &tree_.children(*node)[child];
      --node->visits;
    }
  }

  // Adds the leaf's value to all nodes above it, and what its proof proves.
  void back_up(const Path& path) {
    std::vector<TreeNode*>& line = line_;
    line.assign(1, &tree_.root());
    for (const std::uint16_t child : path) line.push_back(&tree_.children(*line.back())[child]);
    const std::int8_t proof = line.back()->proof;
    // From the view of the side to move at the leaf, then of the side that moved there.
    double value = proof > 0 ? 1.0 : proof < 0 ? 0.0 : leaf_value_;
    for (auto it = line.rbegin(); it != line.rend(); ++it) {
      value = 1.0 - value;
      (*it)->sum += value;
      if ((*it)->proof != 0 && it + 1 != line.rend()) prove(**(it + 1), (*it)->proof);
      update_best_play(**it, 1.0 - value, it == line.rbegin());
    }
  }

  // `value`: of the node from its mover's view, for a leaf.
  void update_best_play(TreeNode& node, double value, bool leaf) const {
    if (node.proof != 0)
      value = node.proof > 0 ? 1.0 : 0.0;
    else if (!leaf || node.child_count > 0)
      value = best_of(node);
    node.minimax = static_cast<std::uint16_t>((1.0 - value) * TreeNode::kOne);
  }

  [[nodiscard]] double best_of(const TreeNode& node) const {
    int best = 0;
    for (const TreeNode& child : tree_.children(node)) best = std::max(best, static_cast<int>(child.minimax));
    double value = best * (1.0 / TreeNode::kOne);
    if (node.child_count < node.candidate_count)
      value = std::max(value, value_of(tree_.candidates(node)[node.child_count].score));
    return value;
  }

  void prove(TreeNode& parent, std::int8_t child_proof) const {
    if (child_proof < 0) {
      parent.proof = 1;
      return;
    }
    if (!parent.complete || parent.child_count < parent.candidate_count) return;
    for (const TreeNode& child : tree_.children(parent))
      if (child.proof <= 0) return;
    parent.proof = -1;
  }

  // Forgets what was visited least. False when that is not possible now, or frees nothing.
  bool make_room(std::unique_lock<std::mutex>& lock) {
    if (expanding_ > 0) {  // others hold their places in the tree
      lock.unlock();
      std::this_thread::yield();
      lock.lock();
      return true;
    }
    for (std::uint32_t least = 3; least < kMostVisitsForgotten; least *= 2) {
      tree_.collect(tree_.root(), least);
      full_ = tree_.used_permille() > kKeepPermille;
      if (!full_) return true;
    }
    return false;
  }

  // ---- reports

  // Children of the root, the one to play first.
  [[nodiscard]] std::vector<const TreeNode*> ranked() const {
    std::vector<const TreeNode*> order;
    for (const TreeNode& child : tree_.children(tree_.root())) order.push_back(&child);
    std::stable_sort(order.begin(), order.end(), [](const TreeNode* a, const TreeNode* b) {
      if (a->proof != b->proof) return a->proof < b->proof;
      if (a->visits != b->visits) return a->visits > b->visits;
      return a->mean() > b->mean();
    });
    return order;
  }

  [[nodiscard]] Score score_of(const TreeNode& child) const {
    if (child.proof != 0) return child.proof < 0 ? won_at(kProvedPlies) : lost_at(kProvedPlies);
    const double mean = std::clamp(child.mean(), 1e-9, 1 - 1e-9);
    const double score = options_.scale * eval::kSquare * std::log(mean / (1 - mean));
    return limited(static_cast<Score>(std::lround(score)));
  }

  [[nodiscard]] PvLine line_from(const TreeNode& child) const {
    PvLine made{score_of(child), {child.move}};
    const TreeNode* node = &child;
    while (node->child_count > 0) {
      const auto children = tree_.children(*node);
      const auto* next =
          &*std::max_element(children.begin(), children.end(),
                             [](const TreeNode& a, const TreeNode& b) { return a.visits < b.visits; });
      made.pv.push_back(next->move);
      node = next;
    }
    return made;
  }

  [[nodiscard]] static PvLine line_from(const Candidate& untried) { return {untried.score, {untried.move}}; }

  [[nodiscard]] std::vector<PvLine> lines(int multipv) const {
    std::vector<PvLine> made;
    for (const TreeNode* child : ranked()) {
      if (made.size() >= static_cast<std::size_t>(std::max(1, multipv))) break;
      made.push_back(line_from(*child));
    }
    return made;
  }

  [[nodiscard]] std::uint64_t nodes() const {
    std::uint64_t sum = 0;
    for (const auto& expander : expanders_) sum += expander->nodes();
    return sum;
  }

  // By the main thread after each of its simulations. True when the search is decided.
  bool watch() {
    if (simulations_ % kWatchInterval != 0) return false;
    const auto order = ranked();
    if (order.empty()) return false;
    if (order.front()->move != best_shown_) {
      best_shown_ = order.front()->move;
      if (control_->on_best) control_->on_best(best_shown_);
    }
    if (simulations_ >= next_report_) {
      next_report_ *= 2;
      report();
    }
    const auto& depth = limiter_->limits().depth;
    if (depth && line_from(*order.front()).pv.size() >= static_cast<std::size_t>(*depth)) return true;
    return decided(order);
  }

  // Nothing that may still happen until the deadline changes the move.
  [[nodiscard]] bool decided(const std::vector<const TreeNode*>& order) const {
    const SearchLimits& limits = limiter_->limits();
    if (!limits.deadline || limits.use_all_time || limits.multipv > 1) return false;
    if (tree_.root().candidate_count == 1) return true;
    const double used = limiter_->used();
    if (order.size() < 2 || used < 0.1) return false;
    const double left = static_cast<double>(simulations_) / used * (1 - used);
    return static_cast<double>(order[0]->visits) - static_cast<double>(order[1]->visits) > left * 1.1;
  }

  void report() const {
    if (!control_->on_info) return;
    int rank = 0;
    for (const PvLine& line : lines(limiter_->limits().multipv)) {
      SearchInfo info;
      info.depth = static_cast<int>(line.pv.size());
      info.multipv = ++rank;
      info.score = line.score;
      info.nodes = nodes();
      info.elapsed = limiter_->elapsed();
      info.hashfull_permille = static_cast<int>(tree_.used_permille());
      info.pv = line.pv;
      control_->on_info(info);
    }
  }

  SearchResult result(const rules::Position& position, const SearchLimits& limits) const {
    SearchResult made;
    made.lines = lines(limits.multipv);
    if (made.lines.empty()) {
      rules::Move move;
      if (!limits.root_moves.empty())
        made.lines.push_back({0, {limits.root_moves.front()}});
      else if (tree_.root().candidate_count > 0)
        made.lines.push_back(line_from(tree_.candidates(tree_.root()).front()));
      else if (rules::first_legal_move(position, move))
        made.lines.push_back({0, {move}});
    }
    made.nodes = nodes();
    made.elapsed = limiter_->elapsed();
    if (made.lines.empty()) {
      made.score = lost_at(0);
      return made;
    }
    made.best = made.lines.front().pv.front();
    made.score = made.lines.front().score;
    made.depth = static_cast<int>(made.lines.front().pv.size());
    report();
    return made;
  }

  static constexpr std::uint64_t kWatchInterval = 16;
  static constexpr std::uint64_t kFirstReport = 64;
  static constexpr int kProvedPlies = 100;  // the proof does not say how long it takes; no game is longer

  const MctsOptions options_;
  std::vector<std::unique_ptr<Expander>> expanders_;
  Endgame endgame_;  // for the root; each expander has its own

  // Of one search.
  Limiter* limiter_ = nullptr;
  SearchControl* control_ = nullptr;
  double explore_now_ = 0;
  rules::Move best_shown_;

  // Guarded by the mutex while a search runs.
  std::mutex mutex_;
  Tree tree_;
  rules::Position root_position_;
  bool rooted_ = false;
  int expanding_ = 0;
  bool full_ = false;  // the tree's memory
  std::uint64_t simulations_ = 0;
  std::uint64_t next_report_ = kFirstReport;
  double leaf_value_ = 0.5;
  std::vector<TreeNode*> line_;
};

}  // namespace

MadeSearcher make_mcts(std::unique_ptr<eval::Evaluator> evaluator, const eval::Parameters& parameters) {
  auto options = read_mcts_options(parameters);
  if (!options) return rules::Error{options.error()};
  return std::unique_ptr<Searcher>(std::make_unique<MctsSearcher>(*options, *evaluator));
}

}  // namespace thermodon::search
