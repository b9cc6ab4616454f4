#include "search/mcts/options.hpp"

#include <array>

namespace thermodon::search {

namespace {

constexpr std::array kParameters = {
    eval::ParameterInfo{"threads", "threads that search together", "1", 1, 256},
    eval::ParameterInfo{"hash", "memory of the tree in MB", "256", 1, 16'384},
    eval::ParameterInfo{"overhead", "milliseconds kept back of the time for a move", "2", 0, 10'000},
    eval::ParameterInfo{"explore", "exploration constant at the start of a game", "0.06", 0, 100},
    eval::ParameterInfo{"explore-decay", "its decay with each turn", "0.008", 0, 1},
    eval::ParameterInfo{"scale", "squares that change the odds of winning by e", "3", 0.01, 1000},
    eval::ParameterInfo{"minimax", "weight of the best line's value beside the mean", "0.5", 0, 1},
    eval::ParameterInfo{"width", "moves kept at a node, the best by evaluation; 0: all", "80", 0, 10'000},
    eval::ParameterInfo{"preselect", "moves evaluated at a node, the best by forecast; 0: all", "100", 0,
                        10'000},
    eval::switch_parameter("reuse", "keep the tree from move to move"),
    eval::switch_parameter("endgame", "exact results where counting decides, fillings at once"),
};

}  // namespace

std::span<const eval::ParameterInfo> mcts_parameters() noexcept { return kParameters; }

rules::Result<MctsOptions> read_mcts_options(const eval::Parameters& parameters) {
  eval::ParameterReader reader("mcts", kParameters, parameters);
  const MctsOptions options = {
      .threads = reader.integer("threads"),
      .hash_megabytes = reader.integer("hash"),
      .overhead = std::chrono::milliseconds(reader.integer("overhead")),
      .explore = reader.number("explore"),
      .explore_decay = reader.number("explore-decay"),
      .scale = reader.number("scale"),
      .minimax = reader.number("minimax"),
      .width = reader.integer("width"),
      .preselect = reader.integer("preselect"),
      .reuse = reader.on("reuse"),
      .endgame = reader.on("endgame"),
  };
  if (reader.error()) return *reader.error();
  return options;
}

}  // namespace thermodon::search
