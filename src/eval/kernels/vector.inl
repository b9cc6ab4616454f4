// Two packed boards in one 256-bit vector: lane 0 (words 0, 1) is White's, lane 1 (words 2, 3) Black's.
// Included by each kernel's translation unit inside its unnamed namespace, after <cstdint>; compiled for
// plain registers, for AVX2 and for AVX-512; two_boards.inl has the same functions for two boards at once.

using u64 = std::uint64_t;
using u16 = std::uint16_t;
typedef u64 V __attribute__((vector_size(32)));

#define THERMODON_INLINE [[gnu::always_inline]] inline

// In each function of a kernel: when it ends, no upper half of a register is in use, which would slow down
// all code for older processors that comes after. (Compilers see to that by themselves, but not where
// functions that they made take vectors.)
struct CleanRegisters {
  CleanRegisters() = default;
  CleanRegisters(const CleanRegisters&) = delete;
  CleanRegisters& operator=(const CleanRegisters&) = delete;
  THERMODON_INLINE ~CleanRegisters() {
#ifdef __AVX__
    _mm256_zeroupper();
#endif
  }
};

THERMODON_INLINE V both_lanes(const u64* words) { return V{words[0], words[1], words[0], words[1]}; }
THERMODON_INLINE V each_lane(const u64* low, const u64* high) { return V{low[0], low[1], high[0], high[1]}; }
THERMODON_INLINE PackedBoard to_board(V empty, V amazons) {
  return {{empty[0], empty[1]}, {{amazons[0], amazons[1]}, {amazons[2], amazons[3]}}};
}
// Sets given as the rows of bitboards, packed.
#ifdef __AVX2__
// From rows 1 to 8 and rows 8 to 15 of each lane's set. Rows 1, 5 and 9 (2, 6 and 10) begin with a byte of
// the packed words, rows 3 and 7 (4 and 8) in the middle of one.
THERMODON_INLINE V pack_rows(__m256i lower, __m256i upper) {
  const __m256i whole = _mm256_setr_epi8(0, 1, -1, 8, 9, -1, -1, -1, 2, 3, -1, 10, 11, -1, -1, -1,  //
                                         0, 1, -1, 8, 9, -1, -1, -1, 2, 3, -1, 10, 11, -1, -1, -1);
  const __m256i middle = _mm256_setr_epi8(-1, 4, 5, -1, 12, 13, -1, -1, -1, 6, 7, -1, 14, 15, -1, -1,  //
                                          -1, 4, 5, -1, 12, 13, -1, -1, -1, 6, 7, -1, 14, 15, -1, -1);
  const __m256i last = _mm256_setr_epi8(-1, -1, -1, -1, -1, -1, 2, 3, -1, -1, -1, -1, -1, -1, 4, 5,  //
                                        -1, -1, -1, -1, -1, -1, 2, 3, -1, -1, -1, -1, -1, -1, 4, 5);
  constexpr V kFrame = {1, 0, 1, 0};  // the odd rows begin one bit later
  return (reinterpret_cast<V>(_mm256_shuffle_epi8(lower, whole)) |
          reinterpret_cast<V>(_mm256_shuffle_epi8(_mm256_slli_epi16(lower, 4), middle)) |
          reinterpret_cast<V>(_mm256_shuffle_epi8(upper, last))) >>
         kFrame;
}
THERMODON_INLINE __m128i load_rows(const u16* rows) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows));
}
THERMODON_INLINE V pack_both_lanes(const u16* rows) {
  return pack_rows(_mm256_broadcastsi128_si256(load_rows(rows + 1)),
                   _mm256_broadcastsi128_si256(load_rows(rows + 8)));
}
THERMODON_INLINE V pack_each_lane(const u16* low, const u16* high) {
  return pack_rows(_mm256_set_m128i(load_rows(high + 1), load_rows(low + 1)),
                   _mm256_set_m128i(load_rows(high + 8), load_rows(low + 8)));
}
#else
THERMODON_INLINE V pack_both_lanes(const u16* rows) {
  const u64 words[2] = {packed_word(rows, 0), packed_word(rows, 1)};
  return both_lanes(words);
}
THERMODON_INLINE V pack_each_lane(const u16* low, const u16* high) {
  return V{packed_word(low, 0), packed_word(low, 1), packed_word(high, 0), packed_word(high, 1)};
}
#endif
// The same lanes for each board of a vector.
template <class T>
T for_each_board(V lanes);
template <>
THERMODON_INLINE V for_each_board<V>(V lanes) {
  return lanes;
}
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
// Bits set in each part of a vector: counts of several sets may be added up, to at most 255 in a part, before
// word_counts turns them into each word's sum.
THERMODON_INLINE V part_counts(V x) {
#if defined __AVX512VPOPCNTDQ__
  return reinterpret_cast<V>(_mm256_popcnt_epi64(reinterpret_cast<__m256i>(x)));
#elif defined __AVX2__
  const __m256i counts =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const auto look_up = [&](V half) {
    return _mm256_shuffle_epi8(counts, reinterpret_cast<__m256i>(half & 0x0F0F0F0F0F0F0F0F));
  };
  return reinterpret_cast<V>(_mm256_add_epi8(look_up(x), look_up(x >> 4)));
#else
  x -= (x >> 1) & 0x5555555555555555;
  x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333);
  return (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F;
#endif
}
THERMODON_INLINE V word_counts(V parts) {
#if defined __AVX512VPOPCNTDQ__
  return parts;
#elif defined __AVX2__
  return reinterpret_cast<V>(_mm256_sad_epu8(reinterpret_cast<__m256i>(parts), __m256i{}));
#else
  constexpr u64 kEven = 0x00FF00FF00FF00FF;
  const V pairs = (parts & kEven) + ((parts >> 8) & kEven);
  return (pairs * 0x0001000100010001) >> 48;
#endif
}
THERMODON_INLINE std::int64_t lane_difference(V words) {
  return static_cast<std::int64_t>(words[0] + words[1] - words[2] - words[3]);
}
THERMODON_INLINE std::int64_t lane_sum(V words) {
  return static_cast<std::int64_t>(words[0] + words[1] + words[2] + words[3]);
}
// For sets that are the same in both lanes.
THERMODON_INLINE int count_one_lane(V x) { return count(x[0]) + count(x[1]); }
