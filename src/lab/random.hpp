// A small generator of random numbers that gives the same on every platform (the standard's distributions do
// not). Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (SplitMix64).
#pragma once

#include <cstdint>

namespace thermodon::lab {

class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) noexcept : state_(seed) {}

  std::uint64_t next() noexcept {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  // 0 to n - 1; n > 0. The bias is below n / 2^64.
  std::size_t below(std::size_t n) noexcept { return static_cast<std::size_t>(next() % n); }
  // 0 to 1, 1 not among them.
  double unit() noexcept { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  std::uint64_t state_;
};

// A seed for item `index` of a run with `seed`.
[[nodiscard]] inline std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t index) noexcept {
  SplitMix mix(seed ^ (index * 0xD1B54A32D192ED03ULL));
  return mix.next();
}

}  // namespace thermodon::lab
