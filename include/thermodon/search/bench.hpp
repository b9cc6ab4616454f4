// The fixed positions that `thermodon bench` and the benchmarks search.
#pragma once

#include <span>
#include <string_view>

namespace thermodon::search {

// FENs of 10x10 positions from games between people, every fourth ply from the start to the end of the
// fight.
[[nodiscard]] std::span<const std::string_view> bench_positions() noexcept;

}  // namespace thermodon::search
