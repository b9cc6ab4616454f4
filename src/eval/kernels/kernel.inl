// The body of a kernel, included in an unnamed namespace by portable.cpp and avx2.cpp.

#include "eval/kernels/vector.inl"
//
#include "eval/kernels/distances.inl"
//
#include "eval/kernels/terms.inl"
//
#include "eval/kernels/mobility.inl"

inline void read_liberties(const PackedBoard& board, Features& out) {
  for (int side = 0; side < 2; ++side) {
    int n = 0;
    for (int word = 0; word < 2; ++word) {
      for (u64 left = board.amazons[side][word]; left != 0; left &= left - 1) {
        const u64 bit = left & (0 - left);
        const u64 beside = (bit << 1) | (bit >> 1);
        const u64 three = beside | bit;
        const u64 across = word == 0 ? (three << 1) | (three >> 11) : (three << 11) | (three >> 1);
        out.liberties[side][n++] = count(beside & board.empty[word]) + count(across & board.empty[1 - word]);
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
