// Two boards of 120 bits in one 256-bit vector: lane 0 (words 0, 1) is White's, lane 1 (words 2, 3) Black's.
// Included by each kernel's translation unit inside its unnamed namespace, after <cstdint>; compiled once for
// plain registers and once for AVX2.

using u64 = std::uint64_t;
using u16 = std::uint16_t;
typedef u64 V __attribute__((vector_size(32)));

#define THERMODON_INLINE [[gnu::always_inline]] inline

THERMODON_INLINE V both_lanes(const u64* words) { return V{words[0], words[1], words[0], words[1]}; }
THERMODON_INLINE V each_lane(const u64* low, const u64* high) { return V{low[0], low[1], high[0], high[1]}; }
THERMODON_INLINE V swap_lanes(V x) { return __builtin_shufflevector(x, x, 2, 3, 0, 1); }
THERMODON_INLINE bool is_zero(V x) {
#ifdef __AVX2__
  return _mm256_testz_si256(reinterpret_cast<__m256i>(x), reinterpret_cast<__m256i>(x)) != 0;
#else
  return (x[0] | x[1] | x[2] | x[3]) == 0;
#endif
}
THERMODON_INLINE int count(u64 x) { return __builtin_popcountll(x); }
// Squares in lane 0, in lane 1, in both together.
THERMODON_INLINE int count_white(V x) { return count(x[0]) + count(x[1]); }
THERMODON_INLINE int count_black(V x) { return count(x[2]) + count(x[3]); }
THERMODON_INLINE int count_both(V x) { return count_white(x) + count_black(x); }
THERMODON_INLINE int count_difference(V x) { return count_white(x) - count_black(x); }

// Moves every square n bits up or down the board; a row is 12 bits, and n is 11, 12, 13 or a multiple of
// these by 2 or 4. The result must be masked by a set of board squares: it has stray bits in columns 10, 11
// and above bit 59.
constexpr int kWordBits = 60;
template <int n>
THERMODON_INLINE V up(V x) {
  const V lower = __builtin_shufflevector(x, V{}, 4, 0, 6, 2);  // word 0 in the place of word 1
  return (x << n) | (lower >> (kWordBits - n));
}
template <int n>
THERMODON_INLINE V down(V x) {
  const V upper = __builtin_shufflevector(x, V{}, 1, 4, 3, 6);
  return (x >> n) | (upper << (kWordBits - n));
}
