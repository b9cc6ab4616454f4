// `join` as a process, against our server: whole games, an evening in parts, ends and their exit statuses.
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <filesystem>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "thermodon/server/server.hpp"

using namespace thermodon;
using namespace std::chrono_literals;
using nlohmann::json;
using tests::ProgramRun;
using tests::run_program;
using tests::run_thermodon;

namespace {

// Our server on a thread of its own.
class ServerThread {
 public:
  explicit ServerThread(server::Rules rules = server::Rules::kChecked) {
    server::Settings settings;
    if (rules == server::Rules::kRelay) settings.lobby = server::relay_settings();
    settings.lobby.rooms = {"Okanagan Lake", "Wood Lake"};
    settings.lobby.user_count_interval = 20ms;
    settings.lobby.limits.requests_per_second = 10'000;
    settings.bind = "127.0.0.1";
    settings.port = 0;
    settings.http = 0;
    server_ = std::make_unique<server::Server>(io_, settings);
    REQUIRE_FALSE(server_->start());
    port = std::to_string(server_->port());
    http = std::to_string(*server_->http_port());
    thread_ = std::thread([this] { io_.run(); });
  }
  ~ServerThread() {
    boost::asio::post(io_, [this] { server_->stop(); });
    thread_.join();
  }
  ServerThread(const ServerThread&) = delete;
  ServerThread& operator=(const ServerThread&) = delete;

  std::string port, http;

 private:
  boost::asio::io_context io_{1};
  std::unique_ptr<server::Server> server_;
  std::thread thread_;
};

std::vector<std::string> join_flags(const std::string& port, const std::string& name,
                                    std::vector<std::string> more) {
  std::vector<std::string> flags = {"join",        "--port", port,        "--name", name,
                                    "--move-time", "2s",     "--engine",  "random", "--json",
                                    "--log-level", "error",  "--give-up", "20s"};
  flags.insert(flags.end(), more.begin(), more.end());
  return flags;
}

std::vector<json> events(const ProgramRun& run, const std::string& kind) {
  std::vector<json> found;
  std::istringstream in(run.out);
  for (std::string line; std::getline(in, line);)
    if (auto event = json::parse(line); event["event"] == kind) found.push_back(std::move(event));
  return found;
}

}  // namespace

TEST_CASE("two clients find each other and play, in both modes, over TCP and WebSocket") {
  for (const auto rules : {server::Rules::kChecked, server::Rules::kRelay}) {
    const ServerThread server(rules);
    const tests::TemporaryFolder folder;
    auto other = std::async(std::launch::async, [&] {
      return run_thermodon(join_flags(server.http, "white", {"--ws", "--as", "white", "--games", "2"}));
    });
    const auto black = run_thermodon(
        join_flags(server.port, "black", {"--as", "black", "--games", "2", "--record", folder.path()}));
    const auto white = other.get();
    for (const auto* run : {&black, &white}) {
      CAPTURE(run->err);
      CHECK(run->status == 0);
      CHECK(events(*run, "login").size() == 1);
      CHECK(events(*run, "end").size() == 2);
      for (const auto& end : events(*run, "end")) CHECK(end["reason"] == "no-moves");
      REQUIRE(events(*run, "summary").size() == 1);
      CHECK(events(*run, "summary")[0]["outcome"] == "done");
    }
    for (const auto& start : events(black, "start")) CHECK(start["own"] == "black");
    const auto files = std::distance(std::filesystem::directory_iterator(folder.path()), {});
    CHECK(files == 4);
  }
}

TEST_CASE("two clients that think on each other's time play a whole game", "[slow]") {
  const ServerThread server;
  const auto flags = [&](const std::string& name, const std::string& spec) {
    return std::vector<std::string>{
        "join",   "--port",      server.port, "--name",      name,    "--as",      name,
        "--room", "Wood Lake",   "--ponder",  "--engine",    spec,    "--give-up", "20s",
        "--json", "--log-level", "debug",     "--move-time", "100ms", "--margin",  "50ms"};
  };
  auto other =
      std::async(std::launch::async, [&] { return run_thermodon(flags("white", "mcts:amazong,hash=16")); });
  const auto black = run_thermodon(flags("black", "alphabeta:amazong,hash=16"));
  const auto white = other.get();
  for (const auto* run : {&black, &white}) {
    CAPTURE(run->err);
    CHECK(run->status == 0);
    REQUIRE(events(*run, "end").size() == 1);
    CHECK(events(*run, "end")[0]["reason"] == "no-moves");
    CHECK(events(*run, "summary")[0]["own_faults"] == 0);
    CHECK_THAT(run->err, Catch::Contains("pondering: "));
  }
}

TEST_CASE("an evening in parts, from a script") {
  const ServerThread server;
  const tests::TemporaryFile script(R"({
    // what holds for all
    "name": "evening", "on-failure": "retry,no-room=next", "retry-pause": "10ms", "patience": "1m",
    "part": [
      { "room": "Okanagan Lake", "games": 2, "engine": ["random", "random,seed=3"] },
      { "room": "Loch Ness" },
      { "pause": "10ms", "room": "Wood Lake", "games": 1, "as": "white" }
    ]
  })");
  auto first = std::async(std::launch::async, [&] {
    return run_thermodon(join_flags(server.port, "one", {"--room", "Okanagan Lake", "--games", "2"}));
  });
  auto second = std::async(std::launch::async, [&] {
    return run_thermodon(join_flags(server.port, "two", {"--room", "Wood Lake"}));
  });
  const auto run = run_thermodon({"join", "--port", server.port, "--config", script.path(), "--move-time",
                                  "2s", "--json", "--log-level", "error"});
  CAPTURE(run.err);
  CHECK(first.get().status == 0);
  CHECK(second.get().status == 0);
  CHECK(run.status == 1);  // a part failed
  const auto summary = events(run, "summary");
  REQUIRE(summary.size() == 3);
  CHECK(summary[0]["games"] == 2);
  CHECK(summary[0]["outcome"] == "done");
  CHECK(summary[1]["outcome"] == "no-room");
  CHECK_THAT(summary[1]["why"].get<std::string>(), Catch::Contains("Wood Lake"));
  CHECK(summary[2]["outcome"] == "done");
  CHECK(events(run, "start").back()["own"] == "white");
}

TEST_CASE("a spectator watches a game and ends with it") {
  const ServerThread server;
  auto watcher = std::async(std::launch::async, [&] {
    return run_thermodon(join_flags(server.port, "eve", {"--as", "spectator", "--room", "Okanagan Lake"}));
  });
  std::vector<std::future<ProgramRun>> players;
  for (const char* name : {"one", "two"})
    players.push_back(std::async(std::launch::async, [&server, name] {
      return run_thermodon(join_flags(server.port, name, {"--room", "Okanagan Lake", "--games", "3"}));
    }));
  for (auto& player : players) CHECK(player.get().status == 0);
  const auto run = watcher.get();
  CAPTURE(run.err);
  CHECK(run.status == 0);
  REQUIRE(events(run, "end").size() == 1);
  CHECK(events(run, "joined")[0]["seat"] == "spectator");
  CHECK(events(run, "end")[0]["own"].is_null());
}

TEST_CASE("a client that is told to stop ends at once when no game runs") {
  const ServerThread server;
  for (const auto& [games, status] : {std::pair{"0", 0}, std::pair{"3", 1}})
    for (const char* signal : {"INT", "TERM"}) {
      auto flags = join_flags(server.port, "me", {"--games", games});
      // Without --foreground the signal goes to the process and to its group: told twice, it gives up at
      // once.
      flags.insert(flags.begin(), {"--foreground", "--preserve-status", "-s", signal, "1", THERMODON_BINARY});
      const auto run = run_program("/usr/bin/timeout", flags);
      CAPTURE(games, signal, run.err);
      CHECK(run.status == status);
      CHECK(events(run, "joined").size() == 1);
      CHECK(events(run, "summary")[0]["outcome"] == (status == 0 ? "done" : "stopped"));
    }
}

TEST_CASE("a log file that is full goes on in a new one") {
  const ServerThread server;
  const tests::TemporaryFolder folder;
  const std::filesystem::path log = std::filesystem::path(folder.path()) / "join.log";
  const std::string full(10 << 20, '.');
  std::ofstream(log) << full;
  run_thermodon(join_flags(server.port, "me", {"--zone", "nowhere", "--log-file", log}));
  CHECK(std::filesystem::file_size(std::filesystem::path(folder.path()) / "join.1.log") == full.size());
  std::ifstream file(log);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  CHECK_THAT(text, Catch::Contains("nowhere") && !Catch::Contains("..."));
}

TEST_CASE("a refused login says why") {
  const ServerThread server;
  const auto run = run_thermodon(join_flags(server.port, "me", {"--zone", "nowhere"}));
  CHECK(run.status == 1);
  CHECK_THAT(run.err, Catch::Contains("--zone"));
  CHECK(events(run, "summary")[0]["outcome"] == "refused");
}
