// Which squares belong together, and who can ever stand on them.
//
// A region is a largest set of empty squares joined by king steps. Arrows never vanish, so only the amazons
// beside a region can ever enter it: a region beside amazons of one side is that side's own (while its
// amazons that touch it let nobody in, see filling.hpp), one beside both sides is contested, one beside none
// is dead.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "thermodon/rules/position.hpp"

namespace thermodon::eval {

enum class Owner : std::uint8_t { kNobody, kWhite, kBlack, kBoth };

[[nodiscard]] constexpr Owner owner_of(rules::Color c) noexcept {
  return c == rules::Color::kWhite ? Owner::kWhite : Owner::kBlack;
}

struct Region {
  rules::Bitboard squares;
  // Amazons that touch the region, by colour. One amazon may touch several regions.
  std::array<rules::Bitboard, 2> guards;
  int size = 0;
  Owner owner = Owner::kNobody;
};

// No two regions touch, so each takes at least a 2x2 block of its own on a board widened by one.
inline constexpr int kMaxRegions = 25;

class RegionMap {
 public:
  // Regions by their first square, row by row from a1.
  [[nodiscard]] std::span<const Region> regions() const noexcept {
    return {regions_.data(), static_cast<std::size_t>(count_)};
  }
  // All squares with that owner, over all regions.
  [[nodiscard]] const rules::Bitboard& squares(Owner owner) const noexcept {
    return squares_[static_cast<std::size_t>(owner)];
  }
  [[nodiscard]] int count(Owner owner) const noexcept { return counts_[static_cast<std::size_t>(owner)]; }
  [[nodiscard]] bool contested() const noexcept { return count(Owner::kBoth) != 0; }

 private:
  friend RegionMap analyze_regions(const rules::Position& position);

  std::array<Region, kMaxRegions> regions_;
  std::array<rules::Bitboard, 4> squares_;
  std::array<int, 4> counts_{};
  int count_ = 0;
};

[[nodiscard]] RegionMap analyze_regions(const rules::Position& position);

// The same as sets, without the regions.
struct Reach {
  std::array<rules::Bitboard, 2> by;  // empty squares that a side's amazons can get to, the other's standing
};
[[nodiscard]] Reach reach(const rules::Position& position) noexcept;

// How many squares only one side can reach, and how many both can.
struct ReachCounts {
  std::array<int, 2> only{};
  int both = 0;
};
[[nodiscard]] ReachCounts count_reach(const rules::Position& position) noexcept;

// True when no empty square can be reached by both sides: the game is decided by counting moves. Gives up at
// the first shared square, so it costs some tens of nanoseconds while the sides are in contact.
[[nodiscard]] bool separated(const rules::Position& position) noexcept;

}  // namespace thermodon::eval
