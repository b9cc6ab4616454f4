// Ratings of several engines from the games between them.
#pragma once

#include <vector>

#include "thermodon/lab/statistics.hpp"
#include "thermodon/lab/tally.hpp"

namespace thermodon::lab {

struct Rating {
  double elo = 0;       // the mean of all engines is 0
  double error_95 = 0;  // half the width of the 95% interval, the others' ratings held fixed
};

// The most likely ratings under the logistic model (Bradley and Terry), by Zermelo's iteration. Each pairing
// that was played gets half a point either way beforehand, so that a clean sweep has a finite rating. Engines
// without a game get 0.
[[nodiscard]] std::vector<Rating> ratings(const Tally& tally);

}  // namespace thermodon::lab
