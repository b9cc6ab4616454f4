// The serve subcommand as a process: what it prints, how it ends, and that killing it loses nothing.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>
#include <set>
#include <thread>

#include "app/http_get.hpp"
#include "app/live_client.hpp"
#include "app/server_process.hpp"
#include "server/wire_client.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/server/storage.hpp"

namespace thermodon::server {
namespace {

using nlohmann::json;
using rules::Color;
using tests::run_thermodon;
using tests::ServerProcess;
using tests::TemporaryFile;
using tests::TemporaryFolder;
using namespace std::chrono_literals;

TEST_CASE("serve prints its ports, serves them, and ends cleanly when told") {
  ServerProcess server({"--http", "0"});
  const json web = json::parse(server.line(), nullptr, false);
  REQUIRE(web.is_object());
  CHECK(web["kind"] == "http");
  boost::asio::io_context io;
  WireClient tcp(io, net::Kind::kTcp, server.port);
  tcp.enter("alice", "Wood Lake");
  WireClient ws(io, net::Kind::kWebSocket, web["port"].get<std::uint16_t>());
  ws.enter("bob", "Wood Lake");
  CHECK(tcp.wait<protocol::StartCommand>().white == "bob");
  const int ended = server.end(GENERATE(SIGINT, SIGTERM));
  CHECK(ended == 0);
  REQUIRE(test::run_until(io, [&] { return tcp.closed && ws.closed; }));
  CHECK(tcp.closed->error == net::Error::kClosedByPeer);
}

TEST_CASE("serve refuses what cannot be, with one line that says how to mend it") {
  const TemporaryFile not_users("{\"alice\": 5}");
  const auto refused = [](std::vector<std::string> flags, const std::string& words, int status) {
    flags.insert(flags.begin(), "serve");
    const auto run = run_thermodon(flags);
    CAPTURE(flags[1], run.err);
    CHECK(run.status == status);
    CHECK(run.err.find(words) != std::string::npos);
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK(run.out.empty());
  };
  refused({"--rules", "loose"}, "--rules loose: write checked or relay", 2);
  refused({"--preset", "nothing"}, "--preset nothing: unknown; known are cosc322", 2);
  refused({"--first", "red"}, "--first red: write black or white", 2);
  refused({"--move-time", "soon"}, "--move-time", 2);
  refused({"--rules", "relay", "--move-time", "30s"}, "no clock", 2);
  refused({"--users", "/nowhere.json"}, "--users /nowhere.json: cannot be read", 2);
  refused({"--users", not_users.path()}, "the password of \"alice\"", 2);
  refused({"--registered-only"}, "--users FILE", 2);
  refused({"--port", "99999"}, "--port", 2);
  refused({"--bind", "here"}, "no numeric address", 1);
  refused({"--port", "0", "--no-http", "--data", "/dev/null/here"}, "--data /dev/null/here", 1);
  const TemporaryFile users("{\"a\": \"x\"}"), tournament("{\"name\": \"T\", \"players\": [\"a\", \"b\"]}");
  const TemporaryFile elsewhere("{\"name\": \"T\", \"players\": [\"a\", \"b\"], \"rooms\": [\"Sea\"]}");
  refused({"--port", "0", "--no-http", "--registered-only", "--users", users.path(), "--tournament",
           tournament.path()},
          "--tournament: the player \"b\" is not among the registered users", 1);
  refused({"--port", "0", "--no-http", "--tournament", elsewhere.path()},
          "--tournament: there is no room \"Sea\"", 1);
  const ServerProcess other({"--no-http"});
  refused({"--bind", "127.0.0.1", "--no-http", "--port", std::to_string(other.port)},
          "another program has this port", 1);
}

TEST_CASE("serve takes its settings from a file") {
  const TemporaryFile users("{\"alice\": \"secret\"}");
  const TemporaryFile config("// comment\n{\"rooms\": [\"Sea\"], \"zones\": [\"z\"], \"users\": \"" +
                             users.path() + "\", \"move-time\": \"5s\", \"no-http\": true}");
  ServerProcess server({"--config", config.path()});
  boost::asio::io_context io;
  WireClient client(io, net::Kind::kTcp, server.port);
  client.send(protocol::HandshakeRequest{"1.6.1", "test", true, {}});
  const std::string token = client.wait<protocol::HandshakeReply>().token;
  protocol::LoginRequest login;
  login.zone = "z";
  login.name = "alice";
  client.send(login);
  CHECK(client.wait<protocol::ErrorReply>().code == 3);
  login.password_hash = protocol::password_hash(token, "secret");
  client.send(login);
  const auto reply = client.wait<protocol::LoginReply>();
  REQUIRE(reply.rooms.size() == 1);
  CHECK(reply.rooms[0].name == "Sea");
}

TEST_CASE("the commented examples serve a class and hold its tournament, as documented") {
  const TemporaryFolder folder;
  const std::string tournament = THERMODON_CONFIG_DIR "/tournament.json";
  ServerProcess server({"--config", THERMODON_CONFIG_DIR "/server.json", "--http", "0", "--data",
                        folder.path(), "--tournament", tournament, "--organiser-token", "SECRET"});
  const auto port = json::parse(server.line())["port"].get<std::uint16_t>();
  CHECK(std::filesystem::exists(folder.path() + "/thermodon.db"));
  CHECK(tests::http(port, "GET", "/api/rooms").json()["rooms"].size() == 54);
  CHECK(tests::LiveClient(port).wait("hello")["move_time_ms"] == 30'000);
  const json held = tests::http(port, "GET", "/api/tournaments/1").json();
  CHECK(held["status"] == "waiting");
  CHECK(held["players"].size() == 4);
  CHECK(held["rooms"] == json{"Okanagan Lake", "Wood Lake"});
  const auto post = [&](const std::string& path, const std::string& body) {
    return tests::http(port, "POST", "/api/tournaments" + path, body, "Authorization: Bearer SECRET\r\n");
  };
  std::ifstream file(tournament);
  CHECK(post("", {std::istreambuf_iterator<char>(file), {}}).json()["id"] == 2);
  const std::string result = R"({"number":3,"winner":"black","why":"agreed"})";
  CHECK(post("/1/result", result).status == 400);  // no games yet
  CHECK(post("/1/start", "").json()["status"] == "running");
  CHECK(post("/1/result", result).json()["games"][2]["result"]["winner"] == "black");
  CHECK(post("/2/cancel", R"({"why":"twice"})").json()["status"] == "cancelled");
}

TEST_CASE(
    "every key of the commented example is a flag, also those that are commented out, and no flag is "
    "missing") {
  std::ifstream file(THERMODON_CONFIG_DIR "/server.json");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const std::string help = run_thermodon({"serve", "--help"}).out;
  const auto all = [](const std::string& from, const std::regex& what) {
    std::set<std::string> found;
    for (std::sregex_iterator it(from.begin(), from.end(), what), end; it != end; ++it)
      found.insert((*it)[1]);
    return found;
  };
  auto keys = all(text, std::regex("(?:\n *(?:// )?|, )\"([a-z-]+)\":"));
  auto flags = all(help, std::regex("\n +(?:-h,)?--([a-z-]+)"));
  for (const char* elsewhere : {"help", "config", "json", "no-http", "log-file"}) flags.erase(elsewhere);
  CHECK(keys == flags);
}

// --- killed at random moments

constexpr int kGames = 6;
constexpr int kKills = 8;

struct PlayedGame {
  std::string room;
  std::int32_t room_id = 0;
  std::array<std::string, 2> names;  // black, white
  std::array<std::unique_ptr<WireClient>, 2> clients;
  rules::Position agreed = rules::Position::start({}, Color::kBlack);  // what the other side has been told
  std::optional<rules::Move> in_flight;

  [[nodiscard]] std::size_t mover() const { return agreed.side_to_move() == Color::kBlack ? 0 : 1; }
  void send(rules::Move move) {
    in_flight = move;
    clients[mover()]->move(room_id, protocol::to_wire(move, protocol::default_preset()));
  }
  void settle() {
    agreed.make(*in_flight);
    in_flight.reset();
  }
};

class Evening {
 public:
  explicit Evening(std::string data) : data_(std::move(data)) {
    for (int i = 0; i < kGames; ++i) {
      PlayedGame game;
      game.room = default_rooms()[static_cast<std::size_t>(i)];
      game.room_id = i;
      game.names = {"black" + std::to_string(i), "white" + std::to_string(i)};
      games_.push_back(std::move(game));
    }
    start_server();
  }

  // Plays until `moves` more have arrived, in all games together, then leaves some in flight.
  void play(int moves) {
    REQUIRE(test::run_until(io_, [&] {
      for (PlayedGame& game : games_) {
        if (!game.in_flight) game.send(random_move(game.agreed));
        const auto came = game.clients[1 - game.mover()]->take<protocol::MoveCommand>();
        if (!came) continue;
        CHECK(protocol::to_move(came->move, protocol::default_preset()) == game.in_flight);
        game.settle();
        --moves;
      }
      return moves <= 0;
    }));
  }

  void kill_and_come_back() {
    server_->end(SIGKILL);
    start_server();
    for (PlayedGame& game : games_) {
      // The board holds every move that anybody was told, and perhaps the one that was on its way.
      for (const auto& client : game.clients) {
        const auto board = client->wait<protocol::BoardCommand>();
        const auto position = protocol::to_position(board.board, protocol::default_preset(), board.to_move);
        REQUIRE(position.ok());
        CHECK(client->wait<protocol::StartCommand>().black == game.names[0]);
        if (game.in_flight && position->hash() != game.agreed.hash()) game.settle();
        CHECK(position->hash() == game.agreed.hash());
        REQUIRE(board.remaining_ms);
        CHECK(*board.remaining_ms > 0);
        CHECK(*board.remaining_ms <= 600'000);
      }
      if (game.in_flight) game.send(*game.in_flight);
    }
  }

  [[nodiscard]] const std::vector<PlayedGame>& played() const { return games_; }

 private:
  void start_server() {
    server_ = std::make_unique<ServerProcess>(
        std::vector<std::string>{"--no-http", "--data", data_, "--move-time", "10m"});
    for (PlayedGame& game : games_)
      for (std::size_t side = 0; side < 2; ++side) {
        game.clients[side] = std::make_unique<WireClient>(io_, net::Kind::kTcp, server_->port);
        game.clients[side]->enter(game.names[side], game.room);
      }
  }

  rules::Move random_move(const rules::Position& position) {
    const auto moves = rules::legal_moves(position);
    REQUIRE_FALSE(moves.empty());
    return moves[random_() % moves.size()];
  }

  std::string data_;
  boost::asio::io_context io_;
  std::unique_ptr<ServerProcess> server_;
  std::mt19937 random_{7};
  std::vector<PlayedGame> games_;  // the last member: their sockets must go before io_ does
};

TEST_CASE("a server that is killed at random moments of many games loses no move") {
  const TemporaryFolder folder;
  {
    Evening evening(folder.path());
    for (int kill = 0; kill < kKills; ++kill) {
      evening.play(5 + 3 * kill % 17);
      evening.kill_and_come_back();
    }
    evening.play(20);
    for (const PlayedGame& game : evening.played()) CHECK(game.agreed.ply() >= kKills / 2);
  }
  CHECK(run_thermodon({"backup", "--data", folder.path(), "--to", folder.path() + "/copy.db"}).status == 0);
  const auto again = run_thermodon({"backup", "--data", folder.path(), "--to", folder.path() + "/copy.db"});
  CHECK(again.status == 1);
  CHECK(again.err.find("exists already") != std::string::npos);
  auto storage = Storage::open(folder.path());
  INFO((storage.ok() ? "" : storage.error()));
  REQUIRE(storage.ok());
  const auto saved = (*storage)->running_games();
  CHECK(saved.size() == kGames);
  for (const auto& game : saved) CHECK(game.fault.empty());
}

}  // namespace
}  // namespace thermodon::server
