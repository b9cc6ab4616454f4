#include "server/live/archive.hpp"

#include "server/sqlite.hpp"
#include "thermodon/game/date.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::server {
namespace {

constexpr const char* kColumns =
    "id, zone, room, black, white, start, move_time_ms, began_ms, ended_ms, winner, reason, detail, illegal, "
    "tournament, pairing, round";

sqlite::Database open(const std::filesystem::path& directory) {
  return sqlite::Database::open_read_only((directory / "thermodon.db").string());
}

std::string_view result_text(const std::string& winner) {
  if (winner.empty()) return "*";
  return winner == "black" ? "B+" : "W+";
}

void read_moves(sqlite::Database& database, Archive::Kept& kept) {
  auto query = database.prepare("SELECT move, taken_ms FROM moves WHERE game = ? ORDER BY number");
  query.bind(1, static_cast<std::int64_t>(kept.id));
  rules::Position position = kept.record.start;
  while (query.step()) {
    const auto move = rules::parse_move(query.text(0));
    if (!move.ok() || !rules::is_legal(position, *move)) break;  // relayed unseen
    position.make(*move);
    game::RecordedMove recorded{*move, {}};
    recorded.note.seconds = static_cast<double>(query.integer(1)) / 1000;
    kept.record.moves.push_back(recorded);
  }
}

Archive::Kept read_game(sqlite::Database& database, const sqlite::Statement& row) {
  Archive::Kept kept;
  kept.id = static_cast<GameId>(row.integer(0));
  kept.room = row.text(2);
  kept.record.place = row.text(1);
  kept.record.event = kept.room;
  kept.record.black = row.text(3);
  kept.record.white = row.text(4);
  if (const auto start = rules::parse_fen(row.text(5)); start.ok()) kept.record.start = *start;
  if (!row.is_null(6)) kept.move_time_ms = row.integer(6);
  kept.record.date = game::iso_time(row.integer(7));
  if (!row.is_null(8)) {
    game::GameResult result;
    if (const auto winner = rules::parse_color(row.text(9)); winner.ok()) result.winner = *winner;
    const auto reason = game::parse_end_reason(row.text(10));
    result.reason = reason.value_or(game::EndReason::kUnspecified);
    result.detail = row.text(11);
    if (reason) kept.record.result = result;
    kept.record.illegal = row.text(12);
  }
  if (!row.is_null(13))
    kept.tournament = TournamentLink{static_cast<std::uint64_t>(row.integer(13)),
                                     static_cast<std::uint32_t>(row.integer(14)),
                                     static_cast<std::uint32_t>(row.integer(15))};
  read_moves(database, kept);
  return kept;
}

}  // namespace

rules::Result<Json> Archive::list(int limit, GameId before) const try {
  auto database = open(directory_);
  auto query = database.prepare(
      "SELECT id, zone, room, black, white, winner, reason, began_ms, tournament, "
      "(SELECT count(*) FROM moves WHERE game = id) FROM games WHERE id < ? ORDER BY id DESC LIMIT ?");
  query.bind(1, before == 0 ? INT64_MAX : static_cast<std::int64_t>(before))
      .bind(2, static_cast<std::int64_t>(limit));
  Json games = Json::array();
  while (query.step()) {
    games.push_back({{"id", query.integer(0)},
                     {"zone", query.text(1)},
                     {"room", query.text(2)},
                     {"black", query.text(3)},
                     {"white", query.text(4)},
                     {"result", result_text(query.text(5))},
                     {"reason", query.text(6)},
                     {"moves", query.integer(9)},
                     {"date", game::iso_time(query.integer(7))},
                     {"tournament", query.is_null(8) ? Json(nullptr) : Json(query.integer(8))}});
  }
  return Json{{"games", std::move(games)}};
} catch (const sqlite::Error& error) {
  return rules::Error{error.what()};
}

rules::Result<std::optional<Archive::Kept>> Archive::find(GameId id) const try {
  auto database = open(directory_);
  auto query = database.prepare("SELECT " + std::string(kColumns) + " FROM games WHERE id = ?");
  query.bind(1, static_cast<std::int64_t>(id));
  if (!query.step()) return std::optional<Kept>();
  return std::optional(read_game(database, query));
} catch (const sqlite::Error& error) {
  return rules::Error{error.what()};
}

rules::Result<std::vector<Archive::Kept>> Archive::of_tournament(TournamentId id) const try {
  auto database = open(directory_);
  auto query =
      database.prepare("SELECT " + std::string(kColumns) + " FROM games WHERE tournament = ? ORDER BY id");
  query.bind(1, static_cast<std::int64_t>(id));
  std::vector<Kept> games;
  while (query.step()) games.push_back(read_game(database, query));
  return games;
} catch (const sqlite::Error& error) {
  return rules::Error{error.what()};
}

Json game_json(const Archive::Kept& kept) {
  Json json = record_json(kept.record, kept.id);
  if (kept.move_time_ms) json["move_time_ms"] = *kept.move_time_ms;
  if (kept.tournament)
    json["tournament"] = {{"id", kept.tournament->tournament},
                          {"number", kept.tournament->number},
                          {"round", kept.tournament->round}};
  return json;
}

}  // namespace thermodon::server
