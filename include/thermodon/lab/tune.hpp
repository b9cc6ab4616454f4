// Fits amazong's weights to the results of games.
//
// The chance that the side to move wins is taken to be 1 / (1 + exp(-s(w) value)), where s (points of
// log-odds a square) is interpolated over the rows of the weights as they are, and all of it is chosen so
// that the results are most likely (logistic regression). Weights stay at 0 or above. Rows where w is 0 keep
// their weights: there the value is the exact count.
//
// Or to what the games' own searches made of the positions, mixed with the results (`score_share`): the
// chance is then fitted to be (1 - share) result + share / (1 + exp(-score / scale)), and a square is worth
// the same in every row, as it is in a search that compares them. Searches see further than the value that
// they are made of, so weights that come nearer to them make the next searches better, and so on (Veness et
// al., Bootstrapping from game tree search, 2009).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "thermodon/eval/amazong.hpp"
#include "thermodon/game/record.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::lab {

struct TuneSettings {
  eval::AmazongWeights start = eval::AmazongWeights::defaults();
  int from_ply = 4;  // positions before it say little about the result
  int held_out = 5;  // every so-manieth game is not fitted to but measured; 0: none
  double pull = 20;  // the start weights count like so many positions
  // Of recorded scores in what is fitted to, 0..1; above 0, positions without one are left out.
  double score_share = 0;
  double scale = 3;        // squares that change the odds by e, for score_share > 0
  int rounds = 6;          // of fitting the rows and the enclosure costs in turn
  std::uint64_t seed = 1;  // which games are held out
};

// How well a set of weights tells the results, s fitted to the games that are not held out.
struct TuneMeasure {
  double log_loss = 0;    // mean over positions, natural logarithm; 0.693 is a coin
  double right_side = 0;  // share of positions whose better side won (or should have); even ones count half
};

struct TuneResult {
  eval::AmazongWeights weights;
  std::vector<double> log_odds_per_square;  // s, one a row
  std::size_t games = 0, positions = 0;     // fitted to
  std::size_t held_out_games = 0, held_out_positions = 0;
  TuneMeasure before, after, held_out_before, held_out_after;
};

// Records must be legal; those without a winner are left out (see winner_of). `progress` (may be empty) gets
// the round and the log loss. The same input gives the same weights, never ones that tell the fitted games
// worse than the start does, and none above 100, the most that is read back. An error says what the games
// lack.
[[nodiscard]] rules::Result<TuneResult> tune_amazong(const std::vector<game::GameRecord>& records,
                                                     const TuneSettings& settings,
                                                     const std::function<void(int, double)>& progress = {});

// A weights file (see config/evaluators.json) with these weights, rounded to thousandths.
[[nodiscard]] std::string weights_json(const eval::AmazongWeights& weights);

}  // namespace thermodon::lab
