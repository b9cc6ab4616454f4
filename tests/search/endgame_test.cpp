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

TEST_CASE("searchers play a filling at once and without a wasted move", "[endgame]") {
  for (const std::string spec : {"alphabeta:amazong", "mcts:amazong,hash=4"}) {
    // Fifteen squares for White, thirteen for Black, a wall of arrows between.
    auto p = rules::parse_fen("q6***/7***/**********/8**/Q7**/********** b").value();
    REQUIRE(eval::separated(p));
    const auto searcher = search::testing::searcher(spec);
    eval::FillSolver solver;
    const auto outlook = eval::assess(p, solver);
    std::array<int, 2> made{};
    while (rules::has_legal_move(p)) {
      search::SearchControl control;
      search::SearchLimits limits;
      limits.nodes = 1'000'000'000;  // would take minutes
      const auto result = searcher->search(p, limits, control);
      REQUIRE(result.best);
      REQUIRE(rules::is_legal(p, *result.best));
      CHECK(result.nodes < 100'000);
      CHECK(search::is_proved(result.score));
      ++made[rules::index(p.side_to_move())];
      p.make(*result.best);
    }
    INFO(spec);
    const auto loser = rules::index(p.side_to_move());
    CHECK(made[loser] == outlook.sure[loser]);
    CHECK(outlook.verdict->winner != p.side_to_move());
  }
}

TEST_CASE("no searcher wastes a move of random fillings", "[endgame]") {
  std::mt19937 random(31);
  const auto alphabeta = search::testing::searcher("alphabeta:terrain,hash=1");
  const auto mcts = search::testing::searcher("mcts:terrain,hash=1");
  int games = 0;
  for (int i = 0; i < 6000 && games < 60; ++i) {
    auto p = tests::random_room(random, {{6, 6}, 2, 2, 12});
    eval::FillSolver solver;
    const auto outlook = eval::assess(p, solver);
    if (!outlook.separated || !outlook.verdict || outlook.sure != outlook.most) continue;
    if (std::min(outlook.sure[0], outlook.sure[1]) < 2) continue;
    ++games;
    INFO(rules::to_fen(p));
    search::Searcher& searcher = games % 2 == 0 ? *alphabeta : *mcts;
    std::array<int, 2> made{};
    while (rules::has_legal_move(p)) {
      search::SearchControl control;
      const auto result = searcher.search(p, search::testing::node_limit(1), control);
      REQUIRE(result.best);
      CHECK(result.nodes <= 1);
      ++made[rules::index(p.side_to_move())];
      p.make(*result.best);
    }
    const Color loser = p.side_to_move();
    CHECK(loser == !outlook.verdict->winner);
    CHECK(made[rules::index(loser)] == outlook.sure[rules::index(loser)]);
  }
  CHECK(games == 60);
}

TEST_CASE("mcts proves by counting what alphabeta proves", "[endgame]") {
  std::mt19937 random(32);
  int agreed = 0;
  for (int i = 0; i < 400 && agreed < 20; ++i) {
    const auto p = tests::random_room(random, {{5, 5}, 2, 2, 10});
    if (!rules::has_legal_move(p)) continue;
    search::Endgame endgame;
    if (endgame.score(p, 0)) continue;  // decided at the root
    search::SearchControl control;
    const auto exact =
        search::testing::searcher("alphabeta:terrain,hash=4,endgame=off" + search::testing::kEveryMove)
            ->search(p, search::testing::depth_limit(20), control);
    const auto found = search::testing::searcher("mcts:terrain,hash=8")
                           ->search(p, search::testing::node_limit(400'000), control);
    if (!search::is_proved(found.score) || !search::is_proved(exact.score)) continue;
    INFO(rules::to_fen(p));
    CHECK((found.score > 0) == (exact.score > 0));
    ++agreed;
  }
  CHECK(agreed == 20);
}
