// The geometry of a solved board: squares numbered row by row from a1, so that a set of them is one number.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "thermodon/rules/position.hpp"

namespace thermodon::search::solve {

__extension__ using Wide = unsigned __int128;

[[nodiscard]] constexpr int count(std::uint64_t set) noexcept { return std::popcount(set); }
[[nodiscard]] constexpr int count(Wide set) noexcept {
  return std::popcount(static_cast<std::uint64_t>(set)) +
         std::popcount(static_cast<std::uint64_t>(set >> 64));
}
// The number of the lowest and the highest member. Precondition: not empty.
[[nodiscard]] constexpr int lowest(std::uint64_t set) noexcept { return std::countr_zero(set); }
[[nodiscard]] constexpr int lowest(Wide set) noexcept {
  const auto low = static_cast<std::uint64_t>(set);
  return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(set >> 64));
}
[[nodiscard]] constexpr int highest(std::uint64_t set) noexcept { return 63 - std::countl_zero(set); }
[[nodiscard]] constexpr int highest(Wide set) noexcept {
  const auto high = static_cast<std::uint64_t>(set >> 64);
  return high != 0 ? 127 - std::countl_zero(high) : highest(static_cast<std::uint64_t>(set));
}

// Set is std::uint64_t for boards of at most 64 squares, Wide for others.
template <class Set>
class Grid {
 public:
  explicit Grid(rules::BoardSize size) noexcept : size_(size) {
    const int squares = size.columns * size.rows;
    for (int s = 0; s < squares; ++s) {
      all_ |= Set{1} << s;
      if (s % size.columns != 0) not_first_ |= Set{1} << s;
      if (s % size.columns != size.columns - 1) not_last_ |= Set{1} << s;
      constexpr std::array<std::array<int, 2>, 4> kRising = {{{0, 1}, {1, 1}, {1, 0}, {-1, 1}}};
      for (std::size_t d = 0; d < kRising.size(); ++d) {
        rays_[index(s)].rising[d] = ray(s, kRising[d][0], kRising[d][1]);
        rays_[index(s)].falling[d] = ray(s, -kRising[d][0], -kRising[d][1]);
      }
    }
  }

  [[nodiscard]] rules::BoardSize size() const noexcept { return size_; }
  [[nodiscard]] int squares() const noexcept { return size_.columns * size_.rows; }
  [[nodiscard]] Set all() const noexcept { return all_; }
  [[nodiscard]] int number(rules::Square s) const noexcept { return s.row() * size_.columns + s.column(); }
  [[nodiscard]] rules::Square square(int number) const noexcept {
    return rules::Square::at(number % size_.columns, number / size_.columns);
  }

  // The set and all its neighbours.
  [[nodiscard]] Set dilate(Set set) const noexcept {
    const Set wide = set | ((set << 1) & not_first_) | ((set >> 1) & not_last_);
    return (wide | wide << size_.columns | wide >> size_.columns) & all_;
  }
  // All of `within` that king steps inside it reach from beside `seed`.
  [[nodiscard]] Set flood_beside(Set seed, Set within) const noexcept {
    Set filled = dilate(seed) & within;
    while (true) {
      const Set next = dilate(filled) & within;
      if ((next | filled) == filled) return filled;
      filled |= next;
    }
  }
  // The empty squares that a queen on `from` can move to.
  [[nodiscard]] Set queen_moves(int from, Set empty) const noexcept {
    const Rays& rays = rays_[index(from)];
    Set reached = 0;
    for (const Set line : rays.rising) {
      const Set blockers = line & ~empty;
      reached |= line & ((blockers & (~blockers + 1)) - 1);
    }
    for (const Set line : rays.falling) {
      const Set blockers = line & ~empty;
      reached |= blockers == 0 ? line : line & (~Set{1} << highest(blockers));
    }
    return reached;
  }
  // The empty squares that a queen on any of `from` can move to.
  [[nodiscard]] Set queen_moves_of(Set from, Set empty) const noexcept {
    const int up = size_.columns;
    const Set left = empty & not_last_;  // where a step to the left may land
    const Set right = empty & not_first_;
    return slide_up(from, empty, up) | slide_down(from, empty, up) | slide_up(from, right, 1) |
           slide_down(from, left, 1) | slide_up(from, right, up + 1) | slide_down(from, left, up + 1) |
           slide_up(from, left, up - 1) | slide_down(from, right, up - 1);
  }

 private:
  struct Rays {
    std::array<Set, 4> rising;   // towards higher numbers
    std::array<Set, 4> falling;  // towards lower numbers
  };

  [[nodiscard]] static constexpr std::size_t index(int s) noexcept { return static_cast<std::size_t>(s); }

  [[nodiscard]] Set ray(int from, int dx, int dy) const noexcept {
    Set set = 0;
    for (int x = from % size_.columns + dx, y = from / size_.columns + dy;
         x >= 0 && x < size_.columns && y >= 0 && y < size_.rows; x += dx, y += dy)
      set |= Set{1} << (y * size_.columns + x);
    return set;
  }

  // All that steps of `by` reach while they land in `open`.
  [[nodiscard]] static Set slide_up(Set from, Set open, int by) noexcept {
    Set fresh = (from << by) & open;
    Set reached = fresh;
    while (fresh != 0) {
      fresh = (fresh << by) & open;
      reached |= fresh;
    }
    return reached;
  }
  [[nodiscard]] static Set slide_down(Set from, Set open, int by) noexcept {
    Set fresh = (from >> by) & open;
    Set reached = fresh;
    while (fresh != 0) {
      fresh = (fresh >> by) & open;
      reached |= fresh;
    }
    return reached;
  }

  rules::BoardSize size_;
  Set all_ = 0;
  Set not_first_ = 0;
  Set not_last_ = 0;
  std::array<Rays, rules::kMaxBoard * rules::kMaxBoard> rays_{};
};

}  // namespace thermodon::search::solve
