// Queen moves and liberties of both sides' amazons, counted without distances.

template <class T>
struct Sum {
  T ones, twos;
};
// Adds bits, in every place of the vectors.
template <class T>
THERMODON_INLINE Sum<T> add(T a, T b) {
  return {a ^ b, a & b};
}
template <class T>
THERMODON_INLINE Sum<T> add(T a, T b, T c) {
  return {a ^ b ^ c, (a & b) | ((a ^ b) & c)};
}

template <class T>
struct Upto4 {
  T ones, twos, fours;
};
template <class T>
THERMODON_INLINE Upto4<T> add(T a, T b, T c, T d) {
  const Sum<T> three = add(a, b, c);
  const Sum<T> ones = add(three.ones, d);
  const Sum<T> twos = add(three.twos, ones.twos);
  return {ones.ones, twos.ones, twos.twos};
}

// Of amazons with `a` liberties in four directions and `b` in the others.
THERMODON_INLINE void store_liberties(V amazons, const Upto4<V>& a, const Upto4<V>& b, Features& out) {
  const Sum<V> one = add(a.ones, b.ones);
  const Sum<V> two = add(a.twos, b.twos, one.twos);
  const Sum<V> four = add(a.fours, b.fours, two.twos);
  const V ones = one.ones;
  const V twos = two.ones;
  const V many = four.ones | four.twos;
  const V total = part_counts(ones) + (part_counts(twos) << 1) + (part_counts(four.ones) << 2) +
                  (part_counts(four.twos) << 3);
  // Four numbers of 16 bits in each word, as Liberties has them.
  V numbers = word_counts(part_counts(amazons & ~(ones | twos | many))) |
              (word_counts(part_counts(ones & ~(twos | many))) << 16) |
              (word_counts(part_counts(twos & ~(ones | many))) << 32) | (word_counts(total) << 48);
  numbers += swap_words(numbers);
  for (int side = 0; side < 2; ++side) {
    const u64 word = numbers[2 * side];
    static_assert(sizeof out.liberties[side] == sizeof word);
    static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    __builtin_memcpy(static_cast<void*>(&out.liberties[side]), &word, sizeof word);
  }
}

// One direction's slides never overlap (the amazon behind is blocked by the one before it), so that moves are
// counted by direction.
THERMODON_INLINE void store_moves(V parts, Features& out) {
  V counts = word_counts(parts);
  counts += swap_words(counts);
  out.moves[0] = static_cast<int>(counts[0]);
  out.moves[1] = static_cast<int>(counts[2]);
}

#ifdef __AVX512VPOPCNTDQ__

// Two directions in one register of 512 bits: in its lower half the one's lanes (White's, Black's), in its
// upper half the other's.
typedef u64 W __attribute__((vector_size(64)));

// How far squares are shifted by one, two and four steps. A step to the next row exchanges a lane's words too.
struct Directions {
  bool lower_in_row;  // the lower half's direction goes along the row
  W one, two, four;
};
// To the left in a word: right and straight up, then up to the right and up to the left.
constexpr Directions kRightAndUp = {
    true, {1, 1, 1, 1, 11, 1, 11, 1}, {2, 2, 2, 2, 12, 12, 12, 12}, {4, 4, 4, 4, 24, 24, 24, 24}};
constexpr Directions kDiagonallyUp = {
    false, {12, 2, 12, 2, 10, 0, 10, 0}, {14, 14, 14, 14, 10, 10, 10, 10}, {28, 28, 28, 28, 20, 20, 20, 20}};
// To the right: left and straight down, then down to the left and down to the right.
constexpr Directions kLeftAndDown = {
    true, {1, 1, 1, 1, 1, 11, 1, 11}, {2, 2, 2, 2, 12, 12, 12, 12}, {4, 4, 4, 4, 24, 24, 24, 24}};
constexpr Directions kDiagonallyDown = {
    false, {2, 12, 2, 12, 0, 10, 0, 10}, {14, 14, 14, 14, 10, 10, 10, 10}, {28, 28, 28, 28, 20, 20, 20, 20}};

struct Slides {
  W slides;  // squares that the amazons can slide to
  W beside;  // amazons with an empty neighbour in the opposite direction
};

template <bool kLeft, const Directions& by>
THERMODON_INLINE Slides slide(W empty, W amazons) {
  const auto shift = [](W x, W counts) { return kLeft ? x << counts : x >> counts; };
  const auto step = [&](W x) {
    return shift(by.lower_in_row ? __builtin_shufflevector(x, x, 0, 1, 2, 3, 5, 4, 7, 6)
                                 : __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6),
                 by.one);
  };
  // By doubling, as in distances.inl.
  const W behind = step(empty);
  const W two = empty & behind;
  const W four = two & shift(two, by.two);
  W g = empty & step(amazons);
  g |= empty & step(g);
  g |= two & shift(g, by.two);
  g |= four & shift(g, by.four);
  return {g | (empty & step(g)), amazons & behind};
}

THERMODON_INLINE V lower(W x) { return __builtin_shufflevector(x, x, 0, 1, 2, 3); }
THERMODON_INLINE V upper(W x) { return __builtin_shufflevector(x, x, 4, 5, 6, 7); }
THERMODON_INLINE W twice(V x) { return __builtin_shufflevector(x, x, 0, 1, 2, 3, 0, 1, 2, 3); }
THERMODON_INLINE W part_counts(W x) {
  return reinterpret_cast<W>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(x)));
}

THERMODON_INLINE void read_moves_and_liberties(V empty, V amazons, unsigned parts, Features& out) {
  const W empties = twice(empty);
  const W both = twice(amazons);
  const Slides d[4] = {slide<true, kRightAndUp>(empties, both), slide<true, kDiagonallyUp>(empties, both),
                       slide<false, kLeftAndDown>(empties, both),
                       slide<false, kDiagonallyDown>(empties, both)};
  if (parts & kMovesPart) {
    const W each = (part_counts(d[0].slides) + part_counts(d[1].slides)) +
                   (part_counts(d[2].slides) + part_counts(d[3].slides));
    store_moves(lower(each) + upper(each), out);
  }
  if (parts & kLibertiesPart) {
    const Upto4<W> four = add(d[0].beside, d[1].beside, d[2].beside, d[3].beside);
    store_liberties(amazons, {lower(four.ones), lower(four.twos), lower(four.fours)},
                    {upper(four.ones), upper(four.twos), upper(four.fours)}, out);
  }
}

#else

THERMODON_INLINE void read_moves(V empty, V amazons, Features& out) {
  const QueenLines lines(empty);
  const V directions[8] = {
      lines.row.slide_right(amazons, empty),     lines.row.slide_left<9>(amazons, empty),
      lines.file.slide_up<9>(amazons, empty),    lines.file.slide_down<9>(amazons, empty),
      lines.rising.slide_up<9>(amazons, empty),  lines.rising.slide_down<9>(amazons, empty),
      lines.falling.slide_up<9>(amazons, empty), lines.falling.slide_down<9>(amazons, empty)};
  V counts = {};
  for (const V& direction : directions) counts += part_counts(direction);
  store_moves(counts, out);
}

THERMODON_INLINE void read_liberties(V empty, V amazons, Features& out) {
  const auto beside = [&](V neighbours) { return amazons & neighbours; };
  store_liberties(
      amazons,
      add(beside(empty << 1), beside(down<-1>(empty)), beside(down<0>(empty)), beside(down<1>(empty))),
      add(beside(empty >> 1), beside(up<-1>(empty)), beside(up<0>(empty)), beside(up<1>(empty))), out);
}

THERMODON_INLINE void read_moves_and_liberties(V empty, V amazons, unsigned parts, Features& out) {
  if (parts & kMovesPart) read_moves(empty, amazons, out);
  if (parts & kLibertiesPart) read_liberties(empty, amazons, out);
}

#endif
