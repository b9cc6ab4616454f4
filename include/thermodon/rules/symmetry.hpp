// The eight symmetries of the board and the exchange of colours.
#pragma once

#include "thermodon/rules/position.hpp"

namespace thermodon::rules {

// Bit 0: mirror the columns; bit 1: mirror the rows; bit 2: then exchange columns and rows (boards of other
// shape change their size). 0 is the identity.
inline constexpr int kSymmetries = 8;

[[nodiscard]] Square transform(Square square, int symmetry, BoardSize size) noexcept;
[[nodiscard]] Move transform(Move move, int symmetry, BoardSize size) noexcept;
[[nodiscard]] Position transform(const Position& position, int symmetry);
// White's amazons become Black's and the other way round, and the side to move changes with them.
[[nodiscard]] Position swap_colors(const Position& position);

}  // namespace thermodon::rules
