#include "search/move_values.hpp"
#include "search/support.hpp"
#include "search/win_score.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::search {
namespace {

using rules::Position;
using testing::random_position;

const auto kGoOn = [](std::size_t) { return true; };
constexpr Score kEnd = won_at(1);

TEST_CASE("without preselection every move has its static value", "[move-values]") {
  const auto evaluator = std::move(eval::make_evaluator("amazong")).value();
  MoveValues values;
  for (unsigned seed = 0; seed < 4; ++seed) {
    const Position position = random_position({}, 10 * static_cast<int>(seed), seed);
    REQUIRE(values.find(position, *evaluator, 0, kEnd, kGoOn));
    CHECK(values.complete());
    CHECK(values.moves().size() == rules::legal_moves(position).size());
    for (const ScoredMove& found : values.moves()) {
      Position after = position;
      after.make(found.move);
      REQUIRE(found.score == -evaluator->evaluate(after));
    }
  }
}

TEST_CASE("the moves preselected by forecast are nearly always the best by evaluation", "[move-values]") {
  const auto evaluator = std::move(eval::make_evaluator("amazong")).value();
  MoveValues values;
  int positions = 0;
  int found = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Position position = random_position({}, static_cast<int>(seed) / 2, seed);
    REQUIRE(values.find(position, *evaluator, 0, kEnd, kGoOn));
    const ScoredMove best = *std::min_element(values.moves().begin(), values.moves().end(), best_first);
    std::size_t evaluations = 0;
    REQUIRE(values.find(position, *evaluator, 100, kEnd, [&](std::size_t n) {
      evaluations += n;
      return true;
    }));
    if (values.complete()) continue;
    CHECK(values.moves().size() == 100);
    CHECK(evaluations < rules::legal_moves(position).size());
    ++positions;
    for (const ScoredMove& move : values.moves()) found += move.move == best.move;
  }
  INFO(found << " of " << positions);
  CHECK(positions >= 40);
  CHECK(found * 10 >= positions * 9);
}

TEST_CASE("forecasts are looked at from the best on", "[move-values]") {
  const auto evaluator = std::move(eval::make_evaluator("amazong")).value();
  const Position position = random_position({}, 12, 3);
  MoveValues values;
  REQUIRE(values.forecast(position, *evaluator, 60, kGoOn));
  CHECK_FALSE(values.complete());
  Score last = kInfinite;
  while (values.next_forecast() > -kInfinite) {
    CHECK(values.next_forecast() <= last);
    last = values.next_forecast();
    REQUIRE(values.evaluate_next(position, *evaluator, 7, kEnd, kGoOn));
  }
  CHECK(values.moves().size() == 60);
  CHECK_FALSE(values.evaluate_next(position, *evaluator, 7, kEnd, kGoOn));
  REQUIRE(values.forecast(position, *evaluator, rules::legal_moves(position).size() + 1, kGoOn));
  CHECK(values.complete());
}

TEST_CASE("siblings share what steps and walls change", "[move-values]") {
  const auto evaluator = std::move(eval::make_evaluator("amazong")).value();
  const Position parent = random_position({}, 12, 5);
  const rules::MoveList moves = rules::legal_moves(parent);
  const auto child = [&](std::size_t i) {
    Position after = parent;
    after.make(moves[i]);
    return after;
  };
  MoveValues values;
  const auto evaluations = [&](const Position& position, Changes* siblings) {
    std::size_t asked = 0;
    REQUIRE(values.find(
        position, *evaluator, 100, kEnd,
        [&](std::size_t n) {
          asked += n;
          return true;
        },
        siblings));
    CHECK(values.moves().size() == 100);
    return asked;
  };
  const Position first = child(0);
  const Position second = child(moves.size() / 2);
  Changes siblings;
  siblings.turn_to_children_of(parent.hash());
  CHECK(evaluations(first, &siblings) == evaluations(first, nullptr));
  siblings.turn_to_children_of(parent.hash());
  CHECK(evaluations(second, &siblings) + 40 < evaluations(second, nullptr));
  for (const ScoredMove& found : values.moves()) {
    Position after = second;
    after.make(found.move);
    REQUIRE(found.score == -evaluator->evaluate(after));
  }
  siblings.turn_to_children_of(second.hash());
  CHECK(evaluations(second, &siblings) == evaluations(second, nullptr));
}

TEST_CASE("a move that ends the game has the value of a win", "[move-values]") {
  // White shuts in the amazon on a1 by an arrow on a2, and in no other way.
  const auto evaluator = std::move(eval::make_evaluator("terrain")).value();
  const Position position = testing::position("4/Q3/4/q*2 w - - 0 1");
  MoveValues values;
  REQUIRE(values.find(position, *evaluator, 0, kEnd, kGoOn));
  std::size_t wins = 0;
  for (const ScoredMove& found : values.moves()) {
    Position after = position;
    after.make(found.move);
    const bool over = rules::legal_moves(after).empty();
    CHECK((found.score == kEnd) == over);
    wins += over;
  }
  CHECK(wins > 0);
  CHECK(wins < values.moves().size());
}

TEST_CASE("whoever counts the evaluations can end them", "[move-values]") {
  const auto evaluator = std::move(eval::make_evaluator("amazong")).value();
  const Position position = Position::start();
  MoveValues values;
  for (const std::size_t preselect : {std::size_t{0}, std::size_t{100}}) {
    std::size_t left = 200;
    CHECK_FALSE(values.find(position, *evaluator, preselect, kEnd, [&](std::size_t n) {
      if (n > left) return false;
      left -= n;
      return true;
    }));
    CHECK(values.moves().size() <= 200);
  }
}

}  // namespace
}  // namespace thermodon::search
