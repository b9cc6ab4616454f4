// The rules once more, as plainly as they can be written: a mailbox that is walked square by square. It
// shares nothing with the library but the numbering of squares, so the two can be held against each other, in
// results by the tests and in speed by the benchmarks.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "thermodon/rules/position.hpp"

namespace thermodon::tests {

class PlainBoard {
 public:
  struct Move {
    std::uint8_t from, to, arrow;
    friend auto operator<=>(const Move&, const Move&) = default;
  };

  explicit PlainBoard(const rules::Position& position)
      : mover_(position.side_to_move() == rules::Color::kWhite ? kWhite : kBlack) {
    cells_.fill(kBlocked);
    for (int row = 0; row < position.size().rows; ++row) {
      for (int column = 0; column < position.size().columns; ++column) {
        const int square = (row + 1) * 12 + column + 1;
        switch (position.at(rules::Square::at(column, row))) {
          case rules::Cell::kEmpty:
            cell(square) = kEmpty;
            break;
          case rules::Cell::kWhite:
            add(kWhite, square);
            break;
          case rules::Cell::kBlack:
            add(kBlack, square);
            break;
          default:
            break;
        }
      }
    }
  }

  [[nodiscard]] std::vector<Move> moves() {
    std::vector<Move> found;
    for_each_move([&](int from, int to, int arrow) {
      found.push_back(
          {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(arrow)});
    });
    return found;
  }

  // Leaves at `depth`; the last ply is counted, not played.
  [[nodiscard]] std::uint64_t perft(int depth) {
    if (depth == 0) return 1;
    std::uint64_t leaves = 0;
    if (depth == 1) {
      for_each_move([&](int, int, int) { ++leaves; });
      return leaves;
    }
    for (const auto [from, to, arrow] : moves()) {
      play(from, to, arrow);
      leaves += perft(depth - 1);
      take_back(from, to, arrow);
    }
    return leaves;
  }

 private:
  enum Content : std::uint8_t { kEmpty, kWhite, kBlack, kBlocked };
  static constexpr int kSteps[8] = {-13, -12, -11, -1, 1, 11, 12, 13};

  std::uint8_t& cell(int square) { return cells_[static_cast<std::size_t>(square)]; }

  void add(Content side, int square) {
    cell(square) = side;
    squares_[side].push_back(static_cast<std::uint8_t>(square));
  }

  template <class F>
  void for_each_move(F f) {
    for (const int from : squares_[mover_]) {
      cell(from) = kEmpty;
      for (const int way : kSteps)
        for (int to = from + way; cell(to) == kEmpty; to += way)
          for (const int flight : kSteps)
            for (int arrow = to + flight; cell(arrow) == kEmpty; arrow += flight) f(from, to, arrow);
      cell(from) = mover_;
    }
  }

  void move_amazon(Content side, int from, int to) {
    for (auto& square : squares_[side])
      if (square == from) square = static_cast<std::uint8_t>(to);
    cell(from) = kEmpty;
    cell(to) = side;
  }

  void play(int from, int to, int arrow) {
    move_amazon(mover_, from, to);
    cell(arrow) = kBlocked;
    mover_ = mover_ == kWhite ? kBlack : kWhite;
  }

  void take_back(int from, int to, int arrow) {
    mover_ = mover_ == kWhite ? kBlack : kWhite;
    cell(arrow) = kEmpty;
    move_amazon(mover_, to, from);
  }

  std::array<std::uint8_t, 144> cells_;
  std::array<std::vector<std::uint8_t>, 3> squares_;
  Content mover_;
};

}  // namespace thermodon::tests
