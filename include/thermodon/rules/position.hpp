// The board model of record: a 10x10 mailbox in a 12x12 frame of walls, smaller boards by parameter.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "thermodon/rules/bitboard.hpp"
#include "thermodon/rules/types.hpp"

namespace thermodon::rules {

// More amazons a side than this are refused by every reader (the game has four; analysed rooms may have fewer
// or more).
inline constexpr int kMaxAmazons = 8;

// A value: copying it copies the game. No member allocates. Not safe to share between threads while one of
// them writes.
class Position {
 public:
  // An empty board of 10x10 with White to move.
  Position() : Position(BoardSize{}) {}
  // An empty board. Sizes outside kMinBoard..kMaxBoard are a programming error (readers check before).
  explicit Position(BoardSize size, Color side_to_move = Color::kWhite);

  // The start position of a board of 4..10 columns and rows: the table of known starts by size (see
  // docs/rules.md).
  [[nodiscard]] static Position start(BoardSize size = {}, Color first = Color::kWhite);

  [[nodiscard]] BoardSize size() const noexcept { return size_; }
  [[nodiscard]] Color side_to_move() const noexcept { return side_to_move_; }
  [[nodiscard]] Cell at(Square s) const noexcept { return cells_[s.index]; }
  [[nodiscard]] bool is_empty(Square s) const noexcept { return cells_[s.index] == Cell::kEmpty; }
  // The raw mailbox, kMailboxSize cells.
  [[nodiscard]] const std::array<Cell, kMailboxSize>& cells() const noexcept { return cells_; }
  // Squares of a side's amazons. An amazon keeps its index for the whole game.
  [[nodiscard]] std::span<const Square> amazons(Color c) const noexcept {
    return {amazons_[index(c)].data(), static_cast<std::size_t>(amazon_count_[index(c)])};
  }
  // Sets kept beside the mailbox by make and unmake.
  [[nodiscard]] const Bitboard& empty_squares() const noexcept { return empty_; }
  [[nodiscard]] const Bitboard& amazon_squares(Color c) const noexcept { return amazon_bits_[index(c)]; }

  [[nodiscard]] int arrow_count() const noexcept { return arrow_count_; }
  // Moves made since this position's game began (read from a FEN's counters, 0 at a start position).
  [[nodiscard]] int ply() const noexcept { return ply_; }
  // Zobrist hash of size, cells and side to move, kept incrementally. Equal on every platform and run.
  [[nodiscard]] std::uint64_t hash() const noexcept { return hash_; }

  // Set-up. Preconditions: the square is on the board; put needs it empty and, for amazons, fewer than
  // kMaxAmazons.
  void put(Square s, Cell cell);
  void clear(Square s);
  void set_side_to_move(Color c);
  void set_ply(int ply) noexcept { ply_ = ply; }

  // Plays a legal move (precondition: is_legal; see legality.hpp for hostile input).
  void make(Move move);
  // Takes back `move`, which must be the last one made.
  void unmake(Move move);

  // Equal boards with equal side to move and ply. Amazons' indices are not compared.
  friend bool operator==(const Position& a, const Position& b) noexcept {
    return a.size_ == b.size_ && a.side_to_move_ == b.side_to_move_ && a.ply_ == b.ply_ &&
           a.cells_ == b.cells_;
  }

 private:
  std::array<Cell, kMailboxSize> cells_;
  std::array<std::array<Square, kMaxAmazons>, 2> amazons_{};
  std::array<std::int8_t, 2> amazon_count_{};
  Color side_to_move_ = Color::kWhite;
  BoardSize size_;
  int arrow_count_ = 0;
  int ply_ = 0;
  std::uint64_t hash_ = 0;
  Bitboard empty_;
  std::array<Bitboard, 2> amazon_bits_;
};

}  // namespace thermodon::rules
