#include "thermodon/eval/filling.hpp"

#include <map>

#include "eval/random_room.hpp"
#include "support/catch.hpp"
#include "support/plain_winner.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

using namespace thermodon;
using rules::Color;
using rules::index;

namespace {

rules::Position position(const std::string& fen) { return rules::parse_fen(fen).value(); }

// The longest one-sided filling by plain search over the rules' own moves.
int longest_filling(rules::Position& p, Color side, std::map<std::uint64_t, int>& known) {
  p.set_side_to_move(side);
  if (const auto it = known.find(p.hash()); it != known.end()) return it->second;
  const auto key = p.hash();
  int best = 0;
  for (const auto move : rules::legal_moves(p)) {
    p.make(move);
    best = std::max(best, 1 + longest_filling(p, side, known));
    p.set_side_to_move(!side);
    p.unmake(move);
  }
  return known[key] = best;
}

eval::FillBounds filling(const std::string& fen, Color side, eval::FillSolver& solver) {
  const auto p = position(fen);
  return solver.max_moves(eval::most_world(p, eval::analyze_regions(p), side), eval::FillSolver::kUnlimited);
}

}  // namespace

TEST_CASE("rooms of one side have their known number of moves", "[filling]") {
  eval::FillSolver solver;
  const auto moves = [&](const std::string& fen) {
    const auto bounds = filling(fen, Color::kBlack, solver);
    CHECK(bounds.exact());
    return bounds.lower;
  };
  CHECK(moves("q2 b") == 2);
  CHECK(moves("3/q2 b") == 5);
  CHECK(moves("q2/3/3 b") == 8);
  CHECK(moves("2*/*q1/2* b") == 5);
  CHECK(moves("q1*/*2 b") == 3);
  CHECK(moves("*1*/1q1/*1* b") == 4);
  CHECK(moves("1*1*/q1*1/*1*1 b") == 6);
  CHECK(moves("q** b") == 0);
  // Two dead ends beside the amazon: whichever it enters, the other is lost.
  CHECK(moves("1**/*q*/1** b") == 1);
}

TEST_CASE("fillings are as long as plain search finds them", "[filling]") {
  std::mt19937 random(11);
  eval::FillSolver solver;
  int defective = 0;
  for (int i = 0; i < 800; ++i) {
    const auto shape =
        tests::RoomShape{{static_cast<int>(3 + random() % 3), static_cast<int>(3 + random() % 3)},
                         0,
                         static_cast<int>(1 + random() % 3),
                         static_cast<int>(2 + random() % 6)};
    auto p = tests::random_room(random, shape);
    std::map<std::uint64_t, int> known;
    const int expected = longest_filling(p, Color::kBlack, known);
    const auto map = eval::analyze_regions(p);
    const auto bounds =
        solver.max_moves(eval::most_world(p, map, Color::kBlack), eval::FillSolver::kUnlimited);
    INFO(rules::to_fen(p));
    CHECK(bounds == eval::FillBounds{expected, expected});
    defective += expected < map.count(eval::Owner::kBlack);
    // Nobody is there to keep out, so the sure moves are the same.
    CHECK(solver.max_moves(eval::sure_world(p, map, Color::kBlack), eval::FillSolver::kUnlimited) == bounds);
  }
  CHECK(defective > 10);
}

TEST_CASE("bounds hold when the budget runs out", "[filling]") {
  std::mt19937 random(12);
  eval::FillSolver exact;
  for (int i = 0; i < 300; ++i) {
    const auto p = tests::random_room(random, {{5, 5}, 0, 2, 10});
    const auto map = eval::analyze_regions(p);
    const auto world = eval::most_world(p, map, Color::kBlack);
    const auto truth = exact.max_moves(world, eval::FillSolver::kUnlimited);
    for (const unsigned budget : {0U, 1U, 30U, 300U}) {
      eval::FillSolver fresh(1);
      const auto bounds = fresh.max_moves(world, budget);
      INFO(rules::to_fen(p) << " budget " << budget);
      CHECK(bounds.lower <= truth.lower);
      CHECK(bounds.upper >= truth.upper);
    }
  }
}

TEST_CASE("the best filling moves make up the whole filling", "[filling]") {
  std::mt19937 random(13);
  eval::FillSolver solver;
  for (int i = 0; i < 300; ++i) {
    auto p = tests::random_room(random, {{6, 5}, 0, 2, 11});
    p.set_side_to_move(Color::kBlack);
    int left = solver.max_moves(eval::most_world(p, eval::analyze_regions(p), Color::kBlack)).lower;
    while (true) {
      const auto move = eval::filling_move(p, solver);
      REQUIRE(move.has_value() == (left > 0));
      if (!move) break;
      p.make(*move);
      p.set_side_to_move(Color::kBlack);
      --left;
      INFO(rules::to_fen(p));
      REQUIRE(solver.max_moves(eval::most_world(p, eval::analyze_regions(p), Color::kBlack)).lower == left);
    }
  }
}

TEST_CASE("a region that is larger than a room has bounds", "[filling]") {
  const auto p = position("q9/10/10/10/10/10/10/10/8**/8*Q b");
  eval::FillSolver solver;
  const auto map = eval::analyze_regions(p);
  const auto bounds = solver.max_moves(eval::sure_world(p, map, Color::kBlack), 2000);
  CHECK(bounds.upper == 95);
  CHECK(bounds.lower >= 50);
  const auto verdict = eval::decide(p, solver);
  REQUIRE(verdict);
  CHECK(verdict->winner == Color::kBlack);
  CHECK(eval::filling_move(p, solver));
}

TEST_CASE("verdicts agree with exhaustive search", "[filling]") {
  std::mt19937 random(14);
  eval::FillSolver solver;
  int decided = 0;
  int in_contact = 0;
  int missed = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto p =
        tests::random_room(random, {{static_cast<int>(3 + random() % 3), static_cast<int>(3 + random() % 3)},
                                    static_cast<int>(1 + random() % 3),
                                    static_cast<int>(1 + random() % 3),
                                    static_cast<int>(2 + random() % 6)});
    const auto truth = test::plain_winner(p);
    const auto outlook = eval::assess(p, solver);
    const auto quick = eval::decide(p, solver);
    INFO(rules::to_fen(p));
    if (quick) CHECK(quick->winner == truth);
    if (quick) CHECK(outlook.verdict.has_value());
    if (outlook.separated) CHECK(outlook.verdict.has_value() == quick.has_value());
    if (outlook.verdict) CHECK(outlook.verdict->winner == truth);
    CHECK(outlook.separated == eval::separated(p));
    CHECK(outlook.sure[0] <= outlook.most[0]);
    CHECK(outlook.sure[1] <= outlook.most[1]);
    if (outlook.verdict) ++(outlook.separated ? decided : in_contact);
    if (outlook.separated && !outlook.verdict) ++missed;
  }
  CHECK(decided > 800);
  CHECK(in_contact > 200);
  CHECK(missed < 20);
}

TEST_CASE("the winner wins by its sure moves alone, with the margin promised", "[filling]") {
  std::mt19937 random(15);
  eval::FillSolver solver;
  int games = 0;
  for (int i = 0; i < 4000; ++i) {
    auto p = tests::random_room(random, {{5, 4}, 2, 2, 7});
    const auto outlook = eval::assess(p, solver);
    if (!outlook.separated || !outlook.verdict) continue;
    ++games;
    const Color victor = outlook.verdict->winner;
    int plies = 0;
    while (rules::has_legal_move(p)) {
      if (p.side_to_move() == victor) {
        const auto move = eval::filling_move(p, solver);
        REQUIRE(move);
        p.make(*move);
      } else {
        const auto moves = rules::legal_moves(p);
        p.make(moves[random() % moves.size()]);
      }
      ++plies;
    }
    CHECK(p.side_to_move() != victor);
    CHECK(plies <= outlook.verdict->plies);
    rules::Position rest = p;
    std::map<std::uint64_t, int> known;
    CHECK(longest_filling(rest, victor, known) >= outlook.verdict->margin);
  }
  CHECK(games > 100);
}
