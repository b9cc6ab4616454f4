// Driving an io_context in a test: every wait has a bound.
#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>

namespace thermodon::test {

inline constexpr std::chrono::seconds kPatience{20};

// Runs handlers until `done()` is true. False when patience ran out.
template <class Predicate>
bool run_until(boost::asio::io_context& io, Predicate done, std::chrono::milliseconds patience = kPatience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  io.restart();
  while (!done()) {
    if (std::chrono::steady_clock::now() >= end) return false;
    io.run_one_for(std::chrono::milliseconds(20));
    if (io.stopped()) io.restart();  // it stops whenever it runs out of work
  }
  return true;
}

// Runs what is ready now.
inline void run_ready(boost::asio::io_context& io) {
  io.restart();
  io.poll();
}

}  // namespace thermodon::test
