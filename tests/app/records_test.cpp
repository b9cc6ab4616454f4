#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/run_program.hpp"

using thermodon::tests::run_thermodon;
using thermodon::tests::TemporaryFile;

namespace {
constexpr const char* kLegal = "(;FF[4]GM[18]PB[b]PW[w];W[d1-d7/g7];B[a7-e3/g3])\n";
}

TEST_CASE("records check counts the legal games and names what is wrong with the others") {
  const TemporaryFile legal(kLegal);
  const auto good = run_thermodon({"records", "check", legal.path(), legal.path(), "--json"});
  CHECK(good.status == 0);
  CHECK(good.out == "{\"games\":2,\"legal\":2,\"illegal\":[]}\n");

  const TemporaryFile bad("(;GM[18];W[d1-d7/g7];B[d1-d7/g7])(;GM[18];W[d1-d7/g7]B[d7])");
  const auto run = run_thermodon({"records", "check", bad.path(), "--json"});
  CHECK(run.status == 1);
  const auto result = nlohmann::json::parse(run.out);
  CHECK(result["games"] == 2);
  CHECK(result["legal"] == 0);
  REQUIRE(result["illegal"].size() == 2);
  CHECK(result["illegal"][0]["game"] == 1);
  CHECK(result["illegal"][0]["move_number"] == 2);
  CHECK(result["illegal"][0]["move"] == "d1-d7/g7");
  CHECK(result["illegal"][1]["game"] == 2);
  CHECK(run_thermodon({"records", "check", "/no/such/file"}).status == 2);
}

TEST_CASE("records convert goes from SGF to JSON lines and back") {
  const TemporaryFile sgf(kLegal);
  const auto json = run_thermodon({"records", "convert", sgf.path()});
  CHECK(json.status == 0);
  CHECK(nlohmann::json::parse(json.out)["moves"][1]["move"] == "a7-e3/g3");
  const TemporaryFile lines(json.out);
  const auto back = run_thermodon({"records", "convert", lines.path(), "--style", "standard"});
  CHECK(back.status == 0);
  CHECK(back.out.find(";W[djddgd];B[adehgh])") != std::string::npos);
}

TEST_CASE("records of both kinds are converted into one that is named") {
  const TemporaryFile sgf(kLegal);
  const TemporaryFile lines(run_thermodon({"records", "convert", sgf.path()}).out);
  const auto unnamed = run_thermodon({"records", "convert", sgf.path(), lines.path()});
  CHECK(unnamed.status == 2);
  CHECK(unnamed.err.find("--to") != std::string::npos);
  const auto both = run_thermodon({"records", "convert", sgf.path(), lines.path(), "--to", "json"});
  CHECK(both.status == 0);
  CHECK(std::count(both.out.begin(), both.out.end(), '\n') == 2);
}
