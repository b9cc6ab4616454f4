// `match`, `match-merge` and `report` as scripts see them.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "thermodon/game/record.hpp"
#include "thermodon/rules/notation.hpp"

using namespace thermodon;
using nlohmann::json;
using tests::ProgramRun;
using tests::run_program;
using tests::run_thermodon;

namespace {

// Small boards: a game is over in a moment.
const char* const kOpenings =
    "# two of them\n1q2q1/6/Q4q/q4Q/6/1Q2Q1 w\nstartpos moves d1-d7/g7 a7-b7/b2\n1q1q/4/4/4/Q1Q1 b\n";

std::vector<std::string> match_flags(const std::string& openings, std::vector<std::string> more) {
  std::vector<std::string> flags = {"match", "--openings", openings, "--nodes",
                                    "200",   "--seed",     "5",      "--json"};
  flags.insert(flags.end(), more.begin(), more.end());
  return flags;
}

std::vector<json> lines(const std::string& text) {
  std::vector<json> found;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) found.push_back(json::parse(line));
  return found;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The stored games by number, without what the clock says; each is there once, whole and legal.
std::map<int, std::string> stored_games(const std::string& folder) {
  std::map<int, std::string> games;
  for (json line : lines(contents(folder + "/games.jsonl"))) {
    const int number = line["game"];
    CHECK_FALSE(games.contains(number));
    auto record = game::parse_json_line(line.dump()).value();
    CHECK_FALSE(check(record));
    CHECK(record.result);
    record.date.clear();
    for (auto& move : record.moves) move.note.seconds.reset();
    games[number] = game::to_json_line(record);
  }
  return games;
}

json without_times(json result) {
  result.erase("max_move_seconds_a");
  result.erase("max_move_seconds_b");
  return result;
}

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

const std::vector<std::string> kPlayers = {"--a", "greedy:terrain", "--b", "random"};

}  // namespace

TEST_CASE("a match ends with the line that scripts read, and its record says how to repeat it") {
  const tests::TemporaryFile openings(kOpenings);
  const tests::TemporaryFolder folder;
  const auto flags =
      match_flags(openings.path(), kPlayers + std::vector<std::string>{"--games", "6", "--concurrency", "2",
                                                                       "--record", folder.path() + "/m"});
  const auto run = run_thermodon(flags);
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const auto said = lines(run.out);
  REQUIRE(said.size() == 7);
  for (std::size_t i = 0; i < 6; ++i) CHECK(said[i]["event"] == "game");
  const json& result = said.back();
  for (const char* key : {"games", "a_wins", "b_wins", "points_a", "elo", "elo_95", "max_move_seconds_a",
                          "max_move_seconds_b", "crashes", "illegal"})
    CHECK(result.contains(key));
  CHECK(result["games"] == 6);
  CHECK(result["a_wins"].get<int>() + result["b_wins"].get<int>() == 6);

  const auto manifest = json::parse(contents(folder.path() + "/m/match.json"));
  CHECK(manifest["seed"] == 5);
  REQUIRE(manifest["runs"].size() == 1);
  const auto& record = manifest["runs"][0];
  CHECK(record["command"].get<std::vector<std::string>>().at(1) == "match");
  CHECK(record["command"].size() == flags.size() + 1);
  for (const char* key : {"version", "started", "machine"})
    CHECK_FALSE(record[key].get<std::string>().empty());
  const auto sgf = game::parse_sgf(contents(folder.path() + "/m/games.sgf"));
  REQUIRE(sgf.ok());
  CHECK(sgf->size() == 6);

  // The repeated command has nothing left to play and says the same.
  const auto again = run_thermodon(flags);
  REQUIRE(again.status == 0);
  CHECK(lines(again.out).back() == result);
  CHECK(stored_games(folder.path() + "/m").size() == 6);
  const auto page = run_thermodon({"report", folder.path() + "/m"});
  CHECK(page.status == 0);
  CHECK(contents(folder.path() + "/m/report.html").ends_with("</html>\n"));
}

TEST_CASE("a match that is killed again and again loses no game and repeats none") {
  const tests::TemporaryFile openings(kOpenings);
  const tests::TemporaryFolder folder;
  const auto with = [&](const std::string& name) {
    return match_flags(openings.path(), kPlayers + std::vector<std::string>{"--games", "60", "--record",
                                                                            folder.path() + "/" + name});
  };
  const auto whole = run_thermodon(with("whole"));
  REQUIRE(whole.status == 0);
  for (const char* after : {"0.05", "0.1", "0.15"})
    (void)run_program("/usr/bin/timeout",
                      std::vector<std::string>{"-s", "KILL", after, THERMODON_BINARY} + with("cut"));
  const auto last = run_thermodon(with("cut"));
  CAPTURE(last.err);
  REQUIRE(last.status == 0);
  CHECK(stored_games(folder.path() + "/cut") == stored_games(folder.path() + "/whole"));
  CHECK(without_times(lines(last.out).back()) == without_times(lines(whole.out).back()));
}

TEST_CASE("Ctrl-C finishes what runs and reports what there is") {
  const tests::TemporaryFile openings(kOpenings);
  const tests::TemporaryFolder folder;
  const std::string record = folder.path() + "/m";
  const auto flags = match_flags(
      openings.path(), kPlayers + std::vector<std::string>{"--games", "100000", "--record", record});
  const auto run = run_program(
      "/usr/bin/timeout",
      std::vector<std::string>{"--foreground", "--preserve-status", "-s", "INT", "1", THERMODON_BINARY} +
          flags);
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const auto said = lines(run.out);
  CHECK(said.back()["games"] == said.size() - 1);
  CHECK(stored_games(record).size() == said.size() - 1);
}

TEST_CASE("shards played apart merge into the match of one machine") {
  const tests::TemporaryFile openings(kOpenings);
  const tests::TemporaryFolder folder;
  const std::vector<std::string> players = {"--engine", "greedy:terrain", "--engine",
                                            "random",   "--engine",       "greedy:mobility"};
  const auto played = [&](const std::string& name, const std::vector<std::string>& more) {
    const auto run = run_thermodon(match_flags(
        openings.path(),
        players + std::vector<std::string>{"--games", "10", "--record", folder.path() + "/" + name} + more));
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    return run;
  };
  const auto whole = lines(played("whole", {}).out);
  std::vector<std::string> merge = {"match-merge", "--json", "--record", folder.path() + "/merged"};
  for (const std::string shard : {"3", "1", "2"}) {
    played(shard, {"--shard", shard + "/3", "--concurrency", shard});
    merge.push_back(folder.path() + "/" + shard);
  }
  const auto merged = run_thermodon(merge);
  CAPTURE(merged.err);
  REQUIRE(merged.status == 0);
  const auto said = lines(merged.out);
  REQUIRE(said.size() == 3);  // pairings
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(without_times(said[i]) == without_times(whole[whole.size() - 3 + i]));
  CHECK(stored_games(folder.path() + "/merged") == stored_games(folder.path() + "/whole"));

  // Without a shard it says how much is missing.
  merge.resize(merge.size() - 1);
  merge[3] = folder.path() + "/part";
  merge.erase(merge.begin() + 1);
  const auto part = run_thermodon(merge);
  CHECK(part.status == 0);
  CHECK_THAT(part.out, Catch::Contains("20 of 30 games played"));
}

TEST_CASE(
    "an engine that crashes, answers late or nonsense costs its own games, told with position and last "
    "lines") {
  const tests::TemporaryFile openings(kOpenings);
  struct Case {
    std::string behaviour, counted, told;
  };
  for (const auto& [behaviour, counted, told] :
       {Case{"crash 2", "crashes", "| mock: out of cheese"}, Case{"segv 2", "crashes", "signal 11"},
        Case{"nonsense 2", "illegal", "answered \"bestmove e2e4\""}, Case{"illegal 2", "illegal", "a1-a2/a3"},
        Case{"flood 1", "illegal", "16 MiB"}, Case{"late 2", "", "ms of 100 ms"}}) {
    CAPTURE(behaviour);
    const auto run = run_thermodon({"match", "--openings", openings.path(), "--move-time", "100ms", "--grace",
                                    "300ms", "--json", "--games", "4", "--a", "greedy:terrain", "--b",
                                    "uci:" THERMODON_MOCK_ENGINE " " + behaviour});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const auto result = lines(run.out).back();
    CHECK(result["games"] == 4);
    if (!counted.empty()) CHECK(result[counted].get<int>() >= 1);
    CHECK_THAT(run.err, Catch::Contains(told));
    CHECK_THAT(run.err, Catch::Contains("\n  position "));
  }
}

TEST_CASE("an engine that hangs costs its own games", "[slow]") {
  const tests::TemporaryFile openings(kOpenings);
  const auto run = run_thermodon({"match", "--openings", openings.path(), "--move-time", "50ms", "--json",
                                  "--games", "2", "--a", "greedy:terrain", "--b",
                                  "uci:" THERMODON_MOCK_ENGINE " hang 2", "--concurrency", "2"});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  CHECK(lines(run.out).back()["a_wins"] == 2);
  CHECK_THAT(run.err, Catch::Contains("gave no answer in time"));
}

TEST_CASE("our own engine over UCI plays a match like any other program") {
  const tests::TemporaryFile openings(kOpenings);
  const tests::TemporaryFolder folder;
  const auto run = run_thermodon(match_flags(
      openings.path(), {"--games", "6", "--record", folder.path(), "--a", "greedy:terrain", "--b",
                        "uci:" THERMODON_BINARY " uci --engine greedy:terrain,Evaluator=mobility"}));
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const auto result = lines(run.out).back();
  CHECK(result["games"] == 6);
  CHECK(result["crashes"] == 0);
  CHECK(result["illegal"] == 0);
  const auto programs = json::parse(contents(folder.path() + "/match.json"))["runs"][0]["programs"];
  CHECK(programs[0] == "");
  CHECK_THAT(programs[1].get<std::string>(), Catch::StartsWith("Thermodon "));
}

TEST_CASE("a sequential test ends the match and says what it found") {
  const tests::TemporaryFile openings(kOpenings);
  const auto run = run_thermodon({"match", "--openings", openings.path(), "--nodes", "200", "--games",
                                  "100000", "--a", "greedy:terrain", "--b", "random", "--sprt", "0,100"});
  CAPTURE(run.err, run.out);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, Catch::Contains("(-2.94, 2.94) [0, 100]: H1 accepted"));
  CHECK_THAT(run.out, Catch::Contains("won as white") && Catch::Contains("95% interval") &&
                          Catch::Contains("longest") && Catch::Contains("pairs "));
}

TEST_CASE("an ensemble's games hold what each of its members chose") {
  const tests::TemporaryFile openings(kOpenings);
  const tests::TemporaryFolder folder;
  const auto run = run_thermodon(
      match_flags(openings.path(), {"--a", "ensemble,members=terrain:hash=1+greedy:mobility,rule=first",
                                    "--b", "random", "--games", "2", "--record", folder.path()}));
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  for (const char* file : {"/games.jsonl", "/games.sgf"}) {
    const auto games = game::parse_records(contents(folder.path() + file)).value();
    REQUIRE(games.size() == 2);
    bool seen = false;
    for (const auto& move : games[0].record->moves) {
      if (move.note.choices.empty()) continue;
      seen = true;
      REQUIRE(move.note.choices.size() == 2);
      CHECK(move.note.choices[0].move == move.move);  // the rule is to follow the first
      CHECK(move.note.choices[1].by == "greedy:mobility");
    }
    CHECK(seen);
  }
  const auto data = json::parse(run_thermodon({"report", folder.path(), "--json"}).out);
  CHECK(data["games"][0]["choices"].begin().value().size() == 2);
}

TEST_CASE("what a match cannot be is told in one line") {
  const tests::TemporaryFile openings(kOpenings), none("# nothing\n");
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
      {{"match", "--a", "random"}, "--b SPEC"},
      {{"match", "--a", "random", "--b", "nonsense"}, "nonsense"},
      {{"match", "--a", "random", "--b", "uci:/no/such"}, "/no/such"},
      {{"match", "--a", "random", "--b", "random", "--sprt", "5"}, "--sprt 5"},
      {{"match", "--a", "random", "--b", "random", "--shard", "3/2"}, "--shard 3/2"},
      {{"match", "--a", "random", "--b", "random", "--shard", "1/2", "--sprt", "0,10"},
       "--sprt with --shard"},
      {{"match", "--a", "random", "--b", "random", "--openings", "/no/such"}, "config/openings"},
      {{"match", "--a", "random", "--b", "random", "--openings", none.path()}, none.path()},
      {{"match-merge", "/no/such"}, "match.json"},
      {{"report", "/no/such"}, "match.json"},
  };
  for (const auto& [flags, named] : wrong) {
    const auto run = run_thermodon(flags);
    CAPTURE(flags, run.err);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK_THAT(run.err, Catch::Contains(named));
  }
}
