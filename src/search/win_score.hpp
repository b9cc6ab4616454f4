// Proved results as scores: kWin less the number of plies to the end of the game.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "thermodon/eval/evaluator.hpp"
#include "thermodon/search/searcher.hpp"

namespace thermodon::search {

// No game is longer: the board has fewer squares.
inline constexpr int kMaxPly = 112;

// The side to move at `ply` plies from the root has lost now (it cannot move).
[[nodiscard]] constexpr Score lost_at(int ply) noexcept { return -(kWin - ply); }
[[nodiscard]] constexpr Score won_at(int ply) noexcept { return kWin - ply; }
[[nodiscard]] constexpr bool is_proved(Score score) noexcept {
  return score > kWinBound || score < -kWinBound;
}

// What an evaluator says, kept apart from what is proved.
[[nodiscard]] constexpr Score limited(Score score) noexcept {
  return std::clamp(score, -eval::kMaxEval, eval::kMaxEval);
}

// A table is shared by nodes at different distances from the root of different searches, so it holds the
// plies from the node itself.
[[nodiscard]] constexpr Score to_table(Score score, int ply) noexcept {
  if (score > kWinBound) return score + ply;
  if (score < -kWinBound) return score - ply;
  return score;
}
[[nodiscard]] constexpr Score from_table(Score score, int ply) noexcept {
  if (score > kWinBound) return score - ply;
  if (score < -kWinBound) return score + ply;
  return score;
}

}  // namespace thermodon::search
