// A whole kernel, named THERMODON_KERNEL: portable.cpp, avx2.cpp and avx512.cpp are this, compiled for
// different processors. So it must not include anything that defines inline functions: the linker could keep
// a newer processor's copy for the whole program.
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include <cstdint>

#include "eval/kernels/kernel.hpp"

namespace thermodon::eval {
namespace {

#include "eval/kernels/vector.inl"
//
#ifdef __AVX512VPOPCNTDQ__
#include "eval/kernels/two_boards.inl"
#endif
//
#include "eval/kernels/lines.inl"
//
#include "eval/kernels/distances.inl"
//
#include "eval/kernels/terms.inl"
//
#include "eval/kernels/mobility.inl"
//
#include "eval/kernels/amazong.inl"
//
#include "eval/kernels/arrows.inl"
//
#include "eval/kernels/moves.inl"

template <bool kQueens>
[[gnu::noinline]] void read_distances(const u16* empty_rows, const u16* white, const u16* black,
                                      unsigned parts, Features& out) {
  const CleanRegisters clean;
  const V empty = pack_both_lanes(empty_rows);
  const V amazons = pack_each_lane(white, black);
  KingContest<V> king;
  const auto visit = [&](V reached) { king.add_level(reached); };
  Levels<V> queen;
  V all;
  if constexpr (kQueens)
    all = flood(empty, amazons, visit, queen);
  else
    all = flood(empty, amazons, visit);
  const Reach reach = reach_of(all);
  out.exclusive[0] = reach.exclusive_count.white;
  out.exclusive[1] = reach.exclusive_count.black;
  out.shared = reach.shared_count;
  if (parts & kKingPart) store(king_terms(king.nearer, king.c2(reach.shared), reach), out);
  if (parts & kKingDifferencePart) read_king_difference(empty, amazons, reach, out);
  if constexpr (kQueens) store(terms_of(queen_contest(queen, reach.shared), reach), out);
  if (parts & kMobilityPart) {
    u16 mobility[2][kMaxSideAmazons] = {};
    read_mobility(to_board(empty, amazons), empty, reach.shared, mobility, out.amazons);
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < kMaxSideAmazons; ++i) out.mobility[side][i] = mobility[side][i];
  }
}

void kernel_features(const u16* empty, const u16* white, const u16* black, const CornerBits& corners,
                     unsigned parts, Features& out) {
  if (parts & (kMovesPart | kLibertiesPart | kCornersPart))
    read_freedom(empty, white, black, corners, parts, out);
  if (parts & kQueenPart)
    read_distances<true>(empty, white, black, parts, out);
  else if (parts & (kKingPart | kMobilityPart))
    read_distances<false>(empty, white, black, parts, out);
}

}  // namespace

const Kernel THERMODON_KERNEL = {kernel_features, kernel_amazong, kernel_amazong_arrows};

}  // namespace thermodon::eval
