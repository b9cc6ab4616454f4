// A move and what it is worth to somebody.
#pragma once

#include <cstddef>

#include "thermodon/rules/position.hpp"

namespace thermodon::search {

// Legal moves of a position, at most: a queen reaches at most 35 squares of an empty 10x10 board.
inline constexpr std::size_t kMaxMoves = std::size_t{rules::kMaxAmazons} * 35 * 35;

struct ScoredMove {
  rules::Move move;
  int score = 0;
};
static_assert(sizeof(ScoredMove) == 8);

// The best first. Ties go by squares, so that an order does not depend on how the list came about.
[[nodiscard]] constexpr bool best_first(const ScoredMove& a, const ScoredMove& b) noexcept {
  return a.score != b.score ? a.score > b.score : a.move < b.move;
}

}  // namespace thermodon::search
