// Two packed boards in one 256-bit vector: lane 0 (words 0, 1) is White's, lane 1 (words 2, 3) Black's.
// Included by each kernel's translation unit inside its unnamed namespace, after <cstdint>; compiled for plain
// registers, for AVX2 and for AVX-512.

using u64 = std::uint64_t;
using u16 = std::uint16_t;
typedef u64 V __attribute__((vector_size(32)));

#define THERMODON_INLINE [[gnu::always_inline]] inline

THERMODON_INLINE V both_lanes(const u64* words) { return V{words[0], words[1], words[0], words[1]}; }
THERMODON_INLINE V each_lane(const u64* low, const u64* high) { return V{low[0], low[1], high[0], high[1]}; }
// The compilers choose slower instructions for these two than the ones named here.
THERMODON_INLINE V swap_lanes(V x) {
#ifdef __AVX2__
  const auto bits = reinterpret_cast<__m256i>(x);
  return reinterpret_cast<V>(_mm256_permute2x128_si256(bits, bits, 1));
#else
  return __builtin_shufflevector(x, x, 2, 3, 0, 1);
#endif
}
THERMODON_INLINE V swap_words(V x) {
#ifdef __AVX2__
  return reinterpret_cast<V>(_mm256_shuffle_epi32(reinterpret_cast<__m256i>(x), 0x4E));
#else
  return __builtin_shufflevector(x, x, 1, 0, 3, 2);
#endif
}
THERMODON_INLINE bool is_zero(V x) {
#ifdef __AVX2__
  return _mm256_testz_si256(reinterpret_cast<__m256i>(x), reinterpret_cast<__m256i>(x)) != 0;
#else
  return (x[0] | x[1] | x[2] | x[3]) == 0;
#endif
}

// Squares by lane. Through memory: four loads that count are fewer instructions than taking the words out of
// a register.
struct Counts {
  int white, black;
  [[nodiscard]] int both() const { return white + black; }
  [[nodiscard]] int difference() const { return white - black; }
};
THERMODON_INLINE int count(u64 x) { return __builtin_popcountll(x); }
THERMODON_INLINE Counts count_lanes(V x) {
  asm("" : "+m"(x));
  return {count(x[0]) + count(x[1]), count(x[2]) + count(x[3])};
}
// For sets that are the same in both lanes.
THERMODON_INLINE int count_one_lane(V x) { return count(x[0]) + count(x[1]); }

// Moves every square by one row up (down) and `columns` (-1, 0, 1) to the right; see packed_board.hpp. The
// result must be masked by a set of board squares: it has stray bits in columns 10 and 11 and above the top
// row.
template <int columns>
THERMODON_INLINE V up(V x) {
  constexpr V kCounts = {11 + columns, 1 + columns, 11 + columns, 1 + columns};
  return swap_words(x) << kCounts;
}
template <int columns>
THERMODON_INLINE V down(V x) {
  constexpr V kCounts = {1 - columns, 11 - columns, 1 - columns, 11 - columns};
  return swap_words(x) >> kCounts;
}
// The same by `rows` rows, an even number, and rows * columns to the right.
template <int rows, int columns>
THERMODON_INLINE V up_by(V x) {
  return x << (rows * 6 + rows * columns);
}
template <int rows, int columns>
THERMODON_INLINE V down_by(V x) {
  return x >> (rows * 6 - rows * columns);
}
