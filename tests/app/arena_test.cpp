// Tournaments and the JSON interface on the running program: HTTP, the documented bot, and a round robin of
// bots and clients during which the server is killed.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <thread>

#include "app/http_get.hpp"
#include "app/server_process.hpp"
#include "support/run_program.hpp"

namespace thermodon {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using tests::http;
using tests::Process;
using tests::run_program;
using tests::run_thermodon;
using tests::ServerProcess;
using tests::TemporaryFile;
using tests::TemporaryFolder;

constexpr const char* kBot = THERMODON_CONFIG_DIR "/../docs/examples/bot.py";
constexpr const char* kJsDirectory = THERMODON_CONFIG_DIR "/../tests/js";
constexpr const char* kPageDirectory = THERMODON_CONFIG_DIR "/../tests/page";

// A Python that has websockets; empty where there is none.
std::string python() {
  for (const char* name : {"python3", "/usr/bin/python3"})
    if (run_program("/usr/bin/env", {name, "-c", "import websockets"}).status == 0) return name;
  WARN("skipped: no python3 with websockets (Debian: python3-websockets)");
  return {};
}

bool have_js_client() {
  const bool have = std::filesystem::exists(std::string(kJsDirectory) + "/node_modules/sfs2x-api") &&
                    run_program("/usr/bin/env", {"node", "--version"}).status == 0;
  if (!have) WARN("the official JavaScript client does not play along: node or its packages are missing");
  return have;
}

bool have_browser() {
  const bool have =
      std::filesystem::exists(std::string(kPageDirectory) + "/node_modules/playwright-core") &&
      std::filesystem::exists(std::string(kPageDirectory) + "/../../src/web/node_modules/esbuild") &&
      std::filesystem::exists("/usr/bin/chromium");
  if (!have) WARN("nobody plays along in a browser: Chromium or the page's test packages are missing");
  return have;
}

std::uint16_t http_port(ServerProcess& server) {
  return json::parse(server.line())["port"].get<std::uint16_t>();
}

TEST_CASE("the HTTP interface answers as documented") {
  const TemporaryFolder folder;
  ServerProcess server({"--http", "0", "--data", folder.path(), "--organiser-token", "secret"});
  const std::uint16_t port = http_port(server);
  CHECK(http(port, "GET", "/").body.find("<!doctype html>") == 0);
  const auto page = http(port, "GET", "/index.html");
  const auto tag = page.head.substr(page.head.find("ETag: ") + 6);
  CHECK(http(port, "GET", "/", "", "If-None-Match: " + tag.substr(0, tag.find('\r')) + "\r\n").status == 304);
  const json rooms = http(port, "GET", "/api/rooms").json()["rooms"];
  CHECK(rooms.size() == 54);
  CHECK(rooms[0]["position"] == "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b - - 0 1");
  CHECK(http(port, "GET", "/api/games").json()["games"].empty());
  CHECK(http(port, "GET", "/api/games/1").status == 404);
  const json engines = http(port, "GET", "/api/evaluators").json();
  CHECK(engines["searchers"].size() > 3);
  for (const json& searcher : engines["searchers"]) {
    CAPTURE(searcher);
    const bool alone =
        searcher["name"] == "random" || searcher["name"] == "two-step" || searcher["name"] == "ensemble";
    CHECK(searcher["uses_evaluator"] == !alone);
  }
  CHECK(http(port, "GET", "/api/nothing").status == 404);
  CHECK(http(port, "GET", "/no.js").status == 404);
  CHECK(http(port, "DELETE", "/api/games/1").status == 405);
  // The same numbers as the command line's.
  const auto cli = json::parse(
      run_thermodon({"eval", "--evaluator", "amazong", "--json", "--position", "startpos moves d1-d7/g7"})
          .out);
  CHECK(http(port, "GET", "/api/eval?evaluator=amazong&position=startpos+moves%20d1-d7/g7").json() == cli);
  const auto map = json::parse(run_thermodon({"eval", "--metric", "mobility", "--json"}).out);
  CHECK(http(port, "GET", "/api/metrics?metric=mobility&position=startpos").json() == map);
  CHECK(http(port, "GET", "/api/metrics?metric=height").status == 400);
  CHECK(http(port, "GET", "/api/eval?evaluator=amazong,weights=/etc/passwd").status == 400);
  // The organiser's part.
  const std::string token = "Authorization: Bearer secret\r\n";
  const std::string spec = R"({"name":"T","players":["a","b"],"start":"now","grace-seconds":0})";
  CHECK(http(port, "POST", "/api/tournaments", spec).status == 401);
  CHECK(http(port, "POST", "/api/tournaments", spec, "Authorization: Bearer sesame\r\n").status == 401);
  CHECK(http(port, "POST", "/api/tournaments", "{}", token).status == 400);
  const auto made = http(port, "POST", "/api/tournaments", spec, token);
  CHECK(made.status == 201);
  CHECK(made.json()["id"] == 1);
  std::this_thread::sleep_for(200ms);  // two ticks: nobody has come
  const auto over = http(port, "GET", "/api/tournaments/1").json();
  CHECK(over["status"] == "over");
  CHECK(over["games"][0]["result"]["reason"] == "absent");
  const auto mended = http(port, "POST", "/api/tournaments/1/result",
                           R"({"number":1,"winner":"black","why":"by lot"})", token);
  CHECK(mended.json()["corrections"][0]["why"] == "by lot");
  CHECK(http(port, "POST", "/api/tournaments/9/start", "", token).status == 404);
  CHECK(http(port, "GET", "/api/tournaments/1.csv").body.find("1,") != std::string::npos);
  CHECK(http(port, "GET", "/api/tournaments/1.sgf").status == 200);
}

TEST_CASE("the documented bot plays a whole game against the house in a practice room") {
  const std::string interpreter = python();
  if (interpreter.empty()) return;
  const TemporaryFolder folder;
  ServerProcess server(
      {"--http", "0", "--data", folder.path(), "--practice", "Wood Lake=greedy:terrain@50ms"});
  const std::uint16_t port = http_port(server);
  const auto bot = run_program(
      "/usr/bin/env",
      {interpreter, kBot, "ws://127.0.0.1:" + std::to_string(port) + "/api/live", "ann", "Wood Lake"}, {},
      100);
  INFO(bot.err);
  REQUIRE(bot.status == 0);
  const json end = json::parse(bot.out);
  CHECK(end["reason"] == "no-moves");
  const auto games = http(port, "GET", "/api/games").json()["games"];
  REQUIRE_FALSE(games.empty());
  const auto& game = games.back();
  CHECK(game["id"] == end["id"]);
  CHECK(game["result"] == (end["winner"] == "black" ? "B+" : "W+"));
  const auto whole = http(port, "GET", "/api/games/1").json();
  CHECK(whole["game"]["moves"].size() == game["moves"]);
  const TemporaryFile sgf(http(port, "GET", "/api/games/1.sgf").body);
  CHECK(run_thermodon({"records", "check", sgf.path()}).status == 0);
}

TEST_CASE("programs and a browser play a round robin on a server that is killed twice", "[slow]") {
  const std::string interpreter = python();
  const bool js = have_js_client(), browser = have_browser();
  const TemporaryFolder folder;
  json spec = {
      {"name", "Cup"},           {"players", {"ours", "greedy"}}, {"rooms", {"Wood Lake", "Bear Lake"}},
      {"system", "round-robin"}, {"move-time-seconds", 20},       {"grace-seconds", 90}};
  if (!interpreter.empty()) spec["players"].push_back("python");
  if (js) spec["players"].push_back("js");
  if (browser) spec["players"].push_back("page");
  const TemporaryFile file(spec.dump());
  std::vector<std::string> flags = {"--data", folder.path(), "--tournament", file.path(), "--http", "0"};
  auto server = std::make_unique<ServerProcess>(flags);
  const std::uint16_t tcp = server->port, web = http_port(*server);
  flags.back() = std::to_string(web);

  std::vector<std::unique_ptr<Process>> players;
  for (const auto& [name, searcher] :
       std::map<std::string, std::string>{{"ours", "random"}, {"greedy", "greedy"}})
    players.push_back(std::make_unique<Process>(std::vector<std::string>{THERMODON_BINARY,
                                                                         "join",
                                                                         "--host",
                                                                         "127.0.0.1",
                                                                         "--port",
                                                                         std::to_string(tcp),
                                                                         "--room",
                                                                         "auto",
                                                                         "--name",
                                                                         name,
                                                                         "--games",
                                                                         "0",
                                                                         "--searcher",
                                                                         searcher,
                                                                         "--move-time",
                                                                         "2s",
                                                                         "--log-level",
                                                                         "off",
                                                                         "--json",
                                                                         "--log-file",
                                                                         folder.path() + "/" + name}));
  if (!interpreter.empty())
    players.push_back(std::make_unique<Process>(std::vector<std::string>{
        "/usr/bin/env", interpreter, kBot, "ws://127.0.0.1:" + std::to_string(web) + "/api/live", "python",
        "auto", std::to_string(spec["players"].size() - 1)}));
  if (js)
    players.push_back(std::make_unique<Process>(
        std::vector<std::string>{"/usr/bin/env", "node", std::string(kJsDirectory) + "/entrant.mjs", "--port",
                                 std::to_string(web), "--name", "js"}));
  if (browser)
    players.push_back(std::make_unique<Process>(
        std::vector<std::string>{"/usr/bin/env", "node", std::string(kPageDirectory) + "/entrant.mjs",
                                 "--address", "http://127.0.0.1:" + std::to_string(web) + "/"}));

  json tournament;
  const auto over = [&] {
    return std::count_if(tournament["games"].begin(), tournament["games"].end(),
                         [](const json& game) { return game["status"] == "over"; });
  };
  const auto wait = [&](auto until) {
    for (const auto end = std::chrono::steady_clock::now() + 240s; std::chrono::steady_clock::now() < end;) {
      tournament = http(web, "GET", "/api/tournaments/1").json();
      if (until()) return;
      std::this_thread::sleep_for(100ms);
    }
    FAIL("not in time: " << tournament.dump());
  };
  for (const int games : {1, 2}) {
    wait([&] {
      const auto playing = [](const json& game) { return game["status"] == "playing"; };
      return over() >= games && std::any_of(tournament["games"].begin(), tournament["games"].end(), playing);
    });
    server->end(SIGKILL);
    server.reset();
    server = std::make_unique<ServerProcess>(flags, tcp);
    CHECK(http_port(*server) == web);
  }
  wait([&] { return tournament["status"] == "over"; });
  CAPTURE(tournament.dump());
  const std::size_t entrants = spec["players"].size();
  CHECK(tournament["games"].size() == entrants * (entrants - 1) / 2);

  // The table, counted again from the games as they were recorded.
  std::map<std::string, int> points;
  const json all = http(web, "GET", "/api/games?limit=500").json();
  for (const json& game : all["games"]) {
    if (game["tournament"].is_null()) continue;  // played for fun, once the rooms were free again
    CHECK(game["reason"] == "no-moves");
    ++points[game[game["result"] == "B+" ? "black" : "white"].get<std::string>()];
  }
  int sum = 0;
  for (const json& row : tournament["standings"]) {
    CHECK(row["points"] == points[row["player"].get<std::string>()]);
    CHECK(std::abs(row["as_black"].get<int>() - row["as_white"].get<int>()) <= 1);
    sum += row["points"].get<int>();
  }
  CHECK(sum == static_cast<int>(tournament["games"].size()));
  const TemporaryFile sgf(http(web, "GET", "/api/tournaments/1.sgf").body);
  const auto checked = run_thermodon({"records", "check", sgf.path(), "--json"});
  CHECK(json::parse(checked.out)["legal"] == tournament["games"].size());
}

}  // namespace
}  // namespace thermodon
