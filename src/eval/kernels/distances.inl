// Queen and king distances of both sides at once, as the sets of squares reached by level.

// No path on a board of 100 squares is longer.
constexpr int kMaxLevels = 104;

// reached[l] holds the empty squares within distance l of each lane's amazons; reached[0] is empty, levels is
// the last that grew.
struct Levels {
  V reached[kMaxLevels];
  int levels;
};

// Slides in the two directions that differ by n bits, through empty squares, by doubling steps: after one
// step more by 1, then 2, then 4, then 1 square, that is up to 9.
template <int n>
struct Line {
  V up2, up4, down2, down4;  // squares to which a step of 2 (4) squares is open

  THERMODON_INLINE void prepare(V empty) {
    up2 = empty & up<n>(empty);
    down2 = empty & down<n>(empty);
    up4 = up2 & up<2 * n>(up2);
    down4 = down2 & down<2 * n>(down2);
  }
  // Whether any run of empty squares on these lines is at least 8 long.
  [[nodiscard]] THERMODON_INLINE V eight() const { return up4 & up<4 * n>(up4); }

  template <int kLongest>
  [[nodiscard]] THERMODON_INLINE V slide_up(V from, V empty) const {
    V g = empty & up<n>(from);
    g |= empty & up<n>(g);
    g |= up2 & up<2 * n>(g);
    if constexpr (kLongest > 4) g |= up4 & up<4 * n>(g);
    if constexpr (kLongest > 8) g |= empty & up<n>(g);
    return g;
  }
  template <int kLongest>
  [[nodiscard]] THERMODON_INLINE V slide_down(V from, V empty) const {
    V g = empty & down<n>(from);
    g |= empty & down<n>(g);
    g |= down2 & down<2 * n>(g);
    if constexpr (kLongest > 4) g |= down4 & down<4 * n>(g);
    if constexpr (kLongest > 8) g |= empty & down<n>(g);
    return g;
  }
};

// Along a row nothing crosses a word's border, and the slide to the right is one addition: a carry runs
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
  Line<12> file;
  Line<13> rising;
  Line<11> falling;

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

template <int kLongest>
THERMODON_INLINE void queen_levels_of(const QueenLines& lines, V amazons, Levels& out) {
  V reached = lines.slides<kLongest>(amazons);
  out.reached[0] = V{};
  out.reached[1] = reached;
  int level = 1;
  while (!is_zero(reached ^ lines.empty)) {
    const V next = reached | lines.slides<kLongest>(reached);
    if (is_zero(next ^ reached)) break;
    reached = next;
    out.reached[++level] = reached;
  }
  out.levels = level;
}

inline void queen_levels(V empty, V amazons, Levels& out) {
  const QueenLines lines(empty);
  switch (lines.longest()) {
    case 4:
      return queen_levels_of<4>(lines, amazons, out);
    case 8:
      return queen_levels_of<8>(lines, amazons, out);
    default:
      return queen_levels_of<9>(lines, amazons, out);
  }
}

THERMODON_INLINE V king_steps(V from, V empty) {
  const V wide = from | (from << 1) | (from >> 1);
  return (wide | up<12>(wide) | down<12>(wide)) & empty;
}

THERMODON_INLINE void king_levels(V empty, V amazons, Levels& out) {
  V reached = king_steps(amazons, empty);
  out.reached[0] = V{};
  out.reached[1] = reached;
  int level = 1;
  while (!is_zero(reached ^ empty)) {
    const V next = king_steps(reached, empty);
    if (is_zero(next ^ reached)) break;
    reached = next;
    out.reached[++level] = reached;
  }
  out.levels = level;
}
