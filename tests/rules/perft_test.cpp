// Leaf counts of the move tree, against numbers made with independent programs.
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "support/catch.hpp"
#include "support/plain_rules.hpp"
#include "support/random_positions.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::rules {
namespace {

nlohmann::json vectors() {
  std::ifstream file(std::string(THERMODON_TEST_DATA) + "/vectors/perft-10x10.json");
  REQUIRE(file);
  return nlohmann::json::parse(file);
}

std::string with_moves(const nlohmann::json& vector) {
  std::string text = "startpos moves";
  for (const auto& move : vector["moves"]) text += " " + move.get<std::string>();
  return text;
}

}  // namespace

TEST_CASE("54 positions have the leaf counts of an independent program") {
  REQUIRE(vectors().size() == 54);
  for (const auto& vector : vectors()) {
    const auto position = parse_fen(vector["fen"].get<std::string>());
    REQUIRE(position.ok());
    for (const auto& [depth, leaves] : vector["perft"].items()) {
      CAPTURE(vector["fen"], depth);
      CHECK(perft(*position, std::stoi(depth)) == leaves.get<std::uint64_t>());
    }
  }
}

TEST_CASE("The moves of each vector lead to its FEN") {
  for (const auto& vector : vectors()) {
    const auto played = parse_position(with_moves(vector));
    if (!played) FAIL(played.error());
    CHECK(to_fen(*played) == vector["fen"]);
    const auto read = parse_fen(vector["fen"].get<std::string>());
    REQUIRE(read.ok());
    CHECK(*read == *played);
    CHECK(read->hash() == played->hash());
  }
}

TEST_CASE("Start positions of smaller boards have known leaf counts") {
  struct Row {
    BoardSize size;
    std::vector<std::uint64_t> leaves;
  };
  const std::vector<Row> rows = {
      {{10, 10}, {2176}},
      {{8, 8}, {1232}},
      {{6, 6}, {544, 238'532}},
      {{5, 5}, {260, 50'422}},
      {{4, 4}, {88, 4'336, 139'500}},
      {{5, 6}, {410, 129'436}},
      {{6, 5}, {410, 128'094}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.size.columns, row.size.rows);
    const Position start = Position::start(row.size);
    for (std::size_t depth = 1; depth <= row.leaves.size(); ++depth)
      CHECK(perft(start, static_cast<int>(depth)) == row.leaves[depth - 1]);
  }
}

TEST_CASE("Start positions that others use on 6x6 and 7x7 have known leaf counts") {
  const auto small = parse_fen("2qq2/6/q4q/Q4Q/6/2QQ2 w");
  CHECK(perft(*small, 1) == 496);
  CHECK(perft(*small, 2) == 198'070);
  const auto middle = parse_fen("2q1q2/7/q5q/7/Q5Q/7/2Q1Q2 w");
  CHECK(perft(*middle, 1) == 812);
  CHECK(perft(*middle, 2) == 560'400);
}

TEST_CASE("Depth 0 is one leaf; a finished game has none further down") {
  CHECK(perft(Position::start(), 0) == 1);
  const Position finished = *parse_fen("Q*1/**1/2q w");
  CHECK(perft(finished, 0) == 1);
  CHECK(perft(finished, 1) == 0);
  CHECK(perft(finished, 3) == 0);
}

TEST_CASE("Small rooms have the leaf counts of a plain mailbox") {
  tests::Random random(11);
  for (int i = 0; i < 300; ++i) {
    const Position room = tests::random_room(random);
    if (count_moves(room) > 300) continue;
    CAPTURE(to_fen(room));
    CHECK(perft(room, 2) == tests::PlainBoard(room).perft(2));
  }
}

TEST_CASE("Start positions of every size have the leaf counts of a plain mailbox") {
  for (int columns = kMinStart; columns <= kMaxBoard; ++columns) {
    for (int rows = kMinStart; rows <= kMaxBoard; ++rows) {
      CAPTURE(columns, rows);
      const Position start = Position::start({columns, rows});
      const int depth = columns + rows <= 10 ? 3 : columns + rows <= 14 ? 2 : 1;
      CHECK(perft(start, depth) == tests::PlainBoard(start).perft(depth));
    }
  }
}

#ifdef __OPTIMIZE__
TEST_CASE("Counting the last ply is at least five times as fast as walking it", "[slow]") {
  // Processor time, so that what else runs does not count.
  const auto seconds = [](auto work) {
    const std::clock_t began = std::clock();
    work();
    return static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
  };
  const Position start = Position::start();
  const double plain = seconds([&] {
    for (int i = 0; i < 10; ++i) CHECK(tests::PlainBoard(start).perft(2) == 4'307'152);
  });
  const double fast = seconds([&] {
    for (int i = 0; i < 100; ++i) CHECK(perft(start, 2) == 4'307'152);
  });
  CAPTURE(plain / 10, fast / 100);
  CHECK(plain / 10 > 5 * (fast / 100));
}

TEST_CASE("Three plies from the start have 8,350,439,170 leaves", "[slow]") {
  CHECK(perft(Position::start(), 3) == 8'350'439'170);
}
#endif

TEST_CASE("Start positions have known leaf counts, the big ones", "[slow]") {
  CHECK(perft(Position::start({10, 10}), 2) == 4'307'152);
  CHECK(perft(Position::start({8, 8}), 2) == 1'331'198);
  CHECK(perft(Position::start({8, 8}), 3) == 1'358'441'750);
  CHECK(perft(Position::start({6, 6}), 3) == 91'074'224);
  CHECK(perft(Position::start({5, 5}), 3) == 7'940'210);
  CHECK(perft(Position::start({4, 4}), 4) == 2'918'258);
  CHECK(perft(*parse_fen("2qq2/6/q4q/Q4Q/6/2QQ2 w"), 3) == 71'635'206);
}

}  // namespace thermodon::rules
