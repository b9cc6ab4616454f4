#include "thermodon/lab/tune.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "lab/tune_samples.hpp"

namespace thermodon::lab {
namespace {

using eval::AmazongWeights;
using Factors = std::array<double, kTuneFactors>;

constexpr int kMaxSweeps = 300;
constexpr double kPrecision = 1e-7;  // of the log loss, for a sweep to be the last
constexpr double kLeastCurvature = 1e-12;
constexpr double kLargestStep = 10;  // in log-odds, of the position that a step moves most
constexpr int kMaxHalvings = 40;

// log(1 + exp(-z))
double loss_of_win(double z) { return z > 0 ? std::log1p(std::exp(-z)) : -z + std::log1p(std::exp(z)); }

double log_loss(double log_odds, double chance) {
  return chance * loss_of_win(log_odds) + (1 - chance) * loss_of_win(-log_odds);
}

double mobility_of(const TuneSample& sample, const std::vector<double>& costs) {
  double m = 0;
  for (std::size_t k = 0; k < costs.size(); ++k) m += costs[k] * sample.costs[k];
  return m;
}

// Log-odds that are linear in `weights`: coordinate k of sample i is at(i, k). Each step is Newton's for one
// coordinate, cut at 0; the function is convex, so the steps lead to its one minimum. Where the odds are
// nearly sure Newton's step says nothing: it is shortened until the loss does not grow.
struct Linear {
  std::vector<std::vector<std::pair<std::size_t, double>>> columns;  // sample and value, where not 0
  std::vector<double> weights;
  std::vector<double> anchor;  // the weights that `pull` holds to
  std::vector<bool> free;      // whether the coordinate may change
  std::vector<double> chance;  // of each sample
  double pull = 0;

  // Returns the mean log loss.
  double fit() {
    std::vector<double> odds(chance.size());
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (free[k]) weights[k] = std::max(0.0, weights[k]);
    for (std::size_t k = 0; k < columns.size(); ++k)
      for (const auto& [i, x] : columns[k]) odds[i] += weights[k] * x;
    double last = mean_loss(odds);
    for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
      for (std::size_t k = 0; k < columns.size(); ++k)
        if (free[k]) step(k, odds);
      const double now = mean_loss(odds);
      if (std::abs(last - now) < kPrecision) return now;
      last = now;
    }
    return last;
  }

 private:
  void step(std::size_t k, std::vector<double>& odds) {
    double slope = 0, curvature = 0;
    for (const auto& [i, x] : columns[k]) {
      const double p = 1 / (1 + std::exp(-odds[i]));
      slope += (p - chance[i]) * x;
      curvature += p * (1 - p) * x * x;
    }
    if (curvature < kLeastCurvature) return;
    // The anchor's own weight: as if `pull` further positions like these had been at their minimum there.
    const double hold = pull * curvature / static_cast<double>(columns[k].size());
    const Pull to_anchor{anchor[k], hold};
    const double newton = (slope + hold * (weights[k] - anchor[k])) / (curvature + hold);
    const double longest = kLargestStep / largest(k);
    double step = std::max(0.0, weights[k] - std::clamp(newton, -longest, longest)) - weights[k];
    const double before = loss_after(k, 0, odds, to_anchor);
    for (int halvings = 0; loss_after(k, step, odds, to_anchor) > before; ++halvings) {
      if (halvings == kMaxHalvings) return;
      step /= 2;
    }
    for (const auto& [i, x] : columns[k]) odds[i] += step * x;
    weights[k] += step;
  }

  struct Pull {
    double anchor, strength;
  };

  // Of the coordinate's samples and the pull, were the coordinate changed by `step`.
  [[nodiscard]] double loss_after(std::size_t k, double step, const std::vector<double>& odds,
                                  const Pull& to_anchor) const {
    const double off = weights[k] + step - to_anchor.anchor;
    double sum = to_anchor.strength * off * off / 2;
    for (const auto& [i, x] : columns[k]) sum += log_loss(odds[i] + step * x, chance[i]);
    return sum;
  }

  [[nodiscard]] double largest(std::size_t k) const {
    double most = 0;
    for (const auto& [i, x] : columns[k]) most = std::max(most, std::abs(x));
    return most;
  }

  [[nodiscard]] double mean_loss(const std::vector<double>& odds) const {
    double sum = 0;
    for (std::size_t i = 0; i < odds.size(); ++i) sum += log_loss(odds[i], chance[i]);
    return sum / static_cast<double>(odds.size());
  }
};

Linear linear(const std::vector<TuneSample>& samples, std::size_t coordinates, double pull) {
  Linear l;
  l.columns.resize(coordinates);
  l.weights.resize(coordinates);
  l.anchor.resize(coordinates);
  l.free.assign(coordinates, true);
  for (const TuneSample& sample : samples) l.chance.push_back(sample.chance);
  l.pull = pull;
  return l;
}

// The weights in log-odds: rows times s, and enclosure costs.
struct Model {
  std::vector<Factors> rows;
  std::vector<double> costs;
};

Factors factors_of(const TuneSample& sample, const std::vector<double>& costs) {
  return {sample.t1, sample.c1, sample.c2, sample.t2, mobility_of(sample, costs), 1};
}

Factors factors_of(const AmazongWeights::Row& row) {
  return {row.t1, row.c1, row.c2, row.t2, row.mobility, row.tempo};
}

std::vector<double> costs_of(const AmazongWeights& weights) {
  std::vector<double> costs;
  for (const auto& e : weights.enclosures) costs.push_back(e.cost);
  return costs;
}

// s of each row for given weights; the mean log loss goes to `loss`.
std::vector<double> fit_scale(const std::vector<TuneSample>& samples, const AmazongWeights& weights,
                              double& loss) {
  Linear l = linear(samples, weights.rows.size(), 0);
  const auto costs = costs_of(weights);
  std::fill(l.weights.begin(), l.weights.end(), 0.1);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Factors x = factors_of(samples[i], costs);
    double value = 0;
    for (const auto& [row, part] :
         {std::pair{samples[i].row, 1 - samples[i].part}, std::pair{samples[i].row + 1, samples[i].part}}) {
      if (part == 0) continue;
      const Factors w = factors_of(weights.rows[row]);
      for (std::size_t f = 0; f < kTuneFactors; ++f) value += part * w[f] * x[f];
    }
    // s is interpolated like the weights.
    for (const auto& [row, part] :
         {std::pair{samples[i].row, 1 - samples[i].part}, std::pair{samples[i].row + 1, samples[i].part}})
      if (part > 0) l.columns[row].emplace_back(i, part * value);
  }
  loss = l.fit();
  return l.weights;
}

// `anchor` is the start as a model; a round's end must not become what the next one is held to.
double fit_rows(const std::vector<TuneSample>& samples, const TuneSettings& settings, const Model& anchor,
                Model& model) {
  const AmazongWeights& start = settings.start;
  Linear l = linear(samples, model.rows.size() * kTuneFactors, settings.pull);
  for (std::size_t r = 0; r < model.rows.size(); ++r)
    for (std::size_t f = 0; f < kTuneFactors; ++f) {
      l.weights[r * kTuneFactors + f] = model.rows[r][f];
      l.anchor[r * kTuneFactors + f] = anchor.rows[r][f];
      // Where nothing is shared the count is exact; only how sure it makes is fitted, to results.
      if (start.rows[r].w == 0 && (settings.score_share > 0 || factors_of(start.rows[r])[f] == 0))
        l.free[r * kTuneFactors + f] = false;
    }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const TuneSample& sample = samples[i];
    const Factors x = factors_of(sample, model.costs);
    for (std::size_t f = 0; f < kTuneFactors; ++f) {
      if (x[f] == 0) continue;
      l.columns[sample.row * kTuneFactors + f].emplace_back(i, (1 - sample.part) * x[f]);
      if (sample.part > 0) l.columns[(sample.row + 1) * kTuneFactors + f].emplace_back(i, sample.part * x[f]);
    }
  }
  const double loss = l.fit();
  for (std::size_t r = 0; r < model.rows.size(); ++r)
    std::copy_n(l.weights.begin() + static_cast<std::ptrdiff_t>(r * kTuneFactors), kTuneFactors,
                model.rows[r].begin());
  return loss;
}

// The rest of the value is a column of its own, whose weight stays 1.
double fit_costs(const std::vector<TuneSample>& samples, double pull, const Model& anchor, Model& model) {
  const std::size_t rest = model.costs.size();
  Linear l = linear(samples, rest + 1, pull);
  std::copy(model.costs.begin(), model.costs.end(), l.weights.begin());
  std::copy(anchor.costs.begin(), anchor.costs.end(), l.anchor.begin());
  for (std::size_t k = 0; k < rest; ++k) l.free[k] = model.costs[k] != 0;  // what costs nothing stays so
  l.weights[rest] = 1;
  l.free[rest] = false;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const TuneSample& sample = samples[i];
    const Factors x = factors_of(sample, model.costs);
    double mobility = 0, other = 0;
    for (const auto& [row, part] :
         {std::pair{sample.row, 1 - sample.part}, std::pair{sample.row + 1, sample.part}}) {
      if (part == 0) continue;
      mobility += part * model.rows[row][kMobility];
      for (std::size_t f = 0; f < kTuneFactors; ++f)
        if (f != kMobility) other += part * model.rows[row][f] * x[f];
    }
    for (std::size_t k = 0; k < rest; ++k)
      if (mobility * sample.costs[k] != 0) l.columns[k].emplace_back(i, mobility * sample.costs[k]);
    l.columns[rest].emplace_back(i, other);
  }
  const double loss = l.fit();
  model.costs.assign(l.weights.begin(), l.weights.end() - 1);
  return loss;
}

// Rows in squares again, of `unit` log-odds each (0: t1, c1, c2 and t2 have the sum of the start's row). The
// costs keep the start's sum, so that factor and cost each have a meaning of their own. All stays in the
// range that is read back.
AmazongWeights weights_of(const Model& model, const AmazongWeights& start, double unit) {
  AmazongWeights out = start;
  double sum = 0, start_sum = 0;
  for (std::size_t k = 0; k < model.costs.size(); ++k) {
    sum += model.costs[k];
    start_sum += start.enclosures[k].cost;
  }
  const double shrink = sum > 0 ? start_sum / sum : 1;
  const auto bounded = [](double weight) { return std::min(weight, eval::kMaxWeight); };
  for (std::size_t k = 0; k < model.costs.size(); ++k)
    out.enclosures[k].cost = bounded(model.costs[k] * shrink);
  for (std::size_t r = 0; r < model.rows.size(); ++r) {
    const Factors& row = model.rows[r];
    const Factors old = factors_of(start.rows[r]);
    const double territory = row[0] + row[1] + row[2] + row[3];
    if (territory <= 0) continue;
    const double s = unit > 0 ? unit : territory / (old[0] + old[1] + old[2] + old[3]);
    out.rows[r] = {start.rows[r].w,         bounded(row[0] / s), bounded(row[1] / s),
                   bounded(row[2] / s),     bounded(row[3] / s), bounded(row[kMobility] / (s * shrink)),
                   bounded(row[kTempo] / s)};
  }
  return out;
}

TuneMeasure measure(const std::vector<TuneSample>& samples, const AmazongWeights& weights,
                    const std::vector<double>& s) {
  TuneMeasure m;
  if (samples.empty()) return m;
  const auto costs = costs_of(weights);
  for (const TuneSample& sample : samples) {
    const Factors x = factors_of(sample, costs);
    double value = 0, scale = 0;
    for (const auto& [row, part] :
         {std::pair{sample.row, 1 - sample.part}, std::pair{sample.row + 1, sample.part}}) {
      if (part == 0) continue;
      const Factors w = factors_of(weights.rows[row]);
      for (std::size_t f = 0; f < kTuneFactors; ++f) value += part * w[f] * x[f];
      scale += part * s[row];
    }
    m.log_loss += log_loss(scale * value, sample.chance);
    m.right_side += value == 0 ? 0.5 : (value > 0) == (sample.chance > 0.5) ? 1 : 0;
  }
  m.log_loss /= static_cast<double>(samples.size());
  m.right_side /= static_cast<double>(samples.size());
  return m;
}

// Weights with the scale and the loss that they have on the samples.
struct Fitted {
  AmazongWeights weights;
  std::vector<double> scale;
  TuneMeasure measured;
};

Fitted fitted_scale(const std::vector<TuneSample>& samples, const AmazongWeights& weights) {
  double loss = 0;
  Fitted f{weights, fit_scale(samples, weights, loss), {}};
  f.measured = measure(samples, weights, f.scale);
  return f;
}

}  // namespace

rules::Result<TuneResult> tune_amazong(const std::vector<game::GameRecord>& records,
                                       const TuneSettings& settings,
                                       const std::function<void(int, double)>& progress) {
  const TuneSamples samples = tune_samples(records, settings);
  constexpr std::size_t kLeastGames = 10;
  if (samples.games < kLeastGames)
    return rules::Error{"only " + std::to_string(samples.games) +
                        " games with a known winner to fit to; at least " + std::to_string(kLeastGames) +
                        " are needed, and some hundreds to learn anything"};
  if (samples.fitted.empty())
    return rules::Error{"none of the games has a position to fit to from ply " +
                        std::to_string(settings.from_ply) + " on" +
                        (settings.score_share > 0 ? " with a recorded score" : "")};
  TuneResult result;
  result.games = samples.games;
  result.positions = samples.fitted.size();
  result.held_out_games = samples.held_out_games;
  result.held_out_positions = samples.held_out.size();

  const Fitted start = fitted_scale(samples.fitted, settings.start);
  result.before = start.measured;
  result.held_out_before = measure(samples.held_out, start.weights, start.scale);
  const double unit = settings.score_share > 0 ? 1 / settings.scale : 0;
  Model anchor;
  anchor.costs = costs_of(settings.start);
  for (std::size_t r = 0; r < settings.start.rows.size(); ++r) {
    Factors row = factors_of(settings.start.rows[r]);
    for (double& weight : row) weight *= unit > 0 ? unit : start.scale[r];
    anchor.rows.push_back(row);
  }
  Model model = anchor;
  Fitted last = start, best = start;
  for (int round = 1; round <= settings.rounds; ++round) {
    fit_rows(samples.fitted, settings, anchor, model);
    const double loss = fit_costs(samples.fitted, settings.pull, anchor, model);
    last = fitted_scale(samples.fitted, weights_of(model, settings.start, unit));
    if (last.measured.log_loss < best.measured.log_loss) best = last;
    if (progress) progress(round, loss);
  }
  // The last round is the one that the pull has balanced, if it has come to something at all.
  const Fitted& chosen = last.measured.log_loss <= start.measured.log_loss ? last : best;
  result.weights = chosen.weights;
  result.log_odds_per_square = chosen.scale;
  result.after = chosen.measured;
  result.held_out_after = measure(samples.held_out, chosen.weights, chosen.scale);
  return result;
}

std::string weights_json(const AmazongWeights& weights) {
  using nlohmann::ordered_json;
  const auto rounded = [](double x) { return std::round(x * 1000) / 1000; };
  std::string text = "{\n  \"amazong\": {\n    \"kappa\": " + ordered_json(rounded(weights.kappa)).dump() +
                     ",\n    \"rows\": [\n";
  for (std::size_t i = 0; i < weights.rows.size(); ++i) {
    const auto& r = weights.rows[i];
    const ordered_json row = {{"w", r.w},
                              {"t1", rounded(r.t1)},
                              {"c1", rounded(r.c1)},
                              {"c2", rounded(r.c2)},
                              {"t2", rounded(r.t2)},
                              {"mobility", rounded(r.mobility)},
                              {"tempo", rounded(r.tempo)}};
    text += "      " + row.dump() + (i + 1 < weights.rows.size() ? ",\n" : "\n");
  }
  auto costs = ordered_json::array();
  for (const auto& e : weights.enclosures) costs.push_back({e.alpha, rounded(e.cost)});
  return text + "    ],\n    \"enclosure\": " + costs.dump() + "\n  }\n}\n";
}

}  // namespace thermodon::lab
