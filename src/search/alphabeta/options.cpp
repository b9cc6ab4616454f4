#include "search/alphabeta/options.hpp"

#include <array>

#include "search/parameters.hpp"

namespace thermodon::search {

std::span<const eval::ParameterInfo> alphabeta_parameters() noexcept {
  static constexpr std::array kParameters = {
      eval::ParameterInfo{"threads", "threads that search together", "1"},
      eval::ParameterInfo{"hash", "transposition table in MB", "64"},
      eval::ParameterInfo{"overhead", "milliseconds kept back of the time for a move", "2"},
      eval::ParameterInfo{"table", "transposition table", "on"},
      eval::ParameterInfo{"pvs", "null windows after a node's first move", "on"},
      eval::ParameterInfo{"killers", "moves that refuted siblings go first", "on"},
      eval::ParameterInfo{"counter", "the move that answered the same queen move before goes first", "on"},
      eval::ParameterInfo{"history", "order by what cut off elsewhere", "on"},
      eval::ParameterInfo{"pairs", "history of whole moves beside queen moves and arrows", "on"},
      eval::ParameterInfo{"static-depth", "depth from which moves are ordered by evaluation; 0: never", "2"},
      eval::ParameterInfo{"width", "moves kept where ordered by evaluation; 0: all", "40"},
      eval::ParameterInfo{"root-width", "moves kept at the root; 0: all", "0"},
      eval::ParameterInfo{"preselect", "moves evaluated to order them, the best by forecast; 0: all", "100"},
      eval::ParameterInfo{"frontier-width", "moves looked at at depth 1, the best by forecast; 0: all", "60"},
      eval::ParameterInfo{"margin", "hundredths of a square that a forecast may be wrong there", "100"},
      eval::ParameterInfo{"siblings", "forecasts use what siblings' forecasts found", "on"},
      eval::ParameterInfo{"lmr", "late moves are searched two plies less deep at first, or four", "on"},
      eval::ParameterInfo{"futility",
                          "hundredths of a square a ply above beta that cut off unsearched; 0: none", "150"},
      eval::ParameterInfo{"quiescence",
                          "threats to enclose an amazon are believed when its way out was tried", "on"},
      eval::ParameterInfo{"clear-lead", "hundredths of a square ahead of all others: played early; 0: never",
                          "200"},
      eval::ParameterInfo{"endgame", "proved scores where counting decides, fillings at once", "on"},
  };
  return kParameters;
}

rules::Result<AlphaBetaOptions> read_alphabeta_options(const eval::Parameters& parameters) {
  AlphaBetaOptions o;
  int overhead = static_cast<int>(o.overhead.count());
  ParameterReader reader(parameters);
  reader.integer("threads", o.threads, 1, 256)
      .integer("hash", o.hash_megabytes, 0, 65'536)
      .integer("overhead", overhead, 0, 10'000)
      .flag("table", o.table)
      .flag("pvs", o.pvs)
      .flag("killers", o.killers)
      .flag("counter", o.counter)
      .flag("history", o.history)
      .flag("pairs", o.pairs)
      .integer("static-depth", o.static_depth, 0, 100)
      .integer("width", o.width, 0, 10'000)
      .integer("root-width", o.root_width, 0, 10'000)
      .integer("frontier-width", o.frontier_width, 0, 10'000)
      .integer("preselect", o.preselect, 0, 10'000)
      .integer("margin", o.margin, 0, 50'000)
      .flag("siblings", o.siblings)
      .flag("lmr", o.lmr)
      .integer("futility", o.futility, 0, 50'000)
      .flag("quiescence", o.quiescence)
      .integer("clear-lead", o.clear_lead, 0, 50'000)
      .flag("endgame", o.endgame);
  if (reader.error()) return *reader.error();
  o.overhead = std::chrono::milliseconds(overhead);
  return o;
}

}  // namespace thermodon::search
