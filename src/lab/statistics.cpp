#include "thermodon/lab/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace thermodon::lab {
namespace {

// Normalized Elo of one standard deviation: the slope of logistic Elo at a score of 1/2 is 1600/ln(10), half
// of which meets the half point that a standard deviation of a game without draws is.
const double kNeloPerSigma = 800.0 / std::log(10.0);

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

// Ends of an interval that would be infinite stand for this score, 1,200 Elo.
constexpr double kWidestScore = 0.999;

constexpr double kPairScores[5] = {0.0, 0.25, 0.5, 0.75, 1.0};

double variance_of_games(const GameCounts& games) {
  const auto n = static_cast<double>(games.total());
  const double s = games.points() / n;
  const auto part = [&](std::uint64_t count, double value) {
    return static_cast<double>(count) / n * (value - s) * (value - s);
  };
  return part(games.wins, 1) + part(games.draws, 0.5) + part(games.losses, 0);
}

}  // namespace

std::uint64_t PairCounts::total() const noexcept {
  std::uint64_t n = 0;
  for (const auto count : counts) n += count;
  return n;
}

double PairCounts::mean() const noexcept {
  const auto n = static_cast<double>(total());
  if (n == 0) return 0.5;
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) sum += kPairScores[i] * static_cast<double>(counts[i]);
  return sum / n;
}

double PairCounts::variance() const noexcept {
  const auto n = static_cast<double>(total());
  if (n == 0) return 0;
  const double m = mean();
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i)
    sum += (kPairScores[i] - m) * (kPairScores[i] - m) * static_cast<double>(counts[i]);
  return sum / n;
}

double elo_of_score(double score) noexcept {
  if (score <= 0) return -std::numeric_limits<double>::infinity();
  if (score >= 1) return std::numeric_limits<double>::infinity();
  return 400.0 * std::log10(score / (1.0 - score));  // 0 and not -0 when even
}

double score_of_elo(double elo) noexcept { return 1.0 / (1.0 + std::pow(10.0, -elo / 400.0)); }

Interval wilson(double successes, double total, double z) noexcept {
  if (total <= 0) return {0, 1};
  const double p = successes / total;
  const double z2 = z * z;
  const double center = (p + z2 / (2 * total)) / (1 + z2 / total);
  const double half = z / (1 + z2 / total) * std::sqrt(p * (1 - p) / total + z2 / (4 * total * total));
  return {std::max(0.0, center - half), std::min(1.0, center + half)};
}

Estimate estimate(const GameCounts& games, const PairCounts& pairs) noexcept {
  Estimate e;
  const auto n = static_cast<double>(games.total());
  const double most = 1 - 0.5 / (n + 1);  // what a sweep is counted as
  const double widest = std::max(most, kWidestScore);
  const auto bounded_elo = [widest](double score) {
    return elo_of_score(std::clamp(score, 1 - widest, widest));
  };
  if (n == 0) {
    e.elo_95 = {bounded_elo(0), bounded_elo(1)};
    return e;
  }
  e.score = games.points() / n;
  e.elo = elo_of_score(std::clamp(e.score, 1 - most, most));
  const auto pair_count = static_cast<double>(pairs.total());
  // A game's variance is twice that of a pair's mean of two.
  const double variance_of_game = pair_count > 0 ? 2 * pairs.variance() : variance_of_games(games);
  const double samples = pair_count > 0 ? 2 * pair_count : n;
  e.standard_error = std::sqrt(variance_of_game / samples);
  if (e.standard_error > 0) {
    e.elo_95 = {bounded_elo(e.score - kZ95 * e.standard_error),
                bounded_elo(e.score + kZ95 * e.standard_error)};
    e.los = normal_cdf((e.score - 0.5) / e.standard_error);
    e.nelo = (e.score - 0.5) / std::sqrt(variance_of_game) * kNeloPerSigma;
    return e;
  }
  // All samples are alike: a sweep, or every pair split. The spread is then that of a binomial.
  const Interval w = wilson(games.points(), n);
  e.elo_95 = {bounded_elo(w.low), bounded_elo(w.high)};
  const double swept = std::clamp(e.score, 1 - most, most);
  const double sigma = std::sqrt(swept * (1 - swept));
  e.los = normal_cdf((swept - 0.5) / (sigma / std::sqrt(n)));
  e.nelo = (swept - 0.5) / sigma * kNeloPerSigma;
  return e;
}

}  // namespace thermodon::lab
