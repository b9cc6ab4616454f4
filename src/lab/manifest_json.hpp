// match.json and the lines of games.jsonl.
#pragma once

#include <string>
#include <string_view>

#include "thermodon/lab/match_store.hpp"

namespace thermodon::lab {

[[nodiscard]] std::string manifest_to_json(const MatchManifest& manifest);
[[nodiscard]] rules::Result<MatchManifest> manifest_from_json(std::string_view text);

// A record with the game's place in the match beside it.
[[nodiscard]] std::string game_to_line(const FinishedGame& game);
[[nodiscard]] rules::Result<FinishedGame> game_from_line(std::string_view line);

}  // namespace thermodon::lab
