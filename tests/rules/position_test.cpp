// The board: where it begins, how it is set up, and that taking back undoes a move in every respect.
#include "thermodon/rules/position.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/random_positions.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::rules {
namespace {

std::string squares_of(const Position& position, Color color) {
  std::string text;
  for (const Square s : position.amazons(color)) text += (text.empty() ? "" : " ") + to_string(s);
  return text;
}

// The sets beside the mailbox say what the mailbox says, and nothing about the frame.
void check_sets(const Position& position) {
  Bitboard empty, white, black;
  int arrows = 0;
  for (std::uint8_t i = 0; i < kMailboxSize; ++i) {
    const Square s{i};
    switch (position.at(s)) {
      case Cell::kEmpty:
        empty.set(s);
        break;
      case Cell::kWhite:
        white.set(s);
        break;
      case Cell::kBlack:
        black.set(s);
        break;
      case Cell::kArrow:
        ++arrows;
        break;
      case Cell::kWall:
        break;
    }
  }
  CHECK(position.empty_squares() == empty);
  CHECK(position.amazon_squares(Color::kWhite) == white);
  CHECK(position.amazon_squares(Color::kBlack) == black);
  CHECK(position.arrow_count() == arrows);
  for (const Color c : {Color::kWhite, Color::kBlack}) {
    CHECK(static_cast<int>(position.amazons(c).size()) == position.amazon_squares(c).count());
    for (const Square s : position.amazons(c)) CHECK(position.at(s) == cell_of(c));
  }
}

}  // namespace

TEST_CASE("The game begins as the rules say") {
  const Position start = Position::start();
  CHECK(squares_of(start, Color::kWhite) == "a4 d1 g1 j4");
  CHECK(squares_of(start, Color::kBlack) == "a7 d10 g10 j7");
  CHECK(start.side_to_move() == Color::kWhite);
  CHECK(start.arrow_count() == 0);
  CHECK(start.ply() == 0);
  CHECK(Position::start({}, Color::kBlack).side_to_move() == Color::kBlack);
}

TEST_CASE("Smaller boards have start positions of their own") {
  struct Row {
    BoardSize size;
    const char* white;
    const char* black;
  };
  const auto row = GENERATE(values<Row>({
      {{8, 8}, "a3 c1 f1 h3", "a6 c8 f8 h6"},
      {{4, 4}, "a2 b1 c1 d2", "a3 b4 c4 d3"},
      {{5, 5}, "a2 b1 d1 e2", "a4 b5 d5 e4"},
      {{6, 5}, "a2 b1 e1 f2", "a4 b5 e5 f4"},
      {{6, 6}, "a2 b1 e1 f2", "a5 b6 e6 f5"},
      {{7, 7}, "a2 b1 f1 g2", "a6 b7 f7 g6"},
      {{9, 9}, "a2 b1 h1 i2", "a8 b9 h9 i8"},
      {{10, 4}, "a2 b1 i1 j2", "a3 b4 i4 j3"},
      {{8, 10}, "a2 b1 g1 h2", "a9 b10 g10 h9"},
  }));
  CAPTURE(row.size.columns, row.size.rows);
  const Position start = Position::start(row.size);
  CHECK(squares_of(start, Color::kWhite) == row.white);
  CHECK(squares_of(start, Color::kBlack) == row.black);
}

TEST_CASE("A start position of any size holds four amazons a side that mirror each other") {
  for (int columns = kMinStart; columns <= kMaxBoard; ++columns) {
    for (int rows = kMinStart; rows <= kMaxBoard; ++rows) {
      CAPTURE(columns, rows);
      const Position start = Position::start({columns, rows});
      check_sets(start);
      REQUIRE(start.amazons(Color::kWhite).size() == 4);
      REQUIRE(start.amazons(Color::kBlack).size() == 4);
      for (const Square s : start.amazons(Color::kWhite)) {
        CHECK(start.at(Square::at(s.column(), rows - 1 - s.row())) == Cell::kBlack);
        CHECK(start.at(Square::at(columns - 1 - s.column(), s.row())) == Cell::kWhite);
      }
    }
  }
}

TEST_CASE("What is not on the board is wall") {
  for (int columns = kMinBoard; columns <= kMaxBoard; ++columns) {
    for (int rows = kMinBoard; rows <= kMaxBoard; ++rows) {
      const Position position(BoardSize{columns, rows});
      CHECK(position.empty_squares().count() == columns * rows);
      for (int row = -1; row <= kMaxBoard; ++row)
        for (int column = -1; column <= kMaxBoard; ++column)
          if ((position.at(Square::at(column, row)) == Cell::kEmpty) !=
              (row >= 0 && row < rows && column >= 0 && column < columns))
            FAIL("a wrong wall at column " << column << ", row " << row);
    }
  }
}

TEST_CASE("Clearing undoes putting, and the amazons after the cleared one move up") {
  Position position;
  const Position empty = position;
  const auto squares = {Square::at(0, 0), Square::at(4, 4), Square::at(9, 9)};
  for (const Square s : squares) position.put(s, Cell::kBlack);
  position.put(Square::at(2, 2), Cell::kArrow);
  position.clear(Square::at(4, 4));
  CHECK(squares_of(position, Color::kBlack) == "a1 j10");
  check_sets(position);
  position.clear(Square::at(0, 0));
  position.clear(Square::at(9, 9));
  position.clear(Square::at(2, 2));
  position.clear(Square::at(3, 3));  // was empty
  check_sets(position);
  CHECK(position == empty);
  CHECK(position.hash() == empty.hash());
}

TEST_CASE("A move takes the amazon away, sets it down and leaves an arrow") {
  Position position = Position::start();
  position.make(*parse_move("d1-d7/g7"));
  CHECK(to_fen(position) == "3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b - - 1 1");
  CHECK(squares_of(position, Color::kWhite) == "a4 d7 g1 j4");  // it keeps its index
  CHECK(position.arrow_count() == 1);
}

TEST_CASE("The arrow may fly to the square that the amazon left") {
  Position position = Position::start();
  position.make(*parse_move("d1-d2/d1"));
  CHECK(position.at(Square::at(3, 0)) == Cell::kArrow);
  check_sets(position);
  position.unmake(*parse_move("d1-d2/d1"));
  CHECK(position == Position::start());
  check_sets(position);
}

TEST_CASE("Taking back restores board, sets, amazons, hash and counters, over whole games") {
  tests::Random random(1);
  for (int game = 0; game < 20; ++game) {
    std::vector<Position> before;
    MoveList played;
    Position position = Position::start(game % 2 == 0 ? BoardSize{} : BoardSize{6, 7});
    for (;;) {
      check_sets(position);
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      before.push_back(position);
      played.push_back(random.one_of(moves));
      position.make(played.back());
      CHECK(position.ply() == before.back().ply() + 1);
      CHECK(position.arrow_count() == before.back().arrow_count() + 1);
      CHECK(position.side_to_move() != before.back().side_to_move());
    }
    for (; !played.empty(); played.pop_back(), before.pop_back()) {
      position.unmake(played.back());
      const Position& expected = before.back();
      CHECK(position == expected);
      CHECK(position.hash() == expected.hash());
      CHECK(position.arrow_count() == expected.arrow_count());
      CHECK(position.empty_squares() == expected.empty_squares());
      for (const Color c : {Color::kWhite, Color::kBlack}) {
        CHECK(position.amazon_squares(c) == expected.amazon_squares(c));
        CHECK(squares_of(position, c) == squares_of(expected, c));
      }
    }
  }
}

TEST_CASE("Positions differ by cells, by size, by the side to move and by the ply") {
  const Position start = Position::start();
  Position other = start;
  CHECK(start == other);
  other.set_ply(2);
  CHECK(start != other);
  other = start;
  other.set_side_to_move(Color::kBlack);
  CHECK(start != other);
  other = start;
  other.put(Square::at(4, 4), Cell::kArrow);
  CHECK(start != other);
  CHECK(Position(BoardSize{3, 4}) != Position(BoardSize{4, 3}));
}

}  // namespace thermodon::rules
