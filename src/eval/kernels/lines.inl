// Steps and queen moves of whole sets of squares at once, on one board (T = V) or two (T = W).

// Moves every square by one row up (down) and `columns` (-1, 0, 1) to the right; see packed_board.hpp. The
// result must be masked by a set of board squares: it has stray bits in columns 10 and 11 and above the top
// row.
template <int columns, class T>
THERMODON_INLINE T up(T x) {
  constexpr V kCounts = {11 + columns, 1 + columns, 11 + columns, 1 + columns};
  return swap_words(x) << for_each_board<T>(kCounts);
}
template <int columns, class T>
THERMODON_INLINE T down(T x) {
  constexpr V kCounts = {1 - columns, 11 - columns, 1 - columns, 11 - columns};
  return swap_words(x) >> for_each_board<T>(kCounts);
}
// The same by `rows` rows, an even number, and rows * columns to the right.
template <int rows, int columns, class T>
THERMODON_INLINE T up_by(T x) {
  return x << (rows * 6 + rows * columns);
}
template <int rows, int columns, class T>
THERMODON_INLINE T down_by(T x) {
  return x >> (rows * 6 - rows * columns);
}

// Slides keep the squares that they start from. By doubling: 1 square at most, then 2 more, 4 more and 2 more
// again, that is up to 9.

// Slides up the board, `columns` to the right with each row, and back down, through empty squares.
template <class T, int columns>
struct Line {
  T up2, up4, down2, down4;  // squares to which a slide of 2 (4) squares is open

  THERMODON_INLINE void prepare(T empty) {
    up2 = empty & up<columns>(empty);
    down2 = empty & down<-columns>(empty);
    up4 = up2 & up_by<2, columns>(up2);
    down4 = down2 & down_by<2, -columns>(down2);
  }
  [[nodiscard]] THERMODON_INLINE T slide_up(T from, T empty) const {
    T g = from | (empty & up<columns>(from));
    g |= up2 & up_by<2, columns>(g);
    g |= up4 & up_by<4, columns>(g);
    g |= up2 & up_by<2, columns>(g);
    return g;
  }
  [[nodiscard]] THERMODON_INLINE T slide_down(T from, T empty) const {
    T g = from | (empty & down<-columns>(from));
    g |= down2 & down_by<2, -columns>(g);
    g |= down4 & down_by<4, -columns>(g);
    g |= down2 & down_by<2, -columns>(g);
    return g;
  }
};

// Along a row a step is a shift by one bit, and the slide to the right is one addition: a carry runs
// through a run of ones.
template <class T>
struct Row {
  T left2, left4;

  THERMODON_INLINE void prepare(T empty) {
    left2 = empty & (empty >> 1);
    left4 = left2 & (left2 >> 2);
  }
  // Without the squares that it starts from, unless other slides reach them.
  [[nodiscard]] THERMODON_INLINE T slide_right(T from, T empty) const {
    const T g = empty & (from << 1);
    return (empty & ~(empty + g)) | g;
  }
  [[nodiscard]] THERMODON_INLINE T slide_left(T from, T empty) const {
    T g = from | (empty & (from >> 1));
    g |= left2 & (g >> 2);
    g |= left4 & (g >> 4);
    g |= left2 & (g >> 2);
    return g;
  }
};

template <class T>
class QueenLines {
 public:
  THERMODON_INLINE explicit QueenLines(T empty) : empty_(empty) {
    row_.prepare(empty);
    file_.prepare(empty);
    rising_.prepare(empty);
    falling_.prepare(empty);
  }
  // `from` and all squares that queens there could move to.
  [[nodiscard]] THERMODON_INLINE T slides(T from) const {
    T all = {};
    each_slide(from, [&](T slide) { all |= slide; });
    return all;
  }
  // How many squares queens on `from` could move to, by part. One direction's slides never overlap (the queen
  // behind is blocked by the one before it), so that they are counted by direction.
  [[nodiscard]] THERMODON_INLINE T move_counts(T from) const {
    T counts = {};
    each_slide(from, [&](T slide) { counts += part_counts(slide & empty_); });
    return counts;
  }

 private:
  template <class Visit>
  THERMODON_INLINE void each_slide(T from, Visit visit) const {
    visit(row_.slide_right(from, empty_));
    visit(row_.slide_left(from, empty_));
    visit(file_.slide_up(from, empty_));
    visit(file_.slide_down(from, empty_));
    visit(rising_.slide_up(from, empty_));
    visit(rising_.slide_down(from, empty_));
    visit(falling_.slide_up(from, empty_));
    visit(falling_.slide_down(from, empty_));
  }

  T empty_;
  Row<T> row_;
  Line<T, 0> file_;
  Line<T, 1> rising_;
  Line<T, -1> falling_;
};
