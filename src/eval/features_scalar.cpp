#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "thermodon/eval/features.hpp"
#include "thermodon/eval/metrics.hpp"

namespace thermodon::eval {
namespace {

using rules::Color;
using rules::Position;
using rules::Square;

constexpr int kC2Limit = 6;

using BothMaps = std::array<DistanceMap, 2>;

template <DistanceMap (*kDistances)(const Position&, Color)>
BothMaps both_maps(const Position& position) {
  return {kDistances(position, Color::kWhite), kDistances(position, Color::kBlack)};
}

// 2^-exponent in kFraction.
std::int64_t power(int exponent) {
  return exponent > kFractionBits ? 0 : std::int64_t{1} << (kFractionBits - exponent);
}

template <class Visit>
void for_each_empty(const Position& position, Visit visit) {
  for (std::size_t i = 0; i < position.cells().size(); ++i)
    if (position.cells()[i] == rules::Cell::kEmpty) visit(i);
}

Territory territory(const Position& position, const BothMaps& maps) {
  Territory t;
  for_each_empty(position, [&](std::size_t i) {
    const int white = maps[0][i];
    const int black = maps[1][i];
    if (white < black) ++t.nearer[0];
    if (black < white) ++t.nearer[1];
    if (white == kUnreachable || black == kUnreachable) return;
    t.equal += white == black;
    t.difference += black - white;
  });
  return t;
}

void count_reach(const Position& position, const BothMaps& maps, Features& f) {
  f.exclusive[0] = f.exclusive[1] = f.shared = 0;
  for_each_empty(position, [&](std::size_t i) {
    const bool white = maps[0][i] != kUnreachable;
    const bool black = maps[1][i] != kUnreachable;
    f.exclusive[0] += white && !black;
    f.exclusive[1] += black && !white;
    f.shared += white && black;
  });
}

void add_queen_part(const Position& position, Features& f) {
  const BothMaps maps = both_maps<queen_distances>(position);
  f.queen = territory(position, maps);
  count_reach(position, maps, f);
  for_each_empty(position, [&](std::size_t i) {
    const int white = maps[0][i];
    const int black = maps[1][i];
    f.c1 += power(white) - power(black);  // kUnreachable is far beyond kFractionBits
    if (white != kUnreachable && black != kUnreachable) f.w += power(std::abs(white - black));
  });
}

void add_king_part(const Position& position, unsigned parts, Features& f) {
  const BothMaps maps = both_maps<king_distances>(position);
  f.king = territory(position, maps);
  if (!(parts & kKingDifferencePart)) f.king.difference = 0;
  count_reach(position, maps, f);
  for_each_empty(position, [&](std::size_t i) {
    const int white = maps[0][i];
    const int black = maps[1][i];
    if (white == kUnreachable && black == kUnreachable) return;
    f.c2 += std::clamp(black - white, -kC2Limit, kC2Limit);
  });
}

// The even rows first, each row from the left.
std::vector<Square> in_feature_order(std::span<const Square> amazons) {
  std::vector<Square> ordered(amazons.begin(), amazons.end());
  std::sort(ordered.begin(), ordered.end(), [](Square a, Square b) {
    return std::pair(a.row() % 2, a.index) < std::pair(b.row() % 2, b.index);
  });
  return ordered;
}

void add_mobility(const Position& position, Features& f) {
  for (const Color c : {Color::kWhite, Color::kBlack}) {
    const auto side = rules::index(c);
    const DistanceMap opponent = king_distances(position, !c);
    int n = 0;
    for (const Square amazon : in_feature_order(position.amazons(c)))
      f.mobility[side][n++] = mobility(position, amazon, opponent);
    f.amazons[side] = n;
  }
}

void add_moves(const Position& position, Features& f) {
  for (const Color c : {Color::kWhite, Color::kBlack})
    for (const Square amazon : position.amazons(c)) {
      std::uint16_t& moves = f.freedom[rules::index(c)].moves;
      moves = static_cast<std::uint16_t>(moves + queen_moves(position, amazon));
    }
}

void add_liberties(const Position& position, Features& f) {
  for (const Color c : {Color::kWhite, Color::kBlack}) {
    for (const Square amazon : position.amazons(c)) {
      const int liberties = strength(position, amazon);
      Freedom& counts = f.freedom[rules::index(c)];
      counts.liberties = static_cast<std::uint8_t>(counts.liberties + liberties);
      if (liberties < 3) ++counts.few[liberties];
    }
  }
}

void add_corners(const Position& position, Features& f) {
  for (const Color c : {Color::kWhite, Color::kBlack}) {
    std::uint8_t& sum = f.freedom[rules::index(c)].corners;
    for (const Square amazon : position.amazons(c))
      sum = static_cast<std::uint8_t>(sum + corner_distance(position.size(), amazon));
  }
}

}  // namespace

Features scalar_features(const Position& position, unsigned parts) {
  Features f;
  if (parts & kQueenPart) add_queen_part(position, f);
  if (parts & kKingPart) add_king_part(position, parts, f);
  if ((parts & (kMobilityPart | kQueenPart | kKingPart)) == kMobilityPart)
    count_reach(position, both_maps<king_distances>(position), f);
  if (parts & kMobilityPart) add_mobility(position, f);
  if (parts & kMovesPart) add_moves(position, f);
  if (parts & kLibertiesPart) add_liberties(position, f);
  if (parts & kCornersPart) add_corners(position, f);
  return f;
}

}  // namespace thermodon::eval
