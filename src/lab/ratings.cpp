#include "thermodon/lab/ratings.hpp"

#include <cmath>

namespace thermodon::lab {
namespace {

constexpr int kRounds = 10'000;
constexpr double kPrecision = 1e-12;
constexpr double kPriorGames = 1;  // of each pairing, shared evenly

double elo_of_strength(double strength) { return 400 * std::log10(strength); }

}  // namespace

std::vector<Rating> ratings(const Tally& tally) {
  const std::size_t n = tally.engines().size();
  std::vector<std::vector<double>> games(n, std::vector<double>(n));
  std::vector<double> points(n);
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = a + 1; b < n; ++b) {
      const GameCounts counts = tally.pairing(a, b).games;
      if (counts.total() == 0) continue;
      games[a][b] = games[b][a] = static_cast<double>(counts.total()) + kPriorGames;
      points[a] += counts.points() + kPriorGames / 2;
      points[b] += static_cast<double>(counts.total()) - counts.points() + kPriorGames / 2;
    }
  std::vector<double> strength(n, 1.0);
  for (int round = 0; round < kRounds; ++round) {
    double moved = 0, log_sum = 0;
    for (std::size_t a = 0; a < n; ++a) {
      double expected = 0;
      for (std::size_t b = 0; b < n; ++b)
        if (games[a][b] > 0) expected += games[a][b] / (strength[a] + strength[b]);
      const double next = expected > 0 ? points[a] / expected : 1.0;
      moved = std::max(moved, std::abs(next / strength[a] - 1));
      strength[a] = next;
      log_sum += std::log(next);
    }
    const double mean = std::exp(log_sum / static_cast<double>(n));
    for (double& s : strength) s /= mean;
    if (moved < kPrecision) break;
  }
  std::vector<Rating> result(n);
  for (std::size_t a = 0; a < n; ++a) {
    double information = 0;  // of the log-odds
    for (std::size_t b = 0; b < n; ++b) {
      const double p = strength[a] / (strength[a] + strength[b]);
      information += games[a][b] * p * (1 - p);
    }
    result[a].elo = elo_of_strength(strength[a]);
    if (information > 0) result[a].error_95 = kZ95 / std::sqrt(information) * 400 / std::log(10.0);
  }
  return result;
}

}  // namespace thermodon::lab
