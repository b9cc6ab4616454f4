#include "thermodon/lab/match.hpp"

namespace thermodon::lab {

std::vector<GameTask> schedule(std::size_t engines, std::size_t games, std::size_t openings, Format format) {
  std::vector<GameTask> tasks;
  std::size_t pair = 0;
  for (std::size_t round = 0; round < (games + 1) / 2; ++round) {
    for (std::size_t first = 0; first < engines; ++first) {
      if (format == Format::kGauntlet && first > 0) break;
      for (std::size_t second = first + 1; second < engines; ++second, ++pair) {
        for (const bool first_is_white : {true, false}) {
          if (!first_is_white && 2 * round + 1 >= games) continue;
          tasks.push_back({tasks.size(), pair, round % openings, first, second, first_is_white});
        }
      }
    }
  }
  return tasks;
}

}  // namespace thermodon::lab
