#include "search/mcts/options.hpp"

#include <array>

#include "search/parameters.hpp"

namespace thermodon::search {

std::span<const eval::ParameterInfo> mcts_parameters() noexcept {
  static constexpr std::array kParameters = {
      eval::ParameterInfo{"threads", "threads that search together", "1"},
      eval::ParameterInfo{"hash", "memory of the tree in MB", "256"},
      eval::ParameterInfo{"overhead", "milliseconds kept back of the time for a move", "2"},
      eval::ParameterInfo{"explore", "exploration constant at the start of a game", "0.06"},
      eval::ParameterInfo{"explore-decay", "its decay with each turn", "0.008"},
      eval::ParameterInfo{"scale", "squares that change the odds of winning by e", "3"},
      eval::ParameterInfo{"minimax", "weight of the best line's value beside the mean", "0.5"},
      eval::ParameterInfo{"width", "moves kept at a node, the best by evaluation; 0: all", "80"},
      eval::ParameterInfo{"preselect", "moves evaluated at a node, the best by forecast; 0: all", "100"},
      eval::ParameterInfo{"reuse", "keep the tree from move to move", "on"},
      eval::ParameterInfo{"endgame", "exact results where counting decides, fillings at once", "on"},
  };
  return kParameters;
}

rules::Result<MctsOptions> read_mcts_options(const eval::Parameters& parameters) {
  MctsOptions o;
  int overhead = static_cast<int>(o.overhead.count());
  ParameterReader reader(parameters);
  reader.integer("threads", o.threads, 1, 256)
      .integer("hash", o.hash_megabytes, 1, 16'384)
      .integer("overhead", overhead, 0, 10'000)
      .real("explore", o.explore, 0, 100)
      .real("explore-decay", o.explore_decay, 0, 1)
      .real("scale", o.scale, 0.01, 1000)
      .real("minimax", o.minimax, 0, 1)
      .integer("width", o.width, 0, 10'000)
      .integer("preselect", o.preselect, 0, 10'000)
      .flag("reuse", o.reuse)
      .flag("endgame", o.endgame);
  if (reader.error()) return *reader.error();
  o.overhead = std::chrono::milliseconds(overhead);
  return o;
}

}  // namespace thermodon::search
