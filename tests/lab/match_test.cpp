#include "thermodon/lab/match.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>

#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "thermodon/lab/match_store.hpp"
#include "thermodon/lab/tally.hpp"
#include "thermodon/rules/notation.hpp"

using namespace thermodon;
using lab::FinishedGame;
using lab::Format;
using lab::GameTask;

namespace {

std::vector<lab::EngineEntry> engines(std::vector<std::string> specs) {
  std::vector<lab::EngineEntry> entries;
  for (const auto& spec : specs) {
    lab::TurnLimits limits;
    limits.nodes = 100;
    entries.push_back({spec, spec + "#" + std::to_string(entries.size()), limits});
  }
  return entries;
}

std::vector<lab::Opening> small_openings() {
  return {{rules::Position::start({6, 6}), {}}, {rules::Position::start({5, 6}), {}}};
}

std::vector<FinishedGame> play(const std::vector<lab::EngineEntry>& entries,
                               const std::vector<GameTask>& tasks, int concurrency,
                               std::size_t stop_after = 1'000'000) {
  lab::MatchSettings settings;
  settings.concurrency = concurrency;
  settings.seed = 7;
  lab::Match match(entries, small_openings(), settings);
  std::vector<FinishedGame> games;
  match.run(tasks, [&](const FinishedGame& game) {
    games.push_back(game);
    return games.size() < stop_after;
  });
  return games;
}

lab::Tally tally_of(const std::vector<FinishedGame>& games, std::size_t count) {
  lab::Tally tally(count);
  for (const auto& game : games) tally.add(game.task, game.record);
  return tally;
}

std::map<std::size_t, std::string> texts(const std::vector<FinishedGame>& games) {
  std::map<std::size_t, std::string> out;
  for (auto game : games) {
    for (auto& move : game.record.moves) move.note.seconds.reset();
    game.record.date.clear();
    out[game.task.game] = game::to_json_line(game.record);
  }
  return out;
}

game::GameRecord won_by(rules::Color winner, game::EndReason reason = game::EndReason::kNoMoves) {
  game::GameRecord record;
  record.result = game::GameResult{winner, reason, ""};
  return record;
}

}  // namespace

TEST_CASE("a schedule has pairs with colours exchanged, opening by opening") {
  const auto tasks = lab::schedule(2, 6, 2, Format::kRoundRobin);
  REQUIRE(tasks.size() == 6);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    CHECK(tasks[i].game == i);
    CHECK(tasks[i].pair == i / 2);
    CHECK(tasks[i].opening == i / 2 % 2);
    CHECK(tasks[i].first_is_white == (i % 2 == 0));
    CHECK(tasks[i].white() == i % 2);
  }
  CHECK(lab::schedule(2, 5, 2, Format::kRoundRobin).size() == 5);
  CHECK(lab::schedule(4, 2, 1, Format::kRoundRobin).size() == 12);
  CHECK(lab::schedule(4, 2, 1, Format::kGauntlet).size() == 6);
  // More games leave the earlier ones as they were.
  const auto longer = lab::schedule(3, 8, 5, Format::kRoundRobin);
  const auto shorter = lab::schedule(3, 4, 5, Format::kRoundRobin);
  for (std::size_t i = 0; i < shorter.size(); ++i) CHECK(shorter[i] == longer[i]);
}

TEST_CASE("the tally counts points, pairs, colours and failures in any order") {
  const auto tasks = lab::schedule(2, 4, 1, Format::kRoundRobin);
  using rules::Color;
  const std::vector<game::GameRecord> records = {won_by(Color::kWhite), won_by(Color::kBlack),
                                                 won_by(Color::kWhite, game::EndReason::kLeft),
                                                 won_by(Color::kWhite, game::EndReason::kIllegalMove)};
  for (const auto& order : std::vector<std::vector<std::size_t>>{{0, 1, 2, 3}, {3, 0, 2, 1}}) {
    lab::Tally tally(2);
    for (const auto i : order) tally.add(tasks[i], records[i]);
    const auto pairing = tally.pairing(0, 1);
    CHECK(pairing.games == lab::GameCounts{3, 0, 1});
    CHECK(pairing.pairs == lab::PairCounts{{0, 0, 1, 0, 1}});
    CHECK(tally.white_wins() == lab::GameCounts{3, 0, 1});
    CHECK(tally.engines()[0].as_white == lab::GameCounts{2, 0, 0});
    CHECK(tally.engines()[0].illegal == 1);
    CHECK(tally.engines()[1].crashes == 1);
    CHECK(tally.games() == 4);
  }
}

TEST_CASE("the same seed plays the same games, however many at a time") {
  const auto entries = engines({"random", "random"});
  const auto tasks = lab::schedule(2, 12, 2, Format::kRoundRobin);
  const auto one = play(entries, tasks, 1);
  const auto three = play(entries, tasks, 3);
  REQUIRE(one.size() == 12);
  CHECK(texts(one) == texts(three));
  std::set<std::string> different;
  for (const auto& [number, text] : texts(one)) different.insert(text);
  CHECK(different.size() == 12);
  for (const auto& game : one) {
    CHECK_FALSE(check(game.record));
    CHECK(begins_with(game.record, small_openings()[game.task.opening]));
  }
}

TEST_CASE("a stopped match finishes what runs and begins nothing") {
  const auto entries = engines({"random", "random"});
  const auto games = play(entries, lab::schedule(2, 1'000, 2, Format::kRoundRobin), 2, 5);
  CHECK(games.size() >= 5);
  CHECK(games.size() <= 6);
  for (const auto& game : games) CHECK(game.record.result);
}

TEST_CASE("an engine that cannot be made ends the match with the reason") {
  CHECK_THROWS_WITH(play(engines({"random", "no-such"}), lab::schedule(2, 2, 2, Format::kRoundRobin), 2),
                    Catch::Contains("no-such"));
}

TEST_CASE("games decided by exact count are adjudicated as they would end") {
  // Both sides' fillings are separate, so playing on must give the adjudicated winner.
  auto entries = engines({"greedy:terrain", "random"});
  const auto tasks = lab::schedule(2, 6, 2, Format::kRoundRobin);
  int adjudicated = 0;
  for (const auto& game : play(entries, tasks, 2))
    adjudicated += game.record.result->reason == game::EndReason::kAdjudicated ? 1 : 0;
  CHECK(adjudicated > 0);
  lab::MatchSettings settings;
  settings.adjudicate = false;
  lab::Match match(entries, small_openings(), settings);
  match.run(tasks, [&](const FinishedGame& game) {
    CHECK(game.record.result->reason == game::EndReason::kNoMoves);
    return true;
  });
}

namespace {

lab::MatchManifest manifest(const std::vector<lab::EngineEntry>& entries) {
  lab::MatchManifest m;
  m.engines = entries;
  m.games = 8;
  m.openings = 2;
  m.seed = 7;
  m.adjudicate = true;
  m.sprt = lab::SprtSettings{0, 20, 0.05, 0.05, lab::EloModel::kLogistic};
  m.runs.push_back({{"thermodon", "match"}, "0.1", "2024-01-01T00:00:00Z", "a machine", {"", "an engine 2"}});
  return m;
}

void store_games(const std::string& folder, const lab::MatchManifest& m,
                 const std::vector<FinishedGame>& games) {
  auto store = lab::MatchStore::open(folder, m);
  INFO((store.ok() ? "" : store.error()));
  REQUIRE(store.ok());
  for (const auto& game : games) CHECK(store->add(game));
}

}  // namespace

TEST_CASE("a match on disk is read back whole, goes on after a cut line, and refuses another match") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.path() + "/match";
  const auto entries = engines({"random", "greedy:terrain"});
  const auto m = manifest(entries);
  const auto games = play(entries, lab::schedule(2, 6, 2, Format::kRoundRobin), 1);
  store_games(path, m, {games.begin(), games.begin() + 4});

  auto loaded = lab::load_match(path);
  REQUIRE(loaded.ok());
  CHECK(loaded->games.size() == 4);
  CHECK(loaded->manifest.sprt->elo1 == 20);
  CHECK(loaded->manifest.runs[0].machine == "a machine");
  CHECK(loaded->manifest.runs[0].programs == std::vector<std::string>{"", "an engine 2"});
  CHECK(loaded->manifest.engines[1].limits == entries[1].limits);

  // Killed while it wrote: the game counts as not played, and the next line is whole again.
  std::ofstream(path + "/games.jsonl", std::ios::app) << R"({"game":4,"mov)";
  store_games(path, m, {games.begin() + 4, games.end()});
  loaded = lab::load_match(path);
  REQUIRE(loaded.ok());
  REQUIRE(loaded->games.size() == 6);
  CHECK(loaded->manifest.runs.size() == 2);
  for (std::size_t i = 0; i < games.size(); ++i) {
    CHECK(loaded->games[i].task == games[i].task);
    CHECK(game::to_json_line(loaded->games[i].record) == game::to_json_line(games[i].record));
  }
  std::ifstream sgf(path + "/games.sgf");
  const std::string text{std::istreambuf_iterator<char>(sgf), {}};
  CHECK(game::parse_sgf(text)->size() == 6);

  const auto refused = [&](lab::MatchManifest other) {
    const auto store = lab::MatchStore::open(path, other);
    REQUIRE_FALSE(store.ok());
    return store.error();
  };
  auto other = m;
  other.engines[0].spec = "greedy:amazong";
  CHECK(refused(other).find("engine 1, random there") != std::string::npos);
  other = m;
  other.engines[0].limits.nodes = 5;
  CHECK(refused(other).find("the limits of engine 1") != std::string::npos);
  other = m;
  other.seed = 8;
  CHECK(refused(other).find("the seed, 7 there") != std::string::npos);
  other = m;
  other.games = 100;
  other.sprt.reset();
  CHECK(lab::MatchStore::open(path, other).ok());
  CHECK_FALSE(lab::load_match(folder.path()).ok());
}

TEST_CASE("a stored game whose numbers are none is told and not wrapped") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.path() + "/match";
  store_games(path, manifest(engines({"random", "greedy:terrain"})), {});
  for (const char* number : {"-1", "0.5", "\"0\""}) {
    CAPTURE(number);
    std::ofstream(path + "/games.jsonl", std::ios::trunc)
        << R"({"moves":[],"game":)" << number
        << R"(,"pair":0,"opening":0,"first":0,"second":1,"first_is_white":true})"
        << "\n";
    CHECK(lab::load_match(path).error().find("games.jsonl line 1: \"game\" must be a whole number from 0") !=
          std::string::npos);
  }
}

TEST_CASE("a game that stands twice in a match counts once, and two games of one number are an error") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.path() + "/match";
  const auto entries = engines({"random", "greedy:terrain"});
  auto games = play(entries, lab::schedule(2, 4, 2, Format::kRoundRobin), 1);
  std::swap(games[0], games[3]);  // the file keeps the order in which the games ended
  store_games(path, manifest(entries), games);
  store_games(path, manifest(entries), {games[2], games[0]});
  const auto loaded = lab::load_match(path);
  REQUIRE(loaded.ok());
  REQUIRE(loaded->games.size() == games.size());
  for (std::size_t i = 0; i < games.size(); ++i) CHECK(loaded->games[i].task == games[i].task);

  games[1].task.game = games[0].task.game;
  store_games(path, manifest(entries), {games[1]});
  CHECK(lab::load_match(path).error().find("games.jsonl line 5: game 4 is another one before") !=
        std::string::npos);
}

TEST_CASE("shards merge into what one run would have given, in any order and also where they overlap") {
  const tests::TemporaryFolder folder;
  const auto entries = engines({"random", "greedy:terrain"});
  const auto tasks = lab::schedule(2, 12, 2, Format::kRoundRobin);
  const auto whole = play(entries, tasks, 1);
  std::vector<lab::StoredMatch> shards;
  for (std::size_t shard = 0; shard < 3; ++shard) {
    std::vector<GameTask> share;
    for (const auto& task : tasks)
      if (task.pair % 3 == shard) share.push_back(task);
    auto m = manifest(entries);
    m.shard = std::to_string(shard + 1) + "/3";
    const std::string path = folder.path() + "/" + std::to_string(shard);
    store_games(path, m, play(entries, share, 2));
    shards.insert(shards.begin(), lab::load_match(path).value());
  }
  shards.push_back(shards.front());
  const auto merged = lab::merge_matches(shards);
  REQUIRE(merged.ok());
  CHECK(merged->games.size() == 12);
  CHECK(texts(merged->games) == texts(whole));
  const auto a = tally_of(merged->games, 2), b = tally_of(whole, 2);
  CHECK(a.pairing(0, 1).pairs == b.pairing(0, 1).pairs);
  CHECK(a.pairing(0, 1).games == b.pairing(0, 1).games);

  shards[1].manifest.seed = 99;
  CHECK_FALSE(lab::merge_matches(shards).ok());
  CHECK_FALSE(lab::merge_matches({}).ok());
}
