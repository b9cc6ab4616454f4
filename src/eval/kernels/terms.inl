// Reads the fields of Features off the levels.

// c2 limits a difference of king distances to this.
constexpr int kC2Limit = 6;

struct Reach {
  V shared;     // both sides reach it (the same in both lanes)
  V exclusive;  // only this lane's side reaches it
  int shared_count;
  Counts exclusive_count;
};

// `all` is what each lane's amazons reach at all.
THERMODON_INLINE Reach reach_of(V all) {
  const V other = swap_lanes(all);
  const V shared = all & other;
  const V exclusive = all & ~other;
  return {shared, exclusive, count_one_lane(shared), count_lanes(exclusive)};
}

struct QueenTerms {
  Counts nearer;  // squares that this lane's side reaches before the other, or alone
  int equal;
  int difference;
  std::int64_t c1, w;
};

struct KingTerms {
  Counts nearer;
  int equal;
  int c2;
};

THERMODON_INLINE int equal_count(Counts nearer, const Reach& reach) {
  return reach.shared_count - (nearer.both() - reach.exclusive_count.both());
}

// The terms before they are added up by lanes.
template <class T>
struct QueenContest {
  T nearer, difference, c1, w;
};
THERMODON_INLINE QueenTerms terms_of(const QueenContest<V>& contest, const Reach& reach) {
  const Counts nearer = count_lanes(contest.nearer);
  // Where both reach, 2^-n is 1 minus the sum of 2^-k for k = 1..n.
  return {nearer, equal_count(nearer, reach), static_cast<int>(lane_difference(contest.difference)),
          lane_difference(contest.c1),
          (static_cast<std::int64_t>(reach.shared_count) << kFractionBits) - lane_sum(contest.w)};
}

// For at most kDepth levels.
template <int kDepth, class T>
THERMODON_INLINE QueenContest<T> queen_contest_of(const Levels<T>& queen, T shared) {
  // later[k]: the other lane's side comes at least k levels after this lane's.
  T later[kDepth + 1] = {};
  T c1 = {};
  const int levels = queen.levels < kFractionBits ? queen.levels : kFractionBits;
  for (int level = 1; level <= queen.levels; ++level) {
    const T own = queen.reached[level];
    const T ahead = own & ~swap_lanes(own);
#pragma GCC unroll 8
    for (int k = kDepth; k > 1; --k) later[k] |= later[k - 1] & ahead;
    later[1] |= ahead;
    // What is reached by level l counts 2^-l, of which the squares reached before get half back each level.
    if (level > levels) continue;
    c1 += word_counts(part_counts(own)) << (kFractionBits - level - (level < levels));
  }
  T w = {};
  T sum = {};
  for (int k = 1; k <= kDepth && k <= queen.levels; ++k) {
    const T counts = word_counts(part_counts(later[k] & shared));
    w += counts << (kFractionBits - k);
    sum += counts;
  }
  return {later[1], sum, c1, w};
}

template <class T>
THERMODON_INLINE QueenContest<T> queen_contest(const Levels<T>& queen, T shared) {
  if (queen.levels <= 4) return queen_contest_of<4>(queen, shared);
  if (queen.levels <= 8) return queen_contest_of<8>(queen, shared);
  return queen_contest_of<kFractionBits>(queen, shared);
}

// A binary counter in every square: by how many levels the other side comes later, up to kC2Limit.
template <class T>
struct KingContest {
  T ones = T{}, twos = T{}, fours = T{}, nearer = T{};

  THERMODON_INLINE void add_level(T reached) {
    const T ahead = reached & ~swap_lanes(reached);
    nearer |= ahead;
    const T add = ahead & ~(twos & fours);  // 6 is full
    const T carry = ones & add;
    ones ^= add;
    fours ^= twos & carry;
    twos ^= carry;
  }
  [[nodiscard]] THERMODON_INLINE T c2(T shared) const {
    return word_counts(part_counts(ones & shared) + (part_counts(twos & shared) << 1) +
                       (part_counts(fours & shared) << 2));
  }
};
THERMODON_INLINE KingTerms king_terms(V nearer, V c2, const Reach& reach) {
  const Counts sides = count_lanes(nearer);
  return {sides, equal_count(sides, reach),
          static_cast<int>(lane_difference(c2)) + kC2Limit * reach.exclusive_count.difference()};
}

THERMODON_INLINE void store(const QueenTerms& terms, Features& out) {
  out.queen.nearer[0] = terms.nearer.white;
  out.queen.nearer[1] = terms.nearer.black;
  out.queen.equal = terms.equal;
  out.queen.difference = terms.difference;
  out.c1 = terms.c1;
  out.w = terms.w;
}

THERMODON_INLINE void store(const KingTerms& terms, Features& out) {
  out.king.nearer[0] = terms.nearer.white;
  out.king.nearer[1] = terms.nearer.black;
  out.king.equal = terms.equal;
  out.c2 = terms.c2;
}

THERMODON_INLINE void store(const QueenTerms& queen, const KingTerms& king, AmazongCounts& out) {
  out.c1 = queen.c1;
  out.w = queen.w;
  out.t1 = queen.nearer.difference();
  out.queen_equal = queen.equal;
  out.t2 = king.nearer.difference();
  out.king_equal = king.equal;
  out.c2 = king.c2;
}

THERMODON_INLINE void read_king_difference(V empty, V amazons, const Reach& reach, Features& out) {
  int sum = 0;
  flood(empty, amazons, [&](V reached) { sum += count_lanes(reached & reach.shared).difference(); });
  out.king.difference = sum;
}
