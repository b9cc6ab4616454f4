#include "thermodon/game/record.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "support/catch.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/rules/symmetry.hpp"

using namespace thermodon;
using game::EndReason;
using game::GameRecord;
using game::SgfStyle;
using rules::Color;

namespace {

GameRecord random_game(std::uint32_t seed, const rules::Position& start, int plies) {
  std::mt19937 random(seed);
  GameRecord record;
  record.black = "alphabeta:amazong,threads=2";
  record.white = "a ] and a \\ and ünïcode";
  record.event = "round 1";
  record.place = "here";
  record.date = "2024-05-01";
  record.start = start;
  rules::Position position = start;
  for (int i = 0; i < plies && rules::has_legal_move(position); ++i) {
    const auto moves = rules::legal_moves(position);
    game::RecordedMove move{moves[random() % moves.size()], {}};
    if (i % 3 != 0) move.note = {0.125 * i, i, 1000u * static_cast<unsigned>(i), -0.25 * i, {}};
    if (i % 4 == 1)
      move.note.choices = {{"alphabeta:terrain", move.move, i, 0.5 * i},
                           {"a name] with \\ all", move.move, std::nullopt, std::nullopt}};
    position.make(move.move);
    record.moves.push_back(move);
  }
  if (!rules::has_legal_move(position))
    record.result = game::GameResult{!position.side_to_move(), EndReason::kNoMoves, "cannot move"};
  return record;
}

void check_equal(const GameRecord& a, const GameRecord& b) {
  CHECK(a.black == b.black);
  CHECK(a.white == b.white);
  CHECK(a.event == b.event);
  CHECK(a.place == b.place);
  CHECK(a.date == b.date);
  CHECK(a.illegal == b.illegal);
  CHECK(a.start == b.start);
  REQUIRE(a.moves.size() == b.moves.size());
  for (std::size_t i = 0; i < a.moves.size(); ++i) {
    REQUIRE(a.moves[i].move == b.moves[i].move);
    REQUIRE(a.moves[i].note == b.moves[i].note);
  }
  REQUIRE(a.result.has_value() == b.result.has_value());
  if (!a.result) return;
  CHECK(a.result->winner == b.result->winner);
  CHECK(a.result->reason == b.result->reason);
  CHECK(a.result->detail == b.result->detail);
}

GameRecord one_sgf(const std::string& text) {
  auto games = game::parse_sgf(text);
  INFO((games.ok() ? "" : games.error()));
  REQUIRE(games.ok());
  REQUIRE(games->size() == 1);
  return games->front();
}

std::string sgf_error(const std::string& text) {
  const auto games = game::parse_sgf(text);
  REQUIRE_FALSE(games.ok());
  CHECK(games.error().find('\n') == std::string::npos);
  return games.error();
}

}  // namespace

TEST_CASE("records survive SGF of both styles and JSON lines") {
  for (const auto size : {rules::BoardSize{10, 10}, {8, 8}, {6, 5}}) {
    for (const auto first : {Color::kWhite, Color::kBlack}) {
      const auto start = rules::Position::start(size, first);
      for (const auto& from : {start, rules::swap_colors(start)}) {
        for (const int plies : {0, 1, 12, 200}) {
          const auto record = random_game(static_cast<std::uint32_t>(plies + 1), from, plies);
          for (const auto style : {SgfStyle::kStandard, SgfStyle::kLittleGolem})
            check_equal(one_sgf(to_sgf(record, style)), record);
          const auto back = game::parse_json_line(to_json_line(record));
          REQUIRE(back.ok());
          check_equal(back.value(), record);
          CHECK_FALSE(check(record));
        }
      }
    }
  }
}

TEST_CASE("a start within a game survives both formats with its ply, whatever its arrows count") {
  auto start = rules::parse_fen("6/1qq*1q/2q3/Q*2Q1/2Q2Q/6 b");
  REQUIRE(start.ok());
  for (const int ply : {0, 1, 2, 7, rules::max_ply(*start)}) {
    CAPTURE(ply);
    start->set_ply(ply);
    for (const int plies : {0, 1, 5}) {
      const auto record = random_game(3, *start, plies);
      for (const auto style : {SgfStyle::kStandard, SgfStyle::kLittleGolem})
        check_equal(one_sgf(to_sgf(record, style)), record);
      const auto back = game::parse_json_line(to_json_line(record));
      REQUIRE(back.ok());
      check_equal(back.value(), record);
    }
  }
}

TEST_CASE("a ply in the game comment that no game reaches is somebody's text") {
  const std::string set_up = "SZ[4]AB[aa]AW[dd]AA[bb]";
  CHECK(one_sgf("(;" + set_up + ")").start.ply() == 1);
  CHECK(one_sgf("(;" + set_up + "GC[ply: 986])").start.ply() == 986);
  for (const char* comment :
       {"ply: 987", "ply: -1", "ply: 5.", "ply:5", "ply: ", "ply: 99999999999999999999"})
    CHECK(one_sgf("(;" + set_up + "GC[" + comment + "])").start.ply() == 1);
}

TEST_CASE("every kind of end survives both formats") {
  GameRecord record = random_game(3, rules::Position::start(), 5);
  record.illegal = "a1-a2/a3: no amazon stands on a1";
  for (const auto reason :
       {EndReason::kNoMoves, EndReason::kIllegalMove, EndReason::kTimeout, EndReason::kLeft,
        EndReason::kResigned, EndReason::kAdjudicated, EndReason::kUnspecified}) {
    record.result = game::GameResult{Color::kBlack, reason, "why: [so] \\ it is"};
    check_equal(one_sgf(to_sgf(record)), record);
    check_equal(game::parse_json_line(to_json_line(record)).value(), record);
  }
  record.result = game::GameResult{std::nullopt, EndReason::kAborted, "the line was cut"};
  check_equal(one_sgf(to_sgf(record)), record);
  check_equal(game::parse_json_line(to_json_line(record)).value(), record);
}

TEST_CASE("a line break in a free text becomes a space in SGF and forges nothing") {
  GameRecord record = random_game(3, rules::Position::start(), 5);
  record.result = game::GameResult{Color::kBlack, EndReason::kResigned, "bye\nreason: timeout\nillegal: x"};
  record.illegal = "a1-a2/a3\rdetail: y\nply: 7";
  record.moves[1].note.choices[0].by = "me\nchoice a1-a2/a3 by you";
  GameRecord flat = record;
  flat.result->detail = "bye reason: timeout illegal: x";
  flat.illegal = "a1-a2/a3 detail: y ply: 7";
  flat.moves[1].note.choices[0].by = "me choice a1-a2/a3 by you";
  for (const auto style : {SgfStyle::kStandard, SgfStyle::kLittleGolem})
    check_equal(one_sgf(to_sgf(record, style)), flat);
  check_equal(game::parse_json_line(to_json_line(record)).value(), record);
}

TEST_CASE("of each key in the game comment the first line counts, whatever ends the lines") {
  const auto record = one_sgf(
      "(;GM[18]RE[B+R]GC[reason: adjudicated\r\ndetail: a\r\nillegal: b\r\nply: 4\r\n"
      "reason: timeout\ndetail: c\nillegal: d\nply: 5])");
  CHECK(record.result->reason == EndReason::kAdjudicated);
  CHECK(record.result->detail == "a");
  CHECK(record.illegal == "b");
  CHECK(record.start.ply() == 4);
}

TEST_CASE("the standard style counts rows from the top, has Black at the bottom and first to move") {
  const auto record = one_sgf("(;FF[4]GM[18];B[djddgd];W[dadbdc])");
  CHECK(record.start == rules::swap_colors(rules::Position::start()));
  CHECK(record.start.side_to_move() == Color::kBlack);
  REQUIRE(record.moves.size() == 2);
  CHECK(rules::to_string(record.moves[0].move) == "d1-d7/g7");
  CHECK(rules::to_string(record.moves[1].move) == "d10-d9/d8");
  CHECK_FALSE(check(record));
  CHECK(to_sgf(record, SgfStyle::kStandard) == "(;FF[4]GM[18]CA[UTF-8]SZ[10]PB[]PW[];B[djddgd];W[dadbdc])");
}

TEST_CASE("Little Golem's style has White at the bottom and first to move") {
  const std::string text = "(;FF[4]GM[18]SZ[10]EV[e]PB[b]PW[w]RE[W+];W[d1-d7/g7];B[a7-e3/g3])";
  const auto record = one_sgf(text);
  CHECK(record.start == rules::Position::start());
  CHECK(record.black == "b");
  CHECK(record.result->winner == Color::kWhite);
  CHECK(record.result->reason == EndReason::kUnspecified);
  CHECK_FALSE(check(record));
}

TEST_CASE("set-ups are read from AB, AW, AA and PL, also as rectangles") {
  const auto record = one_sgf("(;GM[18]SZ[4:3]AB[aa]AW[dc]AA[ba:bb][ca]PL[W])");
  CHECK(rules::to_fen(record.start).find("q**1/1*2/3Q w") == 0);
  CHECK(record.start.ply() == 3);
  const auto arrows_only = one_sgf("(;GM[18]AA[ee];B[djddgd])");
  CHECK(arrows_only.start.at(rules::Square::at(4, 5)) == rules::Cell::kArrow);
  CHECK(arrows_only.start.arrow_count() == 1);
}

TEST_CASE(
    "old and odd files are read: lower case in names, comments, variations, line breaks, a byte order mark") {
  const auto record = one_sgf(
      "\xEF\xBB\xBF(;GaMe[18] FF[3]C[a \\] bracket\nand a \\\nbreak]\n"
      ";W[d1-d7/g7]C[my best move 3]\n(;B[a7-e3/g3](;W[a4-c4/c9])(;W[a4-b4/c4]))(;B[j7-j8/j9]))");
  REQUIRE(record.moves.size() == 3);
  CHECK(rules::to_string(record.moves[2].move) == "a4-c4/c9");
  CHECK(record.moves[0].note == game::MoveNote{});
}

TEST_CASE("an error names the game, the line, the move and what is wrong") {
  CHECK(sgf_error("(;GM[18];W[d1-d7/g7]\n;W[a4-c4/c9])") ==
        "game 1 (line 1): line 2, move 2, W[a4-c4/c9]: it is black's turn");
  CHECK(sgf_error("(;GM[18])\n(;GM[1];W[aa])") ==
        "game 2 (line 2): GM[1]: not the Game of the Amazons, which is 18");
  CHECK(sgf_error("(;GM[18];W[d1-d7/k7])").find("game 1 (line 1): line 1, move 1, W[d1-d7/k7]: ") == 0);
  CHECK(sgf_error("(;GM[18]SZ[8];B[ahaajj])").find("\"jj\" is not a point of the board") !=
        std::string::npos);
  CHECK(sgf_error("(;GM[18];B[])").find("a pass is not a move") != std::string::npos);
  CHECK(sgf_error("(;GM[18]SZ[19])").find("SZ[19]") != std::string::npos);
  CHECK(sgf_error("(;GM[18]SZ[3])").find("3x3 has no usual start") != std::string::npos);
  CHECK(sgf_error("(;GM[18]RE[Draw])").find("RE[Draw]: not a result") != std::string::npos);
  CHECK(sgf_error("(;GM[18]PL[B];W[d1-d7/g7])").find("PL says") != std::string::npos);
  CHECK(sgf_error("(;GM[18]PL[green])").find("PL[green]") != std::string::npos);
  CHECK(sgf_error("(;GM[18]AB[aa][aa])").find("a10 is set twice") != std::string::npos);
  CHECK(sgf_error("(;GM[18]AB[aa:ja])").find("more than 8 amazons of black") != std::string::npos);
  CHECK(sgf_error("(;GM[18];W[d1-d7/g7];AA[aa])").find("set-up after the first move") != std::string::npos);
  CHECK(sgf_error("(;GM[18];W[d1-d7/g7]B[a7-e3/g3])").find("moves of both sides") != std::string::npos);
}

TEST_CASE("broken brackets and floods are refused with the line") {
  CHECK(sgf_error("x") == "line 1: a game begins with \"(\", not with \"x\"");
  CHECK(sgf_error("(;GM[18]\n\n") == "line 3: the text ends inside a game; a \")\" is missing");
  CHECK(sgf_error("(;GM[18") == "line 1: the value of GM is not closed by \"]\"");
  CHECK(sgf_error("(;GM)") == "line 1: property GM has no \"[value]\"");
  CHECK(sgf_error("()") == "line 1: a game or variation without a node");
  CHECK(sgf_error("((;))") == "line 1: a variation begins before any node");
  CHECK(sgf_error("(;GM[18])\n)").find("line 2: ") == 0);
  CHECK(sgf_error("(;(;);)") == "line 1: a node stands behind a variation");
  CHECK(sgf_error("(;C[" + std::string(70'000, 'x') + "])").find("longer than 64 KiB") != std::string::npos);
  std::string nodes = "(";
  for (int i = 0; i < 1'001; ++i) nodes += ";";
  CHECK(sgf_error(nodes + ")").find("more than 1000 nodes") != std::string::npos);
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "(;";
  CHECK(sgf_error(deep).find("nested deeper") != std::string::npos);
  CHECK(sgf_error("(;" + std::string(20, 'A') + "[])").find("longer than 16 letters") != std::string::npos);
}

TEST_CASE("JSON lines are read with strings or objects as moves and refused with the reason") {
  const auto record = game::parse_json_line(R"({"moves":["d1-d7/g7",{"move":"a7e3,e3g3","depth":4}]})");
  REQUIRE(record.ok());
  CHECK(record->start == rules::Position::start());
  CHECK(record->moves[1].note.depth == 4);
  const auto error = [](const char* line) {
    const auto result = game::parse_json_line(line);
    REQUIRE_FALSE(result.ok());
    return result.error();
  };
  CHECK(error("").find("not a JSON record") == 0);
  CHECK(error("[1]") == "a record is a JSON object");
  CHECK(error("{}") == "\"moves\" must be a list of moves");
  CHECK(error(R"({"moves":["d1-d7"]})").find("move 1: ") == 0);
  CHECK(error(R"({"moves":[7]})").find("not a JSON record") == 0);
  CHECK(error(R"({"start":"Q9","moves":[]})").find("\"start\": ") == 0);
  CHECK(error(R"({"moves":[],"reason":"tired"})").find("\"reason\": ") == 0);
  CHECK(error(R"({"moves":[],"reason":"timeout"})").find("\"winner\" is missing") == 0);
  CHECK(error(R"({"moves":[{"move":"d1-d7/g7","depth":"x"}]})") == "\"depth\" must be a number");
  CHECK(error(R"({"start":"Q2q w","moves":["a1-b1/c3"]})") == "move 1: c3 is not on the board");
}

TEST_CASE("a number that no search gives is refused by its field's name and not wrapped") {
  const auto error = [](const std::string& fields) {
    const auto result = game::parse_json_line(R"({"moves":[{"move":"d1-d7/g7",)" + fields + "}]}");
    return result.ok() ? "" : result.error();
  };
  const std::string depth = "\"depth\" must be a whole number from 0 to 2147483647";
  for (const char* fields :
       {R"("depth":4294967299)", R"("depth":2147483648)", R"("depth":-1)", R"("depth":2.5)",
        R"("depth":99999999999999999999)", R"("choices":[{"move":"d1-d7/g7","by":"x","depth":-1}])"}) {
    CAPTURE(fields);
    CHECK(error(fields) == depth);
  }
  const std::string nodes = "\"nodes\" must be a whole number from 0 to 18446744073709551615";
  CHECK(error(R"("nodes":-1)") == nodes);
  CHECK(error(R"("nodes":18446744073709551616)") == nodes);
  CHECK(error(R"("seconds":-5)") == "\"seconds\" must be 0 or more");
  CHECK(error(R"("seconds":1e999)").find("not a JSON record") == 0);
  CHECK(error(R"("score":"x")") == "\"score\" must be a number");
  CHECK(error(R"("depth":2147483647,"nodes":18446744073709551615,"seconds":0,"score":-3)").empty());
  CHECK(error(R"("depth":null,"nodes":null,"seconds":null,"score":null)").empty());
}

TEST_CASE("a move's comment with a number that no search gives is somebody's text") {
  const auto note = [](const std::string& comment) {
    return one_sgf("(;GM[18];W[d1-d7/g7]C[" + comment + "])").moves[0].note;
  };
  CHECK(note("seconds 0 depth 0 nodes 0 score -1").score == -1.0);
  for (const char* comment : {"seconds -5", "seconds nan", "depth -1", "depth 4294967299", "nodes -1",
                              "score inf", "choice d1-d7/g7 depth -1 by x", "choice d1-d7/g7 score nan by x"})
    CHECK(note(comment) == game::MoveNote{});
}

TEST_CASE("a text of records is told to be SGF or JSON lines, and one bad record does not hide the others") {
  const auto lines = game::parse_records("\n{\"moves\":[]}\n\nnonsense\n{\"moves\":[]}");
  REQUIRE(lines.ok());
  REQUIRE(lines->size() == 3);
  CHECK(lines->at(0).record.ok());
  CHECK_FALSE(lines->at(1).record.ok());
  CHECK(lines->at(1).line == 4);
  CHECK(lines->at(2).record.ok());
  const auto games = game::parse_records("(;GM[18];W[d1-d7/g7])\n(;GM[9])\n(;GM[18];W[d1-d7/g7])");
  REQUIRE(games.ok());
  REQUIRE(games->size() == 3);
  CHECK_FALSE(games->at(1).record.ok());
  CHECK(game::parse_records(" \n")->empty());
  CHECK(game::record_kind(" \n(;GM[18])") == game::RecordKind::kSgf);
  CHECK(game::record_kind("\n{\"moves\":[]}") == game::RecordKind::kJsonLines);
  CHECK_FALSE(game::record_kind(" \n").has_value());
}

TEST_CASE("a check finds the first illegal move and a result that the board contradicts") {
  GameRecord record = random_game(5, rules::Position::start(), 200);
  REQUIRE(record.result);
  CHECK_FALSE(check(record));
  record.result->winner = !*record.result->winner;
  CHECK(check(record)->reason.find("cannot move") != std::string::npos);
  record.result->winner = !*record.result->winner;
  record.moves.resize(20);
  CHECK(check(record)->reason.find("but white can") != std::string::npos);
  record.moves[7].move = record.moves[6].move;
  const auto fault = check(record);
  REQUIRE(fault);
  CHECK(fault->move_number == 8);
  CHECK(fault->move == rules::to_string(record.moves[6].move));
  CHECK(position_after(record, 7).ply() == 7);
}

TEST_CASE("all human games are legal, and those played out end as their RE says") {
  const std::string path = THERMODON_SHARED_DATA "/games/human-games.sgf";
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    WARN("skipped: " << path << " is not there");
    return;
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto games = game::parse_sgf(text);
  INFO((games.ok() ? "" : games.error()));
  REQUIRE(games.ok());
  CHECK(games->size() == 2153);
  int with_result = 0, played_out = 0;
  for (const GameRecord& record : games.value()) {
    const auto fault = check(record);
    INFO(record.event << " move " << (fault ? fault->move_number : 0) << ": "
                      << (fault ? fault->reason : ""));
    REQUIRE_FALSE(fault);
    if (!record.result) continue;
    ++with_result;
    const auto end = position_after(record, record.moves.size());
    if (rules::has_legal_move(end)) continue;
    ++played_out;
    CHECK(record.result->winner == !end.side_to_move());
  }
  CHECK(with_result == 131);
  CHECK(played_out > 0);
}
