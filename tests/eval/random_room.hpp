// Small random positions for tests of the endgame.
#pragma once

#include <random>

#include "thermodon/rules/position.hpp"

namespace thermodon::tests {

struct RoomShape {
  rules::BoardSize size;
  int white = 1;
  int black = 1;
  int empty = 6;  // the other squares are arrows
};

inline rules::Position random_room(std::mt19937& random, const RoomShape& shape) {
  std::vector<rules::Square> squares;
  for (int row = 0; row < shape.size.rows; ++row)
    for (int column = 0; column < shape.size.columns; ++column)
      squares.push_back(rules::Square::at(column, row));
  for (std::size_t i = squares.size(); i > 1; --i) std::swap(squares[i - 1], squares[random() % i]);
  rules::Position position(shape.size, random() % 2 == 0 ? rules::Color::kWhite : rules::Color::kBlack);
  std::size_t next = 0;
  const auto put = [&](int count, rules::Cell cell) {
    for (; count > 0 && next < squares.size(); --count) position.put(squares[next++], cell);
  };
  put(shape.white, rules::Cell::kWhite);
  put(shape.black, rules::Cell::kBlack);
  next += static_cast<std::size_t>(shape.empty);
  put(static_cast<int>(squares.size()), rules::Cell::kArrow);
  return position;
}

}  // namespace thermodon::tests
