// Queen and king distances of both sides at once, as the sets of squares reached by level.

// No path on a board of 100 squares is longer.
constexpr int kMaxLevels = 104;

// reached[l] holds the empty squares within distance l of each lane's amazons; reached[0] is empty, levels is
// the last that grew.
struct Levels {
  V reached[kMaxLevels];
  int levels = 0;
};

// Slides up the board, `columns` to the right with each row, and back down, through empty squares. By
// doubling: after the first step 1 more, then 2, 4 and 1 more, that is up to 9.
template <int columns>
struct Line {
  V up2, up4, down2, down4;  // squares to which a slide of 2 (4) squares is open

  THERMODON_INLINE void prepare(V empty) {
    up2 = empty & up<columns>(empty);
    down2 = empty & down<-columns>(empty);
    up4 = up2 & up_by<2, columns>(up2);
    down4 = down2 & down_by<2, -columns>(down2);
  }
  // Not empty if any run of empty squares on these lines is at least 8 long.
  [[nodiscard]] THERMODON_INLINE V eight() const { return up4 & up_by<4, columns>(up4); }

  template <int kLongest>
  [[nodiscard]] THERMODON_INLINE V slide_up(V from, V empty) const {
    V g = empty & up<columns>(from);
    g |= empty & up<columns>(g);
    g |= up2 & up_by<2, columns>(g);
    if constexpr (kLongest > 4) g |= up4 & up_by<4, columns>(g);
    if constexpr (kLongest > 8) g |= empty & up<columns>(g);
    return g;
  }
  template <int kLongest>
  [[nodiscard]] THERMODON_INLINE V slide_down(V from, V empty) const {
    V g = empty & down<-columns>(from);
    g |= empty & down<-columns>(g);
    g |= down2 & down_by<2, -columns>(g);
    if constexpr (kLongest > 4) g |= down4 & down_by<4, -columns>(g);
    if constexpr (kLongest > 8) g |= empty & down<-columns>(g);
    return g;
  }
};

// Along a row a step is a shift by one bit, and the slide to the right is one addition: a carry runs
// through a run of ones.
struct Row {
  V left2, left4;

  THERMODON_INLINE void prepare(V empty) {
    left2 = empty & (empty >> 1);
    left4 = left2 & (left2 >> 2);
  }
  [[nodiscard]] THERMODON_INLINE V eight() const { return left4 & (left4 >> 4); }
  [[nodiscard]] THERMODON_INLINE V slide_right(V from, V empty) const {
    const V g = empty & (from << 1);
    return (empty & ~(empty + g)) | g;
  }
  template <int kLongest>
  [[nodiscard]] THERMODON_INLINE V slide_left(V from, V empty) const {
    V g = empty & (from >> 1);
    g |= empty & (g >> 1);
    g |= left2 & (g >> 2);
    if constexpr (kLongest > 4) g |= left4 & (g >> 4);
    if constexpr (kLongest > 8) g |= empty & (g >> 1);
    return g;
  }
};

struct QueenLines {
  V empty;
  Row row;
  Line<0> file;
  Line<1> rising;
  Line<-1> falling;

  THERMODON_INLINE explicit QueenLines(V e) : empty(e) {
    row.prepare(e);
    file.prepare(e);
    rising.prepare(e);
    falling.prepare(e);
  }
  // The length class of the longest run: 4 (up to 4 empty squares), 8 or 9 (more).
  [[nodiscard]] THERMODON_INLINE int longest() const {
    if (is_zero(row.left4 | file.up4 | rising.up4 | falling.up4)) return 4;
    return is_zero(row.eight() | file.eight() | rising.eight() | falling.eight()) ? 8 : 9;
  }
  // All squares that queens on `from` could move to.
  template <int kLongest>
  [[nodiscard]] THERMODON_INLINE V slides(V from) const {
    const V rows = row.slide_right(from, empty) | row.template slide_left<kLongest>(from, empty);
    const V files =
        file.template slide_up<kLongest>(from, empty) | file.template slide_down<kLongest>(from, empty);
    const V rises =
        rising.template slide_up<kLongest>(from, empty) | rising.template slide_down<kLongest>(from, empty);
    const V falls =
        falling.template slide_up<kLongest>(from, empty) | falling.template slide_down<kLongest>(from, empty);
    return (rows | files) | (rises | falls);
  }
};

THERMODON_INLINE V king_steps(V from, V empty) {
  const V wide = from | (from << 1) | (from >> 1);
  return (wide | up<0>(wide) | down<0>(wide)) & empty;
}

// Calls visit(reached) for each level of king distances, and returns all squares that each lane's amazons can
// ever reach.
template <class Visit>
THERMODON_INLINE V flood(V empty, V amazons, Visit visit) {
  V reached = king_steps(amazons, empty);
  while (true) {
    visit(reached);
    const V next = king_steps(reached, empty);
    if (is_zero(next ^ reached)) return reached;
    reached = next;
  }
}

// `all` is what flood returned: knowing it saves the last, fruitless, round.
template <int kLongest>
THERMODON_INLINE void queen_levels_of(const QueenLines& lines, V amazons, V all, Levels& out) {
  V reached = lines.slides<kLongest>(amazons);
  out.reached[0] = V{};
  out.reached[1] = reached;
  int level = 1;
  while (!is_zero(reached ^ all)) {
    reached |= lines.slides<kLongest>(reached);
    out.reached[++level] = reached;
  }
  out.levels = level;
}

THERMODON_INLINE void queen_levels(const QueenLines& lines, V amazons, V all, Levels& out) {
  switch (lines.longest()) {
    case 4:
      return queen_levels_of<4>(lines, amazons, all, out);
    case 8:
      return queen_levels_of<8>(lines, amazons, all, out);
    default:
      return queen_levels_of<9>(lines, amazons, all, out);
  }
}
