#include "search/endgame.hpp"

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

}  // namespace

std::optional<Score> Endgame::score(const rules::Position& position, int ply) {
  const auto size = position.size();
  if (kArrowShare * position.arrow_count() < size.columns * size.rows) return std::nullopt;
  const auto verdict = eval::decide(position, solver_);
  if (!verdict) return std::nullopt;
  return proved(*verdict, position.side_to_move(), ply);
}

std::optional<Endgame::Reply> Endgame::reply(const rules::Position& position) {
  const eval::Outlook outlook = eval::assess(position, solver_);
  if (!outlook.verdict) return std::nullopt;
  if (outlook.verdict->winner != position.side_to_move() && !outlook.separated) return std::nullopt;
  const auto move = eval::filling_move(position, solver_);
  if (!move) return std::nullopt;
  return Reply{*move, proved(*outlook.verdict, position.side_to_move(), 0)};
}

std::optional<SearchResult> fill_at_once(Endgame& endgame, const rules::Position& position,
                                         const Limiter& limiter, const SearchControl& control) {
  const SearchLimits& limits = limiter.limits();
  if (limits.multipv > 1 || limits.use_all_time || !limits.root_moves.empty()) return std::nullopt;
  const auto reply = endgame.reply(position);
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
