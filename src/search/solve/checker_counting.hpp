// The checker's own view of a position, for counting: a mailbox that is walked square by square.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "thermodon/rules/position.hpp"

namespace thermodon::search::check {

using Squares = std::bitset<rules::kMailboxSize>;

// What one side can fill by itself.
struct Filling {
  Squares open;     // squares that may be entered and shot at
  Squares amazons;  // that may move
  Squares gates;    // amazons that must shoot at the square that they leave
};

// Longest fillings, by trying all of them. Keeps what it found.
class Fillings {
 public:
  // Whether at least `wanted` moves can be made.
  [[nodiscard]] bool can_make(const Filling& filling, int wanted);
  [[nodiscard]] int longest(const Filling& filling);

  // States tried for one question; beyond that the answer is the careful one: no more than was found for
  // can_make, every open square for longest.
  static constexpr std::uint64_t kMaxTried = 200'000;

 private:
  bool search(const Filling& filling, int wanted);

  struct Key {
    Filling filling;
    int wanted = 0;
    friend bool operator==(const Key& a, const Key& b) {
      return a.wanted == b.wanted && a.filling.open == b.filling.open &&
             a.filling.amazons == b.filling.amazons && a.filling.gates == b.filling.gates;
    }
  };
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept;
  };
  std::unordered_map<Key, bool, Hash> known_;
  std::uint64_t left_ = 0;
};

// Whether `winner` has won by counting, whatever the other side does.
[[nodiscard]] bool has_won_by_counting(const rules::Position& position, rules::Color winner,
                                       Fillings& fillings);

}  // namespace thermodon::search::check
