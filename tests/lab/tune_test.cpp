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
std::vector<game::GameRecord> drawn_games(std::size_t count, const AmazongWeights& truth,
                                          double log_odds = kLogOddsPerSquare) {
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
        const bool won = random.unit() < 1 / (1 + std::exp(-log_odds * value));
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

// What the reader of weights takes.
void check_range(const AmazongWeights& weights) {
  for (const auto& r : weights.rows)
    for (const double weight : {r.t1, r.c1, r.c2, r.t2, r.mobility, r.tempo}) {
      CHECK(weight >= 0);
      CHECK(weight <= 100);
    }
  for (const auto& e : weights.enclosures) {
    CHECK(e.cost >= 0);
    CHECK(e.cost <= 100);
  }
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
  check_range(fitted->weights);
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

TEST_CASE("a strong pull holds to the start over any number of rounds") {
  const auto games = drawn_games(40, AmazongWeights::defaults());
  lab::TuneSettings settings = settings_from_start();
  settings.pull = 1e7;
  settings.rounds = 2'000;
  for (const double share : {0.0, 0.5}) {
    settings.score_share = share;
    const auto fitted = lab::tune_amazong(games, settings);
    REQUIRE(fitted.ok());
    CHECK(lab::weights_json(fitted->weights) == lab::weights_json(settings.start));
  }
}

// The numbers are those of whole Newton steps, which is what the steps are where nothing is nearly sure.
TEST_CASE("a fit to games of both results takes whole steps") {
  lab::TuneSettings settings = settings_from_start();
  settings.from_ply = kPlies;
  const auto fitted = lab::tune_amazong(drawn_games(400, start_weights()), settings);
  REQUIRE(fitted.ok());
  const auto& row = fitted->weights.rows[3];
  REQUIRE(row.w == 30);
  CHECK(row.t1 == Approx(0.225).margin(0.001));
  CHECK(row.c1 == Approx(0.2956).margin(0.001));
  CHECK(row.c2 == Approx(0.1028).margin(0.001));
  CHECK(row.t2 == Approx(0.3766).margin(0.001));
  CHECK(row.mobility == Approx(0.4124).margin(0.001));
  CHECK(row.tempo == Approx(0.8561).margin(0.001));
  CHECK(fitted->weights.enclosures[0].cost == Approx(19.64).margin(0.01));
}

TEST_CASE("a few games that are all won by the better side are fitted without running away") {
  constexpr double kSure = 1e6;  // log-odds a square: who is better wins
  for (const std::size_t count : {15u, 40u, 150u})
    for (const double pull : {0.0, 20.0}) {
      CAPTURE(count, pull);
      lab::TuneSettings settings = settings_from_start();
      settings.from_ply = kPlies;
      settings.pull = pull;
      const auto games = drawn_games(count, settings.start, kSure);
      const auto fitted = lab::tune_amazong(games, settings);
      REQUIRE(fitted.ok());
      CHECK(fitted->before.right_side == 1);
      CHECK(fitted->after.log_loss <= fitted->before.log_loss);
      check_range(fitted->weights);
      const tests::TemporaryFile file(lab::weights_json(fitted->weights));
      CHECK(eval::amazong_weights({{"weights", file.path()}}).ok());
    }
}

TEST_CASE("games that the worse side won everywhere do not drive the weights away either") {
  lab::TuneSettings settings = settings_from_start();
  settings.from_ply = kPlies;
  settings.held_out = 0;
  const auto games = drawn_games(40, settings.start, -1e6);
  const auto fitted = lab::tune_amazong(games, settings);
  REQUIRE(fitted.ok());
  CHECK(fitted->before.right_side == 0);
  CHECK(fitted->after.log_loss <= fitted->before.log_loss);
  check_range(fitted->weights);
}

TEST_CASE("a start at the end of the range stays in it, and one below 0 is raised to it") {
  lab::TuneSettings settings = settings_from_start();
  for (auto& row : settings.start.rows)
    if (row.w > 0) row = {row.w, 100, 0, -1, 100, 100, 100};
  settings.start.enclosures[0].cost = 100;
  settings.from_ply = kPlies;
  const auto fitted = lab::tune_amazong(drawn_games(200, start_weights()), settings);
  REQUIRE(fitted.ok());
  CHECK(fitted->after.log_loss < fitted->before.log_loss);
  check_range(fitted->weights);
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
