// Values worked out by hand, and the laws that hold for every evaluator.
#include <algorithm>
#include <cmath>
#include <map>

#include "eval/kernels_here.hpp"
#include "eval/random_positions.hpp"
#include "support/catch.hpp"
#include "thermodon/eval/amazong.hpp"
#include "thermodon/eval/metrics.hpp"
#include "thermodon/eval/registry.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/rules/symmetry.hpp"

namespace {

using namespace thermodon;
using eval::Parameters;

rules::Position position(std::string_view fen) { return rules::parse_fen(fen).value(); }

std::unique_ptr<eval::Evaluator> make(std::string_view name, const Parameters& parameters = {}) {
  auto made = eval::make_evaluator(name, parameters);
  if (!made) FAIL(made.error());
  return std::move(*made);
}

std::map<std::string, double> explain(std::string_view name, const rules::Position& p,
                                      const Parameters& parameters = {}) {
  std::map<std::string, double> terms;
  for (const auto& term : make(name, parameters)->explain(p)) terms[term.name] = term.value;
  return terms;
}

// 4x4 with ten empty squares:
//   4  . * . .        D1 white/black   D2 white/black
//   3  . * . .        a4 1 4           3 4      c4 2 2, 3 2     d4 1 1, 3 2
//   2  . . * q        a3 1 3           2 3      c3 1 1, 2 1     d3 2 1, 3 1
//   1  Q . * .        a2 1 3           1 3      b2 1 2, 1 2     b1 1 3, 1 3     d1 - 1, - 1
const char* const kRoom = "1*2/1*2/2*q/Q1*1 w - - 0 1";

TEST_CASE("movement of a room", "[evaluators]") {
  CHECK(explain("movement", position(kRoom))["score"] == 7 - 4);
}

TEST_CASE("mobility of a room", "[evaluators]") {
  // From a1: a2 3, a3 3/2, a4 1/4; b1 2; b2 4, c3 4/2, d4 3/4. From d2: d3 3, d4 3/2; c3 4; d1 is not reached
  // by White.
  auto terms = explain("mobility", position(kRoom));
  CHECK(terms["own mobility"] == 13.5);
  CHECK(terms["opponent mobility"] == 8.5);
  CHECK(terms["score"] == 5);
}

TEST_CASE("terrain of a room", "[evaluators]") {
  // Nearer: a2 a3 a4 b1 b2; equal: c3 c4 d4; farther: d3 d1.
  CHECK(explain("terrain", position(kRoom))["score"] == Approx(5 - 2 + 3 * 0.1));
  CHECK(explain("terrain", position(kRoom), {{"K", "-0.2"}})["score"] == Approx(5 - 2 - 3 * 0.2));
  // Black is nearer to c3 c4 d4 d3 d1 by king steps, nothing is equal.
  CHECK(explain("terrain", position(kRoom), {{"distance", "king"}})["score"] == 0);
}

TEST_CASE("relative terrain of a room", "[evaluators]") {
  // a2 2, a3 2, a4 3, b1 2, b2 1, d3 -1; d1 is Black's alone.
  CHECK(explain("relative-terrain", position(kRoom))["score"] == Approx(9 - 4 + 3 * 0.1));
  CHECK(explain("relative-terrain", position(kRoom), {{"J", "3"}, {"K", "0"}})["score"] == 6);
  // King steps: a2 2, b1 2, b2 1, a3 1, a4 1, c3 -1, c4 -1, d4 -1, d3 -2.
  CHECK(explain("relative-terrain", position(kRoom), {{"distance", "king"}})["score"] == 2 - 4);
}

TEST_CASE("kqm of a room", "[evaluators]") {
  CHECK(explain("kqm", position(kRoom))["score"] == Approx(0.5 * 0 + 0.5 * 3.3 + 0.05 * 5));
  CHECK(explain("kqm", position(kRoom), {{"king", "7"}, {"queen", "2"}, {"mobility", "1"}})["score"] ==
        Approx(2 * 3.3 + 5));
}

TEST_CASE("king territory of a room", "[evaluators]") {
  CHECK(explain("king-territory", position(kRoom))["score"] == 0);
  // White alone: three of three squares.
  CHECK(explain("king-territory", position("Q3* w - - 0 1"))["score"] == 100);
  // b1 and c1 nearer to White, d1 equal, e1 and f1 nearer to Black, of 5.
  CHECK(explain("king-territory", position("Q5q b - - 0 1"), {{"K", "0.2"}})["score"] ==
        Approx(100 * 0.2 / 5));
}

TEST_CASE("queen safety of a room", "[evaluators]") {
  // The opponent's amazon has 3 liberties; ours has more than two.
  auto terms = explain("queen-safety", position(kRoom));
  CHECK(terms["execute"] == 8 - 3);
  CHECK(terms["save"] == 0);
  CHECK(terms["actions"] == 0.75 * 7);
  CHECK(terms["opponent"] == -0.75 * 4);
  CHECK(terms["score"] == 5 + 5.25 - 3);
  // One caught, one with a single liberty; ours has one.
  terms = explain("queen-safety", position("q*Q1q w - - 0 1"));
  CHECK(terms["execute"] == 20 + 7);
  CHECK(terms["save"] == -7);
  CHECK(terms["score"] == 27 - 7 + 0.75 - 0.75);
}

TEST_CASE("the two-step value of a room", "[evaluators]") {
  // Both have three free directions; 7 moves against 4; a1 is a corner, d2 one step from it (at most 2 are
  // possible).
  auto terms = explain("two-step", position(kRoom));
  CHECK(terms["h1"] == 0);
  CHECK(terms["h2"] == Approx(3.0 / 35));
  CHECK(terms["h3"] == -0.5);
  CHECK(terms["score"] == Approx(10 * (0.3 * 3 / 35 - 0.2 * 0.5) + 0.25 * 3));
  CHECK(explain("two-step", position("Q1*q w - - 0 1"))["trapped"] == -1);
}

TEST_CASE("amazong of a room", "[evaluators]") {
  auto terms = explain("amazong", position(kRoom));
  CHECK(terms["t1"] == 3);
  CHECK(terms["t2"] == 0);
  // 2 * (3/8 + 3/8 + 7/16 + 3/8 + 1/4 - 1/4 - 1/2)
  CHECK(terms["c1"] == 2.125);
  CHECK(terms["c2"] == Approx((2 + 2 + 1 + 1 + 1 - 1 - 1 - 1 - 2 - 6) / 6.0));
  // a2 1/4, a3 1/4, a4 1/8, b1 1/4, b2 1/2, c3 c4 d4 1, d3 1/2
  CHECK(terms["w"] == 4.875);
  CHECK(terms["score"] ==
        Approx(terms["f1"] * terms["t1"] + terms["f2"] * terms["c1"] + terms["f3"] * terms["c2"] +
               terms["f4"] * terms["t2"] + terms["m"] + terms["tempo"]));
}

TEST_CASE("Lieberum's worked checks of amazong", "[evaluators]") {
  SECTION("a square with queen distances 1 and 2 adds 0.5 to c1") {
    // b2 is one move from both; b1 is two from Black.
    CHECK(explain("amazong", position("**q/*1*/Q1* w - - 0 1"))["c1"] == 0.5);
  }
  SECTION("a square with queen distances 1 and 3 adds 0.75") {
    // b3 is one move from White's a2, and three from Black's a1, by b1 and c2, which are equally far from
    // both.
    CHECK(explain("amazong", position("*1*/Q*1/q1* w - - 0 1"))["c1"] == 0.75);
  }
  SECTION("the mobility of the paper's drawing is 35.25") {
    // Reached squares have 7, 6, 5, 3, 3 empty neighbours at distance 1; 5, 4, 7, 4 at 2; 5 at 3.
    const char* const drawing =
        "5**3/1*2*1*3/2*1*3*1/1***1**1**/1**2*1*1*/3*Q2**1/*1**3***/***6*/3**3*1/q1*4**1 w - - 0 1";
    CHECK(explain("mobility", position(drawing))["own mobility"] == 35.25);
  }
  SECTION("t1 alone decides once the sides are separated, and nothing is enclosed") {
    auto terms = explain("amazong", position("Q2*1q w - - 0 1"));
    CHECK(terms["w"] == 0);
    CHECK(terms["f1"] == 1);
    CHECK(terms["m"] == 0);
    CHECK(terms["t1"] == 1);
  }
  SECTION("an enclosed amazon costs most, early") {
    const auto weights = eval::AmazongWeights::defaults();
    CHECK(weights.enclosures.front().alpha == 0);
    for (std::size_t i = 1; i < weights.enclosures.size(); ++i)
      CHECK(weights.enclosures[i].cost < weights.enclosures[i - 1].cost);
    CHECK(weights.rows.front().w == 0);
    CHECK(weights.rows.front().mobility == 0);
    // At the start an enclosed amazon costs at least as much as 10 squares do then, and more than two of
    // mobility 5.
    const auto terms_at = [&](int alpha) {
      eval::AmazongCounts counts;
      counts.w = std::int64_t{60} << eval::kFractionBits;
      counts.amazons[0] = 1;
      counts.mobility[0][0] = static_cast<std::uint16_t>(alpha * eval::kMobilityUnit);
      return eval::AmazongFormula(weights).terms(counts, rules::Color::kWhite);
    };
    const auto shut_in = terms_at(0);
    CHECK(-shut_in.m >= 10 * (shut_in.f1 + shut_in.f2 + shut_in.f3 + shut_in.f4));
    CHECK(shut_in.m < 2 * terms_at(5).m);
    for (std::size_t i = 1; i < weights.rows.size(); ++i)
      CHECK(weights.rows[i].mobility >= weights.rows[i - 1].mobility);
  }
}

TEST_CASE("phased evaluators change with the phase", "[evaluators]") {
  const auto open = position(kRoom);                // w is 4.875, five arrows
  const auto parted = position("Q2*1q w - - 0 1");  // w is 0
  const Parameters by_w = {{"opening", "movement"}, {"opening_w", "4"}, {"middle", "mobility"}};
  CHECK(explain("phased", open, by_w)["own moves"] == 7);
  CHECK(explain("phased", open, {{"opening_w", "5"}, {"middle", "terrain:distance=king:K=0"}})["nearer"] ==
        5);
  CHECK(explain("phased", parted, by_w)["phase"] == 2);
  CHECK(make("phased")->evaluate(parted) == make("terrain")->evaluate(parted));
  const Parameters by_moves = {
      {"by", "moves"}, {"opening_moves", "4"}, {"filling_moves", "6"}, {"middle", "movement"}};
  CHECK(explain("phased", open, by_moves)["phase"] == 1);
  CHECK(make("phased", by_moves)->evaluate(open) == 300);
  CHECK_FALSE(eval::make_evaluator("phased", {{"opening", "phased"}}).ok());
  CHECK_FALSE(eval::make_evaluator("phased", {{"opening", "terrain:K"}}).ok());
  CHECK_FALSE(eval::make_evaluator("phased", {{"opening_w", "1"}, {"filling_w", "2"}}).ok());
}

TEST_CASE("scores are hundredths of a square, limited", "[evaluators]") {
  CHECK(make("movement")->evaluate(position(kRoom)) == 300);
  CHECK(make("relative-terrain", {{"J", "20"}})->evaluate(position("Q9/10/10/10 w - - 0 1")) ==
        eval::kMaxEval);
}

TEST_CASE("every evaluator keeps the eight symmetries and the exchange of colours", "[evaluators]") {
  for (const auto& info : eval::evaluators()) {
    const auto evaluator = make(info.name);
    const auto copy = evaluator->clone();
    int unsymmetric = 0;
    test::for_random_positions(7, 300, [&](const rules::Position& p) {
      const eval::Score score = evaluator->evaluate(p);
      for (int symmetry = 0; symmetry < rules::kSymmetries; ++symmetry)
        unsymmetric += evaluator->evaluate(rules::transform(p, symmetry)) != score;
      unsymmetric += copy->evaluate(rules::swap_colors(p)) != score;
    });
    INFO(info.name);
    CHECK(unsymmetric == 0);
  }
}

TEST_CASE("without the terms for the side to move, its exchange turns the score's sign", "[evaluators]") {
  const Parameters no_kappa = {{"K", "0"}};
  const std::map<std::string, Parameters> cases = {
      {"movement", {}},  {"mobility", {}}, {"terrain", no_kappa},  {"relative-terrain", no_kappa},
      {"kqm", no_kappa}, {"two-step", {}}, {"king-territory", {}},
  };
  for (const auto& [name, parameters] : cases) {
    const auto evaluator = make(name, parameters);
    int wrong = 0;
    test::for_random_positions(8, 300, [&](rules::Position p) {
      const eval::Score score = evaluator->evaluate(p);
      p.set_side_to_move(!p.side_to_move());
      wrong += evaluator->evaluate(p) != -score;
    });
    INFO(name);
    CHECK(wrong == 0);
  }
}

TEST_CASE("amazong's exchange of the mover leaves only kappa and tempo", "[evaluators]") {
  const auto evaluator = make("amazong", {{"K", "0.15"}});
  int wrong = 0;
  test::for_random_positions(9, 300, [&](rules::Position p) {
    const auto terms = [&] {
      std::map<std::string, double> by_name;
      for (const auto& t : evaluator->explain(p)) by_name[t.name] = t.value;
      return by_name;
    };
    auto ours = terms();
    p.set_side_to_move(!p.side_to_move());
    auto theirs = terms();
    for (const char* name : {"c1", "c2", "m"}) wrong += ours[name] != -theirs[name];
    const auto counts = eval::scalar_features(p, eval::kQueenPart | eval::kKingPart);
    wrong += std::abs(ours["t1"] + theirs["t1"] - 2 * 0.15 * counts.queen.equal) > 1e-9;
    wrong += std::abs(ours["t2"] + theirs["t2"] - 2 * 0.15 * counts.king.equal) > 1e-9;
  });
  CHECK(wrong == 0);
}

TEST_CASE("the last term is the score before rounding, halves away from zero", "[evaluators]") {
  const auto compare = [](eval::Evaluator& evaluator) {
    int wrong = 0;
    int halves = 0;
    test::for_random_positions(10, 300, [&](const rules::Position& p) {
      const auto terms = evaluator.explain(p);
      REQUIRE(terms.back().name == "score");
      const double hundredths =
          std::clamp(terms.back().value * eval::kSquare, -double{eval::kMaxEval}, double{eval::kMaxEval});
      wrong += evaluator.evaluate(p) != std::lround(hundredths);
      halves += std::abs(hundredths - std::trunc(hundredths)) == 0.5;
    });
    CHECK(wrong == 0);
    return halves;
  };
  for (const auto& info : eval::evaluators()) {
    INFO(info.name);
    compare(*make(info.name));
  }
  // An eighth of a square is 12.5 hundredths.
  CHECK(compare(*make("terrain", {{"K", "0.125"}})) > 100);
  CHECK(compare(*make("terrain", {{"K", "-0.125"}})) > 100);
}

TEST_CASE("every kernel gives every evaluator the same score", "[evaluators]") {
  for (const auto& info : eval::evaluators()) {
    const auto scalar = make(info.name, {{"kernel", "scalar"}});
    std::vector<std::unique_ptr<eval::Evaluator>> others;
    for (const std::string& kernel : test::kernels_here())
      others.push_back(make(info.name, {{"kernel", kernel}}));
    int wrong = 0;
    test::for_random_positions(11, 600, [&](const rules::Position& p) {
      const eval::Score score = scalar->evaluate(p);
      for (const auto& other : others) wrong += other->evaluate(p) != score;
    });
    INFO(info.name);
    CHECK(wrong == 0);
  }
}

}  // namespace
