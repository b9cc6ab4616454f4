// Counts queen moves and liberties, for which no distances are needed.

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

// How many all squares have together.
template <class T>
THERMODON_INLINE T part_totals(const Upto4<T>& x) {
  return part_counts(x.ones) + (part_counts(x.twos) << 1) + (part_counts(x.fours) << 2);
}

// Where Freedom has its numbers in a word.
constexpr int kLibertiesShift = 16;
constexpr int kFewShift = 24;
constexpr int kCornersShift = 48;

// How many amazons have 0, 1 and 2 liberties; `a` and `b` are those of half the directions each.
THERMODON_INLINE V few_counts(V amazons, const Upto4<V>& a, const Upto4<V>& b) {
  const Sum<V> ones = add(a.ones, b.ones);
  const Sum<V> twos = add(a.twos, b.twos, ones.twos);
  const V many = twos.twos | a.fours | b.fours;
  return (word_counts(part_counts(amazons & ~(ones.ones | twos.ones | many))) << kFewShift) |
         (word_counts(part_counts(ones.ones & ~(twos.ones | many))) << (kFewShift + 8)) |
         (word_counts(part_counts(twos.ones & ~(ones.ones | many))) << (kFewShift + 16));
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
  THERMODON_INLINE explicit QueenMoves(W empty) : empty_(empty) {
    right_and_up_.prepare(empty_);
    up_to_both_sides_.prepare(empty_);
    left_and_down_.prepare(empty_);
    down_to_both_sides_.prepare(empty_);
  }
  [[nodiscard]] THERMODON_INLINE V numbers(W amazons, const CornerBits& corners, unsigned parts) const {
    W sums = {};
    V few = {};
    if (parts & kMovesPart) each_slide(amazons, [&](W slide) { sums += part_counts(slide & empty_); });
    if (parts & kLibertiesPart) {
      const Upto4<W> liberties = add(amazons & right_and_up_.behind, amazons & up_to_both_sides_.behind,
                                     amazons & left_and_down_.behind, amazons & down_to_both_sides_.behind);
      sums += part_totals(liberties) << kLibertiesShift;
      few = few_counts(lower(amazons), {lower(liberties.ones), lower(liberties.twos), lower(liberties.fours)},
                       {upper(liberties.ones), upper(liberties.twos), upper(liberties.fours)});
    }
    if (parts & kCornersPart) {
      for (u64 bit = 0; bit < 4; bit += 2) {
        V two;
        __builtin_memcpy(&two, corners.words[bit], sizeof two);
        constexpr W kShifts = {48, 48, 48, 48, 49, 49, 49, 49};
        sums += part_counts(amazons & __builtin_shufflevector(two, two, 0, 1, 0, 1, 2, 3, 2, 3))
                << (kShifts + bit);
      }
    }
    return lower(sums) + upper(sums) + few;
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
  [[nodiscard]] THERMODON_INLINE V numbers(V amazons, const CornerBits& corners, unsigned parts) const {
    V sums = {};
    if (parts & kMovesPart) sums = word_counts(lines_.move_counts(amazons));
    if (parts & kLibertiesPart) {
      const auto beside = [&](V neighbours) { return amazons & neighbours; };
      const Upto4<V> a = add(beside(empty_ << 1), beside(down<-1>(empty_)), beside(down<0>(empty_)),
                             beside(down<1>(empty_)));
      const Upto4<V> b =
          add(beside(empty_ >> 1), beside(up<-1>(empty_)), beside(up<0>(empty_)), beside(up<1>(empty_)));
      sums += word_counts(part_totals(a) + part_totals(b)) << kLibertiesShift;
      sums += few_counts(amazons, a, b);
    }
    if (parts & kCornersPart)
      for (u64 bit = 0; bit < 4; ++bit)
        sums += word_counts(part_counts(amazons & both_lanes(corners.words[bit]))) << (kCornersShift + bit);
    return sums;
  }

 private:
  V empty_;
  QueenLines<V> lines_;
};

#endif

THERMODON_INLINE void read_freedom(const u16* empty, const u16* white, const u16* black,
                                   const CornerBits& corners, unsigned parts, Features& out) {
  const CleanRegisters clean;
#ifdef __AVX512VPOPCNTDQ__
  const QueenMoves moves(pack_both_lanes_twice(empty));
  V numbers = moves.numbers(pack_each_lane_twice(white, black), corners, parts);
#else
  const QueenMoves moves(pack_both_lanes(empty));
  V numbers = moves.numbers(pack_each_lane(white, black), corners, parts);
#endif
  numbers += swap_words(numbers);
  for (int side = 0; side < 2; ++side) {
    const u64 word = numbers[2 * side];
    static_assert(sizeof out.freedom[side] == sizeof word);
    static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    __builtin_memcpy(static_cast<void*>(&out.freedom[side]), &word, sizeof word);
  }
}
