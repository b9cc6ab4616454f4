// Game records from files named on the command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "thermodon/game/record.hpp"

namespace thermodon::app {

// Every game of the files (SGF or JSON lines), all of them legal; else a UsageError that names `command`,
// file and line.
[[nodiscard]] std::vector<game::GameRecord> read_games(std::string_view command,
                                                       const std::vector<std::string>& paths);

}  // namespace thermodon::app
