// A match as one self-contained HTML page.
#pragma once

#include <string>

#include "thermodon/lab/match_store.hpp"

namespace thermodon::lab {

// What the page shows, as JSON: engines, pairings with Elo and intervals, crosstable, score by opening and
// colour, time, depth and nodes by move number, and the games with their scores move by move (at most
// `max_games`, the first ones).
[[nodiscard]] std::string report_json(const StoredMatch& match, std::size_t max_games = 1'000);

// The page: data, program, styles and the charts' library in one file that needs no network.
[[nodiscard]] std::string report_html(const StoredMatch& match, std::size_t max_games = 1'000);

}  // namespace thermodon::lab
