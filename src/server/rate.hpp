// A token bucket: so many a second on average, and a burst on top.
#pragma once

#include <algorithm>

#include "thermodon/game/clock.hpp"

namespace thermodon::server {

class Rate {
 public:
  Rate() = default;
  Rate(double per_second, double burst, game::TimePoint now)
      : per_second_(per_second), burst_(burst), left_(burst), since_(now) {}

  // Takes one; false when there is none.
  [[nodiscard]] bool take(game::TimePoint now) {
    const std::chrono::duration<double> passed = now - since_;
    since_ = now;
    left_ = std::min(burst_, left_ + passed.count() * per_second_);
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }
  // What was taken was not to be charged.
  void give_back() { left_ = std::min(burst_, left_ + 1); }

 private:
  double per_second_ = 0;
  double burst_ = 0;
  double left_ = 0;
  game::TimePoint since_;
};

}  // namespace thermodon::server
