// What the solver remembers of positions, in a bounded block of memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>

namespace thermodon::search::solve {

// How hard it seems to prove that the side to move wins (proof) and that it loses (disproof); one of them is
// 0 and the other kProved as soon as that is known.
struct Numbers {
  std::uint32_t proof = 1;
  std::uint32_t disproof = 1;
  [[nodiscard]] bool won() const noexcept { return proof == 0; }
  [[nodiscard]] bool lost() const noexcept { return disproof == 0; }
};
inline constexpr std::uint32_t kProved = (std::uint32_t{1} << 28) - 1;
inline constexpr Numbers kWon{0, kProved};
inline constexpr Numbers kLost{kProved, 0};

// For one thread. Positions that cost much work stay longer. Keys are compared whole: two positions are taken
// for one only if all their 64 bits are the same.
class ProofTable {
 public:
  explicit ProofTable(std::size_t megabytes)
      : buckets_(std::max<std::size_t>(megabytes, 1) * (std::size_t{1} << 20) / sizeof(Bucket) - 1),
        // Pages that were never used cost nothing.
        memory_(static_cast<std::byte*>(std::calloc(buckets_ + 1, sizeof(Bucket)))) {
    if (!memory_) throw std::bad_alloc();
    void* start = memory_.get();
    std::size_t space = (buckets_ + 1) * sizeof(Bucket);
    table_ = static_cast<Bucket*>(std::align(alignof(Bucket), buckets_ * sizeof(Bucket), start, space));
  }

  void prefetch(std::uint64_t key) const noexcept { __builtin_prefetch(&bucket(key)); }

  // False when nothing is known.
  [[nodiscard]] bool probe(std::uint64_t key, Numbers& numbers) const noexcept {
    for (const Entry& entry : bucket(key).entries)
      if (entry.key == key) {
        numbers = {static_cast<std::uint32_t>(entry.data & kProved),
                   static_cast<std::uint32_t>(entry.data >> 28 & kProved)};
        return entry.data != 0;
      }
    return false;
  }

  // `work`: positions looked at to find this.
  void store(std::uint64_t key, Numbers numbers, std::uint64_t work) noexcept {
    Bucket& here = bucket(key);
    Entry* place = &here.entries[0];
    for (Entry& entry : here.entries) {
      if (entry.key == key) {
        place = &entry;
        break;
      }
      if (entry.data >> 56 < place->data >> 56) place = &entry;
    }
    used_ += place->data == 0;
    const auto cost = static_cast<std::uint64_t>(std::bit_width(work | 1));
    *place = {key, cost << 56 | std::uint64_t{numbers.disproof} << 28 | numbers.proof};
  }

  // What the table takes when it is full.
  [[nodiscard]] std::size_t bytes() const noexcept { return (buckets_ + 1) * sizeof(Bucket); }
  [[nodiscard]] int used_permille() const noexcept {
    return static_cast<int>(used_ * 1000 / (buckets_ * kEntries));
  }

 private:
  static constexpr std::size_t kEntries = 4;
  struct Entry {
    std::uint64_t key;
    std::uint64_t data;  // proof and disproof in 28 bits each, the work's logarithm in 8; 0: empty
  };
  struct alignas(64) Bucket {
    Entry entries[kEntries];
  };
  static_assert(sizeof(Bucket) == 64);
  struct Free {
    void operator()(std::byte* memory) const noexcept { std::free(memory); }
  };

  [[nodiscard]] Bucket& bucket(std::uint64_t key) const noexcept {
    __extension__ using Product = unsigned __int128;
    return table_[static_cast<std::size_t>(static_cast<Product>(key) * buckets_ >> 64)];
  }

  std::size_t buckets_;
  std::unique_ptr<std::byte, Free> memory_;
  Bucket* table_ = nullptr;
  std::uint64_t used_ = 0;
};

}  // namespace thermodon::search::solve
