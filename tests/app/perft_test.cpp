// perft on the command line: positions in all forms, the count below each move, JSON lines.
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/catch.hpp"
#include "support/run_program.hpp"

using thermodon::tests::run_thermodon;

TEST_CASE("perft counts from a FEN, from another size and after moves") {
  const auto nodes = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "perft");
    arguments.emplace_back("--json");
    const auto run = run_thermodon(arguments);
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    return nlohmann::json::parse(run.out)["nodes"].get<std::uint64_t>();
  };
  CHECK(nodes({"--depth", "2"}) == 4'307'152);
  CHECK(nodes({"--depth", "0"}) == 1);
  CHECK(nodes({"--size", "6x5", "--depth", "2"}) == 128'094);
  CHECK(nodes({"--position", "2qq2/6/q4q/Q4Q/6/2QQ2 w", "--depth", "2"}) == 198'070);
  CHECK(nodes({"--position", "startpos moves g1-e1/e2"}) == 2'159);
  CHECK(nodes({"--position", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1 moves g1e1,e1e2"}) == 2'159);
}

TEST_CASE("perft --divide counts below each first move, and the counts add up") {
  const auto run = run_thermodon({"perft", "--size", "4x4", "--depth", "3", "--divide", "--json"});
  REQUIRE(run.status == 0);
  std::istringstream lines(run.out);
  std::uint64_t sum = 0;
  int moves = 0;
  nlohmann::json last;
  for (std::string line; std::getline(lines, line);) {
    last = nlohmann::json::parse(line);
    if (!last.contains("move")) continue;
    sum += last["nodes"].get<std::uint64_t>();
    ++moves;
  }
  CHECK(moves == 88);
  CHECK(last["nodes"] == 139'500);
  CHECK(sum == 139'500);

  const auto text = run_thermodon({"perft", "--position", "Q1 w", "--divide"});
  CHECK(text.out.starts_with("a1-b1/a1: 1\ndepth 1: 1 nodes in "));
}

TEST_CASE("perft names what is wrong with a position and how to mend it") {
  const auto error = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "perft");
    const auto run = run_thermodon(arguments);
    CHECK(run.status == 2);
    return run.err;
  };
  CHECK(error({"--position", "5/6/5 w"}) ==
        "thermodon: FEN: rank 2 \"6\" has 6 squares where the ranks above have 5\n");
  CHECK(error({"--position", "startpos moves d1-d7/g7 d10-d7/g7"}) ==
        "thermodon: move 2 of the position, d10-d7/g7 by black, is illegal: the amazon's way is blocked\n");
  CHECK(
      error({"--size", "3x3"}) ==
      "thermodon: startpos: a board of 3x3 has no start position; choose 4 to 10 columns and rows, or give a "
      "FEN\n");
}
