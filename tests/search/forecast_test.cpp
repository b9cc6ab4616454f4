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

TEST_CASE("a forecast is what the step changes and what a wall changes", "[forecast]") {
  const auto evaluator = std::move(eval::make_evaluator("terrain", {{"K", "0"}})).value();
  const Position position = random_position({}, 8, 2);
  Forecast forecast;
  Changes changes;
  forecast.gather(position, changes);
  REQUIRE(forecast.make(position, *evaluator, kGoOn));
  Position passed = position;
  passed.set_side_to_move(!position.side_to_move());
  const Score still = -evaluator->evaluate(passed);
  for (const rules::Move move : rules::legal_moves(position)) {
    Position stepped = passed;
    stepped.clear(move.from);
    stepped.put(move.to, position.at(move.from));
    Position walled = passed;
    if (walled.is_empty(move.arrow)) walled.put(move.arrow, rules::Cell::kArrow);
    const Score step = -evaluator->evaluate(stepped) - still;
    const Score wall = -evaluator->evaluate(walled) - still;
    REQUIRE(forecast(move) == still + step + wall);
  }
}

TEST_CASE("the best forecasts are found without looking at all moves", "[forecast]") {
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

}  // namespace
}  // namespace thermodon::search
