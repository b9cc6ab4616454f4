// Who wins, by plain search: what anything cleverer is compared with.
#pragma once

#include <unordered_map>

#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/position.hpp"

namespace thermodon::test {

// Whether the side to move wins. Remembers positions by their hashes.
inline bool wins(rules::Position& p, std::unordered_map<std::uint64_t, bool>& known) {
  const auto key = p.hash();
  if (const auto it = known.find(key); it != known.end()) return it->second;
  bool won = false;
  for (const auto move : rules::legal_moves(p)) {
    p.make(move);
    won = !wins(p, known);
    p.unmake(move);
    if (won) break;
  }
  return known[key] = won;
}

inline rules::Color plain_winner(rules::Position p) {
  std::unordered_map<std::uint64_t, bool> known;
  return wins(p, known) ? p.side_to_move() : !p.side_to_move();
}

}  // namespace thermodon::test
