// Tournaments as text: what an organiser orders, and tables to keep.
#pragma once

#include <string>
#include <string_view>

#include "thermodon/server/tournament.hpp"

namespace thermodon::server {

// `path` is what follows /api/tournaments: empty, or "/1/result" and the like. An error is one line.
[[nodiscard]] rules::Result<OrganiserOrder> organiser_order(std::string_view path, std::string_view body);

// The standings, each row with its line of the crosstable; columns in order of place.
[[nodiscard]] std::string tournament_csv(const Tournament& tournament);

}  // namespace thermodon::server
