// The transposition table: what is known of positions, shared by all threads of a search without locks.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "thermodon/search/searcher.hpp"

namespace thermodon::search {

enum class Bound : std::uint8_t { kNone, kUpper, kLower, kExact };

struct TableData {
  rules::Move move;       // from = 0: none
  Score score = 0;        // proved scores count plies from the node, see win_score.hpp
  Score static_eval = 0;  // the evaluator's value of the position itself
  int depth = 0;          // 0..127
  Bound bound = Bound::kNone;
};

// Probe and store may run in any thread at once: each entry is two relaxed atomic words, the first one xored
// with the second, so that a pair torn by two writers does not match any key. The rest belongs to the owner
// while no search runs.
class TranspositionTable {
 public:
  // At least one bucket is made, so 0 is the smallest table.
  explicit TranspositionTable(std::size_t megabytes);

  void clear();
  // What is stored from now on is newer than what was stored before.
  void new_search() noexcept { generation_ = (generation_ + 1) % kGenerations; }

  [[nodiscard]] std::optional<TableData> probe(std::uint64_t key) const noexcept;
  void store(std::uint64_t key, const TableData& data) noexcept;
  void prefetch(std::uint64_t key) const noexcept { __builtin_prefetch(&bucket(key)); }

  // Share of entries written by the current search, in thousandths, from a sample.
  [[nodiscard]] int hashfull_permille() const noexcept;

 private:
  static constexpr unsigned kGenerations = 64;
  static constexpr std::size_t kBucketEntries = 4;

  // `check` is (key with its low 16 bits replaced by the static evaluation) xor `data`. The bucket is chosen
  // by the low 32 bits of the key, so the 16 that are not checked still count.
  struct Entry {
    std::atomic<std::uint64_t> check{0};
    std::atomic<std::uint64_t> data{0};
  };
  static_assert(sizeof(Entry) == 16);
  struct alignas(64) Bucket {
    std::array<Entry, kBucketEntries> entries;
  };
  static_assert(sizeof(Bucket) == 64);

  [[nodiscard]] Bucket& bucket(std::uint64_t key) const noexcept {
    return buckets_[((key & 0xFFFF'FFFFU) * bucket_count_) >> 32];
  }

  std::size_t bucket_count_;
  std::unique_ptr<Bucket[]> buckets_;
  unsigned generation_ = 0;
};

}  // namespace thermodon::search
