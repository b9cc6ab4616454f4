// The small value types of the game: colours, squares, moves.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

namespace thermodon::rules {

enum class Color : std::uint8_t { kWhite, kBlack };

[[nodiscard]] constexpr Color operator!(Color c) noexcept {
  return c == Color::kWhite ? Color::kBlack : Color::kWhite;
}
[[nodiscard]] constexpr std::size_t index(Color c) noexcept { return static_cast<std::size_t>(c); }

enum class Cell : std::uint8_t { kEmpty, kWhite, kBlack, kArrow, kWall };

[[nodiscard]] constexpr Cell cell_of(Color c) noexcept {
  return c == Color::kWhite ? Cell::kWhite : Cell::kBlack;
}

// The mailbox is 12 by 12: a board of at most 10 by 10 inside a frame of walls.
inline constexpr int kMailboxWidth = 12;
inline constexpr int kMailboxSize = kMailboxWidth * kMailboxWidth;
inline constexpr int kMinBoard = 1;  // rooms for analysis may be as small as this
inline constexpr int kMinStart = 4;  // boards that have a start position
inline constexpr int kMaxBoard = 10;

// Columns and rows of a board, each from kMinBoard to kMaxBoard.
struct BoardSize {
  int columns = 10;
  int rows = 10;
  friend constexpr bool operator==(BoardSize, BoardSize) = default;
};

// An index into the mailbox. Column 0 is file a, row 0 is rank 1; a1 is index 13. Index 0 (a wall) is "no
// square".
struct Square {
  std::uint8_t index = 0;

  [[nodiscard]] static constexpr Square at(int column, int row) noexcept {
    return {static_cast<std::uint8_t>((row + 1) * kMailboxWidth + column + 1)};
  }
  [[nodiscard]] constexpr int column() const noexcept { return index % kMailboxWidth - 1; }
  [[nodiscard]] constexpr int row() const noexcept { return index / kMailboxWidth - 1; }
  friend constexpr auto operator<=>(Square, Square) = default;
};

// Steps in the mailbox, in the order N NE E SE S SW W NW.
inline constexpr std::array<int, 8> kDirections = {12, 13, 1, -11, -12, -13, -1, 11};

// An amazon goes from `from` to `to` and shoots `arrow` from there.
struct Move {
  Square from;
  Square to;
  Square arrow;
  friend constexpr auto operator<=>(Move, Move) = default;
};

using MoveList = std::vector<Move>;

}  // namespace thermodon::rules
