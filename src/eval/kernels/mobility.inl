// Mobility of every amazon, exactly as metrics.hpp defines it.
//
// Along a ray the sum of S(b) * 2^(1-d) obeys V(b) = S(b) + V(next b) / 2, so six of the eight directions are
// filled row by row for the whole board, 16 columns in one vector; along a row the few squares are walked.

typedef u16 Row16 __attribute__((vector_size(32)));  // lane c + 1 is column c, all others are 0

constexpr int kRows = 10;
constexpr u64 kRowMask = 0x7FE;

THERMODON_INLINE u16 row_bits(const u64* words, int row) {
  return static_cast<u16>(((words[row & 1] << (1 - (row & 1))) >> (row / 2 * 12)) & kRowMask);
}
// All ones in the lanes whose bit is set.
THERMODON_INLINE Row16 spread(u16 bits) {
  constexpr Row16 kLaneBit = {1U << 0, 1U << 1, 1U << 2,  1U << 3,  1U << 4,  1U << 5,  1U << 6,  1U << 7,
                              1U << 8, 1U << 9, 1U << 10, 1U << 11, 1U << 12, 1U << 13, 1U << 14, 1U << 15};
  const Row16 all = Row16{} + bits;
  return reinterpret_cast<Row16>((all & kLaneBit) == kLaneBit);
}
THERMODON_INLINE Row16 to_right(Row16 x) {
  return __builtin_shufflevector(x, Row16{}, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
}
THERMODON_INLINE Row16 to_left(Row16 x) {
  return __builtin_shufflevector(x, Row16{}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
}

// Strengths in 1/256 where both sides can reach, 0 elsewhere, and those squares' masks. Rows -1 and 10 are at
// index 0 and 11.
struct StrengthRows {
  Row16 strength[kRows + 2];
  Row16 shared[kRows + 2];
};

THERMODON_INLINE void strength_rows(const u64* empty, const u64* shared, StrengthRows& out) {
  Row16 mask[kRows + 2];
  Row16 three[kRows + 2];  // empty squares among a square and its neighbours to left and right, negated
  mask[0] = mask[kRows + 1] = three[0] = three[kRows + 1] = Row16{};
  for (int r = 1; r <= kRows; ++r) {
    mask[r] = spread(row_bits(empty, r - 1));
    three[r] = mask[r] + to_left(mask[r]) + to_right(mask[r]);
  }
  out.strength[0] = out.strength[kRows + 1] = out.shared[0] = out.shared[kRows + 1] = Row16{};
  for (int r = 1; r <= kRows; ++r) {
    out.shared[r] = spread(row_bits(shared, r - 1));
    const Row16 sum = mask[r] - (three[r - 1] + three[r] + three[r + 1]);
    out.strength[r] = (sum << 8) & out.shared[r];
  }
}

// rays[r] becomes V of a direction that goes up the board (down for the other), shifting columns by `shift`.
template <bool kUp, class Shift>
THERMODON_INLINE void fill_rays(const StrengthRows& s, Row16* rays, Shift shift) {
  rays[0] = rays[kRows + 1] = Row16{};
  Row16 last = Row16{};
  for (int i = 0; i < kRows; ++i) {
    const int r = kUp ? kRows - i : i + 1;
    last = s.strength[r] + ((shift(last) >> 1) & s.shared[r]);
    rays[r] = last;
  }
}

struct AllRays {
  Row16 up[kRows + 2], down[kRows + 2];
  Row16 up_left[kRows + 2], up_right[kRows + 2], down_left[kRows + 2], down_right[kRows + 2];
};

THERMODON_INLINE void fill_all_rays(const StrengthRows& s, AllRays& out) {
  const auto same = [](Row16 x) { return x; };
  // The next square to the right lies one lane higher, so its value moves to the left.
  const auto from_right = [](Row16 x) { return to_left(x); };
  const auto from_left = [](Row16 x) { return to_right(x); };
  fill_rays<true>(s, out.up, same);
  fill_rays<false>(s, out.down, same);
  fill_rays<true>(s, out.up_right, from_right);
  fill_rays<true>(s, out.up_left, from_left);
  fill_rays<false>(s, out.down_right, from_right);
  fill_rays<false>(s, out.down_left, from_left);
}

THERMODON_INLINE int lane(const Row16& row, int i) { return reinterpret_cast<const u16*>(&row)[i]; }

THERMODON_INLINE int row_rays(const StrengthRows& s, int r, int column_lane, u16 empty_bits) {
  int sum = 0;
  int weight = 0;
  for (int c = column_lane + 1; (empty_bits >> c) & 1; ++c) sum += lane(s.strength[r], c) >> weight++;
  weight = 0;
  for (int c = column_lane - 1; (empty_bits >> c) & 1; --c) sum += lane(s.strength[r], c) >> weight++;
  return sum;
}

inline void read_mobility(const PackedBoard& board, V shared_squares, Features& out) {
  const u64 shared[2] = {shared_squares[0], shared_squares[1]};
  StrengthRows s;
  strength_rows(board.empty, shared, s);
  AllRays rays;
  fill_all_rays(s, rays);
  for (int side = 0; side < 2; ++side) {
    int n = 0;
    for (int word = 0; word < 2; ++word) {
      for (u64 left = board.amazons[side][word]; left != 0; left &= left - 1) {
        const int bit = __builtin_ctzll(left) - word;
        const int r = bit / 12 * 2 + word + 1;
        const int c = bit % 12 + 1;
        out.mobility[side][n++] = lane(rays.up[r + 1], c) + lane(rays.down[r - 1], c) +
                                  lane(rays.up_right[r + 1], c + 1) + lane(rays.up_left[r + 1], c - 1) +
                                  lane(rays.down_right[r - 1], c + 1) + lane(rays.down_left[r - 1], c - 1) +
                                  row_rays(s, r, c, row_bits(board.empty, r - 1));
      }
    }
    out.amazons[side] = n;
  }
}
