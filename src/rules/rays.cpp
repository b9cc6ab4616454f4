#include "rules/rays.hpp"

#include "rules/rows.hpp"

namespace thermodon::rules {
namespace {

// The squares to the right and to the left of each column of a row, by the set of the row's empty squares
// (bit c + 1 is column c). In the low half byte those to the right, in the high half those to the left.
struct RowRays {
  alignas(16) std::array<std::array<std::uint8_t, 16>, 1024> lengths{};
};

constexpr RowRays kRowRays = [] {
  RowRays rays;
  for (unsigned set = 0; set < 1024; ++set) {
    const auto empty = [&](unsigned column) { return (set >> column & 1U) != 0; };
    unsigned left = 0;
    unsigned right = 0;
    for (unsigned c = 0; c < kMaxBoard; ++c) {
      const unsigned mirrored = kMaxBoard - 1 - c;
      rays.lengths[set][c + 1] = static_cast<std::uint8_t>(rays.lengths[set][c + 1] | left << 4);
      rays.lengths[set][mirrored + 1] = static_cast<std::uint8_t>(rays.lengths[set][mirrored + 1] | right);
      left = empty(c) ? left + 1 : 0;
      right = empty(mirrored) ? right + 1 : 0;
    }
  }
  return rays;
}();

// Indices into kDirections.
enum Direction : std::size_t { kNorth, kNorthEast, kEast, kSouthEast, kSouth, kSouthWest, kWest, kNorthWest };

void store(std::array<std::uint8_t, 16>& to, Row row) noexcept { std::memcpy(to.data(), &row, sizeof row); }

}  // namespace

Rays::Rays(const Position& position) noexcept {
  std::array<Row, kMailboxWidth> empty;
  for (std::size_t r = 1; r <= kMaxBoard; ++r) empty[r] = columns_with(Cell::kEmpty, position, r);

  // Going up, each square's ray down is one longer than that of the square below it if that is empty.
  Row straight{}, left{}, right{};
  for (std::size_t r = 1; r <= kMaxBoard; ++r) {
    store(length_[kSouth][r], straight);
    store(length_[kSouthWest][r], left = one_up(left));
    store(length_[kSouthEast][r], right = one_down(right));
    straight = (straight + 1) & empty[r];
    left = (left + 1) & empty[r];
    right = (right + 1) & empty[r];
  }
  straight = left = right = Row{};
  for (std::size_t r = kMaxBoard; r >= 1; --r) {
    store(length_[kNorth][r], straight);
    store(length_[kNorthWest][r], left = one_up(left));
    store(length_[kNorthEast][r], right = one_down(right));
    straight = (straight + 1) & empty[r];
    left = (left + 1) & empty[r];
    right = (right + 1) & empty[r];
  }
  for (std::size_t r = 1; r <= kMaxBoard; ++r) {
    const Row both = load_row(kRowRays.lengths[position.empty_squares().rows[r] >> 1 & 1023].data());
    store(length_[kEast][r], both & 15);
    store(length_[kWest][r], both >> 4);
  }
}

}  // namespace thermodon::rules
