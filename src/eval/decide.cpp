// Who has won, from the fillings of both sides' regions.
#include <algorithm>

#include "eval/flat_board.hpp"
#include "thermodon/eval/filling.hpp"

namespace thermodon::eval {
namespace {

using rules::Color;
using rules::index;

// What `sure` moves of a side against at most `most` of the other prove, if anything. The side to move needs
// one more than the other has, the other only as many.
std::optional<Verdict> verdict_for(Color side, Color mover, int sure, int most) {
  const int margin = side == mover ? sure - most - 1 : sure - most;
  if (margin < 0) return std::nullopt;
  return Verdict{side, margin, side == mover ? 2 * most + 1 : 2 * most};
}

// Amazons of `side` whose square, left open, would let the opponent in: those beside a contested region or
// beside an opposing amazon.
Flat gates(const rules::Position& position, Flat contested, Color side) {
  const Flat hostile = contested | flatten(position.amazon_squares(!side));
  return flatten(position.amazon_squares(side)) & dilate(hostile);
}

}  // namespace

FillWorld sure_world(const rules::Position& position, const RegionMap& map, Color side) {
  // Amazons that touch no own region belong to it all the same: another that leaves may let them in.
  return {map.squares(owner_of(side)), position.amazon_squares(side),
          unflatten(gates(position, flatten(map.squares(Owner::kBoth)), side))};
}

FillWorld most_world(const rules::Position& position, const RegionMap& map, Color side) {
  const Flat open = flatten(map.squares(owner_of(side))) | flatten(map.squares(Owner::kBoth));
  return {unflatten(open), position.amazon_squares(side), {}};
}

Outlook assess(const rules::Position& position, FillSolver& solver, std::uint64_t budget) {
  const RegionMap map = analyze_regions(position);
  Outlook outlook;
  outlook.separated = !map.contested();
  for (const Color side : {Color::kWhite, Color::kBlack}) {
    outlook.sure[index(side)] = solver.max_moves(sure_world(position, map, side), budget).lower;
    outlook.most[index(side)] = solver.max_moves(most_world(position, map, side), budget).upper;
  }
  for (const Color side : {Color::kWhite, Color::kBlack})
    if (const auto won =
            verdict_for(side, position.side_to_move(), outlook.sure[index(side)], outlook.most[index(!side)]))
      outlook.verdict = won;
  return outlook;
}

std::optional<Verdict> decide(const rules::Position& position, FillSolver& solver, std::uint64_t budget) {
  const Color mover = position.side_to_move();
  const ReachCounts reached = count_reach(position);
  const int both = reached.both;
  const int mine = reached.only[index(mover)];
  const int theirs = reached.only[index(!mover)];
  // Fillings seldom leave a square over, so squares tell which side, if any, can have won.
  if (both != 0 && mine <= theirs + both && theirs < mine + both) return std::nullopt;

  const RegionMap map = analyze_regions(position);
  const Color leader = mine > theirs ? mover : !mover;
  const int sure = solver.max_moves(sure_world(position, map, leader), budget).lower;
  const int most = (leader == mover ? theirs : mine) + both;
  if (const auto won = verdict_for(leader, mover, sure, most)) return won;
  // Too close to count squares only.
  return assess(position, solver, budget).verdict;
}

std::optional<rules::Move> filling_move(const rules::Position& position, FillSolver& solver,
                                        std::uint64_t budget) {
  if (!assess(position, solver, budget).verdict) return std::nullopt;
  return solver.best_move(sure_world(position, analyze_regions(position), position.side_to_move()), budget);
}

}  // namespace thermodon::eval
