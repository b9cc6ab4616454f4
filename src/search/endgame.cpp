#include "search/endgame.hpp"

#include <algorithm>
#include <chrono>

#include "search/report.hpp"
#include "search/win_score.hpp"

namespace thermodon::search {
namespace {

// Walls take arrows: before they stand on this part of the board a verdict is too rare to be worth the look.
constexpr int kArrowShare = 5;

Score proved(const eval::Verdict& verdict, rules::Color side_to_move, int ply) {
  const int end = ply + verdict.plies;
  return verdict.winner == side_to_move ? won_at(end) : lost_at(end);
}

// Moves that fillings may look at, so that all of them (four, each twice, of a room or two, some 30 ns a
// move) take a small part of the allowance: when nothing is decided the search needs it.
std::uint64_t filling_budget(const SearchLimits& limits) {
  constexpr std::uint64_t kDefault = eval::FillSolver::kDefaultBudget;
  if (!limits.deadline) return kDefault;
  constexpr std::chrono::nanoseconds kPerMove{2'500};
  const auto moves = std::max(std::int64_t{0}, (*limits.deadline - limits.start) / kPerMove);
  return std::min(kDefault, static_cast<std::uint64_t>(moves));
}

}  // namespace

std::optional<Score> Endgame::score(const rules::Position& position, int ply) {
  const auto size = position.size();
  if (kArrowShare * position.arrow_count() < size.columns * size.rows) return std::nullopt;
  const auto verdict = eval::decide(position, solver_);
  if (!verdict) return std::nullopt;
  return proved(*verdict, position.side_to_move(), ply);
}

std::optional<Endgame::Reply> Endgame::reply(const rules::Position& position, std::uint64_t budget) {
  const eval::Outlook outlook = eval::assess(position, solver_, budget);
  if (!outlook.verdict) return std::nullopt;
  if (outlook.verdict->winner != position.side_to_move() && !outlook.separated) return std::nullopt;
  const auto move = eval::filling_move(position, solver_, budget);
  if (!move) return std::nullopt;
  return Reply{*move, proved(*outlook.verdict, position.side_to_move(), 0)};
}

std::optional<SearchResult> fill_at_once(Endgame& endgame, const rules::Position& position,
                                         const Limiter& limiter, const SearchControl& control) {
  const SearchLimits& limits = limiter.limits();
  if (limits.multipv > 1 || limits.use_all_time || !limits.root_moves.empty()) return std::nullopt;
  const auto reply = endgame.reply(position, filling_budget(limits));
  if (!reply) return std::nullopt;
  SearchResult made;
  made.best = reply->move;
  made.score = reply->score;
  made.depth = 1;
  made.nodes = 1;
  made.elapsed = limiter.elapsed();
  made.lines.push_back({reply->score, {reply->move}});
  if (control.on_best) control.on_best(reply->move);
  report_lines(made, control);
  return made;
}

}  // namespace thermodon::search
