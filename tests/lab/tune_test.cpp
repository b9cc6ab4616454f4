#include "thermodon/lab/tune.hpp"

#include <cmath>

#include "lab/random.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "thermodon/rules/movegen.hpp"

using namespace thermodon;
using eval::AmazongWeights;

namespace {

constexpr int kPlies = 30;
constexpr double kLogOddsPerSquare = 0.15;

// Where the fits begin, whatever the defaults are.
AmazongWeights start_weights() {
  AmazongWeights weights = AmazongWeights::defaults();
  weights.rows = {
      {0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0},     {5, 0.5, 0.1, 0.35, 0.05, 0.05, 0.5},
      {15, 0.5, 0.0, 0.4, 0.1, 0.05, 1.0},   {30, 0.4, 0.0, 0.55, 0.05, 0.2, 1.5},
      {45, 0.2, 0.05, 0.7, 0.05, 0.35, 1.5}, {65, 0.0, 0.35, 0.55, 0.1, 0.6, 1.5},
  };
  weights.enclosures = {{0, 24.0}, {5, 10.5}, {10, 9.0}, {20, 3.0}, {40, 0.0}};
  return weights;
}

lab::TuneSettings settings_from_start() {
  lab::TuneSettings settings;
  settings.start = start_weights();
  return settings;
}

// Games of random moves, each with one position that counts, whose winner is drawn as `truth` says, and whose
// score is what `truth` says.
std::vector<game::GameRecord> drawn_games(std::size_t count, const AmazongWeights& truth) {
  const eval::FastAmazong judge(truth);
  lab::SplitMix random(11);
  std::vector<game::GameRecord> records;
  while (records.size() < count) {
    game::GameRecord record;
    rules::Position position = record.start;
    for (int ply = 0; ply <= kPlies; ++ply) {
      game::MoveNote note;
      const auto moves = rules::legal_moves(position);
      if (moves.empty()) break;
      if (ply == kPlies) {
        const double value =
            judge.formula().terms(judge.counts(eval::pack(position)), position.side_to_move()).score;
        note.score = value;
        const bool won = random.unit() < 1 / (1 + std::exp(-kLogOddsPerSquare * value));
        record.result = game::GameResult{won ? position.side_to_move() : !position.side_to_move(),
                                         game::EndReason::kResigned, ""};
      }
      record.moves.push_back({moves[random.below(moves.size())], note});
      position.make(record.moves.back().move);
    }
    if (record.result) records.push_back(std::move(record));
  }
  return records;
}

}  // namespace

TEST_CASE("weights that drew the results are found again, better on held-out games, too", "[slow]") {
  AmazongWeights truth = start_weights();
  for (auto& row : truth.rows)
    if (row.w > 0) row = {row.w, 0.1, 0.1, 0.1, 0.7, 0.5, 3.0};
  lab::TuneSettings settings = settings_from_start();
  settings.from_ply = kPlies;
  settings.pull = 1;
  int rounds = 0;
  const auto games = drawn_games(4'000, truth);
  const auto fitted = lab::tune_amazong(games, settings, [&](int round, double) { rounds = round; });
  REQUIRE(fitted.ok());
  CHECK(rounds == settings.rounds);
  CHECK(fitted->games + fitted->held_out_games == games.size());
  CHECK(fitted->positions == fitted->games);
  CHECK(fitted->held_out_games > 600);
  CHECK(fitted->held_out_games < 1'000);
  CHECK(fitted->after.log_loss < fitted->before.log_loss);
  CHECK(fitted->held_out_after.log_loss < fitted->held_out_before.log_loss - 0.005);
  CHECK(fitted->held_out_after.right_side >= fitted->held_out_before.right_side);
  // After 30 random plies w lies around 30, so that row is the one that the games tell of.
  const auto& row = fitted->weights.rows[3];
  const auto& start = settings.start.rows[3];
  REQUIRE(row.w == 30);
  CHECK(row.t1 + row.c1 + row.c2 + row.t2 == Approx(start.t1 + start.c1 + start.c2 + start.t2));
  CHECK(std::abs(row.t2 - 0.7) < std::abs(start.t2 - 0.7) / 2);
  CHECK(fitted->log_odds_per_square[3] == Approx(kLogOddsPerSquare).margin(0.05));
  for (const auto& r : fitted->weights.rows)
    for (const double weight : {r.t1, r.c1, r.c2, r.t2, r.mobility, r.tempo}) CHECK(weight >= 0);
  CHECK(fitted->weights.rows[0].t1 == 1);  // w = 0: the exact count
  CHECK(fitted->weights.rows[0].tempo == 0);
}

TEST_CASE("weights that gave the recorded scores are found again in squares, whatever the results",
          "[slow]") {
  AmazongWeights truth = start_weights();
  for (auto& row : truth.rows)
    if (row.w > 0) row = {row.w, 0.3, 0.2, 0.4, 0.6, 0.5, 3.0};
  lab::TuneSettings settings = settings_from_start();
  settings.score_share = 1;
  settings.pull = 1;
  const auto games = drawn_games(4'000, truth);
  const auto fitted = lab::tune_amazong(games, settings);
  REQUIRE(fitted.ok());
  CHECK(fitted->positions == fitted->games);  // the others have no score
  const auto& row = fitted->weights.rows[3];
  REQUIRE(row.w == 30);
  CHECK(row.t1 == Approx(0.3).margin(0.05));
  CHECK(row.c1 == Approx(0.2).margin(0.05));
  CHECK(row.c2 == Approx(0.4).margin(0.05));
  CHECK(row.t2 == Approx(0.6).margin(0.05));
  CHECK(row.mobility == Approx(0.5).margin(0.05));
  CHECK(row.tempo == Approx(3.0).margin(0.2));
  CHECK(fitted->held_out_after.right_side > 0.97);
  CHECK(fitted->weights.rows[0].t1 == 1);  // w = 0: the exact count
  // In part by the results, which say the same in the mean.
  settings.score_share = 0.5;
  settings.scale = 1 / kLogOddsPerSquare;
  const auto mixed = lab::tune_amazong(games, settings);
  REQUIRE(mixed.ok());
  CHECK(mixed->weights.rows[3].tempo == Approx(3.0).margin(0.8));
  CHECK(mixed->weights.rows[3].t2 == Approx(0.6).margin(0.15));
}

TEST_CASE("too few games are an error, and a fit repeats itself") {
  const auto games = drawn_games(40, AmazongWeights::defaults());
  const auto few = lab::tune_amazong({games.begin(), games.begin() + 5}, {});
  REQUIRE_FALSE(few.ok());
  CHECK(few.error().find("games with a known winner") != std::string::npos);
  const auto one = lab::tune_amazong(games, {}), two = lab::tune_amazong(games, {});
  REQUIRE(one.ok());
  CHECK(lab::weights_json(one->weights) == lab::weights_json(two->weights));
}

TEST_CASE("games without a position to fit to are an error") {
  auto games = drawn_games(40, start_weights());
  lab::TuneSettings settings;
  settings.from_ply = 90;
  CHECK(lab::tune_amazong(games, settings).error() ==
        "none of the games has a position to fit to from ply 90 on");
  for (auto& game : games)
    for (auto& move : game.moves) move.note.score.reset();
  settings = {};
  settings.score_share = 0.7;
  CHECK(lab::tune_amazong(games, settings).error() ==
        "none of the games has a position to fit to from ply 4 on with a recorded score");
}

TEST_CASE("a pull without end leaves the weights where they are") {
  lab::TuneSettings settings = settings_from_start();
  settings.pull = 1e9;
  const auto fitted = lab::tune_amazong(drawn_games(40, AmazongWeights::defaults()), settings);
  REQUIRE(fitted.ok());
  CHECK(lab::weights_json(fitted->weights) == lab::weights_json(settings.start));
  settings.score_share = 0.5;
  const auto mixed = lab::tune_amazong(drawn_games(40, AmazongWeights::defaults()), settings);
  REQUIRE(mixed.ok());
  CHECK(lab::weights_json(mixed->weights) == lab::weights_json(settings.start));
}

TEST_CASE("the weights' file is read back") {
  AmazongWeights weights = AmazongWeights::defaults();
  weights.rows[1].c2 = 0.1234;
  const tests::TemporaryFile file(lab::weights_json(weights));
  const auto read = eval::amazong_weights({{"weights", file.path()}});
  REQUIRE(read.ok());
  CHECK(read->rows.size() == weights.rows.size());
  CHECK(read->rows[1].c2 == 0.123);
  CHECK(read->enclosures[1].cost == weights.enclosures[1].cost);
}
