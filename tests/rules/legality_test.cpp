// Legality of any move: it is the same as being in the list of generated moves, and each reason has its
// example.
#include "thermodon/rules/legality.hpp"

#include <algorithm>
#include <vector>

#include "support/catch.hpp"
#include "support/random_positions.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::rules {
namespace {

std::vector<Square> squares_of(BoardSize size) {
  std::vector<Square> squares;
  for (int row = 0; row < size.rows; ++row)
    for (int column = 0; column < size.columns; ++column) squares.push_back(Square::at(column, row));
  return squares;
}

}  // namespace

TEST_CASE("Of all triples of squares the legal ones are the generated moves") {
  tests::Random random(3);
  std::vector<Position> positions = {Position::start()};
  tests::play_random_game(random, Position::start(), [&](const Position& position) {
    if (position.ply() % 25 == 10) positions.push_back(position);
  });
  for (int i = 0; i < 20; ++i) positions.push_back(tests::random_room(random));

  for (const Position& position : positions) {
    CAPTURE(to_fen(position));
    MoveList legal;
    const auto squares = squares_of(position.size());
    for (const Square from : squares)
      for (const Square to : squares)
        for (const Square arrow : squares)
          if (is_legal(position, {from, to, arrow})) legal.push_back({from, to, arrow});
    MoveList generated = legal_moves(position);
    std::sort(generated.begin(), generated.end());
    std::sort(legal.begin(), legal.end());
    CHECK(legal == generated);
  }
}

TEST_CASE("A move of any three bytes is judged") {
  tests::Random random(4);
  for (int i = 0; i < 200; ++i) {
    const Position position = tests::random_room(random);
    const MoveList moves = legal_moves(position);
    for (int j = 0; j < 200; ++j) {
      const auto byte = [&] { return Square{static_cast<std::uint8_t>(random.below(256))}; };
      const Move move{byte(), byte(), byte()};
      const bool listed = std::find(moves.begin(), moves.end(), move) != moves.end();
      if (is_legal(position, move) != listed) FAIL("bytes of move " << j << " at " << to_fen(position));
    }
  }
}

TEST_CASE("The reason says what is wrong first") {
  // 4 . . . * .      White on a1 and d2, Black on d1.
  // 3 * . * . .
  // 2 . . . Q .
  // 1 Q . . q .
  const Position position = *parse_fen("3*1/*1*2/3Q1/Q2q1 w");
  struct Row {
    const char* move;
    IllegalReason reason;
  };
  const auto row = GENERATE(values<Row>({
      {"f1-a2/a1", IllegalReason::kOffBoard},        {"a1-a5/a1", IllegalReason::kOffBoard},
      {"a1-a2/j10", IllegalReason::kOffBoard},       {"b1-b2/b1", IllegalReason::kNoAmazon},
      {"a3-a2/a1", IllegalReason::kNoAmazon},  // an arrow
      {"d1-c1/b1", IllegalReason::kWrongSide},       {"a1-a1/a2", IllegalReason::kNoMovement},
      {"a1-b3/b2", IllegalReason::kNotQueenMove},    {"a1-e2/e1", IllegalReason::kNotQueenMove},
      {"a1-a3/a2", IllegalReason::kPathBlocked},  // onto an arrow
      {"a1-a4/b4", IllegalReason::kPathBlocked},  // over an arrow
      {"a1-d1/c1", IllegalReason::kPathBlocked},  // onto an amazon
      {"a1-e1/e2", IllegalReason::kPathBlocked},  // over an amazon
      {"a1-d4/c4", IllegalReason::kPathBlocked},  // past c3 along the diagonal
      {"a1-a2/a2", IllegalReason::kArrowNoMovement}, {"a1-a2/c3", IllegalReason::kArrowNotQueenMove},
      {"a1-a2/a3", IllegalReason::kArrowBlocked},    {"a1-a2/d2", IllegalReason::kArrowBlocked},
      {"a1-a2/e2", IllegalReason::kArrowBlocked},
  }));
  CAPTURE(row.move);
  const auto reason = why_illegal(position, *parse_move(row.move));
  REQUIRE(reason);
  CHECK(to_string(*reason) == to_string(row.reason));
}

TEST_CASE("An arrow may fly over and onto the square that the amazon left") {
  const Position position = *parse_fen("5/Q4 w");
  CHECK(is_legal(position, *parse_move("a1-b1/a1")));
  CHECK(is_legal(*parse_fen("2Q2 w"), *parse_move("c1-d1/a1")));
  CHECK_FALSE(is_legal(*parse_fen("*1Q2 w"), *parse_move("c1-d1/a1")));
}

TEST_CASE("Every reason has words of its own") {
  std::vector<std::string_view> words;
  for (int i = 0; i <= static_cast<int>(IllegalReason::kArrowBlocked); ++i)
    words.push_back(to_string(static_cast<IllegalReason>(i)));
  std::sort(words.begin(), words.end());
  CHECK(std::adjacent_find(words.begin(), words.end()) == words.end());
  CHECK(std::find(words.begin(), words.end(), "unknown reason") == words.end());
}

}  // namespace thermodon::rules
