#include "thermodon/protocol/board.hpp"

#include "thermodon/rules/notation.hpp"

namespace thermodon::protocol {
namespace {

using rules::Cell;
using rules::Color;
using rules::Square;

constexpr int kRows = 10;
constexpr std::int32_t kArrowCode = 3;

// The one place that turns rows and columns round: 1-based on the wire, 0-based in the rules.
Square to_square(int wire_row, int wire_column, const Preset& preset) noexcept {
  return Square::at(wire_column - 1, preset.rows_from_top ? kRows - wire_row : wire_row - 1);
}
std::int32_t wire_row(Square square, const Preset& preset) noexcept {
  return preset.rows_from_top ? kRows - square.row() : square.row() + 1;
}
std::int32_t wire_column(Square square) noexcept { return square.column() + 1; }

bool on_board(std::int32_t row, std::int32_t column) noexcept {
  return row >= 1 && row <= kRows && column >= 1 && column <= kRows;
}

// The one place that knows the codes.
std::int32_t code_of(Cell cell, const Preset& preset) noexcept {
  switch (cell) {
    case Cell::kWhite:
      return preset.white_code;
    case Cell::kBlack:
      return preset.black_code;
    case Cell::kArrow:
      return kArrowCode;
    case Cell::kEmpty:
    case Cell::kWall:
      break;
  }
  return 0;
}
std::optional<Cell> cell_of_code(std::int32_t code, const Preset& preset) noexcept {
  if (code == 0) return Cell::kEmpty;
  if (code == kArrowCode) return Cell::kArrow;
  if (code == preset.white_code) return Cell::kWhite;
  if (code == preset.black_code) return Cell::kBlack;
  return std::nullopt;
}

std::string cell_error(int row, int column, const std::string& why) {
  return "board: row " + std::to_string(row) + ", column " + std::to_string(column) + ": " + why;
}

}  // namespace

WireMove to_wire(rules::Move move, const Preset& preset) noexcept {
  WireMove wire;
  wire.from_row = wire_row(move.from, preset);
  wire.from_column = wire_column(move.from);
  wire.to_row = wire_row(move.to, preset);
  wire.to_column = wire_column(move.to);
  wire.arrow_row = wire_row(move.arrow, preset);
  wire.arrow_column = wire_column(move.arrow);
  return wire;
}

std::optional<rules::Move> to_move(const WireMove& move, const Preset& preset) noexcept {
  if (!on_board(move.from_row, move.from_column) || !on_board(move.to_row, move.to_column) ||
      !on_board(move.arrow_row, move.arrow_column))
    return std::nullopt;
  return rules::Move{to_square(move.from_row, move.from_column, preset),
                     to_square(move.to_row, move.to_column, preset),
                     to_square(move.arrow_row, move.arrow_column, preset)};
}

std::string to_string(const WireMove& move, const Preset& preset) {
  if (const auto on = to_move(move, preset)) return rules::to_string(*on);
  const auto pair = [](std::int32_t row, std::int32_t column) {
    return "[" + std::to_string(row) + ", " + std::to_string(column) + "]";
  };
  return pair(move.from_row, move.from_column) + "-" + pair(move.to_row, move.to_column) + "/" +
         pair(move.arrow_row, move.arrow_column);
}

WireBoard to_wire(const rules::Position& position, const Preset& preset) {
  WireBoard board(kWireBoardSize, 0);
  for (int row = 1; row <= kRows; ++row)
    for (int column = 1; column <= kRows; ++column)
      board[static_cast<std::size_t>(kWireBoardWidth * row + column)] =
          code_of(position.at(to_square(row, column, preset)), preset);
  return board;
}

rules::Result<rules::Position> to_position(const WireBoard& board, const Preset& preset,
                                           std::optional<Color> to_move) {
  if (board.size() != kWireBoardSize)
    return rules::Error{"board: " + std::to_string(board.size()) + " cells, not " +
                        std::to_string(kWireBoardSize)};
  rules::Position position;
  for (int row = 1; row <= kRows; ++row) {
    for (int column = 1; column <= kRows; ++column) {
      const std::int32_t code = board[static_cast<std::size_t>(kWireBoardWidth * row + column)];
      const auto cell = cell_of_code(code, preset);
      if (!cell) return rules::Error{cell_error(row, column, "code " + std::to_string(code) + " is unknown")};
      if (*cell == Cell::kEmpty) continue;
      for (const Color color : {Color::kWhite, Color::kBlack})
        if (*cell == rules::cell_of(color) && position.amazons(color).size() == rules::kMaxAmazons)
          return rules::Error{cell_error(row, column, "too many amazons of one side")};
      position.put(to_square(row, column, preset), *cell);
    }
  }
  const int ply = position.arrow_count();
  position.set_ply(ply);
  position.set_side_to_move(to_move.value_or(ply % 2 == 0 ? preset.first : !preset.first));
  return position;
}

}  // namespace thermodon::protocol
