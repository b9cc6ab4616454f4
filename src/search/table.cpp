#include "search/table.hpp"

#include <algorithm>

namespace thermodon::search {
namespace {

constexpr std::uint64_t kEvalMask = 0xFFFF;

// From the low end: three squares of 8 bits, score of 16, depth of 8, bound of 2, generation of 6.
constexpr int kScoreShift = 24;
constexpr int kDepthShift = 40;
constexpr int kBoundShift = 48;
constexpr int kGenerationShift = 50;

std::uint64_t bits16(Score score) noexcept {
  return static_cast<std::uint16_t>(static_cast<std::int16_t>(score));
}
Score score16(std::uint64_t bits) noexcept {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(bits));
}

std::uint64_t pack(const TableData& data, unsigned generation) noexcept {
  return std::uint64_t{data.move.from.index} | std::uint64_t{data.move.to.index} << 8 |
         std::uint64_t{data.move.arrow.index} << 16 | bits16(data.score) << kScoreShift |
         std::uint64_t(std::clamp(data.depth, 0, 127)) << kDepthShift |
         std::uint64_t(data.bound) << kBoundShift | std::uint64_t(generation) << kGenerationShift;
}

rules::Move unpack_move(std::uint64_t word) noexcept {
  return {{static_cast<std::uint8_t>(word)},
          {static_cast<std::uint8_t>(word >> 8)},
          {static_cast<std::uint8_t>(word >> 16)}};
}
int unpack_depth(std::uint64_t word) noexcept { return static_cast<int>((word >> kDepthShift) & 0xFF); }
Bound unpack_bound(std::uint64_t word) noexcept { return static_cast<Bound>((word >> kBoundShift) & 3); }
unsigned unpack_generation(std::uint64_t word) noexcept {
  return static_cast<unsigned>(word >> kGenerationShift) & 63U;
}

bool matches(std::uint64_t check, std::uint64_t data, std::uint64_t key) noexcept {
  return ((check ^ data ^ key) & ~kEvalMask) == 0;
}

}  // namespace

TranspositionTable::TranspositionTable(std::size_t megabytes)
    : bucket_count_(std::max<std::size_t>(1, megabytes * ((std::size_t{1} << 20) / sizeof(Bucket)))),
      buckets_(std::make_unique<Bucket[]>(bucket_count_)) {}

void TranspositionTable::clear() {
  for (std::size_t b = 0; b < bucket_count_; ++b) {
    for (Entry& entry : buckets_[b].entries) {
      entry.check.store(0, std::memory_order_relaxed);
      entry.data.store(0, std::memory_order_relaxed);
    }
  }
  generation_ = 0;
}

std::optional<TableData> TranspositionTable::probe(std::uint64_t key) const noexcept {
  for (const Entry& entry : bucket(key).entries) {
    const std::uint64_t check = entry.check.load(std::memory_order_relaxed);
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    if (!matches(check, data, key) || unpack_bound(data) == Bound::kNone) continue;
    TableData found;
    found.move = unpack_move(data);
    found.score = score16(data >> kScoreShift);
    found.static_eval = score16(check ^ data);
    found.depth = unpack_depth(data);
    found.bound = unpack_bound(data);
    return found;
  }
  return std::nullopt;
}

void TranspositionTable::store(std::uint64_t key, const TableData& data) noexcept {
  Entry* victim = nullptr;
  int least = 0;
  TableData kept = data;
  for (Entry& entry : bucket(key).entries) {
    const std::uint64_t old_check = entry.check.load(std::memory_order_relaxed);
    const std::uint64_t old = entry.data.load(std::memory_order_relaxed);
    if (matches(old_check, old, key) && unpack_bound(old) != Bound::kNone) {
      // A bound found without a move must not lose the move known before.
      if (kept.move.from.index == 0) kept.move = unpack_move(old);
      victim = &entry;
      break;
    }
    const unsigned age = (kGenerations + generation_ - unpack_generation(old)) % kGenerations;
    const int worth =
        unpack_bound(old) == Bound::kNone ? -10'000 : unpack_depth(old) - 8 * static_cast<int>(age);
    if (victim == nullptr || worth < least) {
      victim = &entry;
      least = worth;
    }
  }
  const std::uint64_t word = pack(kept, generation_);
  victim->check.store(((key & ~kEvalMask) | bits16(data.static_eval)) ^ word, std::memory_order_relaxed);
  victim->data.store(word, std::memory_order_relaxed);
}

int TranspositionTable::hashfull_permille() const noexcept {
  const std::size_t sample = std::min<std::size_t>(bucket_count_, 250);
  std::size_t used = 0;
  for (std::size_t b = 0; b < sample; ++b) {
    for (const Entry& entry : buckets_[b].entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if (unpack_bound(data) != Bound::kNone && unpack_generation(data) == generation_) ++used;
    }
  }
  return static_cast<int>(used * 1000 / (sample * kBucketEntries));
}

}  // namespace thermodon::search
