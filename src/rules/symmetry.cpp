#include "thermodon/rules/symmetry.hpp"

#include <utility>

namespace thermodon::rules {
namespace {

// Rebuilds `position` with each square and cell mapped. Amazons keep their indices.
template <class MapSquare, class MapCell>
void copy_cells(const Position& position, Position& result, MapSquare map_square, MapCell map_cell) {
  for (const Color c : {Color::kWhite, Color::kBlack})
    for (const Square s : position.amazons(c)) result.put(map_square(s), map_cell(cell_of(c)));
  const auto [columns, rows] = position.size();
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const Square s = Square::at(column, row);
      if (position.at(s) == Cell::kArrow) result.put(map_square(s), Cell::kArrow);
    }
  }
  result.set_ply(position.ply());
}

}  // namespace

Square transform(Square square, int symmetry, BoardSize size) noexcept {
  int column = square.column();
  int row = square.row();
  if ((symmetry & 1) != 0) column = size.columns - 1 - column;
  if ((symmetry & 2) != 0) row = size.rows - 1 - row;
  if ((symmetry & 4) != 0) std::swap(column, row);
  return Square::at(column, row);
}

Move transform(Move move, int symmetry, BoardSize size) noexcept {
  return {transform(move.from, symmetry, size), transform(move.to, symmetry, size),
          transform(move.arrow, symmetry, size)};
}

Position transform(const Position& position, int symmetry) {
  BoardSize size = position.size();
  if ((symmetry & 4) != 0) std::swap(size.columns, size.rows);
  Position result(size, position.side_to_move());
  copy_cells(
      position, result, [&](Square s) { return transform(s, symmetry, position.size()); },
      [](Cell cell) { return cell; });
  return result;
}

Position swap_colors(const Position& position) {
  Position result(position.size(), !position.side_to_move());
  copy_cells(
      position, result, [](Square s) { return s; },
      [](Cell cell) { return cell == Cell::kWhite ? Cell::kBlack : Cell::kWhite; });
  return result;
}

}  // namespace thermodon::rules
