// What can be set on the alphabeta searcher: every refinement has a switch, so that matches can measure it.
#pragma once

#include <chrono>
#include <span>

#include "thermodon/eval/registry.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::search {

struct AlphaBetaOptions {
  int threads;
  int hash_megabytes;
  // What the search keeps back of the time that it may use.
  std::chrono::milliseconds overhead;

  bool table;  // transposition table
  bool pvs;    // null windows after the first move
  bool killers;
  bool counter;  // the move that refuted the same queen move before
  bool history;
  bool pairs;  // history of whole moves beside those of queen moves and of arrows

  // Children are ordered by their static evaluation from this depth on; 0: never.
  int static_depth;
  // Pre-pruning: moves kept at a node that is ordered by static evaluation, at the root; 0: all.
  int width;
  int root_width;
  // Of so many moves, those with the best forecast, the evaluation is asked to order them; 0: of all.
  int preselect;
  // One ply before the leaves so many moves are looked at, those with the best forecast; 0: all, by history.
  int frontier_width;
  // Hundredths of a square by which a forecast must miss alpha there for its move not to be looked at.
  int margin;

  bool siblings;  // a position's children share what steps and walls change, which forecasts need

  bool lmr;  // late moves are searched two plies less deep at first, very late ones four
  // Reverse futility: hundredths of a square a ply by which the static value must be above beta, near the
  // leaves, for a node to be cut off without search; 0: never.
  int futility;
  bool quiescence;  // a threat to enclose an amazon is not believed before its way out was tried
  // Hundredths of a square by which the best move must lead all others to be played without further search;
  // 0: never.
  int clear_lead;
  bool endgame;  // nodes that counting decides have their proved score, fillings need no search
};

[[nodiscard]] std::span<const eval::ParameterInfo> alphabeta_parameters() noexcept;
[[nodiscard]] rules::Result<AlphaBetaOptions> read_alphabeta_options(const eval::Parameters& parameters);

}  // namespace thermodon::search
