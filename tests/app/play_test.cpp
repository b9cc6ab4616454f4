// `play` as scripts see it: whole legal games over real sockets, in both rules modes and with other presets.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "thermodon/game/record.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

using namespace thermodon;
using tests::run_thermodon;

namespace {

std::vector<nlohmann::json> events(const std::string& out) {
  std::vector<nlohmann::json> found;
  std::istringstream in(out);
  for (std::string line; std::getline(in, line);) found.push_back(nlohmann::json::parse(line));
  return found;
}

std::string contents(const std::string& path) {
  std::ifstream file(path);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Played {
  std::vector<nlohmann::json> events;
  std::vector<std::string> kinds;
};

Played play(std::vector<std::string> flags, const std::string& folder) {
  flags.insert(flags.begin(), {"play", "--json", "--move-time", "20ms", "--record", folder});
  const auto run = run_thermodon(flags);
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  Played played{events(run.out), {}};
  for (const auto& event : played.events) played.kinds.push_back(event["event"]);
  return played;
}

// Replays the events' moves: legal, and ended where they say.
void check_game(const Played& played) {
  rules::Position position;
  std::size_t moves = 0;
  for (const auto& event : played.events) {
    if (event["event"] == "start") {
      position = rules::parse_fen(event["position"].get<std::string>()).value();
      CHECK(rules::to_string(position.side_to_move()) == event["first"].get<std::string>());
      moves = 0;
    } else if (event["event"] == "move") {
      CHECK(event["by"].get<std::string>() == rules::to_string(position.side_to_move()));
      const auto move = rules::parse_move(event["move"].get<std::string>()).value();
      REQUIRE(rules::is_legal(position, move));
      position.make(move);
      ++moves;
    } else if (event["event"] == "end") {
      CHECK_FALSE(rules::has_legal_move(position));
      CHECK(event["winner"].get<std::string>() == rules::to_string(!position.side_to_move()));
      CHECK(event["reason"] == "no-moves");
      CHECK(event["moves"] == moves);
      const auto record = game::parse_sgf(contents(event["record"].get<std::string>() + ".sgf"));
      REQUIRE(record.ok());
      CHECK_FALSE(game::check(record.value().front()));
      CHECK(record.value().front().moves.size() == moves);
    }
  }
}

}  // namespace

TEST_CASE("play ends with a whole legal game, its result and its record") {
  const tests::TemporaryFolder folder;
  const auto run = run_thermodon({"play", "--black", "random", "--white", "random", "--move-time", "20ms",
                                  "--record", folder.path(), "--http", "0"});
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Catch::Contains("http://127.0.0.1:"));
  CHECK_THAT(run.out, Catch::Contains("black moves first"));
  CHECK_THAT(run.out, Catch::Contains("a b c d e f g h i j"));
  CHECK_THAT(run.out, Catch::Contains(" wins after "));
  CHECK_THAT(run.out, Catch::Contains("recorded in "));
}

TEST_CASE("play --json gives the game's events") {
  const tests::TemporaryFolder folder;
  const auto played = play({"--black", "greedy:terrain", "--white", "random"}, folder.path());
  CHECK(std::count(played.kinds.begin(), played.kinds.end(), "login") == 2);
  CHECK(std::count(played.kinds.begin(), played.kinds.end(), "joined") == 2);
  CHECK(std::count(played.kinds.begin(), played.kinds.end(), "start") == 1);
  CHECK(played.kinds.back() == "end");
  check_game(played);
}

TEST_CASE("play on the course's rules, over WebSocket, with other presets, several games") {
  const tests::TemporaryFolder folder;
  SECTION("relay") {
    check_game(play({"--black", "random", "--white", "random", "--rules", "relay"}, folder.path()));
  }
  SECTION("relay, White first, two games") {
    const auto played = play({"--black", "random", "--white", "random", "--rules", "relay", "--preset",
                              "cosc322-2017", "--games", "2"},
                             folder.path());
    CHECK(std::count(played.kinds.begin(), played.kinds.end(), "end") == 2);
    check_game(played);
  }
  SECTION("checked, over WebSocket, rows from the top, three games") {
    const auto played =
        play({"--black", "random", "--white", "random", "--ws", "--preset", "swapped-top", "--games", "3"},
             folder.path());
    CHECK(std::count(played.kinds.begin(), played.kinds.end(), "end") == 3);
    for (const auto& event : played.events)
      if (event["event"] == "start") CHECK(event["own"] == "black");
    check_game(played);
  }
  SECTION("checked, White first") {
    const auto played =
        play({"--black", "random", "--white", "random", "--preset", "cosc322-white-first"}, folder.path());
    for (const auto& event : played.events)
      if (event["event"] == "start") CHECK(event["to_move"] == "white");
    check_game(played);
  }
}

TEST_CASE("play of two searching engines", "[slow]") {
  const tests::TemporaryFolder folder;
  check_game(
      play({"--black", "alphabeta:amazong", "--white", "greedy:terrain", "--games", "2"}, folder.path()));
}

TEST_CASE("play's and join's wrong flags end with status 2 and one line") {
  const std::vector<std::vector<std::string>> wrong = {{"play", "--black", "nonsense"},
                                                       {"play", "--rules", "mine"},
                                                       {"play", "--http", "70000"},
                                                       {"play", "--http", "off", "--ws"},
                                                       {"play", "--games", "0"},
                                                       {"play", "--first", "red"},
                                                       {"join", "--preset", "nonsense"},
                                                       {"join", "--as", "king"},
                                                       {"join", "--move-time", "soon"},
                                                       {"join", "--engine", "alphabeta:nonsense"},
                                                       {"join", "--on-failure", "despair"},
                                                       {"join", "--part", "{\"no-such-flag\": 1}"},
                                                       {"join", "--part", "{"},
                                                       {"join", "--part", "{\"games\": \"many\"}"},
                                                       {"join", "--log-level", "loud"},
                                                       {"join", "--guest", "--name", "x"},
                                                       {"join", "--log-file", "/dev/null/x"}};
  for (const auto& flags : wrong) {
    CAPTURE(flags);
    const auto run = run_thermodon(flags);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
  }
}

TEST_CASE("join without a server fails after its patience, and says what to check") {
  const auto run =
      run_thermodon({"join", "--port", "1", "--give-up", "100ms", "--log-level", "error", "--json"});
  CHECK(run.status == 1);
  CHECK_THAT(run.err, Catch::Contains("refused"));
  const auto lines = events(run.out);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0]["event"] == "summary");
  CHECK(lines[0]["outcome"] == "no-server");
}

// The status of games whose output goes to `reader`.
std::string status_with_reader(const std::string& reader) {
  const auto run = tests::run_program(
      "/bin/sh", {"-c",
                  "{ \"$0\" play --black random --white random --games 10 --move-time 1s --record '' "
                  "--log-level off; echo status $? >&2; } | " +
                      reader,
                  THERMODON_BINARY});
  return run.err;
}

TEST_CASE("who reads the output, or goes away, does not stop a game") {
  CHECK(status_with_reader("head -n 1") == "status 0\n");
  CHECK(status_with_reader("{ sleep 3; cat; }") == "status 0\n");
}

TEST_CASE("the configurations that are to be copied hold") {
  const tests::TemporaryFolder folder;
  for (const auto& entry : std::filesystem::directory_iterator(THERMODON_CONFIG_DIR)) {
    const std::string name = entry.path().filename();
    if (!name.starts_with("client") && name != "series.json") continue;
    CAPTURE(name);
    // Everything in them is checked before the first connection, which is refused.
    const auto run = run_thermodon({"join", "--config", entry.path(), "--host", "127.0.0.1", "--port", "1",
                                    "--give-up", "1ms", "--log-file", folder.path() + "/join.log", "--record",
                                    "", "--on-failure", "stop"});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Catch::Contains("refused"));
  }
}

TEST_CASE("an empty text in a configuration leaves the flags after it alone") {
  const auto run = run_thermodon({"join", "--config", THERMODON_CONFIG_DIR "/client-cosc322-2017.json",
                                  "--host", "127.0.0.1", "--give-up", "1ms"});
  CHECK(run.status == 1);
  std::ifstream file(THERMODON_CONFIG_DIR "/client-cosc322-2017.json");
  const auto config = nlohmann::json::parse(file, nullptr, true, true);
  REQUIRE(config["password"] == "");
  CHECK_THAT(run.err, Catch::Contains("127.0.0.1:" + config["port"].dump()));
  CHECK_THAT(run.err, Catch::Contains("zone cosc322,"));
  CHECK_THAT(run.err, Catch::Contains("preset " + config["preset"].get<std::string>()));
}
