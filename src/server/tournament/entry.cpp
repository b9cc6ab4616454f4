// A tournament's history as JSON lines.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "thermodon/rules/notation.hpp"
#include "thermodon/server/tournament.hpp"

namespace thermodon::server {
namespace {

using nlohmann::ordered_json;
using Kind = TournamentEntry::Kind;

constexpr std::array kKinds = {
    std::pair{Kind::kBegun, "begun"},         std::pair{Kind::kPaired, "paired"},
    std::pair{Kind::kResult, "result"},       std::pair{Kind::kReplay, "replay"},
    std::pair{Kind::kCorrected, "corrected"}, std::pair{Kind::kWithdrawn, "withdrawn"},
    std::pair{Kind::kOver, "over"},           std::pair{Kind::kCancelled, "cancelled"},
};

template <class T>
std::optional<T> optional_at(const ordered_json& json, const char* key) {
  const auto it = json.find(key);
  return it == json.end() || it->is_null() ? std::nullopt : std::optional(it->get<T>());
}

}  // namespace

std::string TournamentEntry::to_json() const {
  const auto name = std::ranges::find(kKinds, kind, [](const auto& row) { return row.first; });
  ordered_json json = {{"kind", name->second}};
  if (number != 0) json["number"] = number;
  if (kind == Kind::kPaired || kind == Kind::kWithdrawn) json["black"] = black;
  if (kind == Kind::kPaired) {
    json["round"] = round;
    json["white"] = white ? ordered_json(*white) : ordered_json(nullptr);
  }
  if (game) json["game"] = *game;
  if (kind == Kind::kResult || kind == Kind::kCorrected)
    json["winner"] = winner ? ordered_json(rules::to_string(*winner)) : ordered_json(nullptr);
  if (!reason.empty()) json["reason"] = reason;
  if (forfeit) json["forfeit"] = true;
  if (at_ms != 0) json["at_ms"] = at_ms;
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

rules::Result<TournamentEntry> parse_tournament_entry(std::string_view text) try {
  const auto json = ordered_json::parse(text);
  const auto kind = std::ranges::find(kKinds, json.at("kind").get<std::string>(),
                                      [](const auto& row) { return row.second; });
  if (kind == kKinds.end()) return rules::Error{"an entry of an unknown kind"};
  TournamentEntry entry;
  entry.kind = kind->first;
  entry.number = json.value("number", std::uint32_t{0});
  entry.round = json.value("round", std::uint32_t{0});
  entry.black = json.value("black", game::PlayerNumber{0});
  entry.white = optional_at<game::PlayerNumber>(json, "white");
  entry.game = optional_at<std::uint64_t>(json, "game");
  if (const auto winner = optional_at<std::string>(json, "winner")) {
    const auto color = rules::parse_color(*winner);
    if (!color.ok()) return rules::Error{color.error()};
    entry.winner = *color;
  }
  entry.reason = json.value("reason", std::string());
  entry.forfeit = json.value("forfeit", false);
  entry.at_ms = json.value("at_ms", std::int64_t{0});
  return entry;
} catch (const ordered_json::exception& error) {
  return rules::Error{error.what()};
}

}  // namespace thermodon::server
