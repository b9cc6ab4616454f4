// A part of the board with its squares numbered, so that a set of them is one 64-bit number.
//
// Everything outside the room is a wall. Squares are numbered row by row from a1, so along a ray in the
// directions N NE E NW numbers grow and along the other four they fall.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "thermodon/rules/bitboard.hpp"
#include "thermodon/rules/types.hpp"

namespace thermodon::eval {

// A set of the room's squares: bit i is square number i.
using RoomSet = std::uint64_t;

inline constexpr int kMaxRoom = 64;

[[nodiscard]] constexpr int lowest_square(RoomSet set) noexcept { return std::countr_zero(set); }
[[nodiscard]] constexpr RoomSet set_of(int square) noexcept { return RoomSet{1} << square; }

class Room {
 public:
  // Precondition: at most kMaxRoom squares.
  explicit Room(const rules::Bitboard& squares) noexcept;

  [[nodiscard]] int size() const noexcept { return size_; }
  [[nodiscard]] RoomSet all() const noexcept { return size_ == kMaxRoom ? ~RoomSet{0} : set_of(size_) - 1; }
  [[nodiscard]] rules::Square square(int number) const noexcept {
    return squares_[static_cast<std::size_t>(number)];
  }
  // Precondition: the square belongs to the room.
  [[nodiscard]] int number(rules::Square s) const noexcept { return numbers_[s.index]; }
  [[nodiscard]] bool contains(rules::Square s) const noexcept { return numbers_[s.index] != kOutside; }
  // Squares of `board` outside the room are left out.
  [[nodiscard]] RoomSet gather(const rules::Bitboard& board) const noexcept;
  [[nodiscard]] rules::Bitboard scatter(RoomSet set) const noexcept;

  [[nodiscard]] RoomSet neighbours(int number) const noexcept { return at(number).neighbours; }
  // The set and all its neighbours.
  [[nodiscard]] RoomSet dilate(RoomSet set) const noexcept {
    RoomSet wide = set;
    for (; set != 0; set &= set - 1) wide |= at(lowest_square(set)).neighbours;
    return wide;
  }
  // All of `within` that king steps inside it reach from beside `seed`.
  [[nodiscard]] RoomSet flood_beside(RoomSet seed, RoomSet within) const noexcept;
  // The empty squares that a queen on `from` can move to.
  [[nodiscard]] RoomSet queen_moves(int from, RoomSet empty) const noexcept;

 private:
  static constexpr std::uint8_t kOutside = 0xFF;
  struct Lines {
    std::array<RoomSet, 4> rising;   // N NE E NW
    std::array<RoomSet, 4> falling;  // S SW W SE
    RoomSet neighbours;
  };
  [[nodiscard]] const Lines& at(int number) const noexcept {
    return lines_[static_cast<std::size_t>(number)];
  }

  // Only the first size_ elements are ever written or read.
  std::array<Lines, kMaxRoom> lines_;
  std::array<rules::Square, kMaxRoom> squares_;
  std::array<std::uint8_t, rules::kMailboxSize> numbers_;
  int size_ = 0;
};

inline RoomSet Room::queen_moves(int from, RoomSet empty) const noexcept {
  const Lines& lines = at(from);
  RoomSet reached = 0;
  for (const RoomSet ray : lines.rising) {
    const RoomSet blockers = ray & ~empty;
    reached |= ray & ((blockers & (~blockers + 1)) - 1);
  }
  for (const RoomSet ray : lines.falling) {
    const RoomSet blockers = ray & ~empty;
    // Everything above the highest blocker; all of the ray when there is none.
    reached |= blockers == 0 ? ray : ray & (~RoomSet{1} << (63 - std::countl_zero(blockers)));
  }
  return reached;
}

inline RoomSet Room::flood_beside(RoomSet seed, RoomSet within) const noexcept {
  RoomSet filled = 0;
  RoomSet fresh = dilate(seed) & within;
  while (fresh != 0) {
    filled |= fresh;
    fresh = dilate(fresh) & within & ~filled;
  }
  return filled;
}

}  // namespace thermodon::eval
