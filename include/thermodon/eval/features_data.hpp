// What the evaluators read off a position: whole numbers, so that every kernel gives exactly the same.
//
// Sides are indexed by rules::index (White 0, Black 1). Differences are White's minus Black's. "Nearer" and
// "equal" follow the distance maps of metrics.hpp; a side that cannot reach a square is infinitely far from
// it.
//
// Plain data without library types: the kernels that are compiled for newer processors include this header,
// and must not leave behind inline functions that the rest of the program would share.
#pragma once

#include <cstdint>

namespace thermodon::eval {

// rules::kMaxAmazons.
inline constexpr int kMaxSideAmazons = 8;

// Counts of empty squares by one of the two distances (queen moves or king steps).
struct Territory {
  int nearer[2] = {};  // this side is nearer, the other may not reach it at all
  int equal = 0;       // both reach it, equally far
  int difference = 0;  // sum of D(Black) - D(White) over the squares that both reach
  friend bool operator==(const Territory&, const Territory&) = default;
};

// How free a side's amazons are: numbers in one word, as the kernels count them.
struct Freedom {
  std::uint16_t moves = 0;     // queen moves (without arrows) of all amazons
  std::uint8_t liberties = 0;  // empty neighbours of all amazons
  std::uint8_t few[3] = {};    // how many amazons have 0, 1 and 2 liberties
  std::uint8_t corners = 0;    // columns and rows from the nearest corner, of all amazons
  std::uint8_t unused = 0;
  friend bool operator==(const Freedom&, const Freedom&) = default;
};

// Fixed-point units of Features::c1 and Features::w. Distances, or differences of them, above
// kFractionBits add nothing.
inline constexpr int kFractionBits = 40;
inline constexpr double kFraction = 1.0 / (std::int64_t{1} << kFractionBits);

struct Features {
  Territory queen;
  Territory king;
  int exclusive[2] = {};  // squares that only this side can reach
  int shared = 0;         // squares that both can reach
  std::int64_t c1 = 0;    // sum of 2^-D1(White) - 2^-D1(Black), in kFraction
  std::int64_t w = 0;     // sum of 2^-|D1(White) - D1(Black)| where both reach, in kFraction
  int c2 = 0;             // sum of D2(Black) - D2(White), each limited to +-6
  Freedom freedom[2] = {};
  int amazons[2] = {};  // how many there are
  // Of each amazon, those on even rows (from 0) first and each row from the left, in 1/kMobilityUnit.
  int mobility[2][kMaxSideAmazons] = {};
  friend bool operator==(const Features&, const Features&) = default;

  // Squares that anybody can reach.
  [[nodiscard]] int reachable() const noexcept { return shared + exclusive[0] + exclusive[1]; }
};

// The part of Features that amazong needs, in the form that the fast kernels write.
struct AmazongCounts {
  std::int64_t c1 = 0, w = 0;   // as in Features
  int t1 = 0, queen_equal = 0;  // queen.nearer[0] - queen.nearer[1], queen.equal
  int t2 = 0, king_equal = 0;   // the same of king
  int c2 = 0;
  int amazons[2] = {};
  std::uint16_t mobility[2][kMaxSideAmazons] = {};
};

// Which groups of fields are wanted. A set of bits.
enum Parts : unsigned {
  kQueenPart = 1,            // queen, c1, w, exclusive, shared
  kKingPart = 2,             // king but its difference, c2, exclusive, shared
  kMobilityPart = 4,         // mobility, amazons, exclusive, shared
  kMovesPart = 8,            // freedom.moves; the rest of freedom is 0 unless wanted too
  kLibertiesPart = 16,       // freedom.liberties and few, likewise
  kKingDifferencePart = 32,  // king.difference; needs kKingPart
  kCornersPart = 64,         // freedom.corners, likewise
};

}  // namespace thermodon::eval
