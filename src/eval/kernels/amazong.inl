// All that amazong counts, of boards one by one or two at once.

// All but the mobility, and the squares that both sides reach.
[[gnu::noinline]] void amazong_counts(const PackedBoard& board, AmazongCounts& out, V& shared_out) {
  const V empty = both_lanes(board.empty);
  const V amazons = each_lane(board.amazons[0], board.amazons[1]);
  KingContest<V> king;
  Levels<V> queen;
  const V all = flood(
      empty, amazons, [&](V reached) { king.add_level(reached); }, queen);
  const Reach reach = reach_of(all);
  store(terms_of(queen_contest(queen, reach.shared), reach),
        king_terms(king.nearer, king.c2(reach.shared), reach), out);
  shared_out = reach.shared;
}
#ifdef __AVX512VPOPCNTDQ__
// Of two boards at once.
[[gnu::noinline]] void amazong_counts(const W& empty, const W& amazons, AmazongCounts* out, W& shared_out) {
  KingContest<W> king;
  Levels<W> queen;
  const W all = flood(
      empty, amazons, [&](W reached) { king.add_level(reached); }, queen);
  const W shared = all & swap_lanes(all);
  const QueenContest<W> queens = queen_contest(queen, shared);
  const W c2 = king.c2(shared);
  const auto store_board = [&](auto half, AmazongCounts& board) {
    const Reach reach = reach_of(half(all));
    const QueenContest<V> contest = {half(queens.nearer), half(queens.difference), half(queens.c1),
                                     half(queens.w)};
    store(terms_of(contest, reach), king_terms(half(king.nearer), half(c2), reach), board);
  };
  store_board([](W x) { return lower(x); }, out[0]);
  store_board([](W x) { return upper(x); }, out[1]);
  shared_out = shared;
}
constexpr int kBoardsAtOnce = 2;
#else
constexpr int kBoardsAtOnce = 1;
#endif

// Of the first of `left` boards, as many as go at once; the number of them.
THERMODON_INLINE int amazong_counts(const PackedBoard* boards, [[maybe_unused]] int left, AmazongCounts* out,
                                    V* shared) {
#ifdef __AVX512VPOPCNTDQ__
  if (left > 1) {
    const PackedBoard& a = boards[0];
    const PackedBoard& b = boards[1];
    W both;
    amazong_counts(join(both_lanes(a.empty), both_lanes(b.empty)),
                   join(each_lane(a.amazons[0], a.amazons[1]), each_lane(b.amazons[0], b.amazons[1])), out,
                   both);
    shared[0] = lower(both);
    shared[1] = upper(both);
    return 2;
  }
#endif
  amazong_counts(boards[0], out[0], shared[0]);
  return 1;
}

void kernel_amazong(const PackedBoard* boards, int count, AmazongCounts* out) {
  const CleanRegisters clean;
  for (int i = 0; i < count;) {
    V shared[kBoardsAtOnce];
    const int n = amazong_counts(boards + i, count - i, out + i, shared);
    for (int k = 0; k < n; ++k, ++i)
      read_mobility(boards[i], both_lanes(boards[i].empty), shared[k], out[i].mobility, out[i].amazons);
  }
}
