#include "thermodon/eval/metrics.hpp"

#include <cmath>

#include "support/catch.hpp"
#include "thermodon/rules/notation.hpp"

namespace {

using namespace thermodon;
using eval::kUnreachable;
using rules::Color;

rules::Position position(std::string_view fen) { return rules::parse_fen(fen).value(); }
rules::Square square(std::string_view name) { return rules::parse_square(name).value(); }

// 4x4, rank 4 first:
//   4  . * . .
//   3  . * . .
//   2  . . * q
//   1  Q . * .
const char* const kRoom = "1*2/1*2/2*q/Q1*1 w - - 0 1";

TEST_CASE("strength counts the empty neighbours of any square", "[metrics]") {
  const auto p = position(kRoom);
  CHECK(eval::strength(p, square("a1")) == 3);
  CHECK(eval::strength(p, square("b2")) == 4);  // a2 a3 b1 c3
  CHECK(eval::strength(p, square("d2")) == 3);  // d1 c3 d3
  CHECK(eval::strength(p, square("d1")) == 0);
  CHECK(eval::strength(p, square("c4")) == 3);
}

TEST_CASE("queen moves are counted until something blocks", "[metrics]") {
  const auto p = position(kRoom);
  CHECK(eval::queen_moves(p, square("a1")) == 7);  // a2 a3 a4, b1, b2 c3 d4
  CHECK(eval::queen_moves(p, square("d2")) == 4);  // d1, d3 d4, c3
  CHECK(eval::queen_moves(p, square("b2")) == 5);  // a2, a3, b1, c3 d4
  CHECK(eval::queen_moves(rules::Position::start(), square("d1")) == 20);
}

TEST_CASE("distances by queen moves and king steps", "[metrics]") {
  const auto p = position(kRoom);
  const auto queen = eval::queen_distances(p, Color::kWhite);
  const auto king = eval::king_distances(p, Color::kWhite);
  const auto check = [&](const char* name, int d1, int d2) {
    INFO(name);
    CHECK(queen[square(name).index] == d1);
    CHECK(king[square(name).index] == d2);
  };
  check("a2", 1, 1);
  check("a3", 1, 2);
  check("a4", 1, 3);
  check("b1", 1, 1);
  check("b2", 1, 1);
  check("c3", 1, 2);  // through b2 on the diagonal
  check("d4", 1, 3);
  check("c4", 2, 3);
  check("d3", 2, 3);
  check("d1", kUnreachable, kUnreachable);
  CHECK(queen[square("d2").index] == kUnreachable);  // not empty
  const auto black = eval::queen_distances(p, Color::kBlack);
  CHECK(black[square("d1").index] == 1);
  CHECK(black[square("c3").index] == 1);
  CHECK(black[square("b2").index] == 2);
}

TEST_CASE("mobility weighs the strength of reachable squares by distance", "[metrics]") {
  //   3  . . *
  //   2  . . .
  //   1  Q * q
  const auto p = position("2*/3/Q*q w - - 0 1");
  const auto black = eval::king_distances(p, Color::kBlack);
  // a2 (a3 b3 b2: 3), a3 at distance 2 (a2 b2 b3: 3), b2 (a2 a3 b3 c2: 4); c3 is blocked.
  CHECK(eval::mobility(p, square("a1"), black) == (3 + 4) * 256 + 3 * 128);
  // From c1: b2 (4), a3 behind it (3), c2 (b2 b3: 2).
  const auto white = eval::king_distances(p, Color::kWhite);
  CHECK(eval::mobility(p, square("c1"), white) == (4 + 2) * 256 + 3 * 128);
}

TEST_CASE("squares that the opponent cannot reach add nothing to mobility", "[metrics]") {
  const auto p = position("Q1*q w - - 0 1");
  CHECK(eval::mobility(p, square("a1"), eval::king_distances(p, Color::kBlack)) == 0);
}

TEST_CASE("metric maps and their names", "[metrics]") {
  const auto p = position(kRoom);
  const auto d1 = eval::metric_map(p, eval::Metric::kQueenDistance, Color::kWhite);
  CHECK(d1[square("c3").index] == 1);
  CHECK(std::isinf(d1[square("d1").index]));
  CHECK(std::isnan(d1[square("a1").index]));
  CHECK(std::isnan(d1[square("b3").index]));
  const auto s = eval::metric_map(p, eval::Metric::kStrength, Color::kWhite);
  CHECK(s[square("a1").index] == 3);
  CHECK(std::isnan(s[square("b3").index]));
  for (const auto metric : eval::kMetrics) CHECK(eval::parse_metric(eval::to_string(metric)) == metric);
  CHECK_FALSE(eval::parse_metric("warmth"));
}

}  // namespace
