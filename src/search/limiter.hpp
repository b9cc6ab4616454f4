// When a search must end, and when a further iteration is not worth beginning.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>

#include "thermodon/search/searcher.hpp"

namespace thermodon::search {

// One for a search, shared by its threads. `hard` is asked inside the search, `used` between iterations.
class Limiter {
 public:
  // The search ends `overhead` before the deadline, but keeps half of the time in any case.
  Limiter(const SearchLimits& limits, const SearchControl& control, std::chrono::nanoseconds overhead)
      : limits_(limits), control_(control) {
    if (!limits.deadline) return;
    const auto whole = *limits.deadline - limits.start;
    hard_ = *limits.deadline - std::min(overhead, std::chrono::nanoseconds(whole / 2));
  }

  // From any thread of the search: everything ends.
  void end() noexcept { ended_.store(true, std::memory_order_relaxed); }

  // The clock is read here (16 ns), so this is asked every so many nodes. Any thread.
  [[nodiscard]] bool hard() noexcept {
    if (ended_.load(std::memory_order_relaxed)) return true;
    if (!control_.stopped() && !(limits_.deadline && Clock::now() >= hard_)) return false;
    end();
    return true;
  }

  // The share of the allowed time that is gone, in 0..1 and beyond; 0 without a deadline.
  [[nodiscard]] double used() const noexcept {
    if (!limits_.deadline) return 0;
    const std::chrono::duration<double> whole = hard_ - limits_.start;
    const std::chrono::duration<double> gone = Clock::now() - limits_.start;
    return whole.count() <= 0 ? 1.0 : gone.count() / whole.count();
  }

  [[nodiscard]] std::chrono::nanoseconds elapsed() const noexcept { return Clock::now() - limits_.start; }
  [[nodiscard]] const SearchLimits& limits() const noexcept { return limits_; }

 private:
  const SearchLimits& limits_;
  const SearchControl& control_;
  Clock::time_point hard_{};
  std::atomic<bool> ended_{false};
};

}  // namespace thermodon::search
