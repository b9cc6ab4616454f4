#include <algorithm>

#include "search/makers.hpp"
#include "search/report.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::search {
namespace {

// One evaluation may take 20 us, so this is well below a millisecond.
constexpr std::uint64_t kPollInterval = 16;

class GreedySearcher final : public Searcher {
 public:
  explicit GreedySearcher(std::unique_ptr<eval::Evaluator> evaluator) : evaluator_(std::move(evaluator)) {}

  SearchResult search(const rules::Position& position, const SearchLimits& limits,
                      SearchControl& control) override {
    rules::Position board = position;
    const rules::MoveList moves =
        limits.root_moves.empty() ? rules::legal_moves(position) : limits.root_moves;
    SearchResult result;
    Score best = -kInfinite;
    for (const rules::Move move : moves) {
      if (result.best && ended(result.nodes, limits, control)) break;
      board.make(move);
      const Score score = rules::has_legal_move(board) ? -evaluator_->evaluate(board) : Score{kWin - 1};
      board.unmake(move);
      ++result.nodes;
      result.lines.push_back({score, {move}});
      if (score > best) {
        best = score;
        result.best = move;
        if (control.on_best) control.on_best(move);
      }
    }
    if (moves.empty()) result.score = -kWin;
    finish(result, limits, control);
    return result;
  }

 private:
  static bool ended(std::uint64_t nodes, const SearchLimits& limits, const SearchControl& control) {
    if (limits.nodes && nodes >= *limits.nodes) return true;
    if (nodes % kPollInterval != 0) return false;
    return control.stopped() || (limits.deadline && Clock::now() >= *limits.deadline);
  }

  static void finish(SearchResult& result, const SearchLimits& limits, const SearchControl& control) {
    std::stable_sort(result.lines.begin(), result.lines.end(),
                     [](const PvLine& a, const PvLine& b) { return a.score > b.score; });
    const auto wanted = static_cast<std::size_t>(std::max(1, limits.multipv));
    if (result.lines.size() > wanted) result.lines.resize(wanted);
    result.elapsed = Clock::now() - limits.start;
    if (result.lines.empty()) return;
    result.score = result.lines.front().score;
    result.depth = 1;
    report_lines(result, control);
  }

  std::unique_ptr<eval::Evaluator> evaluator_;
};

}  // namespace

MadeSearcher make_greedy(std::unique_ptr<eval::Evaluator> evaluator, const eval::Parameters&) {
  return std::unique_ptr<Searcher>(std::make_unique<GreedySearcher>(std::move(evaluator)));
}

}  // namespace thermodon::search
