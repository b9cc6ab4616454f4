// The eight symmetries and the exchange of colours: the rules know no direction and no colour.
#include "thermodon/rules/symmetry.hpp"

#include <algorithm>

#include "support/catch.hpp"
#include "support/random_positions.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::rules {
namespace {

MoveList sorted_moves(const Position& position) {
  MoveList moves = legal_moves(position);
  std::sort(moves.begin(), moves.end());
  return moves;
}

}  // namespace

TEST_CASE("Each symmetry sends the corner a1 where it should") {
  const BoardSize size{5, 4};
  const char* expected[kSymmetries] = {"b1", "d1", "b4", "d4", "a2", "a4", "d2", "d4"};
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    CAPTURE(symmetry);
    CHECK(to_string(transform(*parse_square("b1"), symmetry, size)) == expected[symmetry]);
  }
}

TEST_CASE("Moves of the mirrored position are the mirrored moves") {
  tests::for_each_random_position(4, [](const Position& position) {
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      MoveList expected;
      for (const Move move : legal_moves(position))
        expected.push_back(transform(move, symmetry, position.size()));
      std::sort(expected.begin(), expected.end());
      if (sorted_moves(transform(position, symmetry)) != expected)
        FAIL("symmetry " << symmetry << " at " << to_fen(position));
    }
  });
}

TEST_CASE("Mirroring and moving can be exchanged") {
  tests::Random random(6);
  tests::play_random_game(random, Position::start({6, 9}), [&](const Position& position) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return;
    const Move move = random.one_of(moves);
    Position moved = position;
    moved.make(move);
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      Position mirrored = transform(position, symmetry);
      mirrored.make(transform(move, symmetry, position.size()));
      CHECK(mirrored == transform(moved, symmetry));
      CHECK(mirrored.hash() == transform(moved, symmetry).hash());
    }
  });
}

TEST_CASE("Each symmetry has an inverse among the eight, and all eight differ") {
  // The columns and rows are exchanged last, so 5 and 6 undo each other.
  constexpr int kInverse[kSymmetries] = {0, 1, 2, 3, 4, 6, 5, 7};
  const Position position = *parse_fen("1Q3/5/2*2/q4 w - - 3 2");
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    CAPTURE(symmetry);
    CHECK(transform(transform(position, symmetry), kInverse[symmetry]) == position);
    for (int other = 0; other < symmetry; ++other)
      CHECK(transform(position, symmetry) != transform(position, other));
  }
}

TEST_CASE("With exchanged colours the other side has the same moves") {
  tests::for_each_random_position(10, [](const Position& position) {
    const Position swapped = swap_colors(position);
    if (sorted_moves(swapped) != sorted_moves(position)) FAIL("other moves at " << to_fen(position));
    CHECK(swapped.side_to_move() != position.side_to_move());
    CHECK(swap_colors(swapped) == position);
  });
}

TEST_CASE("The start position is Black's mirrored in the rows, with exchanged colours") {
  for (const BoardSize size : {BoardSize{10, 10}, {8, 8}, {6, 5}, {4, 4}})
    CHECK(swap_colors(transform(Position::start(size), 2)) == Position::start(size, Color::kBlack));
}

}  // namespace thermodon::rules
