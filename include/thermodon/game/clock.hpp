// The clock that the game's rules and records use.
#pragma once

#include <chrono>

namespace thermodon::game {

// Passed in by whoever drives a state machine, so that tests can move it by hand.
using TimePoint = std::chrono::steady_clock::time_point;
using Duration = std::chrono::milliseconds;

}  // namespace thermodon::game
