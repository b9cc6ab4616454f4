// Evaluators side by side over positions of played games.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "thermodon/game/record.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::lab {

struct ComparisonSettings {
  // As in a SPEC behind the colon: "amazong" or "terrain,distance=king".
  std::vector<std::string> evaluators;
  std::size_t positions = 300;  // drawn at random from all positions in which a move was played
  std::uint64_t seed = 1;
  int threads = 1;
};

// Phases by the number of arrows on the board, which is the number of plies played.
inline constexpr std::array<int, 2> kPhaseBegins = {20, 50};  // of the middle game and of the filling
inline constexpr std::array<const char*, 3> kPhaseNames = {"opening", "middle", "filling"};

// How well scores tell who won.
struct Prediction {
  std::uint64_t positions = 0;  // whose game has a known winner
  double right_side = 0;        // share in which the side with the better score won; even scores count half
  // The chance that a position that was won has a better score than one that was lost (the area under the ROC
  // curve): 0.5 says nothing, 1 everything. Needs no scale.
  double separation = 0.5;
};

struct EvaluatorReport {
  std::string name;
  double evaluations_per_second = 0;
  // Shares of the positions in which the move played is the evaluator's best after one ply, among its best
  // 5, 20.
  double top1 = 0, top5 = 0, top20 = 0;
  std::array<Prediction, 3> by_phase;
};

struct Comparison {
  std::size_t games = 0;
  std::size_t games_with_winner = 0;
  std::size_t positions = 0;
  std::vector<EvaluatorReport> evaluators;
  std::vector<std::vector<double>> agreement;  // share of positions with the same best move
};

// The winner as the record says, or, where it does not, as the exact count of the last position gives it.
[[nodiscard]] std::optional<rules::Color> winner_of(const game::GameRecord& record);

// Records must be legal. `progress` (may be empty) gets the number of positions done, from any thread. An
// error names a bad evaluator, or says that there is no position.
[[nodiscard]] rules::Result<Comparison> compare_evaluators(
    const std::vector<game::GameRecord>& records, const ComparisonSettings& settings,
    const std::function<void(std::size_t)>& progress = {});

// Each evaluator's score along one game, in squares from White's view: one row an evaluator, one value a
// position, the start among them.
[[nodiscard]] rules::Result<std::vector<std::vector<double>>> score_curves(
    const game::GameRecord& record, const std::vector<std::string>& evaluators);

}  // namespace thermodon::lab
