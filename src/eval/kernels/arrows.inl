// One queen move, many arrows: the boards differ by one square each, so what an arrow takes from each
// amazon's mobility is read off tables made once for the queen move.
//
// An arrow on x takes from an amazon: one from S(b) for every square b beside x that it can move to; and, if
// x itself is one of them, all that it had from x on along that ray.

constexpr int kMailboxWidth = 12;
constexpr int kMailboxSize = kMailboxWidth * kMailboxWidth;

// Of a mailbox index. Walls have bit 63, which no square has, and the index of a lane that is always 0.
struct MailboxPlace {
  std::uint8_t word, bit;
  u16 pair_index;  // in an array of BothColumns by pair, as 16-bit numbers
};
struct MailboxTables {
  MailboxPlace place[kMailboxSize];
  std::uint8_t mailbox[2][64];  // by word and bit
};
constexpr MailboxTables make_mailbox_tables() {
  MailboxTables t = {};
  for (MailboxPlace& place : t.place) place = {0, 63, 5};
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kRows; ++column) {
      const int index = (row + 1) * kMailboxWidth + column + 1;
      const int word = row % 2;
      const int bit = row / 2 * 12 + column + word;
      const int pair = row < 5 ? row * 32 + 8 : (9 - row) * 32;
      t.place[index] = {static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(bit),
                        static_cast<u16>(pair + column % 2 * 16 + column / 2)};
      t.mailbox[word][bit] = static_cast<std::uint8_t>(index);
    }
  }
  return t;
}
constexpr MailboxTables kMailbox = make_mailbox_tables();
constexpr int kSteps[8] = {12, 13, 1, -11, -12, -13, -1, 11};

typedef u64 H __attribute__((vector_size(16)));  // one lane

// One 16-bit number an amazon: White's in lanes 0..7, Black's in lanes 8..15.
typedef u16 ByAmazon __attribute__((vector_size(32)));

struct ArrowLosses {
  u16 weight[kMailboxSize][2 * kMaxSideAmazons];  // 2^(9-d) of the squares an amazon can move to
  u16 cut[kMailboxSize][2 * kMaxSideAmazons];  // what an arrow there takes along the ray, less what `weight`
                                               // of the next square takes already
};

// The rays of the amazon on mailbox index `from`; only squares that both sides reach matter.
inline void add_rays(const StrengthPairs& s, int from, int lane, ArrowLosses& out) {
  const u16* strength = reinterpret_cast<const u16*>(s.strength);
  const u16* shared = reinterpret_cast<const u16*>(s.shared);
  for (const int step : kSteps) {
    int weight = 256;
    int square = from + step;
    for (; shared[kMailbox.place[square].pair_index] != 0; square += step, weight >>= 1)
      out.weight[square][lane] = static_cast<u16>(weight);
    int rest = 0;
    int next = 0;
    for (square -= step; square != from; square -= step) {
      weight = weight == 0 ? 1 : weight << 1;
      rest = (strength[kMailbox.place[square].pair_index] >> 8) * weight + rest;
      out.cut[square][lane] = static_cast<u16>(rest - next);
      next = weight;
    }
  }
}

THERMODON_INLINE ByAmazon load_amazons(const u16* lanes) {
  ByAmazon x;
  __builtin_memcpy(&x, lanes, sizeof x);
  return x;
}

THERMODON_INLINE ByAmazon loss_of(const ArrowLosses& losses, int square) {
  ByAmazon sum = load_amazons(losses.cut[square]);
#pragma GCC unroll 8
  for (const int step : kSteps) sum += load_amazons(losses.weight[square + step]);
  return sum;
}

THERMODON_INLINE PackedBoard with_arrow(const PackedBoard& board, std::uint8_t arrow) {
  const MailboxPlace& place = kMailbox.place[arrow];
  PackedBoard child = board;
  // Both words in one: they are read as one next, which would have to wait for a word alone.
  const u64 bit = u64{1} << place.bit;
  const H blocked = {place.word == 0 ? bit : 0, place.word == 0 ? 0 : bit};
  H empty;
  __builtin_memcpy(&empty, board.empty, sizeof empty);
  empty &= ~blocked;
  __builtin_memcpy(child.empty, &empty, sizeof empty);
  return child;
}

// Fewer arrows than this are not worth the tables.
constexpr int kFewArrows = 4;

void kernel_amazong_arrows(const PackedBoard& board, const std::uint8_t* arrows, int count,
                           AmazongCounts* out) {
  const CleanRegisters clean;
  if (count < kFewArrows) {
    PackedBoard boards[kFewArrows];
    for (int i = 0; i < count; ++i) boards[i] = with_arrow(board, arrows[i]);
    kernel_amazong(boards, count, out);
    return;
  }
  const V empty = both_lanes(board.empty);
  const V all = flood(empty, each_lane(board.amazons[0], board.amazons[1]), [](V) {});
  const V shared = all & swap_lanes(all);
  StrengthPairs s;
  strength_pairs(empty, shared, s);
  BothColumns rays[kRows];
  sum_rays(s, rays);
  u16 mobility[2][kMaxSideAmazons] = {};
  int amazons[2];
  read_mobility(board, s, rays, mobility, amazons);
  ArrowLosses losses = {};
  for (int side = 0; side < 2; ++side)
    for_each_square(board.amazons[side], [&](int i, int word, int bit) {
      add_rays(s, kMailbox.mailbox[word][bit], side * kMaxSideAmazons + i, losses);
    });
  const ByAmazon before = load_amazons(mobility[0]);
  for (int i = 0; i < count;) {
    PackedBoard children[kBoardsAtOnce];
    for (int k = 0; k < kBoardsAtOnce && i + k < count; ++k) children[k] = with_arrow(board, arrows[i + k]);
    V shared_now[kBoardsAtOnce];
    const int n = amazong_counts(children, count - i, out + i, shared_now);
    for (int k = 0; k < n; ++k, ++i) {
      const V child_empty = both_lanes(children[k].empty);
      if (is_zero(shared_now[k] ^ (shared & child_empty))) {
        const ByAmazon now = before - loss_of(losses, arrows[i]);
        __builtin_memcpy(out[i].mobility[0], &now, sizeof now);
        out[i].amazons[0] = amazons[0];
        out[i].amazons[1] = amazons[1];
      } else {  // the arrow parted what was one region
        read_mobility(children[k], child_empty, shared_now[k], out[i].mobility, out[i].amazons);
      }
    }
  }
}
