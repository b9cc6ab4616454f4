#include "thermodon/lab/compare.hpp"

#include "support/catch.hpp"
#include "thermodon/eval/registry.hpp"
#include "thermodon/game/record.hpp"
#include "thermodon/lab/match.hpp"
#include "thermodon/rules/movegen.hpp"

using namespace thermodon;

namespace {

// Games of a greedy player against itself on a small board, from openings that differ.
std::vector<game::GameRecord> greedy_games(const std::string& evaluator, std::size_t count) {
  lab::OpeningGenerator generator;
  generator.size = {6, 6};
  generator.plies = 2;
  generator.judge = "terrain";
  generator.limit = 4;
  auto openings = lab::generate_openings(generator, count).value();
  const std::string spec = "greedy:" + evaluator;
  lab::MatchSettings settings;
  settings.adjudicate = false;
  lab::Match match({{spec, "a", {}}, {spec, "b", {}}}, openings, settings);
  std::vector<game::GameRecord> records;
  match.run(lab::schedule(2, 2 * count, count, lab::Format::kRoundRobin), [&](const lab::FinishedGame& game) {
    records.push_back(game.record);
    return true;
  });
  return records;
}

}  // namespace

TEST_CASE(
    "an evaluator finds its own greedy games' moves first, and its score tells who wins the better the "
    "later") {
  const auto records = greedy_games("terrain", 6);
  lab::ComparisonSettings settings;
  settings.evaluators = {"terrain", "movement", "terrain"};
  settings.positions = 150;
  settings.threads = 2;
  std::atomic<std::size_t> told{0};
  const auto c = lab::compare_evaluators(records, settings,
                                         [&](std::size_t done) { told = std::max(told.load(), done); });
  REQUIRE(c.ok());
  CHECK(c->games == 12);
  CHECK(c->games_with_winner == 12);
  CHECK(c->positions == 150);
  CHECK(told == 150);
  const auto& own = c->evaluators[0];
  const auto& other = c->evaluators[1];
  CHECK(own.top5 > 0.5);
  CHECK(own.top20 > other.top20);
  CHECK(own.top1 <= own.top5);
  CHECK(own.top5 <= own.top20);
  CHECK(own.evaluations_per_second > 0);
  CHECK(own.by_phase[1].right_side > 0.6);
  CHECK(own.by_phase[1].separation > 0.6);
  for (std::size_t a = 0; a < 3; ++a) {
    CHECK(c->agreement[a][a] == 1);
    for (std::size_t b = 0; b < 3; ++b) CHECK(c->agreement[a][b] == c->agreement[b][a]);
  }
  CHECK(c->agreement[0][2] == 1);
  CHECK(c->agreement[0][1] < 1);
  // The same whatever the number of threads.
  settings.threads = 1;
  const auto again = lab::compare_evaluators(records, settings);
  CHECK(again->evaluators[1].top20 == other.top20);
  CHECK(again->agreement == c->agreement);

  settings.evaluators = {"nobody"};
  CHECK(lab::compare_evaluators(records, settings).error().find("nobody") != std::string::npos);
  CHECK_FALSE(lab::compare_evaluators({}, settings).ok());
}

TEST_CASE("score curves are from White's view, one value a position") {
  const auto record = greedy_games("terrain", 1).front();
  const auto curves = lab::score_curves(record, {"terrain", "amazong"});
  REQUIRE(curves.ok());
  REQUIRE(curves->size() == 2);
  CHECK(curves->at(0).size() == record.moves.size() + 1);
  // The start is White's to move, the position after one move Black's.
  const auto terrain = eval::make_evaluator("terrain").value()->clone();
  const auto squares = [&](const rules::Position& p) {
    return static_cast<double>(terrain->evaluate(p)) / eval::kSquare;
  };
  CHECK(curves->at(0)[0] == Approx(squares(record.start)));
  CHECK(curves->at(0)[1] == Approx(-squares(game::position_after(record, 1))));
}

TEST_CASE("the winner is the record's, else what the last position says") {
  auto record = greedy_games("terrain", 1).front();
  const auto winner = record.result->winner;
  CHECK(lab::winner_of(record) == winner);
  record.result.reset();
  CHECK(lab::winner_of(record) == winner);
  record.moves.resize(2);
  CHECK_FALSE(lab::winner_of(record));
}
