// What the evaluators read off a position: whole numbers, so that every kernel gives exactly the same.
//
// Sides are indexed by rules::index (White 0, Black 1). Differences are White's minus Black's. "Nearer" and
// "equal" follow the distance maps of metrics.hpp; a side that cannot reach a square is infinitely far from
// it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "thermodon/rules/position.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::eval {

// Counts of empty squares by one of the two distances (queen moves or king steps).
struct Territory {
  std::array<int, 2> nearer{};  // this side is nearer, the other may not reach it at all
  int equal = 0;                // both reach it, equally far
  int difference = 0;           // sum of D(Black) - D(White) over the squares that both reach
  friend bool operator==(const Territory&, const Territory&) = default;
};

// Fixed-point units of Features::c1 and Features::w. Distances, or differences of them, above
// kFractionBits add nothing.
inline constexpr int kFractionBits = 40;
inline constexpr double kFraction = 1.0 / (std::int64_t{1} << kFractionBits);

struct Features {
  Territory queen;
  Territory king;
  std::array<int, 2> exclusive{};  // squares that only this side can reach
  int shared = 0;                  // squares that both can reach
  std::int64_t c1 = 0;             // sum of 2^-D1(White) - 2^-D1(Black), in kFraction
  std::int64_t w = 0;              // sum of 2^-|D1(White) - D1(Black)| where both reach, in kFraction
  int c2 = 0;                      // sum of D2(Black) - D2(White), each limited to +-6
  std::array<int, 2> moves{};      // queen moves (without arrows) of all amazons
  // Of each amazon, in the order of their squares' indices: mobility in 1/kMobilityUnit, and strength (its
  // liberties).
  std::array<int, 2> amazons{};  // how many there are
  std::array<std::array<int, rules::kMaxAmazons>, 2> mobility{};
  std::array<std::array<int, rules::kMaxAmazons>, 2> liberties{};
  friend bool operator==(const Features&, const Features&) = default;

  // Squares that anybody can reach.
  [[nodiscard]] int reachable() const noexcept { return shared + exclusive[0] + exclusive[1]; }
};

// Which groups of fields are wanted; the others stay 0. A set of bits.
enum Parts : unsigned {
  kQueenPart = 1,      // queen, c1, w, exclusive, shared
  kKingPart = 2,       // king, c2, exclusive, shared
  kMobilityPart = 4,   // mobility, amazons
  kMovesPart = 8,      // moves
  kLibertiesPart = 16  // liberties, amazons
};

// A pure function, safe from any thread.
using FeatureFunction = Features (*)(const rules::Position& position, unsigned parts);

// `kernel` is "auto" (the fastest that this machine runs), "scalar" (the plain reference), "portable" (bit
// sets in ordinary registers) or "avx2". An unknown name, or one that this machine cannot run, is an error.
[[nodiscard]] rules::Result<FeatureFunction> feature_function(std::string_view kernel = "auto");

// The reference, from the maps of metrics.hpp.
[[nodiscard]] Features scalar_features(const rules::Position& position, unsigned parts);

}  // namespace thermodon::eval
