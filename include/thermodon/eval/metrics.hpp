// The five metrics of a square, computed in the plainest way: the reference that the fast kernels are tested
// against, and what `thermodon eval` and heat maps show.
//
// "Empty neighbours" and "reach" always mean the board as it stands: amazons of either side and arrows block.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "thermodon/rules/position.hpp"

namespace thermodon::eval {

// Indexed by mailbox index. Only empty squares have a distance; everything else holds kUnreachable too.
using DistanceMap = std::array<std::uint8_t, rules::kMailboxSize>;
inline constexpr std::uint8_t kUnreachable = 255;

// S(a): empty squares among the up to eight neighbours of `square`, 0..8.
[[nodiscard]] int strength(const rules::Position& position, rules::Square square);
// N(a): squares that a queen on `square` could move to (the square itself may hold anything), 0..35.
[[nodiscard]] int queen_moves(const rules::Position& position, rules::Square square);
// Columns and rows from `square` to the nearest corner of a board of that size, 0..8.
[[nodiscard]] constexpr int corner_distance(rules::BoardSize size, rules::Square square) noexcept {
  return std::min(square.column(), size.columns - 1 - square.column()) +
         std::min(square.row(), size.rows - 1 - square.row());
}
// D1(c, .): fewest queen moves from any amazon of `c`.
[[nodiscard]] DistanceMap queen_distances(const rules::Position& position, rules::Color c);
// D2(c, .): fewest king steps.
[[nodiscard]] DistanceMap king_distances(const rules::Position& position, rules::Color c);

// M(a) in units of 1/kMobilityUnit: the sum of S(b) * 2^(1-d) over the squares b that a queen on `square`
// could move to and that the opponent can reach as well, d being the steps from `square` to b. (Lieberum
// writes 2^-d and draws an example whose nearest squares weigh 1; this follows the example, 35.25.) At most
// 32704. `opponent` is either distance map of the other side: both are finite on the same squares.
inline constexpr int kMobilityUnit = 256;
[[nodiscard]] int mobility(const rules::Position& position, rules::Square square,
                           const DistanceMap& opponent);

enum class Metric : std::uint8_t { kStrength, kMoves, kQueenDistance, kKingDistance, kMobility };
inline constexpr std::array kMetrics = {Metric::kStrength, Metric::kMoves, Metric::kQueenDistance,
                                        Metric::kKingDistance, Metric::kMobility};

// "strength", "moves", "queen-distance", "king-distance", "mobility".
[[nodiscard]] std::string_view to_string(Metric metric) noexcept;
[[nodiscard]] std::optional<Metric> parse_metric(std::string_view name) noexcept;

// The metric as seen by player `c` (strength and moves are the same for both), by mailbox index. NaN where it
// is not defined: walls and arrows, and for the distances amazons too. Infinity: not to be reached.
using MetricMap = std::array<double, rules::kMailboxSize>;
[[nodiscard]] MetricMap metric_map(const rules::Position& position, Metric metric, rules::Color c);

}  // namespace thermodon::eval
