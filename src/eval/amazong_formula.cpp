#include <algorithm>
#include <cassert>
#include <cmath>

#include "eval/evaluators.hpp"
#include "eval/kernels/find.hpp"
#include "eval/kernels/kernel.hpp"

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
  // Fitted to the scores and results of games of the program with itself: docs/evaluators.md.
  weights.kappa = 0.0;
  weights.rows = {
      {0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0},        {3, 1.29, 0.0, 0.22, 0.0, 0.05, 0.0},
      {8, 0.92, 0.0, 0.33, 0.11, 0.06, 0.76},   {15, 0.63, 0.0, 0.43, 0.17, 0.09, 1.64},
      {22, 0.45, 0.0, 0.47, 0.19, 0.13, 1.67},  {30, 0.33, 0.0, 0.55, 0.14, 0.18, 1.73},
      {38, 0.22, 0.0, 0.6, 0.1, 0.24, 1.61},    {45, 0.17, 0.0, 0.68, 0.04, 0.3, 1.5},
      {55, 0.04, 0.04, 0.37, 0.02, 0.32, 1.15}, {62, 0.0, 0.12, 0.03, 0.06, 0.33, 1.36},
      {70, 0.0, 0.19, 0.0, 0.07, 0.33, 1.47},
  };
  weights.enclosures = {{0, 27.1}, {2, 18.5}, {5, 11.6}, {8, 8.5},
                        {12, 6.3}, {17, 3.8}, {25, 1.6}, {40, 0.0}};
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
  const auto cost_at = [&](std::size_t alpha) {
    const double squares = interpolate(
        weights.enclosures, static_cast<double>(alpha), [](const auto& k) { return double{0} + k.alpha; },
        [](const auto& k) { return k.cost; });
    return static_cast<int>(std::lround(squares * kCostUnit));
  };
  for (std::size_t i = 0; i < costs_.size(); ++i) costs_[i] = {cost_at(i), cost_at(i + 1) - cost_at(i)};
}

struct AmazongFormula::At {
  Row row;
  double w, t1, c1, c2, t2, m;

  [[nodiscard]] double score() const noexcept {
    return row.t1 * t1 + row.c1 * c1 + row.c2 * c2 + row.t2 * t2 + m + row.tempo;
  }
};

inline AmazongFormula::At AmazongFormula::at(const AmazongCounts& counts, rules::Color mover) const noexcept {
  At at{};
  at.w = static_cast<double>(counts.w) * kFraction;
  const auto below = static_cast<std::size_t>(counts.w >> kFractionBits);
  const double part = at.w - static_cast<double>(below);
  const Row& a = rows_[below];
  const Row& b = rows_[below + 1];
  const auto mix = [part](double x, double y) { return x + part * (y - x); };
  at.row = {
      mix(a.t1, b.t1),      mix(a.c1, b.c1), mix(a.c2, b.c2), mix(a.t2, b.t2), mix(a.mobility, b.mobility),
      mix(a.tempo, b.tempo)};
  int cost = 0;  // Black's minus White's
  for (std::size_t side = 0; side < 2; ++side) {
    int sum = 0;
    for (int i = 0; i < counts.amazons[side]; ++i) {
      const int alpha = counts.mobility[side][i];
      const Cost& c = costs_[static_cast<std::size_t>(alpha / kMobilityUnit)];
      sum += c.cost + c.step * (alpha % kMobilityUnit) / kMobilityUnit;
    }
    cost += side == 0 ? -sum : sum;
  }
  const int sign = mover == rules::Color::kWhite ? 1 : -1;
  at.t1 = sign * counts.t1 + kappa_ * counts.queen_equal;
  at.t2 = sign * counts.t2 + kappa_ * counts.king_equal;
  at.c1 = static_cast<double>(sign * counts.c1) * (2 * kFraction);
  at.c2 = sign * counts.c2 * (1.0 / 6);
  at.m = at.row.mobility * (sign * cost) * (1.0 / kCostUnit);
  return at;
}

AmazongTerms AmazongFormula::terms(const AmazongCounts& counts, rules::Color mover) const noexcept {
  const At a = at(counts, mover);
  return {.t1 = a.t1,
          .c1 = a.c1,
          .c2 = a.c2,
          .t2 = a.t2,
          .w = a.w,
          .m = a.m,
          .f1 = a.row.t1,
          .f2 = a.row.c1,
          .f3 = a.row.c2,
          .f4 = a.row.t2,
          .tempo = a.row.tempo,
          .score = a.score()};
}

Score AmazongFormula::score(const AmazongCounts& counts, rules::Color mover) const noexcept {
  return to_score(at(counts, mover).score());
}

AmazongCounts amazong_counts(const Features& f) noexcept {
  AmazongCounts counts;
  counts.c1 = f.c1;
  counts.w = f.w;
  counts.t1 = f.queen.nearer[0] - f.queen.nearer[1];
  counts.queen_equal = f.queen.equal;
  counts.t2 = f.king.nearer[0] - f.king.nearer[1];
  counts.king_equal = f.king.equal;
  counts.c2 = f.c2;
  for (int side = 0; side < 2; ++side) {
    counts.amazons[side] = f.amazons[side];
    for (int i = 0; i < f.amazons[side]; ++i)
      counts.mobility[side][i] = static_cast<std::uint16_t>(f.mobility[side][i]);
  }
  return counts;
}

FastAmazong::FastAmazong(const AmazongWeights& weights, std::string_view kernel)
    : formula_(weights), kernel_(&find_kernel(kernel)) {}

AmazongCounts FastAmazong::counts(const PackedBoard& board) const noexcept {
  AmazongCounts counts;
  kernel_->amazong(&board, 1, &counts);
  return counts;
}

Score FastAmazong::evaluate(const PackedBoard& board, rules::Color mover) const noexcept {
  return formula_.score(counts(board), mover);
}

void FastAmazong::evaluate(std::span<const PackedBoard> boards, rules::Color mover,
                           Score* scores) const noexcept {
  assert(boards.size() <= kMaxBoards);
  std::array<AmazongCounts, kMaxBoards> counts;
  kernel_->amazong(boards.data(), static_cast<int>(boards.size()), counts.data());
  for (std::size_t i = 0; i < boards.size(); ++i) scores[i] = formula_.score(counts[i], mover);
}

void FastAmazong::evaluate_arrows(const PackedBoard& board, std::span<const rules::Square> arrows,
                                  rules::Color mover, Score* scores) const noexcept {
  assert(arrows.size() <= kMaxArrows);
  static_assert(sizeof(rules::Square) == 1);
  std::array<AmazongCounts, kMaxArrows> counts;
  kernel_->amazong_arrows(board, reinterpret_cast<const std::uint8_t*>(arrows.data()),
                          static_cast<int>(arrows.size()), counts.data());
  for (std::size_t i = 0; i < arrows.size(); ++i) scores[i] = formula_.score(counts[i], mover);
}

}  // namespace thermodon::eval
