// Reads the fields of Features off the levels.

// c2 limits a difference of king distances to this.
constexpr int kC2Limit = 6;

struct Reach {
  V shared;     // both sides reach it (the same in both lanes)
  V exclusive;  // only this lane's side reaches it
};

THERMODON_INLINE Reach reach_of(const Levels& levels) {
  const V own = levels.reached[levels.levels];
  const V other = swap_lanes(own);
  return {own & other, own & ~other};
}

THERMODON_INLINE void store_reach(const Reach& reach, Features& out) {
  out.exclusive[0] = count_white(reach.exclusive);
  out.exclusive[1] = count_black(reach.exclusive);
  out.shared = count_white(reach.shared);
}

THERMODON_INLINE void store_nearer(V nearer, const Reach& reach, Territory& out) {
  out.nearer[0] = count_white(nearer);
  out.nearer[1] = count_black(nearer);
  out.equal = count_white(reach.shared & ~(nearer | swap_lanes(nearer)));
}

THERMODON_INLINE void read_queen(const Levels& queen, Features& out) {
  const Reach reach = reach_of(queen);
  // later[k]: the other lane's side comes at least k levels after this lane's.
  V later[kFractionBits + 1];
  later[0] = V{};
  int longest = 0;
  std::int64_t c1 = 0;
  int before = 0;
  for (int level = 1; level <= queen.levels; ++level) {
    const V own = queen.reached[level];
    const V ahead = own & ~swap_lanes(own);
    if (longest < kFractionBits) later[++longest] = V{};
    for (int k = longest; k > 1; --k) later[k] |= later[k - 1] & ahead;
    later[1] |= ahead;
    const int difference = count_difference(own);
    if (level <= kFractionBits)
      c1 += static_cast<std::int64_t>(difference - before) * (std::int64_t{1} << (kFractionBits - level));
    before = difference;
  }
  // 2^-n is 1 minus the sum of 2^-k for k = 1..n.
  const int shared = count_white(reach.shared);
  std::int64_t w = static_cast<std::int64_t>(shared) << kFractionBits;
  int difference = 0;
  for (int k = 1; k <= longest; ++k) {
    const V here = later[k] & reach.shared;
    const int white = count_white(here);
    const int black = count_black(here);
    w -= static_cast<std::int64_t>(white + black) << (kFractionBits - k);
    difference += white - black;
  }
  store_reach(reach, out);
  store_nearer(later[1], reach, out.queen);
  out.queen.difference = difference;
  out.c1 = c1;
  out.w = w;
}

THERMODON_INLINE void read_king(const Levels& king, Features& out) {
  const Reach reach = reach_of(king);
  // A binary counter in every square: by how many levels the other side comes later, up to kC2Limit.
  V ones = V{}, twos = V{}, fours = V{}, nearer = V{};
  for (int level = 1; level <= king.levels; ++level) {
    const V own = king.reached[level];
    const V ahead = own & ~swap_lanes(own);
    nearer |= ahead;
    const V add = ahead & ~(twos & fours);  // 6 is full
    const V carry = ones & add;
    ones ^= add;
    fours ^= twos & carry;
    twos ^= carry;
  }
  ones &= ~reach.exclusive;
  twos |= reach.exclusive;
  fours |= reach.exclusive;
  out.c2 = count_difference(ones) + 2 * count_difference(twos) + 4 * count_difference(fours);
  store_reach(reach, out);
  store_nearer(nearer, reach, out.king);
}

THERMODON_INLINE void read_king_difference(const Levels& king, Features& out) {
  const Reach reach = reach_of(king);
  int sum = 0;
  for (int level = 1; level <= king.levels; ++level)
    sum += count_difference(king.reached[level] & reach.shared);
  out.king.difference = sum;
}

THERMODON_INLINE void read_moves(const QueenLines& lines, V amazons, Features& out) {
  const V empty = lines.empty;
  // One direction's slides never overlap: the amazon behind is blocked by the one before it.
  const V directions[8] = {
      lines.row.slide_right(amazons, empty),     lines.row.slide_left<9>(amazons, empty),
      lines.file.slide_up<9>(amazons, empty),    lines.file.slide_down<9>(amazons, empty),
      lines.rising.slide_up<9>(amazons, empty),  lines.rising.slide_down<9>(amazons, empty),
      lines.falling.slide_up<9>(amazons, empty), lines.falling.slide_down<9>(amazons, empty)};
  out.moves[0] = out.moves[1] = 0;
  for (const V& direction : directions) {
    out.moves[0] += count_white(direction);
    out.moves[1] += count_black(direction);
  }
}
