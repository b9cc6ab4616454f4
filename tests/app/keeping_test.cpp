// What a server keeps: games against the house go on after it was killed, and a backup that is made while it
// runs is a server's directory like any other.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>
#include <optional>
#include <random>

#include "app/http_get.hpp"
#include "app/live_client.hpp"
#include "app/server_process.hpp"
#include "support/run_program.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::uint16_t web_port(ServerProcess& server) {
  return json::parse(server.line())["port"].get<std::uint16_t>();
}

// Somebody who plays random moves in one room.
class Person {
 public:
  Person(std::string name, std::string room) : name_(std::move(name)), room_(std::move(room)) {}

  // Logs in and takes the seat. Returns the game as it is then.
  json come(std::uint16_t port) {
    client_.emplace(port);
    REQUIRE(client_->login(name_)["type"] == "login");
    client_->send({{"type", "join"}, {"room", room_}});
    CHECK(client_->wait("joined")["as"] == "player");
    return see(client_->wait("game"));
  }
  void ask_for_house() {
    client_->send({{"type", "house"}, {"spec", "greedy:terrain"}, {"move_time_ms", 20}});
  }
  // Until so many moves of this side have been accepted, or the game is over. Returns the game as last told.
  json play(int moves) {
    while (moves > 0 && game_["status"] != "over") {
      if (my_turn()) send_move();
      const json event = client_->wait({"move", "game"});
      const bool mine = event["type"] == "move" && event["by"] == colour();
      see(event);
      if (mine) --moves;
    }
    return game_;
  }
  json await_turn() {
    while (!my_turn()) see(client_->wait({"move", "game"}));
    return game_;
  }
  json play_to_the_end() { return play(1000); }
  // What makes the game end at once, with a loss.
  void blunder() {
    client_->send({{"type", "move"}, {"move", "a1-a2/a3"}});
    while (game_["status"] != "over") see(client_->wait("game"));
  }
  [[nodiscard]] bool my_turn() const {
    return game_["status"] == "playing" && game_["to_move"].get<std::string>() == colour();
  }

 private:
  [[nodiscard]] std::string colour() const { return game_["black"] == name_ ? "black" : "white"; }

  // The game with a move, or as it is told whole.
  json see(const json& event) {
    if (event["type"] == "game") return game_ = event["game"];
    game_["moves"].push_back({{"move", event["move"]}, {"seconds", event["seconds"]}});
    game_["position"] = event["position"];
    game_["to_move"] = event["to_move"];
    return game_;
  }
  void send_move() {
    const auto position = rules::parse_position(game_["position"].get<std::string>());
    REQUIRE(position.ok());
    const auto moves = rules::legal_moves(*position);
    if (moves.empty()) return;  // lost, which the server is about to say
    client_->send({{"type", "move"},
                   {"move", rules::to_string(moves[random_() % moves.size()])},
                   {"ply", game_["moves"].size() + 1}});
  }

  std::string name_, room_;
  std::optional<LiveClient> client_;
  json game_;
  std::mt19937 random_{11};
};

// `before` is what a player was told; the other's answer may have been stored since.
void check_continues(const json& before, const json& after) {
  CHECK(after["id"] == before["id"]);
  CHECK(after["black"] == before["black"]);
  CHECK(after["white"] == before["white"]);
  REQUIRE(after["moves"].size() >= before["moves"].size());
  REQUIRE(after["moves"].size() <= before["moves"].size() + 1);
  for (std::size_t i = 0; i < before["moves"].size(); ++i)
    CHECK(after["moves"][i]["move"] == before["moves"][i]["move"]);
}

TEST_CASE(
    "the house comes back to its games after the server was killed, in practice rooms and where it was asked "
    "for") {
  const TemporaryFolder folder;
  const std::vector<std::string> flags = {"--http",      "0",          "--data",
                                          folder.path(), "--practice", "Echo Lake=greedy:terrain@20ms"};
  auto server = std::make_unique<ServerProcess>(flags);
  std::uint16_t port = web_port(*server);
  Person ann("ann", "Echo Lake"), bob("bob", "Bear Lake");
  ann.come(port);
  bob.come(port);
  bob.ask_for_house();
  json anns = ann.play(3), bobs = bob.play(3);
  CHECK((anns["black"] == "House#Echo Lake" || anns["white"] == "House#Echo Lake"));
  // Killed while it is the house's turn, or it has just answered; and while it is the players'.
  for (const bool houses_turn : {true, false}) {
    CAPTURE(houses_turn);
    if (!houses_turn) {
      anns = ann.await_turn();
      bobs = bob.await_turn();
    }
    server->end(SIGKILL);
    server.reset();
    server = std::make_unique<ServerProcess>(flags);
    port = web_port(*server);
    check_continues(anns, ann.come(port));
    check_continues(bobs, bob.come(port));
    anns = ann.play(3);
    bobs = bob.play(3);
    CHECK(anns["status"] == "playing");
    CHECK(bobs["status"] == "playing");
  }
  for (auto* person : {&ann, &bob}) {
    const json over = person->play_to_the_end();
    CHECK(over["result"]["reason"] == "no-moves");
    const std::string game = "/api/games/" + std::to_string(over["id"].get<int>()) + ".sgf";
    const TemporaryFile sgf(http(port, "GET", game).body);
    CHECK(run_thermodon({"records", "check", sgf.path()}).status == 0);
  }
}

TEST_CASE(
    "a backup that is made while a server runs opens as the server that was, and that one is not held up") {
  const TemporaryFolder folder, copy;
  ServerProcess server({"--http", "0", "--data", folder.path()});
  const std::uint16_t port = web_port(server);
  Person ann("ann", "Wood Lake"), bob("bob", "Wood Lake"), eve("eve", "Bear Lake"), fay("fay", "Bear Lake");
  eve.come(port);
  fay.come(port);
  eve.blunder();
  ann.come(port);
  bob.come(port);
  const auto round = [&] {
    ann.play(1);
    return bob.play(1);
  };
  const json before = round();
  CHECK(before["moves"].size() == 2);

  const auto backup = [&](const std::string& from, const std::string& to) {
    return run_thermodon({"backup", "--data", from, "--to", to});
  };
  const auto made = backup(folder.path(), copy.path());
  INFO(made.err);
  REQUIRE(made.status == 0);
  CHECK(round()["moves"].size() == 4);

  for (const auto& [from, to, words] : std::vector<std::array<std::string, 3>>{
           {folder.path(), copy.path(), "exists already"},
           {folder.path(), copy.path() + "/none/here.db", "here.db"},
           {folder.path() + "/none", copy.path() + "/other.db", "/none"}}) {
    const auto refused = backup(from, to);
    CAPTURE(to, refused.err);
    CHECK(refused.status == 1);
    CHECK(refused.err.find(words) != std::string::npos);
    CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
  }
  CHECK_FALSE(fs::exists(copy.path() + "/other.db"));

  ServerProcess again({"--http", "0", "--data", copy.path()});
  const std::uint16_t there = web_port(again);
  const json games = http(there, "GET", "/api/games").json()["games"];
  REQUIRE(games.size() == 2);
  CHECK(games[1]["result"] == "W+");
  CHECK(games[1]["reason"] == "illegal-move");
  CHECK(games[0]["result"] == "*");
  CHECK(games[0]["moves"] == 2);
  const json after = ann.come(there);
  CHECK(after["position"] == before["position"]);
  bob.come(there);
  CHECK(round()["moves"].size() == 4);
}

}  // namespace
}  // namespace thermodon::tests
