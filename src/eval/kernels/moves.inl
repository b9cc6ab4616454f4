// Writes queen moves and liberties, which are counted without distances.

// Sums of bits, in every place of the vectors.
template <class T>
struct Sum {
  T ones, twos;
};
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

struct Upto8 {
  V ones, twos, fours, eights;
};
THERMODON_INLINE Upto8 add(const Upto4<V>& a, const Upto4<V>& b) {
  const Sum<V> ones = add(a.ones, b.ones);
  const Sum<V> twos = add(a.twos, b.twos, ones.twos);
  const Sum<V> fours = add(a.fours, b.fours, twos.twos);
  return {ones.ones, twos.ones, fours.ones, fours.twos};
}

// Of amazons with so many liberties.
THERMODON_INLINE void store_liberties(V amazons, const Upto8& liberties, Features& out) {
  const auto& [ones, twos, fours, eights] = liberties;
  const V many = fours | eights;
  const V total =
      part_counts(ones) + (part_counts(twos) << 1) + (part_counts(fours) << 2) + (part_counts(eights) << 3);
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

THERMODON_INLINE void store_moves(V parts, Features& out) {
  V counts = word_counts(parts);
  counts += swap_words(counts);
  out.moves[0] = static_cast<int>(counts[0]);
  out.moves[1] = static_cast<int>(counts[2]);
}

#ifdef __AVX512VPOPCNTDQ__

// Slides on one board in two directions at once: in a register's lower half the one's lanes, in its upper
// half the other's. (Two boards at once would have to wait for the second.)

// How far squares are shifted by one, two and four steps. A step to the next row exchanges a lane's words
// too.
struct Directions {
  bool leftwards;     // in a word
  bool lower_in_row;  // the lower half's direction goes along the row
  W one, two, four;
};
constexpr Directions kRightAndUp = {
    true, true, {1, 1, 1, 1, 11, 1, 11, 1}, {2, 2, 2, 2, 12, 12, 12, 12}, {4, 4, 4, 4, 24, 24, 24, 24}};
constexpr Directions kUpToBothSides = {true,
                                       false,
                                       {12, 2, 12, 2, 10, 0, 10, 0},
                                       {14, 14, 14, 14, 10, 10, 10, 10},
                                       {28, 28, 28, 28, 20, 20, 20, 20}};
constexpr Directions kLeftAndDown = {
    false, true, {1, 1, 1, 1, 1, 11, 1, 11}, {2, 2, 2, 2, 12, 12, 12, 12}, {4, 4, 4, 4, 24, 24, 24, 24}};
constexpr Directions kDownToBothSides = {false,
                                         false,
                                         {2, 12, 2, 12, 0, 10, 0, 10},
                                         {14, 14, 14, 14, 10, 10, 10, 10},
                                         {28, 28, 28, 28, 20, 20, 20, 20}};

template <const Directions& by>
struct TwoLines {
  W behind;     // squares with an empty neighbour in the opposite direction
  W two, four;  // squares to which a slide of 2 (4) squares is open

  THERMODON_INLINE void prepare(W empty) {
    behind = step(empty);
    two = empty & behind;
    four = two & shift(two, by.two);
  }
  [[nodiscard]] THERMODON_INLINE W slide(W from, W empty) const {
    W g = from | (empty & step(from));
    g |= two & shift(g, by.two);
    g |= four & shift(g, by.four);
    g |= two & shift(g, by.two);
    return g;
  }

 private:
  THERMODON_INLINE static W shift(W x, W counts) { return by.leftwards ? x << counts : x >> counts; }
  THERMODON_INLINE static W step(W x) {
    return shift(by.lower_in_row ? __builtin_shufflevector(x, x, 0, 1, 2, 3, 5, 4, 7, 6)
                                 : __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6),
                 by.one);
  }
};

class QueenMoves {
 public:
  THERMODON_INLINE explicit QueenMoves(V empty) : empty_(twice(empty)) {
    right_and_up_.prepare(empty_);
    up_to_both_sides_.prepare(empty_);
    left_and_down_.prepare(empty_);
    down_to_both_sides_.prepare(empty_);
  }
  [[nodiscard]] THERMODON_INLINE V move_counts(V from) const {
    W counts = {};
    each_slide(twice(from), [&](W slide) { counts += part_counts(slide & empty_); });
    return lower(counts) + upper(counts);
  }
  [[nodiscard]] THERMODON_INLINE Upto8 liberties(V of) const {
    const W squares = twice(of);
    const Upto4<W> four = add(squares & right_and_up_.behind, squares & up_to_both_sides_.behind,
                              squares & left_and_down_.behind, squares & down_to_both_sides_.behind);
    return add({lower(four.ones), lower(four.twos), lower(four.fours)},
               {upper(four.ones), upper(four.twos), upper(four.fours)});
  }

 private:
  template <class Visit>
  THERMODON_INLINE void each_slide(W from, Visit visit) const {
    visit(right_and_up_.slide(from, empty_));
    visit(up_to_both_sides_.slide(from, empty_));
    visit(left_and_down_.slide(from, empty_));
    visit(down_to_both_sides_.slide(from, empty_));
  }

  W empty_;  // twice
  TwoLines<kRightAndUp> right_and_up_;
  TwoLines<kUpToBothSides> up_to_both_sides_;
  TwoLines<kLeftAndDown> left_and_down_;
  TwoLines<kDownToBothSides> down_to_both_sides_;
};

#else

class QueenMoves {
 public:
  THERMODON_INLINE explicit QueenMoves(V empty) : empty_(empty), lines_(empty) {}
  [[nodiscard]] THERMODON_INLINE V move_counts(V from) const { return lines_.move_counts(from); }
  [[nodiscard]] THERMODON_INLINE Upto8 liberties(V of) const {
    const auto beside = [&](V neighbours) { return of & neighbours; };
    return add(
        add(beside(empty_ << 1), beside(down<-1>(empty_)), beside(down<0>(empty_)), beside(down<1>(empty_))),
        add(beside(empty_ >> 1), beside(up<-1>(empty_)), beside(up<0>(empty_)), beside(up<1>(empty_))));
  }

 private:
  V empty_;
  QueenLines<V> lines_;
};

#endif

THERMODON_INLINE void read_moves_and_liberties(V empty, V amazons, unsigned parts, Features& out) {
  const QueenMoves moves(empty);
  if (parts & kMovesPart) store_moves(moves.move_counts(amazons), out);
  if (parts & kLibertiesPart) store_liberties(amazons, moves.liberties(amazons), out);
}
