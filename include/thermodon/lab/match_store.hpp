// A match on disk: what was asked for and every finished game, so that it can be repeated, resumed, joined
// with others and reported.
//
// A folder holds match.json (engines, settings, and for each run its command, version, machine and time),
// games.jsonl (a record a line, in the order in which the games ended; this is the state) and games.sgf (the
// same games, for other programs; written from games.jsonl).
#pragma once

#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "thermodon/lab/match.hpp"
#include "thermodon/lab/statistics.hpp"

namespace thermodon::lab {

struct RunInfo {
  std::vector<std::string> command;
  std::string version;
  std::string started;                // ISO 8601, UTC
  std::string machine;                // processor, cores, system
  std::vector<std::string> programs;  // what outside engines call themselves, by engine; "" for our own
};
[[nodiscard]] std::string describe_machine();

struct MatchManifest {
  std::vector<EngineEntry> engines;
  Format format = Format::kRoundRobin;
  std::size_t games = 0;     // of each pairing
  std::size_t openings = 0;  // how many there are
  std::uint64_t seed = 1;
  std::chrono::milliseconds grace{0};
  bool adjudicate = false;
  std::string shard;  // "2/8", or empty
  std::optional<SprtSettings> sprt;
  std::vector<RunInfo> runs;
};
[[nodiscard]] std::string_view to_string(Format format) noexcept;
[[nodiscard]] std::optional<Format> parse_format(std::string_view text) noexcept;

struct StoredMatch {
  MatchManifest manifest;
  std::vector<FinishedGame> games;
};

// Reads a folder. A last line without its newline (the run was killed while it wrote) is left out, and of a
// game that stands there twice the second.
[[nodiscard]] rules::Result<StoredMatch> load_match(const std::string& folder);

// Joins matches that were played apart (shards). They must have the same engines, format and seed; a game
// that several hold counts once. The games are sorted by number.
[[nodiscard]] rules::Result<StoredMatch> merge_matches(std::vector<StoredMatch> matches);

// Why `stored` cannot be gone on with as `wanted`; nothing when it can. The number of games and the test that
// ends the match may change.
[[nodiscard]] std::optional<std::string> why_not_the_same(const MatchManifest& stored,
                                                          const MatchManifest& wanted);

class MatchStore {
 public:
  // Creates the folder, or goes on with the match there (see why_not_the_same). games() then holds what was
  // played before; `manifest.runs` gets one more.
  [[nodiscard]] static rules::Result<MatchStore> open(const std::string& folder,
                                                      const MatchManifest& manifest);

  [[nodiscard]] const std::vector<FinishedGame>& earlier_games() const noexcept { return earlier_; }
  // Writes the game through to the files. False once a write has failed (a full disk): nothing more is
  // written then, and the match may go on.
  bool add(const FinishedGame& game);

 private:
  struct Close {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Close>;

  std::vector<FinishedGame> earlier_;
  File lines_, sgf_;
  bool failed_ = false;
};

}  // namespace thermodon::lab
