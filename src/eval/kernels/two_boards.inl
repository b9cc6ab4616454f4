// What vector.inl has, for two boards (or twice the same) in one 512-bit vector: in each half one board's
// lanes.

typedef u64 W __attribute__((vector_size(64)));

THERMODON_INLINE V lower(W x) { return __builtin_shufflevector(x, x, 0, 1, 2, 3); }
THERMODON_INLINE V upper(W x) { return __builtin_shufflevector(x, x, 4, 5, 6, 7); }
THERMODON_INLINE W join(V low, V high) { return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7); }
THERMODON_INLINE W twice(V x) { return join(x, x); }
template <>
THERMODON_INLINE W for_each_board<W>(V lanes) {
  return twice(lanes);
}

// With masks: g++ 12 warns of the plain ones' undefined operand.
THERMODON_INLINE W swap_lanes(W x) {
  return reinterpret_cast<W>(_mm512_maskz_permutex_epi64(0xFF, reinterpret_cast<__m512i>(x), 0x4E));
}
THERMODON_INLINE W swap_words(W x) {
  return reinterpret_cast<W>(_mm512_maskz_shuffle_epi32(0xFFFF, reinterpret_cast<__m512i>(x), _MM_PERM_BADC));
}
THERMODON_INLINE bool is_zero(W x) {
  return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(x), reinterpret_cast<__m512i>(x)) == 0;
}
THERMODON_INLINE W part_counts(W x) {
  return reinterpret_cast<W>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(x)));
}
THERMODON_INLINE W word_counts(W parts) { return parts; }

// Where each byte of packed sets comes from in rows of bitboards. Rows 1, 5 and 9 (2, 6 and 10) begin with a
// byte of the packed words, rows 3 and 7 (4 and 8) in the middle of one. Row 0, which is empty, stands for no
// row.
struct Bytes {
  alignas(64) std::uint8_t of[64];
};
constexpr Bytes packing(bool middle, bool lanes_differ) {
  Bytes bytes = {};
  for (int word = 0; word < 8; ++word) {
    const int set = lanes_differ && word / 2 % 2 == 1 ? 32 : 0;
    for (int i = middle ? 1 : 0; i < 5; i += 2) {
      const int byte = word * 8 + i * 12 / 8;
      const int row = set + 2 * (1 + 2 * i + word % 2);
      bytes.of[byte] = static_cast<std::uint8_t>(row);
      bytes.of[byte + 1] = static_cast<std::uint8_t>(row + 1);
    }
  }
  return bytes;
}
template <bool kLanesDiffer>
THERMODON_INLINE W pack_rows_twice(__m512i rows) {
  static constexpr Bytes kWhole = packing(false, kLanesDiffer);
  static constexpr Bytes kMiddle = packing(true, kLanesDiffer);
  const auto bytes = [](const Bytes& from, __m512i of) {
    return reinterpret_cast<W>(_mm512_maskz_permutexvar_epi8(~0ULL, _mm512_load_si512(&from), of));
  };
  // Word 0 begins with its first row's column 1, word 1 with its column 0.
  return bytes(kWhole, _mm512_maskz_srlv_epi16(~0U, rows, _mm512_set1_epi32(1 << 16))) |
         bytes(kMiddle, _mm512_maskz_sllv_epi16(~0U, rows, _mm512_set1_epi32(3 << 16 | 4)));
}
THERMODON_INLINE __m256i load_set(const u16* rows) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(rows));
}
THERMODON_INLINE W pack_both_lanes_twice(const u16* rows) {
  return pack_rows_twice<false>(_mm512_castsi256_si512(load_set(rows)));
}
THERMODON_INLINE W pack_each_lane_twice(const u16* low, const u16* high) {
  return pack_rows_twice<true>(reinterpret_cast<__m512i>(
      join(reinterpret_cast<V>(load_set(low)), reinterpret_cast<V>(load_set(high)))));
}
