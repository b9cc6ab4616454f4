#include <algorithm>

#include "server/live/json.hpp"
#include "thermodon/game/date.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::server {
namespace {

Json names(const Tournament& tournament, const std::vector<game::PlayerNumber>& players) {
  Json json = Json::array();
  for (const game::PlayerNumber player : players) json.push_back(tournament.spec().players[player]);
  return json;
}

std::string_view to_string(Tournament::Status status) {
  switch (status) {
    case Tournament::Status::kWaiting:
      return "waiting";
    case Tournament::Status::kRunning:
      return "running";
    case Tournament::Status::kOver:
      return "over";
    case Tournament::Status::kCancelled:
      return "cancelled";
  }
  return "";
}

std::string_view to_string(Encounter::Status status) {
  switch (status) {
    case Encounter::Status::kWaiting:
      return "waiting";
    case Encounter::Status::kCalled:
      return "called";
    case Encounter::Status::kPlaying:
      return "playing";
    case Encounter::Status::kOver:
      return "over";
  }
  return "";
}

Json winner_json(const std::optional<rules::Color>& color) {
  return color ? Json(rules::to_string(*color)) : Json(nullptr);
}

Json encounter_json(const Tournament& tournament, const Encounter& e) {
  const auto& players = tournament.spec().players;
  Json result = nullptr;
  if (e.over()) result = {{"winner", winner_json(e.winner)}, {"reason", e.reason}, {"forfeit", e.forfeit}};
  return {{"number", e.number},
          {"round", e.round},
          {"black", players[e.black]},
          {"white", e.white ? Json(players[*e.white]) : Json(nullptr)},
          {"status", to_string(e.status)},
          {"room", e.room.empty() ? Json(nullptr) : Json(e.room)},
          {"game", e.game ? Json(*e.game) : Json(nullptr)},
          {"result", std::move(result)}};
}

Json standing_json(const Tournament& tournament, const game::Standing& s) {
  return {{"place", s.place},
          {"player", tournament.spec().players[s.player]},
          {"points", s.points},
          {"games", s.games},
          {"wins", s.wins},
          {"losses", s.losses},
          {"sonneborn_berger", s.sonneborn_berger},
          {"head_to_head", s.head_to_head},
          {"buchholz", s.buchholz},
          {"as_black", s.as_black},
          {"as_white", s.as_white}};
}

void add_details(Json& json, const Tournament& tournament) {
  Json games = Json::array(), table = Json::array(), corrections = Json::array();
  for (const Encounter& e : tournament.encounters()) games.push_back(encounter_json(tournament, e));
  for (const auto& row : tournament.crosstable()) {
    Json cells = Json::array();
    for (const auto& cell : row) cells.push_back(cell ? Json(*cell) : Json(nullptr));
    table.push_back(std::move(cells));
  }
  for (const Correction& c : tournament.corrections())
    corrections.push_back({{"date", game::iso_time(c.at_ms)},
                           {"number", c.number},
                           {"from", winner_json(c.from)},
                           {"to", winner_json(c.to)},
                           {"why", c.why}});
  json["games"] = std::move(games);
  json["crosstable"] = std::move(table);
  json["corrections"] = std::move(corrections);
}

}  // namespace

Json tournament_json(const Tournament& tournament, const std::vector<game::PlayerNumber>& present,
                     const LobbySettings& settings, bool whole) {
  const TournamentSpec& spec = tournament.spec();
  const auto move_time = spec.move_time ? spec.move_time : settings.move_time;
  const auto rounds = tournament.rounds();
  Json standings = Json::array();
  for (const auto& standing : tournament.standings())
    standings.push_back(standing_json(tournament, standing));
  Json json = {{"id", tournament.id()},
               {"name", spec.name},
               {"zone", spec.zone},
               {"system", server::to_string(spec.system)},
               {"status", to_string(tournament.status())},
               {"rooms", spec.rooms},
               {"players", spec.players},
               {"present", names(tournament, present)},
               {"withdrawn", names(tournament, tournament.withdrawn())},
               {"rounds", rounds ? Json(*rounds) : Json(nullptr)},
               {"round", tournament.round()},
               {"move_time_ms", move_time ? Json(move_time->count()) : Json(nullptr)},
               {"first", rules::to_string(spec.first.value_or(settings.preset.first))},
               {"grace_ms", spec.grace.count()},
               {"standings", std::move(standings)}};
  if (whole) add_details(json, tournament);
  return json;
}

}  // namespace thermodon::server
