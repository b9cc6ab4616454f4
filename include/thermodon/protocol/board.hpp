// Moves and boards as the wire has them, and their one conversion to and from the rules' types.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "thermodon/protocol/preset.hpp"
#include "thermodon/rules/position.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::protocol {

// A move as the wire has it: [row, column], both 1-based. Hostile values survive reading; to_move judges
// them.
struct WireMove {
  std::int32_t from_row = 0, from_column = 0, to_row = 0, to_column = 0, arrow_row = 0, arrow_column = 0;
  friend bool operator==(const WireMove&, const WireMove&) = default;
};
// Precondition: the move's squares lie on the board.
[[nodiscard]] WireMove to_wire(rules::Move move, const Preset& preset) noexcept;
// Nothing when a square lies outside 1..10.
[[nodiscard]] std::optional<rules::Move> to_move(const WireMove& move, const Preset& preset) noexcept;
// "d10-d4/c3" where all squares are on the board, else the numbers as they came.
[[nodiscard]] std::string to_string(const WireMove& move, const Preset& preset);

// 121 cells; index = 11*row + column, row 0 and column 0 are padding.
using WireBoard = std::vector<std::int32_t>;
inline constexpr int kWireBoardWidth = 11;
inline constexpr std::size_t kWireBoardSize = 121;

// Precondition: a board of 10x10, the only size that the wire has.
[[nodiscard]] WireBoard to_wire(const rules::Position& position, const Preset& preset);
// Amazons and arrows. Each move leaves one arrow, so their number is the ply, and it tells the side to move
// where `to_move` does not. Padding cells are not looked at. An error names the cell.
[[nodiscard]] rules::Result<rules::Position> to_position(const WireBoard& board, const Preset& preset,
                                                         std::optional<rules::Color> to_move = std::nullopt);

}  // namespace thermodon::protocol
