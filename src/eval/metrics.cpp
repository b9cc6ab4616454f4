#include "thermodon/eval/metrics.hpp"

#include <limits>

namespace thermodon::eval {
namespace {

using rules::Cell;
using rules::Color;
using rules::kDirections;
using rules::kMailboxSize;
using rules::Position;
using rules::Square;

Square step(Square s, int direction) { return {static_cast<std::uint8_t>(s.index + direction)}; }

// Breadth first from the amazons of `c`; a queen goes on along a line until something blocks it.
DistanceMap distances(const Position& position, Color c, bool queen) {
  DistanceMap map;
  map.fill(kUnreachable);
  std::array<Square, kMailboxSize> queue{};
  std::size_t filled = 0;
  const auto spread = [&](Square from, int distance) {
    for (const int direction : kDirections) {
      for (Square s = step(from, direction); position.is_empty(s); s = step(s, direction)) {
        if (map[s.index] == kUnreachable) {
          map[s.index] = static_cast<std::uint8_t>(distance);
          queue[filled++] = s;
        }
        if (!queen) break;
      }
    }
  };
  for (const Square amazon : position.amazons(c)) spread(amazon, 1);
  for (std::size_t i = 0; i < filled; ++i) spread(queue[i], map[queue[i].index] + 1);
  return map;
}

}  // namespace

int strength(const Position& position, Square square) {
  int n = 0;
  for (const int direction : kDirections) n += position.is_empty(step(square, direction));
  return n;
}

int queen_moves(const Position& position, Square square) {
  int n = 0;
  for (const int direction : kDirections)
    for (Square s = step(square, direction); position.is_empty(s); s = step(s, direction)) ++n;
  return n;
}

DistanceMap queen_distances(const Position& position, Color c) { return distances(position, c, true); }
DistanceMap king_distances(const Position& position, Color c) { return distances(position, c, false); }

int mobility(const Position& position, Square square, const DistanceMap& opponent) {
  int sum = 0;
  for (const int direction : kDirections) {
    int weight = kMobilityUnit;
    for (Square s = step(square, direction); position.is_empty(s); s = step(s, direction), weight /= 2)
      if (opponent[s.index] != kUnreachable) sum += strength(position, s) * weight;
  }
  return sum;
}

std::string_view to_string(Metric metric) noexcept {
  switch (metric) {
    case Metric::kStrength:
      return "strength";
    case Metric::kMoves:
      return "moves";
    case Metric::kQueenDistance:
      return "queen-distance";
    case Metric::kKingDistance:
      return "king-distance";
    case Metric::kMobility:
      return "mobility";
  }
  return "";
}

std::optional<Metric> parse_metric(std::string_view name) noexcept {
  for (const Metric metric : kMetrics)
    if (to_string(metric) == name) return metric;
  return std::nullopt;
}

MetricMap metric_map(const Position& position, Metric metric, Color c) {
  MetricMap map;
  map.fill(std::numeric_limits<double>::quiet_NaN());
  DistanceMap distance{};
  if (metric == Metric::kQueenDistance) distance = queen_distances(position, c);
  if (metric == Metric::kKingDistance) distance = king_distances(position, c);
  if (metric == Metric::kMobility) distance = king_distances(position, !c);
  for (std::size_t i = 0; i < map.size(); ++i) {
    const Square square{static_cast<std::uint8_t>(i)};
    const Cell cell = position.at(square);
    if (cell == Cell::kWall || cell == Cell::kArrow) continue;
    switch (metric) {
      case Metric::kStrength:
        map[i] = strength(position, square);
        break;
      case Metric::kMoves:
        map[i] = queen_moves(position, square);
        break;
      case Metric::kMobility:
        map[i] = mobility(position, square, distance) / static_cast<double>(kMobilityUnit);
        break;
      case Metric::kQueenDistance:
      case Metric::kKingDistance:
        if (cell == Cell::kEmpty)
          map[i] = distance[i] == kUnreachable ? std::numeric_limits<double>::infinity() : distance[i];
        break;
    }
  }
  return map;
}

}  // namespace thermodon::eval
