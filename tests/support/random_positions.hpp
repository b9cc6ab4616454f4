// Positions by the thousand, the same in every run and on every platform.
#pragma once

#include <cstdint>
#include <random>

#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/position.hpp"

namespace thermodon::tests {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  // From 0 to `end` - 1.
  int below(int end) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(end)); }
  int between(int least, int most) { return least + below(most - least + 1); }
  template <class Container>
  const auto& one_of(const Container& container) {
    return container[static_cast<std::size_t>(below(static_cast<int>(container.size())))];
  }

 private:
  std::mt19937_64 engine_;  // fixed by the standard, unlike its distributions
};

// A board of any size with any number of amazons a side, also none, and arrows anywhere.
inline rules::Position random_room(Random& random) {
  using rules::Cell;
  const rules::BoardSize size{random.between(rules::kMinBoard, rules::kMaxBoard),
                              random.between(rules::kMinBoard, rules::kMaxBoard)};
  rules::Position position(size, random.below(2) == 0 ? rules::Color::kWhite : rules::Color::kBlack);
  const auto scatter = [&](Cell cell, int count) {
    for (int i = 0; i < count; ++i) {
      const auto square = rules::Square::at(random.below(size.columns), random.below(size.rows));
      if (position.is_empty(square)) position.put(square, cell);
    }
  };
  scatter(Cell::kWhite, random.below(rules::kMaxAmazons + 1));
  scatter(Cell::kBlack, random.below(rules::kMaxAmazons + 1));
  scatter(Cell::kArrow, random.below(size.columns * size.rows));
  return position;
}

// Plays a random game from `position` to its end. Calls visit(position) before each move and at the end.
template <class Visit>
void play_random_game(Random& random, rules::Position position, Visit visit) {
  for (;;) {
    visit(static_cast<const rules::Position&>(position));
    const auto moves = rules::legal_moves(position);
    if (moves.empty()) return;
    position.make(random.one_of(moves));
  }
}

// Calls visit(position) for each position of `games` games from start positions of all sizes, every second
// 10x10, and for as many random rooms as there were positions.
template <class Visit>
void for_each_random_position(int games, Visit visit) {
  Random random(20);
  for (int i = 0; i < games; ++i) {
    rules::BoardSize size;
    if (i % 2 == 1)
      size = {random.between(rules::kMinStart, rules::kMaxBoard),
              random.between(rules::kMinStart, rules::kMaxBoard)};
    play_random_game(random, rules::Position::start(size), [&](const rules::Position& position) {
      visit(position);
      visit(static_cast<const rules::Position&>(random_room(random)));
    });
  }
}

}  // namespace thermodon::tests
