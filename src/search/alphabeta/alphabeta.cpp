// The alphabeta searcher: iterations, threads and reports around the workers.
#include <algorithm>
#include <thread>

#include "search/alphabeta/worker.hpp"
#include "search/makers.hpp"
#include "search/report.hpp"
#include "search/win_score.hpp"

namespace thermodon::search {
namespace {

constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

class AlphaBetaSearcher final : public Searcher {
 public:
  AlphaBetaSearcher(const AlphaBetaOptions& options, const eval::Evaluator& evaluator)
      : options_(options), table_(static_cast<std::size_t>(options.hash_megabytes)) {
    for (int i = 0; i < options.threads; ++i)
      workers_.push_back(std::make_unique<Worker>(options, evaluator.clone(), table_, claims_));
  }

  SearchResult search(const rules::Position& position, const SearchLimits& limits,
                      SearchControl& control) override {
    Limiter limiter(limits, control, options_.overhead);
    if (options_.endgame)
      if (auto filling = fill_at_once(endgame_, position, limiter, control)) return *std::move(filling);
    table_.new_search();
    told_ = {};
    Worker& main = *workers_.front();
    main.on_best = control.on_best;
    std::vector<std::thread> helpers;
    const std::uint64_t share = limits.nodes ? *limits.nodes / workers_.size() : kNoLimit;
    for (std::size_t i = 1; i < workers_.size(); ++i)
      helpers.emplace_back([&, i] { help(*workers_[i], position, limiter, share); });
    main.prepare(position, limiter, share);
    iterate(main, position, limiter, control);
    limiter.end();
    for (std::thread& helper : helpers) helper.join();
    SearchResult made = result(is_proved(main) ? main : furthest(), limiter);
    // What an unfinished iteration found, or a helper.
    if (!made.lines.empty() && (made.best != told_.move || made.score != told_.score))
      report_lines(made, control);
    return made;
  }

  void new_game() override {
    table_.clear();
    endgame_.clear();
    for (const auto& worker : workers_) worker->new_game();
  }

 private:
  // No line is longer than the squares that are left.
  static int deepest(const rules::Position& position, const SearchLimits& limits) {
    const int left = std::min(std::max(1, position.empty_squares().count()), kMaxPly - 1);
    return limits.depth ? std::clamp(*limits.depth, 1, left) : left;
  }

  // Each helper runs the same search: claims keep it from what another is at, the table tells it what came of
  // that.
  static void help(Worker& worker, const rules::Position& position, Limiter& limiter, std::uint64_t share) {
    worker.on_best = nullptr;
    worker.prepare(position, limiter, share);
    const int last = deepest(position, limiter.limits());
    for (int depth = 1; depth <= last; ++depth)
      if (!worker.iterate(depth, limiter.limits().multipv)) return;
  }

  void iterate(Worker& main, const rules::Position& position, Limiter& limiter,
               const SearchControl& control) {
    const SearchLimits& limits = limiter.limits();
    if (main.root_moves().empty()) return;
    const int last = deepest(position, limits);
    for (int depth = 1; depth <= last; ++depth) {
      if (!main.iterate(depth, limits.multipv)) return;
      report(limiter, control, depth);
      if (enough(main, limiter, depth)) return;
    }
  }

  [[nodiscard]] static bool is_proved(const Worker& worker) {
    return !worker.root_moves().empty() && search::is_proved(worker.root_moves().front().score);
  }

  // The worker that has come furthest, one that has proved a win before all; of equal ones the first, whose
  // moves were shown.
  [[nodiscard]] const Worker& furthest() const {
    const auto rank = [](const auto& worker) {
      const bool won = is_proved(*worker) && worker->root_moves().front().score > 0;
      return std::pair(won, worker->progress());
    };
    const auto behind = [&](const auto& a, const auto& b) { return rank(a) < rank(b); };
    return **std::max_element(workers_.begin(), workers_.end(), behind);
  }

  [[nodiscard]] bool enough(Worker& main, const Limiter& limiter, int depth) const {
    const SearchLimits& limits = limiter.limits();
    if (limits.multipv <= 1 && is_proved(main)) return true;
    if (!limits.deadline || limits.use_all_time) return false;
    if (main.root_moves().size() == 1) return true;
    // A lead is asked for when it has cost little to see and much time is left to be saved.
    constexpr int kLeastDepth = 5;
    constexpr double kLeastUsed = 0.05;
    return options_.clear_lead > 0 && depth >= kLeastDepth && limiter.used() > kLeastUsed &&
           main.leads(options_.clear_lead, depth - 2);
  }

  [[nodiscard]] std::uint64_t nodes() const {
    std::uint64_t sum = 0;
    for (const auto& worker : workers_) sum += worker->nodes();
    return sum;
  }

  void report(const Limiter& limiter, const SearchControl& control, int depth) {
    const auto moves = workers_.front()->root_moves();
    told_ = {moves.front().move, moves.front().score};
    if (!control.on_info) return;
    const auto lines =
        std::min(moves.size(), static_cast<std::size_t>(std::max(1, limiter.limits().multipv)));
    for (std::size_t i = 0; i < lines; ++i) {
      SearchInfo info;
      info.depth = depth;
      info.multipv = static_cast<int>(i) + 1;
      info.score = moves[i].score;
      info.nodes = nodes();
      info.elapsed = limiter.elapsed();
      info.hashfull_permille = table_.hashfull_permille();
      info.pv = moves[i].pv;
      control.on_info(info);
    }
  }

  [[nodiscard]] SearchResult result(const Worker& worker, const Limiter& limiter) const {
    SearchResult made;
    made.depth = worker.progress().depth;
    made.nodes = nodes();
    made.elapsed = limiter.elapsed();
    const auto moves = worker.root_moves();
    made.score = moves.empty() ? lost_at(0) : 0;
    const auto lines =
        std::min(moves.size(), static_cast<std::size_t>(std::max(1, limiter.limits().multipv)));
    for (std::size_t i = 0; i < lines; ++i) {
      const RootMove& root = moves[i];
      const Score known = root.score != -kInfinite ? root.score : root.previous;
      made.lines.push_back({known != -kInfinite ? known : 0, root.pv});
    }
    if (made.lines.empty()) return made;
    made.best = moves.front().move;
    made.score = made.lines.front().score;
    return made;
  }

  // The best line that was reported last.
  struct Told {
    rules::Move move;
    Score score = 0;
  };

  const AlphaBetaOptions options_;
  Told told_;
  TranspositionTable table_;
  Claims claims_;
  Endgame endgame_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

MadeSearcher make_alphabeta(std::unique_ptr<eval::Evaluator> evaluator, const eval::Parameters& parameters) {
  auto options = read_alphabeta_options(parameters);
  if (!options) return rules::Error{options.error()};
  return std::unique_ptr<Searcher>(std::make_unique<AlphaBetaSearcher>(*options, *evaluator));
}

}  // namespace thermodon::search
