// Squares, moves, colours and board sizes as text: what is written is read back, what is wrong is named.
#include "thermodon/rules/notation.hpp"

#include "support/catch.hpp"
#include "support/random_positions.hpp"

namespace thermodon::rules {
namespace {

// The error of a reader that must fail. Errors are one line of printable text.
template <class T>
std::string error_of(const Result<T>& result) {
  REQUIRE_FALSE(result.ok());
  for (const char c : result.error())
    if (c < 0x20 || c > 0x7e) FAIL("an unprintable error: " << result.error());
  return result.error();
}

}  // namespace

TEST_CASE("Every square is read back as it is written") {
  for (int row = 0; row < kMaxBoard; ++row) {
    for (int column = 0; column < kMaxBoard; ++column) {
      const Square s = Square::at(column, row);
      CHECK(*parse_square(to_string(s)) == s);
    }
  }
  CHECK(to_string(Square::at(0, 0)) == "a1");
  CHECK(to_string(Square::at(9, 9)) == "j10");
  CHECK(*parse_square("D7") == Square::at(3, 6));
}

TEST_CASE("What is no square is refused") {
  for (const char* text : {"", "a", "a0", "a11", "k1", "1a", "a1 ", " a1", "a01", "a-1", "aa1", "a1x", "`1",
                           "@1", "a99999999999999999999",
                           "\xc3\xa4"
                           "1"}) {
    CAPTURE(text);
    CHECK(error_of(parse_square(text)).find("write a file a to j and a rank 1 to 10") != std::string::npos);
  }
  CHECK(error_of(parse_square("k1")) == "square \"k1\": write a file a to j and a rank 1 to 10, such as d7");
}

TEST_CASE("Every move is read back from each notation") {
  tests::Random random(8);
  for (int i = 0; i < 2000; ++i) {
    const auto square = [&] { return Square::at(random.below(10), random.below(10)); };
    const Move move{square(), square(), square()};
    CHECK(*parse_move(to_string(move)) == move);
    CHECK(*parse_move(to_uci(move)) == move);
    const std::string brackets =
        to_string(move.from) + "-" + to_string(move.to) + "(" + to_string(move.arrow) + ")";
    CHECK(*parse_move(brackets) == move);
  }
  const Move move = *parse_move("d10-j4/d10");
  CHECK(to_string(move) == "d10-j4/d10");
  CHECK(to_uci(move) == "d10j4,j4d10");
  CHECK(*parse_move("D10-J4(D10)") == move);
}

TEST_CASE("What is no move is refused, with the place") {
  struct Row {
    const char* text;
    const char* error;
  };
  const auto row = GENERATE(values<Row>({
      {"", "move \"\": expected a square a1 to j10 at character 1"},
      {"d1", "move \"d1\": expected a square a1 to j10 at character 3"},
      {"d1-", "move \"d1-\": expected a square a1 to j10 at character 4"},
      {"d1-d7", "move \"d1-d7\": expected \"/\" and the arrow's square at character 6"},
      {"d1-d7/", "move \"d1-d7/\": expected a square a1 to j10 at character 7"},
      {"d1-d7/g11", "move \"d1-d7/g11\": expected a square a1 to j10 at character 7"},
      {"d1-d7/g7 ", "move \"d1-d7/g7 \": expected nothing more at character 9"},
      {"d1-d7(g7", "move \"d1-d7(g7\": expected \")\" at character 9"},
      {"d1-d7(g7))", "move \"d1-d7(g7))\": expected nothing more at character 10"},
      {"d1-d7,d7g7", "move \"d1-d7,d7g7\": expected \"/\" and the arrow's square at character 6"},
      {"d1d7", "move \"d1d7\": expected \",\" and the arrow's path at character 5"},
      {"d1d7/g7", "move \"d1d7/g7\": expected \",\" and the arrow's path at character 5"},
      {"d1d7,g7", "move \"d1d7,g7\": expected the amazon's square d7 again at character 6"},
      {"d1d7,e7g7", "move \"d1d7,e7g7\": expected the amazon's square d7 again at character 6"},
      {"d1d7,d7", "move \"d1d7,d7\": expected a square a1 to j10 at character 8"},
      {"\xff\n", "move \"\\xff\\x0a\": expected a square a1 to j10 at character 1"},
  }));
  CHECK(error_of(parse_move(row.text)) == row.error + std::string("; write d1-d7/g7 or d1d7,d7g7"));
}

TEST_CASE("An error shows no more than the beginning of a huge text") {
  const std::string huge(1'000'000, 'x');
  CHECK(error_of(parse_move(huge)).size() < 200);
  CHECK(error_of(parse_square(huge)).size() < 200);
  CHECK(error_of(parse_size(huge)).size() < 200);
  CHECK(error_of(parse_color(huge)).size() < 200);
  CHECK(quote(huge) == "\"" + std::string(40, 'x') + "...\"");
}

TEST_CASE("Readers of moves and squares survive any bytes") {
  tests::Random random(9);
  constexpr std::string_view kLetters = "abdgj0179-/,() \n\xff";
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (int length = random.below(14); length > 0; --length) text += random.one_of(kLetters);
    const auto move = parse_move(text);
    if (move && to_string(*move) != text && to_uci(*move) != text && text.back() != ')')
      FAIL("read " << to_string(*move) << " from " << text);
    if (!move) error_of(move);
  }
}

TEST_CASE("Colours are read by name or letter") {
  for (const Color c : {Color::kWhite, Color::kBlack}) {
    CHECK(*parse_color(to_string(c)) == c);
    CHECK(*parse_color(to_string(c).substr(0, 1)) == c);
  }
  CHECK(error_of(parse_color("green")) == "colour \"green\": write white or black");
  CHECK_FALSE(parse_color("").ok());
}

TEST_CASE("Sizes are read as columns x rows, or as one number for both") {
  CHECK(*parse_size("10x10") == BoardSize{10, 10});
  CHECK(*parse_size("6x5") == BoardSize{6, 5});
  CHECK(*parse_size("8") == BoardSize{8, 8});
  CHECK(*parse_size("1x10") == BoardSize{1, 10});
  for (const char* text : {"", "x", "0", "0x5", "5x0", "11", "10x11", "99999x99999", "4294967297", "5x", "x5",
                           "5x5x5", "5 x5", "-5", "5X5", "05x5"}) {
    CAPTURE(text);
    CHECK(error_of(parse_size(text)) ==
          "board size " + quote(text) + ": write columns x rows, each 1 to 10, such as 10x10");
  }
}

}  // namespace thermodon::rules
