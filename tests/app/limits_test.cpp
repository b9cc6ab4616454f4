// The bounds of docs/server.md as users of the running program meet them, by JSON and HTTP. Those of the
// course's protocol are tested in tests/server, where time is moved by hand.
#include <algorithm>
#include <csignal>

#include "app/http_get.hpp"
#include "app/live_client.hpp"
#include "app/server_process.hpp"
#include "server/wire_client.hpp"
#include "support/raw_socket.hpp"

namespace thermodon::tests {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

struct Limited {
  explicit Limited(std::vector<std::string> flags = {}) : server(with_http(std::move(flags))) {
    web = json::parse(server.line())["port"].get<std::uint16_t>();
  }
  static std::vector<std::string> with_http(std::vector<std::string> flags) {
    flags.insert(flags.begin(), {"--http", "0"});
    return flags;
  }
  ServerProcess server;
  std::uint16_t web = 0;
};

// In the room, or the refusal.
json join(LiveClient& client, const std::string& room, const std::string& as = "any") {
  client.send({{"type", "join"}, {"room", room}, {"as", as}});
  return client.wait({"joined", "error"});
}

TEST_CASE("one address has so many connections, of all kinds together") {
  Limited host({"--connections-per-address", "3"});
  LiveClient first(host.web);
  first.wait("hello");
  boost::asio::io_context io;
  server::WireClient second(io, net::Kind::kTcp, host.server.port);
  second.enter("ann", "Wood Lake");
  auto third = std::make_unique<server::WireClient>(io, net::Kind::kWebSocket, host.web);
  third->enter("bob", "Wood Lake");
  test::RawSocket fourth(host.server.port);
  CHECK(fourth.wait_end(10'000ms));
  LiveClient fifth(host.web);
  CHECK(fifth.wait_end());
  CHECK(http(host.web, "GET", "/api/rooms").status == 200);  // not one of them
  first.send({{"type", "ping"}});
  first.wait("pong");
  third.reset();
  // The server hears of it a little later.
  for (bool in = false; !in;) {
    test::RawSocket again(host.server.port);
    again.write(
        sfs2x::make_frame(protocol::to_object(protocol::HandshakeRequest{"1.6.1", "test", true, {}})));
    in = !again.read_some(10'000ms).empty();
  }
}

TEST_CASE("names and chat of JSON users have their lengths, rooms their spectators") {
  Limited host({"--max-spectators", "1"});
  LiveClient ann(host.web), bob(host.web);
  CHECK(ann.login(std::string(33, 'x'))["code"] == 2);
  CHECK(ann.login("caf\xc3\xa9")["code"] == 2);
  const std::string longest(32, 'x');
  CHECK(ann.login(longest)["name"] == longest);
  CHECK(bob.login("bob")["type"] == "login");
  CHECK(join(ann, "Wood Lake", "spectator")["as"] == "spectator");
  CHECK(join(bob, "Wood Lake", "spectator")["code"] == 20);
  CHECK(join(bob, "Wood Lake")["as"] == "player");
  ann.send({{"type", "chat"}, {"text", std::string(501, 'y')}});
  CHECK(bob.wait("chat")["text"] == std::string(500, 'y'));
}

TEST_CASE("a JSON message has its size, and what comes too fast or makes no sense ends the line") {
  Limited host;
  LiveClient eve(host.web), ann(host.web);
  eve.wait("hello");
  SECTION("64 KiB and one byte") {
    CHECK(eve.send_text(std::string(64 << 10, ' ')));
    eve.wait("error");
    eve.send_text(std::string((64 << 10) + 1, ' '));
  }
  SECTION("a flood") {
    for (int i = 0; i < 1000 && eve.send_text(R"({"type":"ping"})"); ++i) {
    }
    CHECK(eve.wait("closing")["reason"] == "kicked");
  }
  SECTION("nonsense") {
    for (int i = 0; i < 21; ++i) eve.send_text("nonsense");
  }
  CHECK(eve.wait_end());
  CHECK(ann.login("ann")["type"] == "login");
}

TEST_CASE("HTTP requests of one address have their rate") {
  Limited host;
  int served = 0;
  while (served < 2000 && http(host.web, "GET", "/api/tournaments").status == 200) ++served;
  CHECK(served >= 100);
  const auto refused = http(host.web, "GET", "/api/tournaments");
  CHECK(refused.status == 429);
  CHECK(refused.json().contains("error"));
}

TEST_CASE("so many analyses and house players at a time; who is too late is told, and may come again") {
  Limited host({"--analyses", "1", "--houses", "1"});
  LiveClient ann(host.web), bob(host.web);
  const json analyze = {{"type", "analyze"}, {"id", 1}, {"spec", "alphabeta:terrain"}};
  ann.send(analyze);
  ann.wait("info");
  bob.send(analyze);
  CHECK(bob.wait("error")["message"].get<std::string>().find("as many analyses") == 0);
  CHECK(bob.wait("analysis-end")["id"] == 1);
  ann.send({{"type", "stop"}});
  ann.wait("analysis-end");
  bob.send(analyze);
  CHECK(bob.wait({"info", "error"})["type"] == "info");

  for (auto* client : {&ann, &bob}) {
    const bool first = client == &ann;
    CHECK(client->login(first ? "ann" : "bob")["type"] == "login");
    CHECK(join(*client, first ? "Wood Lake" : "Bear Lake")["as"] == "player");
    client->send({{"type", "house"}, {"spec", "greedy:terrain"}});
    const json answer = client->wait({"entered", "error"});
    if (first)
      CHECK(answer["name"] == "House#1");
    else
      CHECK(answer["message"].get<std::string>().find("as many house players") == 0);
  }
}

}  // namespace
}  // namespace thermodon::tests
