// The end: who cannot move has lost; every move uses up a square, so the end comes.
#include "support/catch.hpp"
#include "support/random_positions.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::rules {

TEST_CASE("A side whose amazons are all enclosed has no move") {
  CHECK_FALSE(has_legal_move(*parse_fen("Q*1/**1/2q w")));
  CHECK(has_legal_move(*parse_fen("Q*1/**1/2q b")));
  CHECK(legal_moves(*parse_fen("Q*1/**1/2q w")).empty());
  CHECK(count_moves(*parse_fen("Q*1/**1/2q w")) == 0);
}

TEST_CASE("A side without amazons has no move") {
  CHECK_FALSE(has_legal_move(*parse_fen("3/1q1/3 w")));
  CHECK_FALSE(has_legal_move(Position(BoardSize{1, 1})));
}

TEST_CASE("An amazon with one free square beside it has the move there and back") {
  const MoveList moves = legal_moves(*parse_fen("Q1 w"));
  REQUIRE(moves.size() == 1);
  CHECK(to_string(moves[0]) == "a1-b1/a1");
}

TEST_CASE("A game ends after at most as many moves as there are free squares") {
  tests::Random random(7);
  for (int game = 0; game < 30; ++game) {
    int plies = 0;
    tests::play_random_game(random, Position::start(), [&](const Position& position) {
      plies = position.ply();
      CHECK(position.arrow_count() == plies);
      CHECK(position.empty_squares().count() == 92 - plies);
      if (!has_legal_move(position)) CHECK(perft(position, 1) == 0);
    });
    CHECK(plies <= 92);
  }
}

}  // namespace thermodon::rules
