// Which moves are being searched right now, so that threads that share a table divide them.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "thermodon/rules/types.hpp"

namespace thermodon::search {

// Shared by all threads of a search. What another thread is at is put off, and its result found in the table
// (after T. Kerrigan's simplified ABDADA). A claim that is lost, as two share a slot, costs time alone.
class Claims {
 public:
  // A move at the node of this hash, to be searched to this depth.
  static std::uint64_t key(std::uint64_t node, rules::Move move, int depth) noexcept {
    const std::uint64_t packed = std::uint64_t{move.from.index} << 24 | std::uint64_t{move.to.index} << 16 |
                                 std::uint64_t{move.arrow.index} << 8 | static_cast<std::uint64_t>(depth);
    return node ^ packed * 0x9E37'79B9'7F4A'7C15U;
  }

  // False when another thread has it; else it is the caller's until released.
  [[nodiscard]] bool take(std::uint64_t key) noexcept {
    if (slot(key).load(std::memory_order_relaxed) == key) return false;
    slot(key).store(key, std::memory_order_relaxed);
    return true;
  }
  void release(std::uint64_t key) noexcept {
    if (slot(key).load(std::memory_order_relaxed) == key) slot(key).store(0, std::memory_order_relaxed);
  }

 private:
  std::atomic<std::uint64_t>& slot(std::uint64_t key) noexcept { return slots_[key >> 54]; }

  std::array<std::atomic<std::uint64_t>, 1024> slots_{};  // 0: nobody is at it
};

}  // namespace thermodon::search
