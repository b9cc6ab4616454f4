#include "thermodon/rules/position.hpp"

#include <algorithm>
#include <cassert>

#include "rules/zobrist.hpp"

namespace thermodon::rules {
namespace {

// A square of a board by column and row counted from zero.
struct Place {
  int column;
  int row;
};

// White's four start squares; Black's are their mirror images in the rows.
std::array<Place, 4> white_start(BoardSize size) {
  if (size == BoardSize{10, 10}) return {{{0, 3}, {3, 0}, {6, 0}, {9, 3}}};
  if (size == BoardSize{8, 8}) return {{{0, 2}, {2, 0}, {5, 0}, {7, 2}}};
  const int last = size.columns - 1;
  return {{{0, 1}, {1, 0}, {last - 1, 0}, {last, 1}}};
}

// Each square as a set, so that a move changes a set in one go of vector instructions.
constexpr auto kOnly = [] {
  std::array<Bitboard, kMailboxSize> sets{};
  for (std::uint8_t i = 0; i < kMailboxSize; ++i) sets[i].set(Square{i});
  return sets;
}();

// Adds or removes the squares of a move: made or taken back, `to` and `arrow` change, and `from`, unless the
// arrow flew there.
void flip_empty(Bitboard& empty, Move move) noexcept {
  const Bitboard& from = kOnly[move.from.index];
  const Bitboard& to = kOnly[move.to.index];
  const Bitboard& arrow = kOnly[move.arrow.index];
  for (std::size_t r = 0; r < 16; ++r)
    empty.rows[r] = static_cast<std::uint16_t>(empty.rows[r] ^ from.rows[r] ^ to.rows[r] ^ arrow.rows[r]);
}
void flip_amazon(Bitboard& amazons, Move move) noexcept {
  const Bitboard& from = kOnly[move.from.index];
  const Bitboard& to = kOnly[move.to.index];
  for (std::size_t r = 0; r < 16; ++r)
    amazons.rows[r] = static_cast<std::uint16_t>(amazons.rows[r] ^ from.rows[r] ^ to.rows[r]);
}

}  // namespace

Position::Position(BoardSize size, Color side_to_move) : size_(size) {
  assert(size.columns >= kMinBoard && size.columns <= kMaxBoard);
  assert(size.rows >= kMinBoard && size.rows <= kMaxBoard);
  cells_.fill(Cell::kWall);
  for (int row = 0; row < size.rows; ++row) {
    for (int column = 0; column < size.columns; ++column) {
      const Square s = Square::at(column, row);
      cells_[s.index] = Cell::kEmpty;
      empty_.set(s);
    }
  }
  hash_ = kZobrist.columns[static_cast<std::size_t>(size.columns)] ^
          kZobrist.rows[static_cast<std::size_t>(size.rows)];
  set_side_to_move(side_to_move);
}

Position Position::start(BoardSize size, Color first) {
  assert(size.columns >= kMinStart && size.rows >= kMinStart);
  Position position(size, first);
  const auto places = white_start(size);
  for (const auto [column, row] : places) position.put(Square::at(column, row), Cell::kWhite);
  for (const auto [column, row] : places) position.put(Square::at(column, size.rows - 1 - row), Cell::kBlack);
  return position;
}

void Position::put(Square s, Cell cell) {
  assert(is_empty(s) && cell != Cell::kWall);
  if (cell == Cell::kEmpty) return;
  cells_[s.index] = cell;
  empty_.reset(s);
  hash_ ^= kZobrist.cell(cell, s);
  if (cell == Cell::kArrow) {
    ++arrow_count_;
    return;
  }
  const std::size_t side = cell == Cell::kWhite ? 0 : 1;
  assert(amazon_count_[side] < kMaxAmazons);
  amazons_[side][static_cast<std::size_t>(amazon_count_[side]++)] = s;
  amazon_bits_[side].set(s);
}

void Position::clear(Square s) {
  const Cell cell = at(s);
  assert(cell != Cell::kWall);
  if (cell == Cell::kEmpty) return;
  cells_[s.index] = Cell::kEmpty;
  empty_.set(s);
  hash_ ^= kZobrist.cell(cell, s);
  if (cell == Cell::kArrow) {
    --arrow_count_;
    return;
  }
  const std::size_t side = cell == Cell::kWhite ? 0 : 1;
  auto* const begin = amazons_[side].data();
  auto* const end = begin + amazon_count_[side];
  std::move(std::find(begin, end, s) + 1, end, std::find(begin, end, s));
  --amazon_count_[side];
  amazon_bits_[side].reset(s);
}

void Position::set_side_to_move(Color c) {
  if (c != side_to_move_) hash_ ^= kZobrist.black_to_move;
  side_to_move_ = c;
}

void Position::make(Move move) {
  const Color side = side_to_move_;
  const std::size_t i = index(side);
  assert(cells_[move.from.index] == cell_of(side));
  Square* amazon = amazons_[i].data();
  while (*amazon != move.from) ++amazon;
  *amazon = move.to;
  cells_[move.from.index] = Cell::kEmpty;
  cells_[move.to.index] = cell_of(side);
  cells_[move.arrow.index] = Cell::kArrow;
  flip_empty(empty_, move);
  flip_amazon(amazon_bits_[i], move);
  hash_ ^= kZobrist.amazon(side, move.from) ^ kZobrist.amazon(side, move.to) ^ kZobrist.arrow(move.arrow) ^
           kZobrist.black_to_move;
  ++arrow_count_;
  ++ply_;
  side_to_move_ = !side;
}

void Position::unmake(Move move) {
  const Color side = !side_to_move_;
  const std::size_t i = index(side);
  assert(cells_[move.to.index] == cell_of(side) && cells_[move.arrow.index] == Cell::kArrow);
  Square* amazon = amazons_[i].data();
  while (*amazon != move.to) ++amazon;
  *amazon = move.from;
  // The arrow may stand where the amazon came from, so it goes first.
  cells_[move.arrow.index] = Cell::kEmpty;
  cells_[move.to.index] = Cell::kEmpty;
  cells_[move.from.index] = cell_of(side);
  flip_empty(empty_, move);
  flip_amazon(amazon_bits_[i], move);
  hash_ ^= kZobrist.amazon(side, move.from) ^ kZobrist.amazon(side, move.to) ^ kZobrist.arrow(move.arrow) ^
           kZobrist.black_to_move;
  --arrow_count_;
  --ply_;
  side_to_move_ = side;
}

}  // namespace thermodon::rules
