#include <bit>
#include <utility>

#include "rules/rows.hpp"
#include "rules/runs.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::rules {
namespace {

using Words = std::uint16_t __attribute__((vector_size(16)));
using WideWords = std::uint16_t __attribute__((vector_size(32)));

// A byte of a sweep: a run's length so far in the low bits, and this flag when the run began at one of the
// mover's amazons. Three sweeps add up in one byte.
constexpr std::uint8_t kFlag = 0x40;
constexpr std::uint8_t kLength = kFlag - 1;

// A sweep goes in three directions at once: straight, and one column up or down with each row.
using Sweep = std::array<std::array<Row, kMaxBoard + 2>, 3>;
// The directions of two opposite sweeps that lie on one axis.
constexpr std::array<std::pair<std::size_t, std::size_t>, 3> kAxes = {{{0, 0}, {1, 2}, {2, 1}}};

struct Board {
  std::array<Row, kMaxBoard + 2> empty;  // 255 where empty
  std::array<Row, kMaxBoard + 2> mover;  // kFlag where an amazon of the mover stands
};

// Sweeps the rows from `first` by `step` in three directions; in `seen` each square gets the run that lies
// behind it.
void sweep(const Board& board, int first, int step, Sweep& seen,
           std::array<Row, kMaxBoard + 2>& sum) noexcept {
  Row straight{}, up{}, down{};
  for (int i = 0, r = first; i < kMaxBoard; ++i, r += step) {
    const auto row = static_cast<std::size_t>(r);
    up = one_up(up);
    down = one_down(down);
    seen[0][row] = straight;
    seen[1][row] = up;
    seen[2][row] = down;
    sum[row] = straight + up + down;
    straight = ((straight + 1) & board.empty[row]) | board.mover[row];
    up = ((up + 1) & board.empty[row]) | board.mover[row];
    down = ((down + 1) & board.empty[row]) | board.mover[row];
  }
}

}  // namespace

std::uint64_t count_moves_portable(const Position& position) noexcept {
  const Cell own = cell_of(position.side_to_move());
  const Bitboard& empty_squares = position.empty_squares();
  Board board;
  for (std::size_t r = 1; r <= kMaxBoard; ++r) {
    board.empty[r] = columns_with(Cell::kEmpty, position, r);
    board.mover[r] = columns_with(own, position, r) & kFlag;
  }

  Sweep below, above;
  std::array<Row, kMaxBoard + 2> sum_below, sum_above, reaching{};
  sweep(board, 1, 1, below, sum_below);
  sweep(board, kMaxBoard, -1, above, sum_above);

  std::uint64_t products = 0;
  for (const Square a : position.amazons(position.side_to_move())) {
    const unsigned row = a.index / kMailboxWidth;
    const unsigned bit = a.index % kMailboxWidth;
    const unsigned empty = empty_squares.rows[row];
    const auto right = static_cast<unsigned>(std::countr_one(empty >> (bit + 1)));
    const auto left = static_cast<unsigned>(std::countl_one(empty << (32 - bit)));
    reaching[row] += load_row(&kOnes[16 - (bit - left)]) & load_row(&kOnes[31 - (bit + right)]);
    products += left * right;
    // The sweep against one_up upwards is one_down downwards.
    for (const auto& [forth, back] : kAxes)
      products += static_cast<unsigned>(below[forth][row][bit] & kLength) * (above[back][row][bit] & kLength);
  }

  Words total{};
  for (std::size_t r = 1; r <= kMaxBoard; ++r) {
    const Row a = sum_below[r], b = sum_above[r];
    const Row reach = (((a + b) & kLength) + load_row(kRowRuns.of(empty_squares.rows[r]))) & board.empty[r];
    const Row count = reaching[r] + (a >> 6) + (b >> 6);
    const auto wide_reach = __builtin_convertvector(reach, WideWords);
    const auto wide_count = __builtin_convertvector(count, WideWords);
    const auto product = wide_reach * wide_count;
    total += __builtin_shufflevector(product, product, 0, 1, 2, 3, 4, 5, 6, 7) +
             __builtin_shufflevector(product, product, 8, 9, 10, 11, 12, 13, 14, 15);
  }
  std::uint64_t moves = 2 * products;
  for (int i = 0; i < 8; ++i) moves += total[i];
  return moves;
}

std::uint64_t count_moves(const Position& position) {
  static const auto count = has_avx2() ? count_moves_avx2 : count_moves_portable;
  return count(position);
}

}  // namespace thermodon::rules
