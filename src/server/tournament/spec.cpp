// A tournament's file.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/server/lobby.hpp"
#include "thermodon/server/tournament.hpp"

namespace thermodon::server {
namespace {

using nlohmann::json;
using rules::Error;

constexpr std::array kSystems = {
    std::pair{TournamentSystem::kRoundRobin, "round-robin"},
    std::pair{TournamentSystem::kDoubleRoundRobin, "double-round-robin"},
    std::pair{TournamentSystem::kSwiss, "swiss"},
    std::pair{TournamentSystem::kKnockOut, "knock-out"},
};
constexpr std::size_t kMostRooms = 1000;
constexpr std::size_t kMostOpenings = 1000;
constexpr int kMostRounds = 100;
constexpr double kLongestSeconds = 7 * 24 * 3600;

// What is wrong, thrown inside this file only.
struct Bad {
  std::string why;
};

[[noreturn]] void bad(std::string_view key, std::string_view why) {
  throw Bad{"tournament: \"" + std::string(key) + "\" " + std::string(why)};
}

std::string text(const json& value, const char* key) {
  if (!value.is_string()) bad(key, "must be text");
  return value.get<std::string>();
}

std::vector<std::string> texts(const json& value, const char* key, std::size_t most) {
  if (!value.is_array()) bad(key, "must be a list of texts");
  std::vector<std::string> all;
  for (const json& entry : value) all.push_back(text(entry, key));
  if (all.size() > most) bad(key, "has more than " + std::to_string(most));
  return all;
}

int whole_number(const json& value, const char* key, int low, int high) {
  if (!value.is_number_integer() || value.get<double>() < low || value.get<double>() > high)
    bad(key, "must be a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return value.get<int>();
}

Duration seconds(const json& value, const char* key) {
  if (!value.is_number() || value.get<double>() < 0 || value.get<double>() > kLongestSeconds)
    bad(key, "must be a number of seconds, at most a week");
  return Duration(static_cast<std::int64_t>(1000 * value.get<double>()));
}

TournamentSystem system_of(const std::string& name) {
  std::string known;
  for (const auto& [system, text] : kSystems) {
    if (name == text) return system;
    known += (known.empty() ? "" : ", ") + std::string(text);
  }
  bad("system", "is one of " + known);
}

rules::Position opening(const std::string& text) {
  auto position = rules::parse_position(text);
  if (!position.ok()) bad("openings", "has " + position.error());
  if (position->size() != rules::BoardSize{}) bad("openings", "needs boards of 10x10");
  if (!rules::has_legal_move(*position)) bad("openings", "has a position without a legal move");
  return std::move(position).value();
}

void read_key(TournamentSpec& spec, const std::string& key, const json& value) {
  if (key == "name") {
    spec.name = text(value, "name");
  } else if (key == "zone") {
    spec.zone = text(value, "zone");
  } else if (key == "players") {
    spec.players = texts(value, "players", kMostPlayers);
  } else if (key == "rooms") {
    spec.rooms = texts(value, "rooms", kMostRooms);
  } else if (key == "system") {
    spec.system = system_of(text(value, "system"));
  } else if (key == "rounds") {
    spec.rounds = whole_number(value, "rounds", 1, kMostRounds);
  } else if (key == "games-per-tie") {
    spec.games_per_tie = whole_number(value, "games-per-tie", 1, 9);
  } else if (key == "move-time-seconds") {
    spec.move_time = seconds(value, "move-time-seconds");
    if (spec.move_time->count() == 0) bad(key, "must be more than 0");
  } else if (key == "first") {
    const auto first = rules::parse_color(text(value, "first"));
    if (!first.ok()) bad("first", "is black or white");
    spec.first = *first;
  } else if (key == "openings") {
    for (const std::string& line : texts(value, "openings", kMostOpenings))
      spec.openings.push_back(opening(line));
  } else if (key == "grace-seconds") {
    spec.grace = seconds(value, "grace-seconds");
  } else if (key == "start") {
    const std::string start = text(value, "start");
    if (start != "all" && start != "now") bad("start", "is all (when all players have come) or now");
    spec.waits_for_all = start == "all";
  } else {
    throw Bad{
        "tournament: unknown key " + rules::quote(key) +
        "; known are name, zone, players, rooms, system, rounds, games-per-tie, move-time-seconds, first, "
        "openings, grace-seconds, start"};
  }
}

void check_whole(const TournamentSpec& spec) {
  if (spec.name.empty() || spec.name.size() > 100) bad("name", "must be text of at most 100 bytes");
  if (spec.players.size() < 2) bad("players", "must name two or more");
  const std::set<std::string> different(spec.players.begin(), spec.players.end());
  if (different.size() != spec.players.size()) bad("players", "names somebody twice");
  for (const std::string& player : spec.players)
    if (!is_user_name(player))
      bad("players", "holds a name that nobody can log in with: 1 to 32 printable ASCII characters");
  if (spec.games_per_tie % 2 == 0) bad("games-per-tie", "must be odd");
  if (spec.rounds && spec.system != TournamentSystem::kSwiss) bad("rounds", "is for the Swiss system alone");
  if (spec.games_per_tie != 1 && spec.system != TournamentSystem::kKnockOut)
    bad("games-per-tie", "is for the knock-out system alone");
}

}  // namespace

std::string_view to_string(TournamentSystem system) noexcept {
  for (const auto& [known, text] : kSystems)
    if (known == system) return text;
  return "";
}

rules::Result<TournamentSpec> parse_tournament(std::string_view source) try {
  const json object = json::parse(source, nullptr, true, /*ignore_comments=*/true);
  if (!object.is_object()) return Error{"tournament: must be one JSON object"};
  TournamentSpec spec;
  for (const auto& [key, value] : object.items()) read_key(spec, key, value);
  check_whole(spec);
  spec.source = source;
  return spec;
} catch (const json::exception& error) {
  return Error{"tournament: not JSON: " + std::string(error.what())};
} catch (const Bad& wrong) {
  return Error{wrong.why};
}

}  // namespace thermodon::server
