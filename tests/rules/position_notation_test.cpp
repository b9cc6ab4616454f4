// Positions as the command line writes them: `startpos` or a FEN, then moves.
#include "support/catch.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::rules {
namespace {

std::string error_of(std::string_view text, BoardSize size = {}) {
  const auto position = parse_position(text, size);
  REQUIRE_FALSE(position.ok());
  CHECK(position.error().find('\n') == std::string::npos);
  return position.error();
}

}  // namespace

TEST_CASE("startpos is the start position of the size asked for") {
  CHECK(*parse_position("startpos") == Position::start());
  CHECK(*parse_position("startpos", {6, 5}) == Position::start({6, 5}));
  CHECK(*parse_position(" startpos  moves ") == Position::start());
}

TEST_CASE("A FEN may have any of its fields, with or without moves") {
  const Position start = Position::start();
  const std::string board = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3";
  for (const char* fields : {" w", " w - -", " w - - 0 1"}) {
    CAPTURE(fields);
    CHECK(*parse_position(board + fields) == start);
    CHECK(*parse_position(board + fields + " moves d1-d7/g7") == *parse_position("startpos moves d1-d7/g7"));
  }
  // The FEN's size counts, not the one of startpos.
  CHECK(*parse_position("Q1 w", {6, 6}) == *parse_fen("Q1 w"));
}

TEST_CASE("Moves are read in all notations, mixed") {
  const auto one = parse_position("startpos moves d1-d7/g7 g10g8,g8g9 a4-b4(a4)");
  REQUIRE(one.ok());
  CHECK(one->ply() == 3);
  CHECK(*one == *parse_position("startpos moves d1d7,d7g7 g10-g8/g9 a4b4,b4a4"));
}

TEST_CASE("A wrong move is named with its number, its mover and the reason") {
  CHECK(
      error_of("startpos moves d1-d7/g7 d1-d7/g7") ==
      "move 2 of the position, d1-d7/g7 by black, is illegal: no amazon stands on the square it moves from");
  CHECK(error_of("startpos moves d1-d7/g7 d10-d7/g7") ==
        "move 2 of the position, d10-d7/g7 by black, is illegal: the amazon's way is blocked");
  CHECK(
      error_of("startpos moves d10-d7/g7") ==
      "move 1 of the position, d10-d7/g7 by white, is illegal: the amazon it moves belongs to the opponent");
  CHECK(error_of("startpos moves d1-d7/g7 a7-a6/b6 d7-z9/a1") ==
        "move 3 of the position: move \"d7-z9/a1\": expected a square a1 to j10 at character 4; write "
        "d1-d7/g7 or "
        "d1d7,d7g7");
  CHECK(error_of("startpos moves f6-f7/f8", {5, 5}) ==
        "move 1 of the position, f6-f7/f8 by white, is illegal: a square of the move is not on the board");
}

TEST_CASE("What is no position is refused") {
  CHECK(error_of("") == "position: the text is empty; write startpos or a FEN");
  CHECK(error_of("startpos d1-d7/g7") ==
        "position: \"d1-d7/g7\" stands after startpos; only moves may follow");
  CHECK(error_of("startpos", {3, 4}) ==
        "startpos: a board of 3x4 has no start position; choose 4 to 10 columns and rows, or give a FEN");
  CHECK(error_of("startpos", {10, 11}).find("10x11") != std::string::npos);
  CHECK(error_of("moves d1-d7/g7") == "FEN: the text is empty; write the board and w or b");
  CHECK(error_of("startpoz w").find("FEN: rank 1 has \"startpoz\" at character 1") == 0);
}

TEST_CASE("A huge text is refused by its length") {
  CHECK(error_of(std::string(1'000'000, ' ')) ==
        "position: 1000000 bytes are too long; at most 8192 are read");
  CHECK(error_of("startpos moves " + std::string(8000, 'x')).size() < 200);
}

}  // namespace thermodon::rules
