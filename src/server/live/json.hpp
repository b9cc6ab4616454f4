// What the JSON interface says, as JSON values. docs/api.md has the forms.
#pragma once

#include <nlohmann/json.hpp>

#include "server/live/view.hpp"
#include "thermodon/rules/result.hpp"
#include "thermodon/server/tournament.hpp"

namespace thermodon::server {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json room_json(const LiveRoom& room);
// The game in the room; an empty board where there is none. `settings` say who would move first.
[[nodiscard]] Json game_json(const LiveRoom& room, TimePoint now, const LobbySettings& settings);
[[nodiscard]] Json clock_json(const LiveRoom& room, TimePoint now);  // precondition: a game
// The last move. Precondition: there is one.
[[nodiscard]] Json move_json(const LiveRoom& room, TimePoint now);
[[nodiscard]] Json record_json(const game::GameRecord& record, GameId id);  // a GAME of the past
// `whole`: with games, crosstable and corrections.
[[nodiscard]] Json tournament_json(const Tournament& tournament,
                                   const std::vector<game::PlayerNumber>& present,
                                   const LobbySettings& settings, bool whole);
[[nodiscard]] Json evaluators_json();
// Errors are one line.
[[nodiscard]] rules::Result<Json> evaluation_json(std::string_view position, std::string_view evaluator);
[[nodiscard]] rules::Result<Json> metric_json(std::string_view position, std::string_view metric);

// As text; bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string text_of(const Json& json);

}  // namespace thermodon::server
