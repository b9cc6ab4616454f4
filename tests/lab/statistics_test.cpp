#include "thermodon/lab/statistics.hpp"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "lab/random.hpp"
#include "support/catch.hpp"

using namespace thermodon::lab;

namespace {

GameCounts games_of(const PairCounts& pairs) {
  GameCounts games;
  games.wins = pairs.counts[2] + pairs.counts[3] + 2 * pairs.counts[4];
  games.losses = 2 * pairs.counts[0] + pairs.counts[1] + pairs.counts[2];
  games.draws = pairs.counts[1] + pairs.counts[3];
  return games;
}

}  // namespace

TEST_CASE("Elo, interval, normalized Elo, LOS and LLR equal values worked out independently") {
  // By tests/data/vectors/match-statistics.py, which goes another way; see there.
  std::ifstream file(THERMODON_TEST_DATA "/vectors/match-statistics.json");
  const auto cases = nlohmann::json::parse(file);
  REQUIRE(cases.size() == 9);
  for (const auto& c : cases) {
    PairCounts pairs;
    for (std::size_t i = 0; i < 5; ++i) pairs.counts[i] = c["counts"][i];
    CAPTURE(c["counts"].dump());
    const Estimate e = estimate(games_of(pairs), pairs);
    CHECK(e.score == Approx(c["score"].get<double>()).epsilon(1e-12));
    CHECK(e.standard_error == Approx(c["error"].get<double>()).epsilon(1e-12));
    CHECK(e.elo == Approx(c["elo"].get<double>()).epsilon(1e-9));
    CHECK(e.elo_95.low == Approx(c["elo_95"][0].get<double>()).epsilon(1e-9));
    CHECK(e.elo_95.high == Approx(c["elo_95"][1].get<double>()).epsilon(1e-9));
    CHECK(e.nelo == Approx(c["nelo"].get<double>()).epsilon(1e-9));
    CHECK(e.los == Approx(c["los"].get<double>()).margin(1e-12));
    for (const auto& l : c["llr"]) {
      SprtSettings settings{l["elo0"], l["elo1"], 0.05, 0.05, EloModel::kNormalized};
      CAPTURE(settings.elo0, settings.elo1);
      CHECK(log_likelihood_ratio(pairs, settings) == Approx(l["normalized"].get<double>()).margin(2e-6));
      settings.model = EloModel::kLogistic;
      CHECK(log_likelihood_ratio(pairs, settings) == Approx(l["logistic"].get<double>()).margin(2e-6));
    }
  }
}

TEST_CASE("well-known scores have their well-known Elo") {
  // 55% = 35, 69% = 139, 75% = 191, 90% = 382, 99% = 798.
  for (const auto& [score, elo] :
       {std::pair{0.55, 35.0}, {0.69, 139.0}, {0.75, 191.0}, {0.9, 382.0}, {0.99, 798.0}}) {
    CHECK(elo_of_score(score) == Approx(elo).margin(0.5));
    CHECK(score_of_elo(elo_of_score(score)) == Approx(score));
    CHECK(elo_of_score(1 - score) == Approx(-elo_of_score(score)));
  }
  CHECK(elo_of_score(0.5) == 0);
  CHECK(std::isinf(elo_of_score(1)));
}

TEST_CASE("Wilson's interval equals its textbook values") {
  const Interval i = wilson(8, 10);
  CHECK(i.low == Approx(0.4901625).margin(1e-6));
  CHECK(i.high == Approx(0.9433178).margin(1e-6));
  CHECK(wilson(0, 10).low == 0);
  CHECK(wilson(10, 10).high == Approx(1));
  CHECK(wilson(0, 0).high == 1);
}

TEST_CASE("without pairs the games' own spread counts") {
  const Estimate e = estimate({150, 0, 50}, {});
  CHECK(e.elo == Approx(190.8485).margin(1e-3));
  CHECK(e.standard_error == Approx(std::sqrt(0.75 * 0.25 / 200)));
}

TEST_CASE("a sweep, no game, and pairs that are all split give finite numbers in the right order") {
  for (const std::uint64_t n : {1u, 2u, 20u, 2'000u}) {
    PairCounts pairs;
    pairs.counts[4] = n / 2;
    const Estimate won = estimate({n, 0, 0}, pairs);
    CHECK(std::isfinite(won.elo));
    CHECK(won.elo > 0);
    CHECK(won.elo_95.low < won.elo);
    CHECK(won.elo_95.high >= won.elo);
    CHECK(std::isfinite(won.elo_95.high));
    CHECK(won.los > 0.5);
    const Estimate lost = estimate({0, 0, n}, {});
    CHECK(lost.elo < 0);
    CHECK(lost.elo == Approx(-won.elo));
  }
  CHECK(estimate({}, {}).elo == 0);
  PairCounts split;
  split.counts[2] = 10;
  const Estimate even = estimate({10, 0, 10}, split);
  CHECK(even.elo == 0);
  CHECK(even.elo_95.low < -50);
  CHECK(even.los == Approx(0.5));
}

TEST_CASE("no game says less than any game") {
  const Estimate none = estimate({}, {});
  CHECK(none.elo == 0);
  CHECK(none.los == 0.5);
  CHECK(none.elo_95.low == Approx(elo_of_score(0.001)));
  CHECK(none.elo_95.high == Approx(elo_of_score(0.999)));
  for (const GameCounts& one : {GameCounts{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
    const Interval interval = estimate(one, {}).elo_95;
    CHECK(interval.low >= none.elo_95.low);
    CHECK(interval.high <= none.elo_95.high);
  }
}

TEST_CASE("the test's bounds and its verdicts") {
  const SprtSettings settings{0, 10, 0.05, 0.05, EloModel::kNormalized};
  CHECK(settings.bounds().low == Approx(-2.944439));
  CHECK(settings.bounds().high == Approx(2.944439));
  CHECK(judge(2.95, settings) == SprtState::kAcceptH1);
  CHECK(judge(-2.95, settings) == SprtState::kAcceptH0);
  CHECK(judge(0, settings) == SprtState::kUndecided);
  CHECK(log_likelihood_ratio({}, settings) == 0);
  for (const auto model : {EloModel::kNormalized, EloModel::kLogistic})
    CHECK(parse_elo_model(to_string(model)) == model);
}

TEST_CASE("the ratio is antisymmetric, and finite for one-sided results") {
  const PairCounts pairs{{7, 0, 20, 0, 11}};
  const PairCounts mirrored{{11, 0, 20, 0, 7}};
  for (const auto model : {EloModel::kNormalized, EloModel::kLogistic}) {
    const SprtSettings settings{-10, 10, 0.05, 0.05, model};
    CHECK(log_likelihood_ratio(pairs, settings) == Approx(-log_likelihood_ratio(mirrored, settings)));
    for (const auto& counts :
         {PairCounts{{0, 0, 0, 0, 1}}, {{0, 0, 0, 0, 500}}, {{300, 0, 0, 0, 0}}, {{0, 0, 9, 0, 0}}}) {
      for (const double elo1 : {5.0, 200.0})
        CHECK(std::isfinite(log_likelihood_ratio(counts, {0, elo1, 0.05, 0.05, model})));
    }
    CHECK(judge(log_likelihood_ratio({{0, 0, 0, 0, 500}}, {0, 10, 0.05, 0.05, model}), settings) ==
          SprtState::kAcceptH1);
  }
}

namespace {

struct Truth {
  double both_lost, split;  // shares of pairs; the rest is won twice
};

// Pairs of which `split` are shared, with the mean that has the given normalized Elo.
Truth truth_of_nelo(double nelo, double split) {
  const double t = nelo / (800 / std::log(10.0)) * std::sqrt(2.0);
  double low = -0.4, high = 0.4;
  const double half = (1 - split) / 2;
  for (int i = 0; i < 100; ++i) {
    const double d = (low + high) / 2;
    const double variance = 0.25 * 2 * half - d * d;  // mean of squares minus square of the mean
    (d / std::sqrt(variance) < t ? low : high) = d;
  }
  return {half - (low + high) / 2, split};
}

struct Errors {
  double wrong = 0;  // share of the matches
  double mean_pairs = 0;
};

Errors simulate(const Truth& truth, const SprtSettings& settings, SprtState wrong, int matches,
                SplitMix& random) {
  Errors errors;
  for (int m = 0; m < matches; ++m) {
    PairCounts pairs;
    SprtState state = SprtState::kUndecided;
    while (state == SprtState::kUndecided) {
      const double u = random.unit();
      pairs.add(u < truth.both_lost ? 0 : u < truth.both_lost + truth.split ? 1 : 2);
      state = judge(log_likelihood_ratio(pairs, settings), settings);
    }
    errors.wrong += state == wrong ? 1 : 0;
    errors.mean_pairs += static_cast<double>(pairs.total());
  }
  errors.wrong /= matches;
  errors.mean_pairs /= matches;
  return errors;
}

}  // namespace

TEST_CASE("errors of both kinds stay near their settings over thousands of simulated matches", "[slow]") {
  // 2,000 matches each way. At an error rate of 5% one standard deviation is 0.5%, and a test that stops
  // beyond its bound errs a little less than set, so 6.5% is three deviations away and 2% far below.
  constexpr int kMatches = 2'000;
  SplitMix random(20'24);
  for (const double split : {0.2, 0.5}) {
    const SprtSettings settings{0, 50, 0.05, 0.05, EloModel::kNormalized};
    const auto false_gain =
        simulate(truth_of_nelo(settings.elo0, split), settings, SprtState::kAcceptH1, kMatches, random);
    const auto missed_gain =
        simulate(truth_of_nelo(settings.elo1, split), settings, SprtState::kAcceptH0, kMatches, random);
    CAPTURE(split, false_gain.wrong, missed_gain.wrong, false_gain.mean_pairs, missed_gain.mean_pairs);
    CHECK(false_gain.wrong > 0.02);
    CHECK(false_gain.wrong < 0.065);
    CHECK(missed_gain.wrong > 0.02);
    CHECK(missed_gain.wrong < 0.065);
    // About 256 games are expected at either bound.
    CHECK(false_gain.mean_pairs > 90);
    CHECK(false_gain.mean_pairs < 170);
    CHECK(missed_gain.mean_pairs > 90);
    CHECK(missed_gain.mean_pairs < 170);
  }
}

TEST_CASE("stricter errors are kept, too", "[slow]") {
  SplitMix random(7);
  const SprtSettings settings{-20, 60, 0.01, 0.10, EloModel::kNormalized};
  const auto false_gain = simulate(truth_of_nelo(-20, 0.4), settings, SprtState::kAcceptH1, 2'000, random);
  const auto missed_gain = simulate(truth_of_nelo(60, 0.4), settings, SprtState::kAcceptH0, 2'000, random);
  CAPTURE(false_gain.wrong, missed_gain.wrong);
  CHECK(false_gain.wrong < 0.018);
  CHECK(missed_gain.wrong < 0.125);
  CHECK(missed_gain.wrong > 0.05);
}

TEST_CASE("an even score is Elo 0, not -0") {
  CHECK_FALSE(std::signbit(elo_of_score(0.5)));
  GameCounts games;
  games.wins = games.losses = 3;
  CHECK(estimate(games, {}).elo == 0);
  CHECK_FALSE(std::signbit(estimate(games, {}).elo));
}
