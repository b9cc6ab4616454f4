// What bounds a search.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "thermodon/rules/types.hpp"

namespace thermodon::search {

using Clock = std::chrono::steady_clock;

// Every bound that is set holds; none set is a search until stopped. Time points are taken when the command
// arrived, so that what passes before the search begins counts too.
struct SearchLimits {
  Clock::time_point start = Clock::now();
  // A move is never returned after this. The searcher decides itself how much of the time before it is worth
  // using.
  std::optional<Clock::time_point> deadline;
  std::optional<std::uint64_t> nodes;
  // Plies; mcts, which has no depths, ends when its best line is at least as long.
  std::optional<int> depth;
  // True: use the whole time up to the deadline, even when the move is clear (analysis).
  bool use_all_time = false;
  int multipv = 1;
  // If not empty, only these root moves are searched.
  std::vector<rules::Move> root_moves;
};

}  // namespace thermodon::search
