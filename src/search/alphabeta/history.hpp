// Which moves were good elsewhere in the tree: scores learned from cutoffs.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "thermodon/rules/types.hpp"

namespace thermodon::search {

// One thread's tables. A move's score is the sum of those of its queen move, of its arrow as seen from the
// destination, and of the whole. Each update pulls an entry towards +-kLimit, the further away the stronger,
// so entries stay in range and old knowledge fades.
class History {
 public:
  explicit History(bool pairs) : pairs_(pairs), tables_(std::make_unique<Tables>()) {}

  void clear() { *tables_ = Tables{}; }

  // Halves everything: what the last search learned is a hint only.
  void age() {
    for (auto* table : {&tables_->queen, &tables_->arrow})
      for (auto& side : *table)
        for (auto& value : side) value = static_cast<std::int16_t>(value / 2);
    for (auto& side : tables_->pair)
      for (auto& value : side) value = static_cast<std::int16_t>(value / 2);
  }

  [[nodiscard]] int queen(rules::Color side, rules::Square from, rules::Square to) const noexcept {
    return tables_->queen[index(side)][cell(from, to)];
  }
  [[nodiscard]] int arrow(rules::Color side, rules::Square to, rules::Square arrow) const noexcept {
    return tables_->arrow[index(side)][cell(to, arrow)];
  }
  [[nodiscard]] int score(rules::Color side, rules::Move move) const noexcept {
    int sum = queen(side, move.from, move.to) + arrow(side, move.to, move.arrow);
    if (pairs_) sum += tables_->pair[index(side)][whole(move)];
    return sum;
  }

  // `bonus` is negative for moves that were tried and failed; at most kMaxBonus in size.
  void update(rules::Color side, rules::Move move, int bonus) noexcept {
    pull(tables_->queen[index(side)][cell(move.from, move.to)], bonus);
    pull(tables_->arrow[index(side)][cell(move.to, move.arrow)], bonus);
    if (pairs_) pull(tables_->pair[index(side)][whole(move)], bonus);
  }

  static constexpr int kMaxBonus = 1024;

 private:
  static constexpr int kLimit = 8192;
  static constexpr std::size_t kCells = rules::kMailboxSize * rules::kMailboxSize;
  static constexpr int kPairBits = 17;

  struct Tables {
    std::array<std::array<std::int16_t, kCells>, 2> queen{};
    std::array<std::array<std::int16_t, kCells>, 2> arrow{};
    std::array<std::array<std::int16_t, std::size_t{1} << kPairBits>, 2> pair{};
  };

  static std::size_t cell(rules::Square a, rules::Square b) noexcept {
    return std::size_t{a.index} * rules::kMailboxSize + b.index;
  }
  // A million moves share the entries; those that meet in one are rarely good at once.
  static std::size_t whole(rules::Move move) noexcept {
    const std::uint32_t packed = std::uint32_t{move.from.index} << 16 | std::uint32_t{move.to.index} << 8 |
                                 std::uint32_t{move.arrow.index};
    return (packed * 0x9E3779B1U) >> (32 - kPairBits);
  }
  static void pull(std::int16_t& value, int bonus) noexcept {
    const int size = bonus < 0 ? -bonus : bonus;
    value = static_cast<std::int16_t>(value + bonus - value * size / kLimit);
  }

  bool pairs_;
  std::unique_ptr<Tables> tables_;
};

}  // namespace thermodon::search
