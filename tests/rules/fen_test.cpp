// Positions as FEN, the way Fairy-Stockfish writes them.
#include "support/catch.hpp"
#include "support/random_positions.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::rules {

TEST_CASE("The start position has the FEN that Fairy-Stockfish gives it") {
  CHECK(to_fen(Position::start()) == "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1");
}

TEST_CASE("Every position is read back as it is written") {
  tests::for_each_random_position(20, [](const Position& position) {
    const std::string fen = to_fen(position);
    const auto read = parse_fen(fen);
    REQUIRE(read.ok());
    if (!(*read == position) || read->hash() != position.hash() || to_fen(*read) != fen)
      FAIL("another position from " << fen);
  });
}

TEST_CASE("The half-move counter is the ply, the full-move number grows after Black's moves") {
  Position position = *parse_position("startpos moves d1-d7/g7");
  CHECK(to_fen(position).ends_with(" b - - 1 1"));
  position.make(*parse_move("g10-g8/g9"));
  CHECK(to_fen(position).ends_with(" w - - 2 2"));
  CHECK(parse_fen(to_fen(position))->ply() == 2);

  Position black_first = Position::start({}, Color::kBlack);
  CHECK(to_fen(black_first).ends_with(" b - - 0 1"));
  black_first.make(*parse_move("g10-g8/g9"));
  CHECK(to_fen(black_first).ends_with(" w - - 1 2"));
}

TEST_CASE("The fields after the side to move may be left out") {
  const std::string board = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3";
  for (const char* rest : {" w", " w -", " w - -", " w - - 0", " w - - 0 1", "  w \t-  - 0 1\n"}) {
    CAPTURE(rest);
    REQUIRE(parse_fen(board + rest).ok());
    CHECK(*parse_fen(board + rest) == Position::start());
  }
  CHECK(parse_fen("1 w")->ply() == 0);
}

TEST_CASE("The greatest ply that is read leaves room for every move that can follow") {
  auto position = parse_fen("Q2/3/2q w - - 992 1");
  REQUIRE(position.ok());
  CHECK(position->ply() == max_ply(*position));
  while (has_legal_move(*position)) {
    position->make(legal_moves(*position).front());
    const auto again = parse_fen(to_fen(*position));
    REQUIRE(again.ok());
    CHECK(*again == *position);
  }
}

TEST_CASE("The board has as many rows and columns as the FEN") {
  CHECK(parse_fen("Q w")->size() == BoardSize{1, 1});
  CHECK(parse_fen("10 w")->size() == BoardSize{10, 1});
  CHECK(parse_fen("1/1/1/1/1/1/1/1/1/q b")->size() == BoardSize{1, 10});
}

TEST_CASE("What is no FEN is refused, with the place and the mend") {
  struct Row {
    const char* fen;
    const char* error;
  };
  const auto row = GENERATE(values<Row>({
      {"", "the text is empty; write the board and w or b"},
      {" \n", "the text is empty; write the board and w or b"},
      {"10/10", "the side to move is missing after the board; write w or b"},
      {"5/5 x", "the side to move is \"x\"; write w or b"},
      {"5/5 W", "the side to move is \"W\"; write w or b"},
      {"5/4Qx w", "rank 1 has \"x\" at character 3; write Q, q, * and runs of empty squares 1 to 10"},
      {"K4/5 w", "rank 2 has \"K4\" at character 1; write Q, q, * and runs of empty squares 1 to 10"},
      {"0/5 w", "rank 2 has \"0\" at character 1; write Q, q, * and runs of empty squares 1 to 10"},
      {"05/5 w", "rank 2 has \"05\" at character 1; write Q, q, * and runs of empty squares 1 to 10"},
      {"11 w", "rank 1 has \"11\" at character 1; write Q, q, * and runs of empty squares 1 to 10"},
      {"99999999999999999999 w",
       "rank 1 has \"99999999999999999999\" at character 1; write Q, q, * and runs of empty squares 1 to 10"},
      {"-5 w", "rank 1 has \"-5\" at character 1; write Q, q, * and runs of empty squares 1 to 10"},
      {"Q10 w", "rank 1 \"Q10\" has more than 10 squares"},
      {"5//5 w", "rank 2 is empty; write 10 for ten empty squares"},
      {"5/5/ w", "rank 1 is empty; write 10 for ten empty squares"},
      {"/ w", "rank 2 is empty; write 10 for ten empty squares"},
      {"5/5/4 w", "rank 1 \"4\" has 4 squares where the ranks above have 5"},
      {"5/6/5 w", "rank 2 \"6\" has 6 squares where the ranks above have 5"},
      {"1/1/1/1/1/1/1/1/1/1/1 w", "the board has 11 ranks; at most 10 are possible"},
      {"QQQQQQQQQ w", "more than 8 white amazons"},
      {"qqqq/qqqqq w", "rank 1 \"qqqqq\" has 5 squares where the ranks above have 4"},
      {"qqqqq/qqqqq w", "more than 8 black amazons"},
      {"5/5 w KQkq", "the castling field is \"KQkq\"; write -"},
      {"5/5 w - e3", "the en passant field is \"e3\"; write -"},
      {"5/5 w - - x", "the half-move counter is \"x\"; write 0 to 989"},
      {"5/5 w - - -1", "the half-move counter is \"-1\"; write 0 to 989"},
      {"5/5 w - - 99999", "the half-move counter is \"99999\"; write 0 to 989"},
      {"5/5 w - - 990", "the half-move counter is \"990\"; write 0 to 989"},
      {"5/5 w - - 0 0", "the full-move number is \"0\"; write 1 to 999"},
      {"5/5 w - - 0 1e3", "the full-move number is \"1e3\"; write 1 to 999"},
      {"5/5 w - - 0 1 more", "\"more\" stands after the full-move number; nothing may follow it"},
      {"5/5\t w\x01", "the side to move is \"w\\x01\"; write w or b"},
  }));
  CAPTURE(row.fen);
  const auto position = parse_fen(row.fen);
  REQUIRE_FALSE(position.ok());
  CHECK(position.error() == "FEN: " + std::string(row.error));
}

TEST_CASE("A huge FEN is refused by its length") {
  CHECK(parse_fen(std::string(1'000'000, '/')).error() ==
        "FEN: 1000000 bytes are too long; a FEN has at most 256");
  for (const char c : {'1', '/', 'q'}) {
    std::string text(200, c);
    text += " w";
    CHECK_FALSE(parse_fen(text).ok());
  }
}

TEST_CASE("Any bytes are a position or an error") {
  tests::Random random(10);
  constexpr std::string_view kLetters = "Qq*/1234590 w-b\n\xff";
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (int length = random.below(40); length > 0; --length) text += random.one_of(kLetters);
    if (random.below(2) == 0) text += " w";
    const auto position = parse_fen(text);
    if (position) {
      REQUIRE(*parse_fen(to_fen(*position)) == *position);
    } else {
      REQUIRE(position.error().find('\n') == std::string::npos);
    }
  }
}

TEST_CASE("The board is drawn as people look at it") {
  CHECK(to_ascii(*parse_fen("Q1*/3/1q1 w")) ==
        "  3 Q . *\n"
        "  2 . . .\n"
        "  1 . q .\n"
        "    a b c\n");
  CHECK(to_ascii(Position::start()).substr(0, 24) == " 10 . . . q . . q . . .\n");
}

}  // namespace thermodon::rules
