// Positions for comparing one implementation with another: games played at random, and rooms filled at
// random.
#pragma once

#include <random>
#include <vector>

#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/position.hpp"

namespace thermodon::test {

using Random = std::mt19937_64;

inline int below(Random& random, int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); }

// A board of any size up to 10x10 with up to 8 amazons a side and any part of the rest filled with arrows, in
// long walls half of the time, so that far and unreachable squares come up too.
inline rules::Position random_room(Random& random) {
  const bool full = below(random, 2) == 0;
  const rules::BoardSize size =
      full ? rules::BoardSize{} : rules::BoardSize{1 + below(random, 10), 1 + below(random, 10)};
  rules::Position p(size, below(random, 2) == 0 ? rules::Color::kWhite : rules::Color::kBlack);
  const auto any = [&] { return rules::Square::at(below(random, size.columns), below(random, size.rows)); };
  const int squares = size.columns * size.rows;
  for (const auto cell : {rules::Cell::kWhite, rules::Cell::kBlack}) {
    const int amazons = below(random, 4) == 0 ? below(random, rules::kMaxAmazons + 1) : 1 + below(random, 4);
    for (int i = 0; i < amazons; ++i)
      if (const auto s = any(); p.is_empty(s)) p.put(s, cell);
  }
  const int arrows = below(random, squares);
  const bool walls = below(random, 2) == 0;
  for (int i = 0; i < arrows; ++i) {
    auto s = any();
    const int direction = rules::kDirections[static_cast<std::size_t>(below(random, 8))];
    do {
      if (!p.is_empty(s)) break;
      p.put(s, rules::Cell::kArrow);
      ++i;
      s.index = static_cast<std::uint8_t>(s.index + direction);
    } while (walls);
  }
  return p;
}

// Calls visit(position) for `wanted` positions: every one of random games on the full board, and as many
// rooms.
template <class Visit>
void for_random_positions(std::uint64_t seed, int wanted, Visit visit) {
  Random random(seed);
  auto game = rules::Position::start();
  for (int i = 0; i < wanted; i += 2) {
    const auto moves = rules::legal_moves(game);
    if (moves.empty())
      game = rules::Position::start();
    else
      game.make(moves[random() % moves.size()]);
    visit(game);
    visit(random_room(random));
  }
}

}  // namespace thermodon::test
