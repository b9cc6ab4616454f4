#include <algorithm>
#include <cmath>

#include "thermodon/lab/statistics.hpp"

namespace thermodon::lab {
namespace {

using Distribution = std::array<double, 5>;

constexpr Distribution kScores = {0.0, 0.25, 0.5, 0.75, 1.0};
constexpr double kZeroCount = 1e-3;
constexpr int kMaxNewtonSteps = 100;
constexpr int kMaxRefinements = 50;
constexpr double kPrecision = 1e-10;

struct Moments {
  double mean = 0;
  double variance = 0;
};

Moments moments(const Distribution& p) {
  Moments m;
  for (std::size_t i = 0; i < p.size(); ++i) m.mean += p[i] * kScores[i];
  for (std::size_t i = 0; i < p.size(); ++i)
    m.variance += p[i] * (kScores[i] - m.mean) * (kScores[i] - m.mean);
  return m;
}

// The distribution nearest to `empirical` in likelihood for which the mean of `values` is 0: the Lagrange
// multiplier theta solves sum p v / (1 + theta v) = 0, which falls from +inf to -inf between its poles.
Distribution most_likely_with_zero_mean(const Distribution& empirical, const Distribution& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  double low = -1 / *most;
  double high = -1 / *least;
  double theta = 0;
  for (int step = 0; step < kMaxNewtonSteps; ++step) {
    double f = 0, slope = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double q = values[i] / (1 + theta * values[i]);
      f += empirical[i] * q;
      slope -= empirical[i] * q * q;
    }
    (f > 0 ? low : high) = theta;
    double next = theta - f / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);  // outside the bracket: halve it instead
    const double moved = std::abs(next - theta);
    theta = next;
    if (moved <= 1e-14 * (1 + std::abs(theta))) break;
  }
  Distribution p{};
  for (std::size_t i = 0; i < values.size(); ++i) p[i] = empirical[i] / (1 + theta * values[i]);
  return p;
}

Distribution most_likely_with_mean(const Distribution& empirical, double mean) {
  Distribution values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = kScores[i] - mean;
  return most_likely_with_zero_mean(empirical, values);
}

// The same for (mean - 1/2) / sigma = t. The constraint is not linear in p, so it is replaced by its tangent
// at the last solution until that no longer moves.
Distribution most_likely_with_t(const Distribution& empirical, double t) {
  Distribution p;
  p.fill(1.0 / static_cast<double>(p.size()));
  for (int round = 0; round < kMaxRefinements; ++round) {
    const Moments m = moments(p);
    const double sigma = std::sqrt(m.variance);
    Distribution values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double deviation = (kScores[i] - m.mean) / sigma;
      values[i] = kScores[i] - 0.5 - 0.5 * t * sigma * (1 + deviation * deviation);
    }
    const Distribution next = most_likely_with_zero_mean(empirical, values);
    double moved = 0;
    for (std::size_t i = 0; i < p.size(); ++i) moved = std::max(moved, std::abs(next[i] - p[i]));
    p = next;
    if (moved < kPrecision) break;
  }
  return p;
}

Distribution most_likely(const Distribution& empirical, double elo, EloModel model) {
  if (model == EloModel::kLogistic) return most_likely_with_mean(empirical, score_of_elo(elo));
  // Normalized Elo counts in standard deviations of a game; a pair's mean has 1/sqrt(2) of that.
  const double sigmas = elo / (800.0 / std::log(10.0));
  return most_likely_with_t(empirical, sigmas * std::sqrt(2.0));
}

}  // namespace

std::string_view to_string(EloModel model) noexcept {
  return model == EloModel::kNormalized ? "normalized" : "logistic";
}

std::optional<EloModel> parse_elo_model(std::string_view text) noexcept {
  for (const auto model : {EloModel::kNormalized, EloModel::kLogistic})
    if (text == to_string(model)) return model;
  return std::nullopt;
}

Interval SprtSettings::bounds() const noexcept {
  return {std::log(beta / (1 - alpha)), std::log((1 - beta) / alpha)};
}

double log_likelihood_ratio(const PairCounts& pairs, const SprtSettings& settings) noexcept {
  if (pairs.total() == 0) return 0;
  Distribution empirical{};
  double total = 0;
  for (std::size_t i = 0; i < empirical.size(); ++i) {
    empirical[i] = pairs.counts[i] == 0 ? kZeroCount : static_cast<double>(pairs.counts[i]);
    total += empirical[i];
  }
  for (double& share : empirical) share /= total;
  const Distribution p0 = most_likely(empirical, settings.elo0, settings.model);
  const Distribution p1 = most_likely(empirical, settings.elo1, settings.model);
  double llr = 0;
  for (std::size_t i = 0; i < empirical.size(); ++i) llr += empirical[i] * std::log(p1[i] / p0[i]);
  return total * llr;
}

std::string_view to_string(SprtState state) noexcept {
  switch (state) {
    case SprtState::kAcceptH0:
      return "H0 accepted";
    case SprtState::kAcceptH1:
      return "H1 accepted";
    default:
      return "undecided";
  }
}

SprtState judge(double llr, const SprtSettings& settings) noexcept {
  const Interval bounds = settings.bounds();
  if (llr >= bounds.high) return SprtState::kAcceptH1;
  if (llr <= bounds.low) return SprtState::kAcceptH0;
  return SprtState::kUndecided;
}

}  // namespace thermodon::lab
