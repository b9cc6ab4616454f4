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
