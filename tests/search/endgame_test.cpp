#include "search/endgame.hpp"

#include "eval/random_room.hpp"
#include "search/support.hpp"
#include "search/win_score.hpp"
#include "support/catch.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

using namespace thermodon;
using rules::Color;

namespace {

bool wins(rules::Position& p) {
  for (const auto move : rules::legal_moves(p)) {
    p.make(move);
    const bool lost = !wins(p);
    p.unmake(move);
    if (lost) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("endgame scores have the sign of the result and are proved", "[endgame]") {
  std::mt19937 random(21);
  search::Endgame endgame;
  int scored = 0;
  for (int i = 0; i < 1500; ++i) {
    auto p = tests::random_room(random, {{4, 4}, 2, 2, 5});
    if (!rules::has_legal_move(p)) continue;
    const auto score = endgame.score(p, 3);
    if (!score) continue;
    ++scored;
    INFO(rules::to_fen(p));
    CHECK(search::is_proved(*score));
    CHECK((*score > 0) == wins(p));
    CHECK(std::abs(*score) <= search::kWin - 3);
  }
  CHECK(scored > 200);
}

TEST_CASE("an undecided position has no endgame score and no ready reply", "[endgame]") {
  search::Endgame endgame;
  CHECK_FALSE(endgame.score(rules::Position::start(), 0));
  CHECK_FALSE(endgame.reply(rules::Position::start()));
  const auto contact = rules::parse_fen("q2*/***1/1*2/Q2* w").value();
  CHECK(endgame.reply(contact).has_value() == endgame.score(contact, 0).has_value());
}

TEST_CASE("both sides fill without a search, and the count of moves comes out", "[endgame]") {
  // Ten squares for White, nine for Black, a wall of arrows between.
  auto p = rules::parse_fen("q2*2/3*2/1*1*1*/3*2/2**1Q w").value();
  REQUIRE(eval::separated(p));
  search::Endgame endgame;
  eval::FillSolver solver;
  const auto outlook = eval::assess(p, solver);
  std::array<int, 2> made{};
  while (const auto reply = endgame.reply(p)) {
    REQUIRE(rules::is_legal(p, reply->move));
    ++made[rules::index(p.side_to_move())];
    p.make(reply->move);
  }
  CHECK_FALSE(rules::has_legal_move(p));
  REQUIRE(outlook.verdict);
  CHECK(p.side_to_move() != outlook.verdict->winner);
  const auto loser = rules::index(p.side_to_move());
  CHECK(made[loser] == outlook.sure[loser]);
}

TEST_CASE("alphabeta plays the filling at once", "[endgame]") {
  const auto p = rules::parse_fen("q8*/10/10/10/**********/10/10/10/10/9Q b").value();
  const auto searcher = search::make_searcher(search::parse_spec("alphabeta:amazong").value()).value();
  search::SearchControl control;
  search::SearchLimits limits;
  limits.nodes = 1'000'000'000;  // would take minutes
  const auto result = searcher->search(p, limits, control);
  REQUIRE(result.best);
  CHECK(rules::is_legal(p, *result.best));
  CHECK(result.nodes < 100'000);
  CHECK(search::is_proved(result.score));
}
