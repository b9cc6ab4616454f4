// Writes moves of one amazon a ray of arrows at a time.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "thermodon/rules/types.hpp"

namespace thermodon::rules {

// The bytes of ten moves, one more than a ray has, and two bytes that are not used.
using MoveBytes = std::array<std::uint8_t, 32>;

struct MovePatterns {
  MoveBytes from{};                                    // 1 in each move's `from`
  MoveBytes to{};                                      // 1 in each move's `to` and `arrow`
  std::array<MoveBytes, kDirections.size()> flight{};  // how far each move's `arrow` lies from `to`
};

inline constexpr MovePatterns kMovePatterns = [] {
  static_assert(sizeof(Move) == 3);
  MovePatterns patterns;
  for (std::size_t i = 0; i < 10; ++i) {
    patterns.from[3 * i] = 1;
    patterns.to[3 * i + 1] = patterns.to[3 * i + 2] = 1;
    for (std::size_t d = 0; d < kDirections.size(); ++d)
      patterns.flight[d][3 * i + 2] = static_cast<std::uint8_t>(kDirections[d] * static_cast<int>(i + 1));
  }
  return patterns;
}();

// Each ray is written at its greatest length; the next one overwrites what is too much of it.
class MoveWriter {
 public:
  // Moves beyond the last that must be there to be overwritten.
  static constexpr std::size_t kSlack = 11;

  explicit MoveWriter(Move* out) noexcept : out_(out) {}

  // The arrows that follow are shot by this amazon from `to`.
  void start(Square from, Square to) noexcept {
    base_ = (Bytes{} + from.index) * load(kMovePatterns.from) + (Bytes{} + to.index) * load(kMovePatterns.to);
  }
  void write(std::size_t direction, unsigned length) noexcept {
    const Bytes moves = base_ + load(kMovePatterns.flight[direction]);
    std::memcpy(static_cast<void*>(out_), &moves, sizeof moves);
    out_ += length;
  }
  [[nodiscard]] const Move* end() const noexcept { return out_; }

 private:
  using Bytes = std::uint8_t __attribute__((vector_size(32)));

  static Bytes load(const MoveBytes& pattern) noexcept {
    Bytes bytes;
    std::memcpy(&bytes, pattern.data(), sizeof bytes);
    return bytes;
  }

  Move* out_;
  Bytes base_{};
};

}  // namespace thermodon::rules
