#include "search/alphabeta/options.hpp"

#include <array>

namespace thermodon::search {

namespace {

constexpr std::array kParameters = {
    eval::ParameterInfo{"threads", "threads that search together", "1", 1, 256},
    eval::ParameterInfo{"hash", "transposition table in MB", "64", 0, 65'536},
    eval::ParameterInfo{"overhead", "milliseconds kept back of the time for a move", "2", 0, 10'000},
    eval::switch_parameter("table", "transposition table"),
    eval::switch_parameter("pvs", "null windows after a node's first move"),
    eval::switch_parameter("killers", "moves that refuted siblings go first"),
    eval::switch_parameter("counter", "the move that answered the same queen move before goes first"),
    eval::switch_parameter("history", "order by what cut off elsewhere"),
    eval::switch_parameter("pairs", "history of whole moves beside queen moves and arrows"),
    eval::ParameterInfo{"static-depth", "depth from which moves are ordered by evaluation; 0: never", "2", 0,
                        100},
    eval::ParameterInfo{"width", "moves kept where ordered by evaluation; 0: all", "40", 0, 10'000},
    eval::ParameterInfo{"root-width", "moves kept at the root; 0: all", "0", 0, 10'000},
    eval::ParameterInfo{"preselect", "moves evaluated to order them, the best by forecast; 0: all", "100", 0,
                        10'000},
    eval::ParameterInfo{"frontier-width", "moves looked at at depth 1, the best by forecast; 0: all", "60", 0,
                        10'000},
    eval::ParameterInfo{"margin", "hundredths of a square that a forecast may be wrong there", "100", 0,
                        50'000},
    eval::switch_parameter("siblings", "forecasts use what siblings' forecasts found"),
    eval::switch_parameter("lmr", "late moves are searched two plies less deep at first, or four"),
    eval::ParameterInfo{"futility",
                        "hundredths of a square a ply above beta that cut off unsearched; 0: none", "150", 0,
                        50'000},
    eval::switch_parameter("quiescence",
                           "threats to enclose an amazon are believed when its way out was tried"),
    eval::ParameterInfo{"clear-lead", "hundredths of a square ahead of all others: played early; 0: never",
                        "200", 0, 50'000},
    eval::switch_parameter("endgame", "proved scores where counting decides, fillings at once"),
};

}  // namespace

std::span<const eval::ParameterInfo> alphabeta_parameters() noexcept { return kParameters; }

rules::Result<AlphaBetaOptions> read_alphabeta_options(const eval::Parameters& parameters) {
  eval::ParameterReader reader("alphabeta", kParameters, parameters);
  const AlphaBetaOptions options = {
      .threads = reader.integer("threads"),
      .hash_megabytes = reader.integer("hash"),
      .overhead = std::chrono::milliseconds(reader.integer("overhead")),
      .table = reader.on("table"),
      .pvs = reader.on("pvs"),
      .killers = reader.on("killers"),
      .counter = reader.on("counter"),
      .history = reader.on("history"),
      .pairs = reader.on("pairs"),
      .static_depth = reader.integer("static-depth"),
      .width = reader.integer("width"),
      .root_width = reader.integer("root-width"),
      .preselect = reader.integer("preselect"),
      .frontier_width = reader.integer("frontier-width"),
      .margin = reader.integer("margin"),
      .siblings = reader.on("siblings"),
      .lmr = reader.on("lmr"),
      .futility = reader.integer("futility"),
      .quiescence = reader.on("quiescence"),
      .clear_lead = reader.integer("clear-lead"),
      .endgame = reader.on("endgame"),
  };
  if (reader.error()) return *reader.error();
  return options;
}

}  // namespace thermodon::search
