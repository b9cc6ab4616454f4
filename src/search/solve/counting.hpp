// Who has won by counting, on the solver's states: eval::decide with sets that are there already.
#pragma once

#include "search/solve/state.hpp"
#include "thermodon/eval/filling.hpp"

namespace thermodon::search::solve {

enum class Outcome : std::uint8_t { kOpen, kWon, kLost };  // for the side to move

template <class Set>
class Counting {
 public:
  explicit Counting(const Grid<Set>& grid)
      : grid_(grid), room_(sizeof(Set) == sizeof(eval::RoomSet) ? board_of(grid.all()) : rules::Bitboard{}) {}

  [[nodiscard]] Outcome outcome(const State<Set>& state, const Reached<Set>& reached) {
    if (reached.mine == 0) return Outcome::kLost;
    const Set both = reached.mine & reached.theirs;
    const int mine = count(reached.mine & ~both);
    const int theirs = count(reached.theirs & ~both);
    const int shared = count(both);
    // Fillings seldom leave a square over, so squares tell which side, if any, can have won.
    if (shared != 0 && mine <= theirs + shared && theirs < mine + shared) return Outcome::kOpen;

    // Whoever has more squares of its own is the one that may have won; when squares tell the two sides
    // apart by hardly anything, a side that cannot fill its own may have lost in spite of them.
    const bool mover_leads = mine > theirs;
    const std::size_t leader = mover_leads ? state.mover : 1 - state.mover;
    const Set own = (mover_leads ? reached.mine : reached.theirs) & ~both;
    const Set open_to_other = mover_leads ? reached.theirs : reached.mine;
    const Outcome if_won = mover_leads ? Outcome::kWon : Outcome::kLost;
    const Outcome if_lost = mover_leads ? Outcome::kLost : Outcome::kWon;

    const Set gates = gates_of(state, leader, both);
    const auto needed = [&](int other) { return mover_leads ? other + 1 : other; };
    if (can_make(own, state.amazons[leader], gates, needed(count(open_to_other)))) return if_won;
    const int sure = bounds(own, state.amazons[leader], gates).lower;
    if (sure >= needed(bounds(open_to_other, state.amazons[1 - leader], 0).upper)) return if_won;
    if (shared != 0) return Outcome::kOpen;

    const Set other_gates = gates_of(state, 1 - leader, both);
    const int other_sure = bounds(open_to_other, state.amazons[1 - leader], other_gates).lower;
    const int most = bounds(own, state.amazons[leader], 0).upper;
    return other_sure >= (mover_leads ? most : most + 1) ? if_lost : Outcome::kOpen;
  }

 private:
  static constexpr std::uint64_t kBudget = 2'000;

  // Amazons whose square, left open, would let the other side in.
  [[nodiscard]] Set gates_of(const State<Set>& state, std::size_t side, Set contested) const noexcept {
    return state.amazons[side] & grid_.dilate(contested | state.amazons[1 - side]);
  }

  [[nodiscard]] bool can_make(Set empty, Set amazons, Set gates, int wanted) {
    if constexpr (sizeof(Set) == sizeof(eval::RoomSet)) {
      return solver_.can_make(room_, {empty, amazons, gates}, wanted, kBudget) == std::optional(true);
    } else {
      return count(empty) >= wanted && bounds(empty, amazons, gates).lower >= wanted;
    }
  }

  [[nodiscard]] eval::FillBounds bounds(Set empty, Set amazons, Set gates) {
    if constexpr (sizeof(Set) == sizeof(eval::RoomSet)) {
      return solver_.max_moves(room_, {empty, amazons, gates}, kBudget);
    } else {
      return solver_.max_moves({board_of(empty), board_of(amazons), board_of(gates)}, kBudget);
    }
  }

  [[nodiscard]] rules::Bitboard board_of(Set set) const noexcept {
    rules::Bitboard board;
    for (; set != 0; set &= set - 1) board.set(grid_.square(lowest(set)));
    return board;
  }

  const Grid<Set>& grid_;
  eval::Room room_;  // the whole board, numbered as the grid is; unused on boards that do not fit
  eval::FillSolver solver_;
};

}  // namespace thermodon::search::solve
