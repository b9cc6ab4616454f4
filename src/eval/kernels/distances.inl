// Queen and king distances of both sides at once, as the sets of squares reached by level.

// No path on a board of 100 squares is longer.
constexpr int kMaxLevels = 104;

// reached[l] holds the empty squares within distance l of each lane's amazons, up to reached[levels], which
// holds all that they can reach; reached[0] is empty.
template <class T>
struct Levels {
  T reached[kMaxLevels];
  int levels = 0;
};

template <class T>
THERMODON_INLINE T king_steps(T from, T empty) {
  const T wide = from | (from << 1) | (from >> 1);
  return (wide | up<0>(wide) | down<0>(wide)) & empty;
}

// Calls visit(reached) for each level of king distances, and returns all squares that each lane's amazons can
// ever reach.
template <class T, class Visit>
THERMODON_INLINE T flood(T empty, T amazons, Visit visit) {
  T reached = king_steps(amazons, empty);
  while (true) {
    visit(reached);
    const T next = king_steps(reached, empty);
    if (is_zero(next ^ reached)) return reached;
    reached = next;
  }
}

// Both at once, which takes little longer than one alone: each waits for its own last level most of the time.
// A path that queens take in one move may need several of kings, so kings go on two levels for each of
// queens. Levels beyond the last are told to both: they change nothing.
template <class T, class Visit>
THERMODON_INLINE T flood(T empty, T amazons, Visit visit, Levels<T>& queen) {
  constexpr int kKingLevels = 2;
  const QueenLines<T> lines(empty);
  T king_reached = king_steps(amazons, empty);
  T queen_reached = empty & lines.slides(amazons);
  queen.reached[0] = T{};
  queen.reached[1] = queen_reached;
  int level = 1;
  while (true) {
    T before = king_reached;
    for (int i = 0; i < kKingLevels; ++i) {
      visit(king_reached);
      before = king_reached;
      king_reached = king_steps(king_reached, empty);
    }
    if (is_zero((king_reached ^ before) | (queen_reached ^ king_reached))) break;
    queen_reached |= lines.slides(queen_reached);
    queen.reached[++level] = queen_reached;
  }
  queen.levels = level;
  return king_reached;
}
