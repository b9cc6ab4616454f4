// count_moves with two rows in one register: a sweep up and the opposite sweep down go side by side.
#include "rules/runs.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#include <bit>
#include <cstring>

// Only functions marked with this may use the instructions, so that nothing the linker shares with other
// files needs them.
#define THERMODON_AVX2 __attribute__((target("avx2,bmi,bmi2"))) static inline

namespace thermodon::rules {
namespace {

// Row r and row 11 - r are partners: register r holds row r in its low half and its partner in its high half.
constexpr int kPartner = kMaxBoard + 1;
constexpr int kPairs = kMaxBoard / 2;

// A byte of a sweep: see count.cpp.
constexpr char kFlag = 0x40;
constexpr char kLength = kFlag - 1;

struct alignas(32) Lanes {
  std::uint8_t byte[32];
};

struct Sweeps {
  Lanes seen[3][kMaxBoard + 1];  // by axis: vertical, rising diagonal, falling diagonal
  Lanes sum[kMaxBoard + 1];
};

THERMODON_AVX2 __m256i load_pair(const std::uint8_t* low, const std::uint8_t* high) noexcept {
  const __m128i half = _mm_loadu_si128(reinterpret_cast<const __m128i*>(low));
  return _mm256_inserti128_si256(_mm256_castsi128_si256(half),
                                 _mm_loadu_si128(reinterpret_cast<const __m128i*>(high)), 1);
}
THERMODON_AVX2 __m256i load(const Lanes& lanes) noexcept {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(&lanes));
}
THERMODON_AVX2 void store(Lanes& lanes, __m256i value) noexcept {
  _mm256_store_si256(reinterpret_cast<__m256i*>(&lanes), value);
}
THERMODON_AVX2 __m256i swap_halves(__m256i value) noexcept { return _mm256_permute4x64_epi64(value, 0x4e); }

// 1 in the bytes from `first` to `last`, columns of one row.
THERMODON_AVX2 __m128i range(unsigned first, unsigned last) noexcept {
  const auto* const from_first = reinterpret_cast<const __m128i*>(kOnes.data() + 16 - first);
  const auto* const to_last = reinterpret_cast<const __m128i*>(kOnes.data() + 31 - last);
  return _mm_and_si128(_mm_loadu_si128(from_first), _mm_loadu_si128(to_last));
}

struct Board {
  __m256i empty[kMaxBoard + 1];  // 255 where empty
  __m256i mover[kMaxBoard + 1];  // kFlag where an amazon of the mover stands
};

THERMODON_AVX2 void read_board(const Position& position, Board& board) noexcept {
  const auto* cells = reinterpret_cast<const std::uint8_t*>(position.cells().data());
  const __m256i on_board =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0));
  const __m256i own = _mm256_set1_epi8(static_cast<char>(cell_of(position.side_to_move())));
  const __m256i flag = _mm256_and_si256(on_board, _mm256_set1_epi8(kFlag));
  for (int r = 1; r <= kPairs; ++r) {
    const __m256i pair = load_pair(cells + r * kMailboxWidth, cells + (kPartner - r) * kMailboxWidth);
    board.empty[r] = _mm256_and_si256(_mm256_cmpeq_epi8(pair, _mm256_setzero_si256()), on_board);
    board.mover[r] = _mm256_and_si256(_mm256_cmpeq_epi8(pair, own), flag);
    board.empty[kPartner - r] = swap_halves(board.empty[r]);
    board.mover[kPartner - r] = swap_halves(board.mover[r]);
  }
}

THERMODON_AVX2 __m256i step(__m256i seen, __m256i empty, __m256i mover) noexcept {
  const __m256i longer = _mm256_add_epi8(seen, _mm256_set1_epi8(1));
  return _mm256_or_si256(_mm256_and_si256(longer, empty), mover);
}

THERMODON_AVX2 void sweep(const Board& board, Sweeps& sweeps) noexcept {
  const __m128i up = _mm_setr_epi8(-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
  const __m128i down = _mm_setr_epi8(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1);
  const __m256i rise = _mm256_set_m128i(down, up);
  const __m256i fall = _mm256_set_m128i(up, down);
  __m256i vertical = _mm256_setzero_si256();
  __m256i rising = vertical;
  __m256i falling = vertical;
  for (int r = 1; r <= kMaxBoard; ++r) {
    rising = _mm256_shuffle_epi8(rising, rise);
    falling = _mm256_shuffle_epi8(falling, fall);
    store(sweeps.seen[0][r], vertical);
    store(sweeps.seen[1][r], rising);
    store(sweeps.seen[2][r], falling);
    store(sweeps.sum[r], _mm256_add_epi8(_mm256_add_epi8(rising, falling), vertical));
    vertical = step(vertical, board.empty[r], board.mover[r]);
    rising = step(rising, board.empty[r], board.mover[r]);
    falling = step(falling, board.empty[r], board.mover[r]);
  }
}

THERMODON_AVX2 std::uint64_t count(const Position& position) noexcept {
  Board board;
  read_board(position, board);
  Sweeps sweeps;
  sweep(board, sweeps);

  Lanes reaching[kPairs + 1] = {};
  std::uint64_t products = 0;
  const auto& rows = position.empty_squares().rows;
  for (const Square a : position.amazons(position.side_to_move())) {
    const unsigned row = a.index / kMailboxWidth;
    const unsigned bit = a.index % kMailboxWidth;
    const unsigned partner = kPartner - row;
    const unsigned empty = rows[row];
    const auto right = static_cast<unsigned>(std::countr_one(empty >> (bit + 1)));
    const auto left = static_cast<unsigned>(std::countl_one(empty << (32 - bit)));
    products += left * right;
    for (const auto& seen : sweeps.seen)
      products += static_cast<unsigned>(seen[row].byte[bit] & kLength) *
                  static_cast<unsigned>(seen[partner].byte[16 + bit] & kLength);

    auto* const reached =
        reinterpret_cast<__m128i*>(row <= kPairs ? reaching[row].byte : reaching[partner].byte + 16);
    _mm_store_si128(reached, _mm_add_epi8(_mm_load_si128(reached), range(bit - left, bit + right)));
  }

  __m256i total = _mm256_setzero_si256();
  const __m256i length_bits = _mm256_set1_epi8(kLength);
  for (int r = 1; r <= kPairs; ++r) {
    const __m256i a = load(sweeps.sum[r]);
    const __m256i b = swap_halves(load(sweeps.sum[kPartner - r]));
    const __m256i in_rows = load_pair(kRowRuns.of(rows[r]), kRowRuns.of(rows[kPartner - r]));
    const __m256i lengths = _mm256_and_si256(_mm256_add_epi8(a, b), length_bits);
    const __m256i reach = _mm256_and_si256(_mm256_add_epi8(lengths, in_rows), board.empty[r]);
    const __m256i three = _mm256_set1_epi8(3);
    const __m256i flags = _mm256_add_epi8(_mm256_and_si256(_mm256_srli_epi16(a, 6), three),
                                          _mm256_and_si256(_mm256_srli_epi16(b, 6), three));
    const __m256i amazons = _mm256_add_epi8(flags, load_pair(reaching[r].byte, reaching[r].byte + 16));
    total = _mm256_add_epi16(total, _mm256_maddubs_epi16(reach, amazons));
  }
  const __m256i wide = _mm256_madd_epi16(total, _mm256_set1_epi16(1));
  __m128i four = _mm_add_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
  four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
  four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0xb1));
  return static_cast<std::uint64_t>(_mm_cvtsi128_si32(four)) + 2 * products;
}

}  // namespace

bool has_avx2() noexcept {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

__attribute__((target("avx2,bmi,bmi2"))) std::uint64_t count_moves_avx2(const Position& position) noexcept {
  return count(position);
}

}  // namespace thermodon::rules

#else

namespace thermodon::rules {

bool has_avx2() noexcept { return false; }
std::uint64_t count_moves_avx2(const Position& position) noexcept { return count_moves_portable(position); }

}  // namespace thermodon::rules

#endif
