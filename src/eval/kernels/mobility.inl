// Mobility of every amazon, exactly as metrics.hpp defines it.
//
// Along a ray the sum of S(b) * 2^(1-d) obeys V(b) = S(b) + V(next b) / 2, so the rays that leave a row are
// summed row by row for the whole board. A vector of 16 lanes holds the even or the odd columns of two rows:
// while its upper half goes up the board, the lower half goes down. A ray that goes to the side alternates
// between the even and the odd columns. Rays along an amazon's own row are one dot product.

typedef u16 Pair __attribute__((vector_size(32)));  // lanes 0..4: five columns of row 9 - i; 8..12: of row i
typedef std::int32_t Sums __attribute__((vector_size(32)));

constexpr int kRows = 10;

// Even and odd columns of the same two rows.
struct BothColumns {
  Pair even, odd;
};

THERMODON_INLINE Pair swap_rows(Pair x) { return reinterpret_cast<Pair>(swap_lanes(reinterpret_cast<V>(x))); }
// Each lane's neighbour takes its place; shifts stay within a row.
THERMODON_INLINE Pair from_next(Pair x) {
#ifdef __AVX2__
  return reinterpret_cast<Pair>(_mm256_srli_si256(reinterpret_cast<__m256i>(x), 2));
#else
  return __builtin_shufflevector(x, Pair{}, 1, 2, 3, 4, 5, 6, 7, 16, 9, 10, 11, 12, 13, 14, 15, 16);
#endif
}
THERMODON_INLINE Pair from_previous(Pair x) {
#ifdef __AVX2__
  return reinterpret_cast<Pair>(_mm256_slli_si256(reinterpret_cast<__m256i>(x), 2));
#else
  return __builtin_shufflevector(x, Pair{}, 16, 0, 1, 2, 3, 4, 5, 6, 16, 8, 9, 10, 11, 12, 13, 14);
#endif
}

// All ones where rows 9 - i and i of the set (the same in both lanes) have a square.
template <int i>
THERMODON_INLINE BothColumns spread_rows(V set) {
  constexpr int kHigh = 9 - i;
  constexpr auto kShift = [](int row) { return static_cast<u64>(row / 2 * 12 + row % 2); };
  // The row wanted comes to the bottom of its word, then to all eight places of its half.
  constexpr V kCounts = {kShift(kHigh), kShift(kHigh), kShift(i), kShift(i)};
  const Pair words = reinterpret_cast<Pair>(set >> kCounts);
  constexpr int kFrom = kHigh % 2 * 4;
  constexpr int kTo = 8 + i % 2 * 4;
  const Pair rows = __builtin_shufflevector(words, words, kFrom, kFrom, kFrom, kFrom, kFrom, kFrom, kFrom,
                                            kFrom, kTo, kTo, kTo, kTo, kTo, kTo, kTo, kTo);
  // Lanes without a column test column 11, which is always clear.
  constexpr u16 kNone = 1U << 11;
  constexpr Pair kEven = {1, 4, 16, 64, 256, kNone, kNone, kNone, 1, 4, 16, 64, 256, kNone, kNone, kNone};
  constexpr Pair kOdd = {2, 8, 32, 128, 512, kNone, kNone, kNone, 2, 8, 32, 128, 512, kNone, kNone, kNone};
  return {reinterpret_cast<Pair>((rows & kEven) == kEven), reinterpret_cast<Pair>((rows & kOdd) == kOdd)};
}

// Pairs 0..4 of the strengths, in 1/256, of squares that both sides can reach (elsewhere 0), and those
// squares' masks. Pair 9 - i is pair i with its halves exchanged.
struct StrengthPairs {
  BothColumns strength[kRows / 2];
  BothColumns shared[kRows / 2];
};

template <int i>
THERMODON_INLINE void spread_pair(V empty, V shared, BothColumns* masks, BothColumns* three,
                                  StrengthPairs& out) {
  const BothColumns m = spread_rows<i>(empty);
  const Pair both = m.even + m.odd;
  masks[i] = m;
  // Empty squares among a square and its neighbours to left and right, negated.
  three[i + 1] = {both + from_previous(m.odd), both + from_next(m.even)};
  out.shared[i] = spread_rows<i>(shared);
}

THERMODON_INLINE void strength_pairs(V empty, V shared, StrengthPairs& out) {
  BothColumns masks[5];
  BothColumns three[7];  // of pair i at i + 1; pair -1 lies off the board
  three[0] = {Pair{}, Pair{}};
  spread_pair<0>(empty, shared, masks, three, out);
  spread_pair<1>(empty, shared, masks, three, out);
  spread_pair<2>(empty, shared, masks, three, out);
  spread_pair<3>(empty, shared, masks, three, out);
  spread_pair<4>(empty, shared, masks, three, out);
  three[6] = {swap_rows(three[5].even), swap_rows(three[5].odd)};
#pragma GCC unroll 5
  for (int i = 0; i < 5; ++i) {
    const Pair even = masks[i].even - (three[i].even + three[i + 1].even + three[i + 2].even);
    const Pair odd = masks[i].odd - (three[i].odd + three[i + 1].odd + three[i + 2].odd);
    out.strength[i] = {(even << 8) & out.shared[i].even, (odd << 8) & out.shared[i].odd};
  }
}

// For every square the sum over the three rays that go up from it (at rays[9 - row], low half) and the three
// that go down (at rays[row], high half).
THERMODON_INLINE void sum_rays(const StrengthPairs& s, BothColumns* rays) {
  BothColumns straight = {Pair{}, Pair{}};
  BothColumns right = straight;
  BothColumns left = straight;
  const auto go_on = [](Pair value, Pair strength, Pair open) { return strength + ((value >> 1) & open); };
#pragma GCC unroll 10
  for (int i = 0; i < kRows; ++i) {
    // What this row sees of the rows behind it: the square to the right of an even column is odd, and so on.
    const BothColumns from_right = {right.odd, from_next(right.even)};
    const BothColumns from_left = {from_previous(left.odd), left.even};
    rays[i] = {straight.even + from_right.even + from_left.even,
               straight.odd + from_right.odd + from_left.odd};
    if (i == kRows - 1) break;
    BothColumns strength, open;
    if (i < 5) {
      strength = s.strength[i];
      open = s.shared[i];
    } else {
      strength = {swap_rows(s.strength[9 - i].even), swap_rows(s.strength[9 - i].odd)};
      open = {swap_rows(s.shared[9 - i].even), swap_rows(s.shared[9 - i].odd)};
    }
    straight = {go_on(straight.even, strength.even, open.even), go_on(straight.odd, strength.odd, open.odd)};
    right = {go_on(from_right.even, strength.even, open.even), go_on(from_right.odd, strength.odd, open.odd)};
    left = {go_on(from_left.even, strength.even, open.even), go_on(from_left.odd, strength.odd, open.odd)};
  }
}

// Where a square's numbers lie, by word and bit.
struct Place {
  u16 above, below;  // the index of its two sums in an array of BothColumns by row, as 16-bit numbers
  u16 row_pair;  // the index of its row's even columns in an array of BothColumns by pair; the odd ones are
                 // 16 on
  std::uint8_t column, shift;  // shift brings column 0 of its row to bit 0
};
// Weights of a row's squares as seen from a column, 2^(9-d) at distance d, even columns in lanes 0..4, odd
// ones in lanes 8..12.
struct Tables {
  alignas(32) std::int16_t row_weights[kRows][16];
  Place places[2][64];
};
constexpr Tables make_tables() {
  Tables t = {};
  for (int from = 0; from < kRows; ++from) {
    for (int to = 0; to < kRows; ++to) {
      const int distance = from < to ? to - from : from - to;
      t.row_weights[from][to % 2 * 8 + to / 2] =
          static_cast<std::int16_t>(distance == 0 ? 0 : 512 >> distance);
      const int row = from;
      const int column = to;
      const int in_row = column % 2 * 16 + column / 2;
      const int shift = row / 2 * 12 + row % 2;
      t.places[row % 2][shift + column] = {
          static_cast<u16>((9 - row) * 32 + in_row), static_cast<u16>(row * 32 + in_row + 8),
          static_cast<u16>(row < 5 ? row * 32 + 8 : (9 - row) * 32), static_cast<std::uint8_t>(column),
          static_cast<std::uint8_t>(shift)};
    }
  }
  return t;
}
constexpr Tables kTables = make_tables();

// The squares that rays along a row reach from `column`.
THERMODON_INLINE unsigned row_reach(unsigned empty, int column) {
  const unsigned beyond = empty >> 1 >> column;
  const unsigned right = (beyond & ~(beyond + 1)) << 1 << column;
  const unsigned before = (1U << column) - 1;
  // One above the nearest blocker to the left, or 0.
  const int first = 31 - __builtin_clz((~empty & before) * 2 + 1);
  return right | (before & (~0U << first));
}

THERMODON_INLINE Sums row_products(const StrengthPairs& s, const Place& place, unsigned reach) {
  constexpr u16 kNone = 1U << 11;
  constexpr Pair kBits = {1, 4, 16, 64, 256, kNone, kNone, kNone, 2, 8, 32, 128, 512, kNone, kNone, kNone};
  const Pair all = Pair{} + static_cast<u16>(reach);
  const Pair mask = reinterpret_cast<Pair>((all & kBits) == kBits);
  const std::int16_t* weights = kTables.row_weights[place.column];
  const u16* row = reinterpret_cast<const u16*>(s.strength) + place.row_pair;
#ifdef __AVX2__
  const __m256i strength =
      _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(row))),
                              _mm_load_si128(reinterpret_cast<const __m128i*>(row + 16)), 1);
  return reinterpret_cast<Sums>(
      _mm256_madd_epi16(_mm256_and_si256(strength, reinterpret_cast<__m256i>(mask)),
                        _mm256_load_si256(reinterpret_cast<const __m256i*>(weights))));
#else
  Sums sums = {};
  for (int i = 0; i < 8; ++i)
    sums[i] = (row[i] & mask[i]) * weights[i] + (row[16 + i] & mask[8 + i]) * weights[8 + i];
  return sums;
#endif
}

// The sums of four vectors' lanes.
THERMODON_INLINE void store_totals(const Sums* products, std::int32_t* totals) {
#ifdef __AVX2__
  const __m256i* p = reinterpret_cast<const __m256i*>(products);  // `auto` would lose that it may alias
  const __m256i h = _mm256_hadd_epi32(_mm256_hadd_epi32(p[0], p[1]), _mm256_hadd_epi32(p[2], p[3]));
  _mm_store_si128(reinterpret_cast<__m128i*>(totals),
                  _mm_add_epi32(_mm256_castsi256_si128(h), _mm256_extracti128_si256(h, 1)));
#else
  for (int k = 0; k < 4; ++k) {
    totals[k] = 0;
    for (int i = 0; i < 8; ++i) totals[k] += products[k][i];
  }
#endif
}

// Calls visit(n, word, bit) for each square of a set, the even rows first.
template <class Visit>
THERMODON_INLINE int for_each_square(const u64* set, Visit visit) {
  u64 low = set[0];
  u64 high = set[1];
  const int n = count(low) + count(high);
  // One loop for both words: how the amazons are spread over even and odd rows would mislead the branch
  // predictor, how many there are does not.
  for (int i = 0; i < n; ++i) {
    const bool odd = low == 0;
    const u64 word = odd ? high : low;
    visit(i, odd ? 1 : 0, __builtin_ctzll(word));
    const u64 rest = word & (word - 1);
    low = odd ? 0 : rest;
    high = odd ? rest : high;
  }
  return n;
}

// The mobility of up to kMaxSideAmazons amazons a side; `s` and `rays` as computed above.
THERMODON_INLINE void read_mobility(const PackedBoard& board, const StrengthPairs& s, const BothColumns* rays,
                                    u16 (*mobility)[kMaxSideAmazons], int* amazons) {
  const u16* sums = reinterpret_cast<const u16*>(rays);
  for (int side = 0; side < 2; ++side) {
    Sums products[kMaxSideAmazons] = {};
    alignas(16) std::int32_t totals[kMaxSideAmazons];
    const int n = for_each_square(board.amazons[side], [&](int i, int word, int bit) {
      const Place& place = kTables.places[word][bit];
      mobility[side][i] = static_cast<u16>(sums[place.above] + sums[place.below]);
      const auto bits = static_cast<unsigned>(board.empty[word] >> place.shift) & 0x3FF;
      products[i] = row_products(s, place, row_reach(bits, place.column));
    });
    amazons[side] = n;
    for (int i = 0; i < n; i += 4) store_totals(products + i, totals + i);
    for (int i = 0; i < n; ++i) mobility[side][i] = static_cast<u16>(mobility[side][i] + (totals[i] >> 8));
  }
}

THERMODON_INLINE void read_mobility(const PackedBoard& board, V empty, V shared,
                                    u16 (*mobility)[kMaxSideAmazons], int* amazons) {
  StrengthPairs s;
  strength_pairs(empty, shared, s);
  BothColumns rays[kRows];
  sum_rays(s, rays);
  read_mobility(board, s, rays, mobility, amazons);
}
