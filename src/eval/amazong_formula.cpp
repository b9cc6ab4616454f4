#include <algorithm>
#include <cmath>

#include "thermodon/eval/amazong.hpp"
#include "thermodon/eval/metrics.hpp"

namespace thermodon::eval {
namespace {

// The place of `x` between the knots: the value of `field` there, constant beyond both ends.
template <class Knot, class Key, class Field>
double interpolate(const std::vector<Knot>& knots, double x, Key key, Field field) {
  if (x <= key(knots.front())) return field(knots.front());
  for (std::size_t i = 1; i < knots.size(); ++i) {
    const double left = key(knots[i - 1]);
    const double right = key(knots[i]);
    if (x < right) {
      const double part = (x - left) / (right - left);
      return field(knots[i - 1]) + part * (field(knots[i]) - field(knots[i - 1]));
    }
  }
  return field(knots.back());
}

}  // namespace

AmazongWeights AmazongWeights::defaults() {
  AmazongWeights weights;
  weights.kappa = 0.1;
  weights.rows = {
      {0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0},
      {10, 0.55, 0.2, 0.15, 0.1, 0.3, 0.0},
      {30, 0.3, 0.35, 0.25, 0.1, 0.7, 0.0},
      {60, 0.1, 0.45, 0.35, 0.1, 1.0, 0.0},
  };
  weights.enclosures = {{0, 12.0}, {5, 5.0}, {10, 3.0}, {20, 1.2}, {40, 0.3}, {60, 0.0}};
  return weights;
}

AmazongFormula::AmazongFormula(const AmazongWeights& weights) : kappa_(weights.kappa) {
  using Knot = AmazongWeights::Row;
  const auto at = [&](double w, double Knot::*field) {
    return interpolate(
        weights.rows, w, [](const Knot& k) { return double{0} + k.w; },
        [field](const Knot& k) { return k.*field; });
  };
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto w = static_cast<double>(i);
    rows_[i] = {at(w, &Knot::t1), at(w, &Knot::c1),       at(w, &Knot::c2),
                at(w, &Knot::t2), at(w, &Knot::mobility), at(w, &Knot::tempo)};
  }
  for (std::size_t i = 0; i < costs_.size(); ++i) {
    const double squares = interpolate(
        weights.enclosures, static_cast<double>(i), [](const auto& k) { return double{0} + k.alpha; },
        [](const auto& k) { return k.cost; });
    costs_[i] = static_cast<int>(std::lround(squares * kCostUnit));
  }
}

AmazongFormula::Row AmazongFormula::row_at(double w) const noexcept {
  const double limited = std::min(w, double{kMaxW});
  const auto below = static_cast<std::size_t>(limited);
  const double part = limited - static_cast<double>(below);
  const Row& a = rows_[below];
  const Row& b = rows_[below + 1];
  const auto mix = [part](double x, double y) { return x + part * (y - x); };
  return {
      mix(a.t1, b.t1),      mix(a.c1, b.c1), mix(a.c2, b.c2), mix(a.t2, b.t2), mix(a.mobility, b.mobility),
      mix(a.tempo, b.tempo)};
}

int AmazongFormula::cost(int mobility) const noexcept {
  const auto below = static_cast<std::size_t>(mobility / kMobilityUnit);
  const int part = mobility % kMobilityUnit;
  return (costs_[below] * (kMobilityUnit - part) + costs_[below + 1] * part) / kMobilityUnit;
}

AmazongTerms AmazongFormula::terms(const Features& f, rules::Color mover) const noexcept {
  const int sign = mover == rules::Color::kWhite ? 1 : -1;
  AmazongTerms t;
  t.w = static_cast<double>(f.w) * kFraction;
  const Row row = row_at(t.w);
  t.f1 = row.t1;
  t.f2 = row.c1;
  t.f3 = row.c2;
  t.f4 = row.t2;
  t.t1 = sign * (f.queen.nearer[0] - f.queen.nearer[1]) + kappa_ * f.queen.equal;
  t.t2 = sign * (f.king.nearer[0] - f.king.nearer[1]) + kappa_ * f.king.equal;
  t.c1 = 2 * static_cast<double>(sign * f.c1) * kFraction;
  t.c2 = sign * f.c2 / 6.0;
  std::array<int, 2> costs{};
  for (std::size_t side = 0; side < 2; ++side)
    for (int i = 0; i < f.amazons[side]; ++i)
      costs[side] += cost(f.mobility[side][static_cast<std::size_t>(i)]);
  t.m = row.mobility * (sign * (costs[1] - costs[0])) / kCostUnit;
  t.tempo = row.tempo;
  t.score = t.f1 * t.t1 + t.f2 * t.c1 + t.f3 * t.c2 + t.f4 * t.t2 + t.m + t.tempo;
  return t;
}

}  // namespace thermodon::eval
