// What the fit reads of a position.
#pragma once

#include <vector>

#include "thermodon/lab/tune.hpp"

namespace thermodon::lab {

// Of a value: factors of t1, c1, c2, t2, mobility and tempo.
inline constexpr std::size_t kTuneFactors = 6;
inline constexpr std::size_t kMobility = 4, kTempo = 5;

struct TuneSample {
  std::size_t row = 0;                    // the rows of the weights between which w lies, `row` and `row + 1`
  double part = 0;                        // 0: at `row`; always 0 at the last one
  double t1 = 0, c1 = 0, c2 = 0, t2 = 0;  // from the mover's view
  std::vector<double> costs;  // how often each enclosure cost counts, the opponent's amazons minus the own
  double chance = 0;          // of the side to move to win, to be fitted to
};

struct TuneSamples {
  std::vector<TuneSample> fitted, held_out;
  std::size_t games = 0, held_out_games = 0;
};

[[nodiscard]] TuneSamples tune_samples(const std::vector<game::GameRecord>& records,
                                       const TuneSettings& settings);

}  // namespace thermodon::lab
