#include "search/forecast.hpp"

#include <algorithm>
#include <functional>

#include "search/support.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::search {
namespace {

using rules::Position;
using testing::random_position;

const auto kGoOn = [](std::size_t) { return true; };

std::vector<Score> forecasts(const Forecast& forecast, std::span<const rules::Move> moves) {
  std::vector<Score> scores;
  for (const rules::Move move : moves) scores.push_back(forecast(move));
  return scores;
}

// Of one move in one position, by itself.
struct Parts {
  Score pass, step, wall;
};
Parts parts_of(const Position& position, rules::Move move, eval::Evaluator& evaluator) {
  Position passed = position;
  passed.set_side_to_move(!position.side_to_move());
  const Score pass = -evaluator.evaluate(passed);
  Position stepped = passed;
  stepped.clear(move.from);
  stepped.put(move.to, position.at(move.from));
  Position walled = passed;
  if (walled.is_empty(move.arrow)) walled.put(move.arrow, rules::Cell::kArrow);
  return {pass, -evaluator.evaluate(stepped) - pass, -evaluator.evaluate(walled) - pass};
}

TEST_CASE("a forecast is what the step changes and what a wall changes", "[forecast]") {
  const auto evaluator = std::move(eval::make_evaluator("terrain", {{"K", "0"}})).value();
  const Position position = random_position({}, 8, 2);
  Forecast forecast;
  Changes changes;
  forecast.gather(position, changes);
  REQUIRE(forecast.make(position, *evaluator, kGoOn));
  for (const rules::Move move : rules::legal_moves(position)) {
    const Parts parts = parts_of(position, move, *evaluator);
    REQUIRE(forecast(move) == parts.pass + parts.step + parts.wall);
  }
}

TEST_CASE("the best forecasts are those that sorting all of them gives", "[forecast]") {
  const auto evaluator = std::move(eval::make_evaluator("amazong")).value();
  Forecast forecast;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Position position = random_position(seed % 3 == 0 ? rules::BoardSize{6, 6} : rules::BoardSize{},
                                              static_cast<int>(seed), seed);
    const rules::MoveList moves = rules::legal_moves(position);
    Changes changes;
    forecast.gather(position, changes);
    REQUIRE(forecast.make(position, *evaluator, kGoOn));
    std::vector<Score> all = forecasts(forecast, moves);
    std::sort(all.begin(), all.end(), std::greater<>());
    for (const std::size_t count : {std::size_t{1}, std::size_t{60}, moves.size(), moves.size() + 1}) {
      const std::vector<Score> best = {
          all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size()))};
      CHECK(forecasts(forecast, forecast.best(position, count, Forecast::Order::kBestFirst)) == best);
      const auto by_step = forecast.best(position, count, Forecast::Order::kByStep);
      std::vector<Score> sorted = forecasts(forecast, by_step);
      std::sort(sorted.begin(), sorted.end(), std::greater<>());
      CHECK(sorted == best);
      // Every step's moves are behind each other.
      std::size_t steps = 0;
      std::vector<std::pair<rules::Square, rules::Square>> seen;
      for (std::size_t i = 0; i < by_step.size(); ++i) {
        steps += i == 0 || by_step[i].from != by_step[i - 1].from || by_step[i].to != by_step[i - 1].to;
        seen.emplace_back(by_step[i].from, by_step[i].to);
      }
      std::sort(seen.begin(), seen.end());
      CHECK(steps == static_cast<std::size_t>(std::unique(seen.begin(), seen.end()) - seen.begin()));
    }
  }
}

TEST_CASE("siblings take over what steps and walls change, and ask for what is new", "[forecast]") {
  const auto evaluator = std::move(eval::make_evaluator("amazong")).value();
  const Position parent = random_position({}, 14, 3);
  const rules::MoveList moves = rules::legal_moves(parent);
  Position first = parent;
  first.make(moves.front());
  Position second = parent;
  second.make(moves.back());
  Forecast forecast;
  Changes changes;
  changes.turn_to_children_of(parent.hash());
  forecast.gather(first, changes);
  REQUIRE(forecast.make(first, *evaluator, kGoOn));
  CHECK(forecast.gather(first, changes) == 1);  // the pass
  changes.turn_to_children_of(parent.hash());
  CHECK(forecast.gather(second, changes) < 40);
  REQUIRE(forecast.make(second, *evaluator, kGoOn));
  const rules::MoveList known = rules::legal_moves(first);
  const auto steps_alike = [&](rules::Move move) {
    return std::any_of(known.begin(), known.end(),
                       [&](rules::Move m) { return m.from == move.from && m.to == move.to; });
  };
  int taken_over = 0;
  for (const rules::Move move : rules::legal_moves(second)) {
    const Parts own = parts_of(second, move, *evaluator);
    Parts used = own;
    if (steps_alike(move)) used.step = parts_of(first, move, *evaluator).step;
    // Walls are known wherever an amazon of the mover could ever get to.
    if (first.is_empty(move.arrow)) used.wall = parts_of(first, move, *evaluator).wall;
    taken_over += used.step != own.step || used.wall != own.wall;
    REQUIRE(forecast(move) == used.pass + used.step + used.wall);
  }
  CHECK(taken_over > 100);
  changes.turn_to_children_of(second.hash());
  CHECK(forecast.gather(second, changes) > 80);
}

}  // namespace
}  // namespace thermodon::search
