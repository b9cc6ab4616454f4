// The body of a kernel, included in an unnamed namespace by portable.cpp, avx2.cpp and avx512.cpp.

#include "eval/kernels/vector.inl"
//
#include "eval/kernels/distances.inl"
//
#include "eval/kernels/terms.inl"
//
#include "eval/kernels/mobility.inl"
//
#include "eval/kernels/arrows.inl"

inline void read_liberties(const PackedBoard& board, Features& out) {
  for (int side = 0; side < 2; ++side) {
    out.amazons[side] = for_each_square(board.amazons[side], [&](int i, int word, int place) {
      const u64 bit = u64{1} << place;
      const u64 beside = (bit << 1) | (bit >> 1);
      const u64 three = beside | bit;
      const u64 across = word == 0 ? (three << 1) | (three >> 11) : (three << 11) | (three >> 1);
      out.liberties[side][i] = count(beside & board.empty[word]) + count(across & board.empty[1 - word]);
    });
  }
}

void kernel_features(const PackedBoard& board, unsigned parts, Features& out) {
  const V empty = both_lanes(board.empty);
  const V amazons = each_lane(board.amazons[0], board.amazons[1]);
  if (parts & (kQueenPart | kKingPart | kMobilityPart)) {
    KingContest king;
    const V all = flood(empty, amazons, [&](V reached) { king.add_level(reached); });
    const Reach reach = reach_of(all);
    out.exclusive[0] = reach.exclusive_count.white;
    out.exclusive[1] = reach.exclusive_count.black;
    out.shared = reach.shared_count;
    if (parts & kKingPart) store(king.terms(reach), out);
    if (parts & kKingDifferencePart) read_king_difference(empty, amazons, reach, out);
    if (parts & kQueenPart) {
      Levels queen;
      queen_levels(QueenLines(empty), amazons, all, queen);
      store(queen_terms(queen, reach), out);
    }
    if (parts & kMobilityPart) {
      u16 mobility[2][kMaxSideAmazons];
      read_mobility(board, empty, reach.shared, mobility, out.amazons);
      for (int side = 0; side < 2; ++side)
        for (int i = 0; i < out.amazons[side]; ++i) out.mobility[side][i] = mobility[side][i];
    }
  }
  if (parts & kMovesPart) read_moves(QueenLines(empty), amazons, out);
  if (parts & kLibertiesPart) read_liberties(board, out);
}
