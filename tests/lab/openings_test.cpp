#include "thermodon/lab/openings.hpp"

#include <fstream>
#include <iterator>
#include <set>

#include "support/catch.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

using namespace thermodon;

namespace {

std::string error_of(const std::string& text) {
  const auto openings = lab::parse_openings(text);
  REQUIRE_FALSE(openings.ok());
  return openings.error();
}

}  // namespace

TEST_CASE("openings are read from positions, one a line, with comments") {
  const auto openings = lab::parse_openings(
      "# the start\nstartpos\n\nstartpos moves d1-d7/g7 a7e3,e3g3  # two moves\nQ3/4/4/3q w - - 0 1\r\n");
  INFO((openings.ok() ? "" : openings.error()));
  REQUIRE(openings.ok());
  REQUIRE(openings->size() == 3);
  CHECK(openings->at(1).moves.size() == 2);
  CHECK(openings->at(1).position().ply() == 2);
  CHECK(openings->at(1).to_string() == "startpos moves d1-d7/g7 a7-e3/g3");
  CHECK(openings->at(2).start.size() == rules::BoardSize{4, 4});
  CHECK(lab::parse_openings(openings->at(2).to_string())->at(0).start == openings->at(2).start);
}

TEST_CASE("openings are read from games, as many plies as asked for") {
  const std::string sgf = "(;GM[18];W[d1-d7/g7];B[a7-e3/g3];W[a4-c4/c9])(;GM[18];W[d1-d7/g7])";
  const auto openings = lab::parse_openings(sgf, 2);
  REQUIRE(openings.ok());
  REQUIRE(openings->size() == 2);
  CHECK(openings->at(0).moves.size() == 2);
  CHECK(openings->at(1).moves.size() == 1);
  CHECK(lab::parse_openings(R"({"moves":["d1-d7/g7"]})", 4)->at(0).moves.size() == 1);
}

TEST_CASE("a bad openings file is refused with its line") {
  CHECK(error_of("") == "there is no opening in it");
  CHECK(error_of("# nothing") == "there is no opening in it");
  CHECK(error_of("startpos\nrubbish").find("line 2: ") == 0);
  CHECK(error_of("startpos moves d1-d1/d1").find("line 1: ") == 0);
  CHECK(error_of("Q*q w") == "line 1: the game is over in this opening");
  CHECK(error_of("(;GM[18];W[d1-d7/g7];B[d1-d7/g7])").find("line 1: move 2") == 0);
}

TEST_CASE("generated openings are balanced, different without regard to symmetry, and the same every time") {
  lab::OpeningGenerator settings;
  settings.size = {6, 6};
  settings.plies = 2;
  settings.judge = "terrain";
  settings.limit = 3;
  settings.seed = 5;
  const auto some = lab::generate_openings(settings, 12);
  const auto more = lab::generate_openings(settings, 20);
  REQUIRE(some.ok());
  REQUIRE(more.ok());
  std::set<std::string> seen;
  for (std::size_t i = 0; i < more->size(); ++i) {
    const auto& opening = more->at(i);
    if (i < some->size()) CHECK(opening.to_string() == some->at(i).to_string());
    CHECK(opening.moves.size() == 2);
    CHECK(rules::has_legal_move(opening.position()));
    seen.insert(opening.to_string());
  }
  CHECK(seen.size() == 20);
  settings.seed = 6;
  CHECK(lab::generate_openings(settings, 1)->at(0).to_string() != some->at(0).to_string());

  settings.limit = -1;
  CHECK(lab::generate_openings(settings, 1).error().find("balanced openings found") != std::string::npos);
  settings.judge = "nobody";
  CHECK(lab::generate_openings(settings, 1).error().find("nobody") != std::string::npos);
}

TEST_CASE("the openings that come with the program are whole and different") {
  std::ifstream file(THERMODON_CONFIG_DIR "/openings.txt");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto openings = lab::parse_openings(text);
  REQUIRE(openings.ok());
  CHECK(openings->size() == 500);
  std::set<std::string> different;
  for (const lab::Opening& opening : *openings) {
    CHECK(opening.start == rules::Position::start());
    CHECK(opening.moves.size() == 4);
    different.insert(rules::to_fen(opening.position()));
  }
  CHECK(different.size() == 500);
}
