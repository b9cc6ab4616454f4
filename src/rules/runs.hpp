// Counting legal moves without walking: lengths of runs of empty squares, a row of the mailbox at a time.
//
// Let L(a, d) be the number of empty squares from a in direction d, and R(t) the sum of L(t, d) over the
// eight directions: the squares that a queen on t reaches. An amazon on a that went to t in direction d at
// distance j shoots from t as if a were empty. That changes one ray only, the one back through a: L(t, -d) is
// j - 1 before and j + L(a, -d) after. So the amazon's moves are
//
//   sum over its destinations t of R(t)  +  sum over d of L(a, d) * (1 + L(a, -d))
//
// and with M(t) the number of the mover's amazons that reach t, all moves together are
//
//   sum over empty t of M(t) * (R(t) + 1)  +  2 * sum over amazons a and the four axes of L(a, d) * L(a, -d).
#pragma once

#include <array>
#include <cstdint>

#include "thermodon/rules/position.hpp"

namespace thermodon::rules {

// The runs in a row by the set of its empty squares (bit c + 1 is column c): at byte c + 1 the length of the
// run that column c lies in, or 0.
struct RowRuns {
  alignas(16) std::array<std::array<std::uint8_t, 16>, 1024> length{};

  [[nodiscard]] const std::uint8_t* of(std::uint16_t empty) const noexcept {
    return length[(empty >> 1) & 1023].data();
  }
};

inline constexpr RowRuns kRowRuns = [] {
  RowRuns runs;
  for (unsigned set = 0; set < 1024; ++set) {
    for (unsigned first = 0; first < 10;) {
      unsigned end = first;
      while (end < 10 && (set >> end & 1U) != 0) ++end;
      for (unsigned c = first; c < end; ++c) runs.length[set][c + 1] = static_cast<std::uint8_t>(end - first);
      first = end + 1;
    }
  }
  return runs;
}();

// 16 ones between zeros: 16 bytes read at 16 - i are 1 from byte i on, those read at 31 - i are 1 up to byte
// i.
inline constexpr std::array<std::uint8_t, 48> kOnes = [] {
  std::array<std::uint8_t, 48> ones{};
  for (std::size_t i = 16; i < 32; ++i) ones[i] = 1;
  return ones;
}();

// The same number three ways: count_moves is one of the others, chosen for this machine.
[[nodiscard]] std::uint64_t count_moves_portable(const Position& position) noexcept;
[[nodiscard]] std::uint64_t count_moves_avx2(const Position& position) noexcept;  // needs has_avx2()
[[nodiscard]] bool has_avx2() noexcept;

}  // namespace thermodon::rules
