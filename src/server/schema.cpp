#include "server/schema.hpp"

#include <array>
#include <string>

namespace thermodon::server {
namespace {

// The step at index n makes version n + 1 of version n. Steps that were released are never changed.
constexpr std::array kSteps = {
    // Times are milliseconds since 1970. A game without ended_ms is running. `state` holds single values:
    // alive_ms, when the server was last known to run.
    R"(CREATE TABLE games (
         id INTEGER PRIMARY KEY,
         zone TEXT NOT NULL,
         room TEXT NOT NULL,
         black TEXT NOT NULL,
         white TEXT NOT NULL,
         start TEXT NOT NULL,
         move_time_ms INTEGER,
         began_ms INTEGER NOT NULL,
         ended_ms INTEGER,
         winner TEXT,
         reason TEXT,
         detail TEXT,
         illegal TEXT);
       CREATE INDEX games_running ON games(id) WHERE ended_ms IS NULL;
       CREATE TABLE moves (
         game INTEGER NOT NULL REFERENCES games(id),
         number INTEGER NOT NULL,
         move TEXT NOT NULL,
         taken_ms INTEGER NOT NULL,
         made_ms INTEGER NOT NULL,
         PRIMARY KEY (game, number)) WITHOUT ROWID;
       CREATE TABLE state (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;)",
    // Tournaments: the text that each was made from and its history, one JSON object an entry; games that
    // belong to one name it, and their number and round in it. Houses: what the house's players play with.
    R"(ALTER TABLE games ADD COLUMN tournament INTEGER;
       ALTER TABLE games ADD COLUMN pairing INTEGER;
       ALTER TABLE games ADD COLUMN round INTEGER;
       CREATE INDEX games_tournament ON games(tournament) WHERE tournament IS NOT NULL;
       CREATE TABLE tournaments (
         id INTEGER PRIMARY KEY,
         spec TEXT NOT NULL,
         made_ms INTEGER NOT NULL);
       CREATE TABLE tournament_log (
         tournament INTEGER NOT NULL REFERENCES tournaments(id),
         number INTEGER NOT NULL,
         entry TEXT NOT NULL,
         at_ms INTEGER NOT NULL,
         PRIMARY KEY (tournament, number)) WITHOUT ROWID;
       CREATE TABLE houses (
         name TEXT PRIMARY KEY,
         spec TEXT NOT NULL,
         move_time_ms INTEGER NOT NULL) WITHOUT ROWID;)",
    // The clock of a game that came back after a restart: after how many moves it was stopped, what had
    // passed of that turn by then, and when it started again (null: it stands still).
    R"(ALTER TABLE games ADD COLUMN stopped_after INTEGER;
       ALTER TABLE games ADD COLUMN stopped_elapsed_ms INTEGER;
       ALTER TABLE games ADD COLUMN restarted_ms INTEGER;)",
};

}  // namespace

void bring_up_to_date(sqlite::Database& database) {
  std::int64_t version = 0;
  {
    auto query = database.prepare("PRAGMA user_version");
    if (query.step()) version = query.integer(0);
  }
  constexpr auto kNewest = static_cast<std::int64_t>(kSteps.size());
  if (version > kNewest)
    throw sqlite::Error("its schema has version " + std::to_string(version) + ", this program knows " +
                        std::to_string(kNewest) + ": use a newer program");
  for (; version < kNewest; ++version) {
    sqlite::Transaction transaction(database);
    database.execute(kSteps[static_cast<std::size_t>(version)]);
    database.execute("PRAGMA user_version = " + std::to_string(version + 1));
    transaction.commit();
  }
}

}  // namespace thermodon::server
