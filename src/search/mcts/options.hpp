// What can be set on the mcts searcher.
#pragma once

#include <chrono>
#include <span>

#include "thermodon/eval/registry.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::search {

struct MctsOptions {
  int threads;
  int hash_megabytes;
  std::chrono::milliseconds overhead;
  // Exploration: explore * exp(-explore_decay * (turn - 1.41)), turn counted from 1 for each side.
  double explore;
  double explore_decay;
  // Squares that change the odds of winning by e: a value is 1 / (1 + exp(-score / scale)).
  double scale;
  // Weight of the best line's value beside the mean of all values below a node.
  double minimax;
  // Candidates kept at a node, best static value first; 0: all. A node that runs out of them takes up the
  // rest.
  int width;
  // Of so many moves, those with the best forecast, the evaluation is asked at a node; 0: of all.
  int preselect;
  bool reuse;    // the tree is kept from move to move
  bool endgame;  // positions that counting decides are proved, fillings need no search
};

[[nodiscard]] std::span<const eval::ParameterInfo> mcts_parameters() noexcept;
[[nodiscard]] rules::Result<MctsOptions> read_mcts_options(const eval::Parameters& parameters);

}  // namespace thermodon::search
