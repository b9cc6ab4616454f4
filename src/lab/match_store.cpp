#include "thermodon/lab/match_store.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <sys/utsname.h>

#include "lab/manifest_json.hpp"

namespace thermodon::lab {
namespace {

namespace fs = std::filesystem;
using rules::Error;
using rules::Result;

constexpr const char* kManifestFile = "match.json";
constexpr const char* kGamesFile = "games.jsonl";
constexpr const char* kSgfFile = "games.sgf";

std::optional<std::string> read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

// By a file beside it, so that the old one stays whole if the disk is full.
bool write_text(const fs::path& path, const std::string& text) {
  const fs::path fresh = path.string() + ".new";
  {
    std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
    if (!(file << text << std::flush)) return false;
  }
  std::error_code problem;
  fs::rename(fresh, path, problem);
  return !problem;
}

// Games in the order of their lines, the first of each number; the last line may be cut.
Result<std::vector<FinishedGame>> parse_games(std::string_view text, std::size_t engines) {
  std::vector<FinishedGame> games;
  std::map<std::size_t, GameTask> seen;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) break;
    ++number;
    auto game = game_from_line(text.substr(begin, end - begin));
    begin = end + 1;
    const std::string where = std::string(kGamesFile) + " line " + std::to_string(number) + ": ";
    if (!game.ok()) return Error{where + game.error()};
    if (game->task.first >= game->task.second || game->task.second >= engines)
      return Error{where + "an engine that match.json does not name"};
    const auto [place, added] = seen.try_emplace(game->task.game, game->task);
    if (!added && !(place->second == game->task))
      return Error{where + "game " + std::to_string(game->task.game + 1) + " is another one before"};
    if (added) games.push_back(std::move(game).value());
  }
  return games;
}

std::string same_engines(const std::vector<EngineEntry>& a, const std::vector<EngineEntry>& b) {
  if (a.size() != b.size()) return "the number of engines";
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].spec != b[i].spec) return "engine " + std::to_string(i + 1) + ", " + a[i].spec + " there";
    if (!(a[i].limits == b[i].limits)) return "the limits of engine " + std::to_string(i + 1);
  }
  return {};
}

std::FILE* open_file(const fs::path& path, const char* mode) { return std::fopen(path.c_str(), mode); }

}  // namespace

std::string describe_machine() {
  std::string processor = "unknown processor";
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) {
      if (const auto colon = line.find(": "); colon != std::string::npos) processor = line.substr(colon + 2);
      break;
    }
  utsname system{};
  ::uname(&system);
  return processor + ", " + std::to_string(std::thread::hardware_concurrency()) + " cores, " +
         system.sysname + " " + system.release + " " + system.machine;
}

std::optional<std::string> why_not_the_same(const MatchManifest& stored, const MatchManifest& wanted) {
  std::string what = same_engines(stored.engines, wanted.engines);
  if (what.empty() && stored.format != wanted.format) what = "the format";
  if (what.empty() && stored.seed != wanted.seed)
    what = "the seed, " + std::to_string(stored.seed) + " there";
  if (what.empty() && stored.adjudicate != wanted.adjudicate) what = "whether decided games are adjudicated";
  if (what.empty() && stored.shard != wanted.shard) what = "the shard";
  if (what.empty()) return std::nullopt;
  return "another match is in it (" + what + " differs)";
}

Result<StoredMatch> load_match(const std::string& folder) {
  const fs::path path(folder);
  const auto manifest_text = read_text(path / kManifestFile);
  if (!manifest_text) return Error{folder + ": no match.json; name a folder that match --record has written"};
  auto manifest = manifest_from_json(*manifest_text);
  if (!manifest.ok()) return Error{folder + "/match.json: " + manifest.error()};
  const auto games_text = read_text(path / kGamesFile);
  auto games = parse_games(games_text.value_or(""), manifest->engines.size());
  if (!games.ok()) return Error{folder + "/" + games.error()};
  return StoredMatch{std::move(manifest).value(), std::move(games).value()};
}

Result<StoredMatch> merge_matches(std::vector<StoredMatch> matches) {
  if (matches.empty()) return Error{"no match to merge"};
  StoredMatch merged;
  merged.manifest = matches.front().manifest;
  merged.manifest.shard.clear();
  merged.manifest.runs.clear();
  std::map<std::size_t, FinishedGame> by_number;
  for (StoredMatch& match : matches) {
    match.manifest.shard.clear();
    if (auto why = why_not_the_same(merged.manifest, match.manifest))
      return Error{"the matches do not belong together: " + *why};
    merged.manifest.games = std::max(merged.manifest.games, match.manifest.games);
    for (RunInfo& run : match.manifest.runs) merged.manifest.runs.push_back(std::move(run));
    for (FinishedGame& game : match.games) {
      const auto [place, added] = by_number.try_emplace(game.task.game, game);
      if (!added && !(place->second.task == game.task))
        return Error{"game " + std::to_string(game.task.game + 1) + " is another one in each match"};
    }
  }
  for (auto& [number, game] : by_number) merged.games.push_back(std::move(game));
  return merged;
}

Result<MatchStore> MatchStore::open(const std::string& folder, const MatchManifest& manifest) {
  const fs::path path(folder);
  std::error_code problem;
  fs::create_directories(path, problem);
  if (problem) return Error{folder + ": cannot be made: " + problem.message()};
  MatchManifest whole = manifest;
  MatchStore store;
  if (fs::exists(path / kManifestFile)) {
    auto stored = load_match(folder);
    if (!stored.ok()) return Error{stored.error()};
    if (auto why = why_not_the_same(stored->manifest, manifest))
      return Error{folder + ": " + *why +
                   "; name another folder, or run the same match again to go on with it"};
    whole.runs = stored->manifest.runs;
    whole.runs.insert(whole.runs.end(), manifest.runs.begin(), manifest.runs.end());
    store.earlier_ = std::move(stored->games);
  }
  std::string lines, sgf;
  for (const FinishedGame& game : store.earlier_) {
    lines += game_to_line(game) + "\n";
    sgf += game::to_sgf(game.record) + "\n";
  }
  // Rewritten, so that a line that was cut is gone before the next one is added.
  if (!write_text(path / kManifestFile, manifest_to_json(whole)) || !write_text(path / kGamesFile, lines) ||
      !write_text(path / kSgfFile, sgf))
    return Error{folder + ": cannot be written"};
  store.lines_.reset(open_file(path / kGamesFile, "ab"));
  store.sgf_.reset(open_file(path / kSgfFile, "ab"));
  if (!store.lines_ || !store.sgf_) return Error{folder + ": cannot be written"};
  return store;
}

bool MatchStore::add(const FinishedGame& game) {
  if (failed_) return false;
  const auto put = [](std::FILE* file, const std::string& text) {
    return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  };
  failed_ =
      !put(lines_.get(), game_to_line(game) + "\n") || !put(sgf_.get(), game::to_sgf(game.record) + "\n");
  return !failed_;
}

}  // namespace thermodon::lab
