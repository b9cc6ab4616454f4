// Leaf counts of the move tree, against numbers made with independent programs.
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "support/catch.hpp"
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

// Checks the counts of every vector that lie between the bounds.
void check_counts(std::uint64_t least, std::uint64_t most) {
  for (const auto& vector : vectors()) {
    const auto position = parse_fen(vector["fen"].get<std::string>());
    REQUIRE(position.ok());
    for (const auto& [depth, leaves] : vector["perft"].items()) {
      const auto expected = leaves.get<std::uint64_t>();
      if (expected < least || expected > most) continue;
      CAPTURE(vector["fen"], depth);
      CHECK(perft(*position, std::stoi(depth)) == expected);
    }
  }
}

}  // namespace

TEST_CASE("54 positions have the leaf counts of an independent program") {
  CHECK(vectors().size() == 54);
  check_counts(0, 1'000'000);
}

TEST_CASE("54 positions have the leaf counts of an independent program, the big ones", "[slow]") {
  check_counts(1'000'001, ~std::uint64_t{0});
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
