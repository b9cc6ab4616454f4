// The body of a kernel, included in an unnamed namespace by portable.cpp and avx2.cpp.

#include "eval/kernels/vector.inl"
//
#include "eval/kernels/distances.inl"
//
#include "eval/kernels/terms.inl"
//
#include "eval/kernels/mobility.inl"

// The neighbours of a square.
THERMODON_INLINE u64 near_word(u64 own, u64 below, u64 above) {
  const u64 wide = own | (own << 1) | (own >> 1);
  const u64 wide_below = below | (below << 1) | (below >> 1);
  const u64 wide_above = above | (above << 1) | (above >> 1);
  return wide | (wide << 12) | (wide >> 12) | (wide_below >> 48) | (wide_above << 48);
}

inline void read_liberties(const PackedBoard& board, Features& out) {
  for (int side = 0; side < 2; ++side) {
    int n = 0;
    for (int word = 0; word < 2; ++word) {
      for (u64 left = board.amazons[side][word]; left != 0; left &= left - 1) {
        const u64 bit = left & (0 - left);
        const u64 low = word == 0 ? bit : 0;
        const u64 high = word == 0 ? 0 : bit;
        out.liberties[side][n++] =
            count(near_word(low, 0, high) & board.empty[0]) + count(near_word(high, low, 0) & board.empty[1]);
      }
    }
    out.amazons[side] = n;
  }
}

void kernel_features(const PackedBoard& board, unsigned parts, Features& out) {
  const V empty = both_lanes(board.empty);
  const V amazons = each_lane(board.amazons[0], board.amazons[1]);
  Levels levels;
  V shared = V{};
  if (parts & kQueenPart) {
    queen_levels(empty, amazons, levels);
    read_queen(levels, out);
    shared = reach_of(levels).shared;
  }
  if (parts & kKingPart || (parts & (kMobilityPart | kQueenPart)) == kMobilityPart) {
    king_levels(empty, amazons, levels);
    shared = reach_of(levels).shared;
    if (parts & kKingPart) read_king(levels, out);
    if (parts & kKingDifferencePart) read_king_difference(levels, out);
  }
  if (parts & kMobilityPart) read_mobility(board, shared, out);
  if (parts & kMovesPart) read_moves(QueenLines(empty), amazons, out);
  if (parts & kLibertiesPart) read_liberties(board, out);
}
