// How far a queen can go from each square in each direction, all squares at once.
#pragma once

#include <array>
#include <cstdint>

#include "thermodon/rules/position.hpp"

namespace thermodon::rules {

class Rays {
 public:
  explicit Rays(const Position& position) noexcept;

  // The number of empty squares from `s` in kDirections[direction] up to the first that is not empty. `s`
  // itself may hold anything.
  [[nodiscard]] unsigned length(std::size_t direction, Square s) const noexcept {
    return length_[direction][s.index / kMailboxWidth][s.index % kMailboxWidth];
  }

 private:
  // By direction and row of the mailbox; the frame's rows and bytes have no meaning.
  alignas(16) std::array<std::array<std::array<std::uint8_t, 16>, kMailboxWidth>, kDirections.size()> length_;
};

}  // namespace thermodon::rules
