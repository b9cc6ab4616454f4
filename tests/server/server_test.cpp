// The server over loopback sockets.
#include "thermodon/server/server.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "server/sqlite.hpp"
#include "server/wire_client.hpp"
#include "support/raw_socket.hpp"
#include "support/run_program.hpp"
#include "thermodon/game/record.hpp"

namespace thermodon::server {
namespace {

namespace fs = std::filesystem;
using net::Kind;
using test::run_until;
using namespace std::chrono_literals;

Settings loopback() {
  Settings settings;
  settings.bind = "127.0.0.1";
  settings.port = 0;
  settings.http = 0;
  settings.lobby.user_count_interval = Duration(0);
  return settings;
}

struct Running {
  explicit Running(Settings settings = loopback()) : server(io, std::move(settings)) {
    const auto error = server.start();
    INFO(error.value_or(""));
    REQUIRE_FALSE(error);
  }
  std::uint16_t port(Kind kind) const { return kind == Kind::kTcp ? server.port() : *server.http_port(); }

  boost::asio::io_context io;
  Server server;
};

struct Players {
  WireClient alice, bob;
};
// Alice is Black.
Players begin_game(Running& running) {
  Players players{{running.io, Kind::kTcp, running.server.port()},
                  {running.io, Kind::kTcp, running.server.port()}};
  players.alice.enter("alice", "Wood Lake");
  players.bob.enter("bob", "Wood Lake");
  players.alice.wait<protocol::StartCommand>();
  return players;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_CASE("two clients play over any mix of transports") {
  const auto [first, second] = GENERATE(table<Kind, Kind>(
      {{Kind::kTcp, Kind::kTcp}, {Kind::kTcp, Kind::kWebSocket}, {Kind::kWebSocket, Kind::kTcp}}));
  Running running;
  WireClient alice(running.io, first, running.port(first));
  alice.enter("alice", "Wood Lake");
  CHECK(alice.wait<protocol::BoardCommand>().board.size() == 121);
  WireClient bob(running.io, second, running.port(second));
  bob.enter("bob", "Wood Lake");
  CHECK(alice.wait<protocol::StartCommand>().white == "bob");
  CHECK(bob.wait<protocol::StartCommand>().black == "alice");
  alice.move(7, {10, 4, 4, 4, 3, 3});
  CHECK(bob.wait<protocol::MoveCommand>().move == protocol::WireMove{10, 4, 4, 4, 3, 3});
  bob.move(7, {1, 4, 6, 9, 7, 9});
  CHECK(alice.wait<protocol::MoveCommand>().room == "Wood Lake");
  CHECK(running.server.counts().games == 1);
  alice.move(7, {10, 7, 10, 7, 1, 1});
  CHECK(bob.wait<protocol::ResultCommand>().winner == "bob");
}

TEST_CASE("garbage and frames that are too large end the connection with a word, and no other") {
  Running running;
  WireClient alice(running.io, Kind::kTcp, running.server.port());
  alice.enter("alice", "Wood Lake");
  test::RawSocket raw(running.server.port());
  SECTION("garbage") { raw.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n"); }
  SECTION("too large") {
    const std::uint8_t header[] = {0x88, 0x00, 0x10, 0x00, 0x00};
    raw.write(header);
  }
  std::vector<std::uint8_t> got;
  REQUIRE(run_until(running.io, [&] {
    const auto piece = raw.read_some(1ms);
    got.insert(got.end(), piece.begin(), piece.end());
    return !got.empty();
  }));
  sfs2x::FrameReader reader;
  reader.push(got);
  const auto frame = reader.next();
  REQUIRE(frame);
  const auto event = protocol::parse_event(frame->body);
  REQUIRE(event.ok());
  const auto* told = std::get_if<protocol::Disconnection>(&*event);
  REQUIRE(told != nullptr);
  CHECK(told->reason == 1);
  REQUIRE(run_until(running.io, [&] { return raw.wait_end(1ms); }));
  CHECK(running.server.counts().connections == 1);
  alice.send(protocol::Ping{});
  alice.wait<protocol::Ping>();
}

TEST_CASE("a client is understood byte by byte") {
  Running running;
  test::RawSocket raw(running.server.port());
  sfs2x::Bytes bytes =
      sfs2x::make_frame(protocol::to_object(protocol::HandshakeRequest{"1.6.1", "test", true, {}}));
  protocol::LoginRequest login;
  login.zone = "cosc322-2";
  const auto second = sfs2x::make_frame(protocol::to_object(login));
  bytes.insert(bytes.end(), second.begin(), second.end());
  for (const std::uint8_t byte : bytes) {
    raw.write(std::span(&byte, 1));
    running.io.poll();
  }
  REQUIRE(run_until(running.io, [&] { return running.server.counts().users == 1; }));
}

TEST_CASE("a reader that is too slow is dropped, and holds nobody up") {
  Settings settings = loopback();
  settings.max_outbox = 20'000;
  settings.lobby.limits.request_burst = 1e9;
  Running running(settings);
  WireClient alice(running.io, Kind::kTcp, running.server.port());
  alice.enter("alice", "Wood Lake");
  // Joins and then never reads.
  test::RawSocket slow(running.server.port());
  const auto say = [&](const protocol::Request& request) {
    slow.write(sfs2x::make_frame(protocol::to_object(request)));
  };
  say(protocol::HandshakeRequest{"1.6.1", "test", true, {}});
  protocol::LoginRequest login;
  login.zone = "cosc322-2";
  login.name = "slow";
  say(login);
  say(protocol::JoinCommand{"Wood Lake"});
  alice.wait<protocol::UserEnterRoom>();
  const protocol::PublicMessage chat{7, 0, std::string(500, 'x')};
  bool dropped = false;
  for (int i = 0; i < 100'000 && !dropped; ++i) {
    alice.send(chat);
    running.io.poll();
    dropped = running.server.counts().connections == 1;
  }
  CHECK(dropped);
  alice.send(protocol::Ping{});
  alice.wait<protocol::Ping>();
}

TEST_CASE("a JSON reader that is too slow is dropped as well") {
  Settings settings = loopback();
  settings.max_outbox = 100'000;
  settings.live.request_burst = 1e9;
  Running running(settings);
  test::RawSocket slow(*running.server.http_port());
  slow.write(
      "GET /api/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  REQUIRE(run_until(running.io, [&] { return running.server.counts().connections == 1; }));
  // Asks again and again for all rooms and never reads. A message by hand: text, masked by zeros.
  const std::string ask = R"({"type":"lobby"})";
  const std::string message =
      std::string("\x81") + static_cast<char>(0x80 | ask.size()) + std::string(4, '\0') + ask;
  bool dropped = false;
  for (int i = 0; i < 100'000 && !dropped; ++i) {
    slow.write(message);
    running.io.poll();
    dropped = running.server.counts().connections == 0;
  }
  CHECK(dropped);
}

TEST_CASE("a port in use is an error that says so") {
  Running running;
  Settings settings = loopback();
  settings.port = running.server.port();
  boost::asio::io_context io;
  Server second(io, settings);
  const auto error = second.start();
  REQUIRE(error);
  CHECK(error->find("127.0.0.1:" + std::to_string(settings.port)) != std::string::npos);
  CHECK(error->find("another program has this port") != std::string::npos);
}

TEST_CASE("a stop closes every line and lets the io_context end") {
  Running running;
  WireClient alice(running.io, Kind::kTcp, running.server.port());
  alice.enter("alice", "Wood Lake");
  WireClient bob(running.io, Kind::kWebSocket, *running.server.http_port());
  bob.enter("bob", "Wood Lake");
  test::RawSocket unfinished(*running.server.http_port());
  unfinished.write("GET / HT");
  running.io.poll();
  bool done = false;
  running.server.stop([&] { done = true; });
  REQUIRE(run_until(running.io, [&] { return done && alice.closed && bob.closed; }));
  CHECK(alice.closed->error == net::Error::kClosedByPeer);
  running.io.restart();
  running.io.run();
}

TEST_CASE("a server may be destroyed while games run") {
  auto running = std::make_unique<Running>();
  WireClient alice(running->io, Kind::kTcp, running->server.port());
  alice.enter("alice", "Wood Lake");
  {
    boost::asio::io_context other;
    Server second(other, loopback());
    CHECK_FALSE(second.start());
    WireClient guest(other, Kind::kTcp, second.port());
    guest.enter("bob", "Wood Lake");
  }
  CHECK(running->server.counts().users == 1);
}

TEST_CASE("finished games are kept as JSON lines and SGF, and a full disk does not stop the play") {
  tests::TemporaryFolder directory;
  Settings settings = loopback();
  settings.data = (fs::path(directory.path()) / "made" / "here").string();
  Running running(settings);
  WireClient alice(running.io, Kind::kTcp, running.server.port());
  alice.enter("alice", "Wood Lake");
  WireClient bob(running.io, Kind::kTcp, running.server.port());
  bob.enter("bob", "Wood Lake");
  const auto lose = [&] {
    alice.wait<protocol::StartCommand>();
    alice.move(7, {10, 4, 4, 4, 3, 3});
    bob.wait<protocol::MoveCommand>();
    bob.move(7, {5, 5, 5, 6, 5, 7});
    CHECK(alice.wait<protocol::ResultCommand>().reason == "illegal-move");
  };
  lose();
  const fs::path lines = fs::path(settings.data) / "games.jsonl";
  const fs::path sgf = fs::path(settings.data) / "games.sgf";
  const auto from_json = game::parse_records(contents(lines));
  const auto from_sgf = game::parse_records(contents(sgf));
  REQUIRE((from_json.ok() && from_json->size() == 1));
  REQUIRE((from_sgf.ok() && from_sgf->size() == 1));
  for (const auto& records : {*from_json, *from_sgf}) {
    REQUIRE(records[0].record.ok());
    const game::GameRecord& record = *records[0].record;
    CHECK(record.black == "alice");
    CHECK(record.white == "bob");
    CHECK(record.event == "Wood Lake");
    CHECK(record.moves.size() == 1);
    CHECK(record.date.size() >= 10);
    REQUIRE(record.result);
    CHECK(record.result->winner == rules::Color::kBlack);
    CHECK_FALSE(game::check(record));
  }
  // Nothing can be written any more: every write fails as on a full disk.
  fs::remove(lines);
  fs::remove(sgf);
  fs::create_symlink("/dev/full", lines);
  fs::create_symlink("/dev/full", sgf);
  bob.send(protocol::NewGameCommand{7});
  alice.send(protocol::NewGameCommand{7});
  alice.wait<protocol::StartCommand>();
  bob.move(7, {5, 5, 5, 6, 5, 7});
  CHECK(alice.wait<protocol::ResultCommand>().reason == "illegal-move");
}

TEST_CASE("a game goes on in the server that comes after") {
  tests::TemporaryFolder directory;
  Settings settings = loopback();
  settings.data = directory.path();
  {
    Running running(settings);
    auto [alice, bob] = begin_game(running);
    alice.move(7, {10, 4, 4, 4, 3, 3});
    bob.wait<protocol::MoveCommand>();
    bool done = false;
    running.server.stop([&] { done = true; });
    REQUIRE(run_until(running.io, [&] { return done; }));
  }
  Running running(settings);
  CHECK(running.server.counts().games == 1);
  WireClient bob(running.io, Kind::kTcp, running.server.port());
  bob.enter("bob", "Wood Lake");
  const auto came = bob.wait<protocol::BoardCommand>();
  CHECK(came.board[11 * 4 + 4] == 1);
  CHECK(came.to_move == rules::Color::kWhite);
  CHECK(bob.wait<protocol::StartCommand>().black == "alice");
  WireClient alice(running.io, Kind::kTcp, running.server.port());
  alice.enter("alice", "Wood Lake");
  alice.wait<protocol::BoardCommand>();
  bob.move(7, {1, 4, 6, 9, 7, 9});
  CHECK(alice.wait<protocol::MoveCommand>().move == protocol::WireMove{1, 4, 6, 9, 7, 9});
}

TEST_CASE("a clock that stands still after a restart does so in the next as well") {
  tests::TemporaryFolder directory;
  Settings settings = loopback();
  settings.data = directory.path();
  settings.lobby.move_time = 60s;
  const auto stop = [](Running& running) {
    bool done = false;
    running.server.stop([&] { done = true; });
    REQUIRE(run_until(running.io, [&] { return done; }));
    CHECK(running.server.lost_writes() == 0);
  };
  const auto let_pass = [&](int seconds) {  // as if the server had been seen to run until then
    sqlite::Database database((fs::path(settings.data) / "thermodon.db").string());
    database.execute("UPDATE state SET value = value + " + std::to_string(1000 * seconds));
  };
  const auto remaining = [](Running& running, const std::string& name) {
    WireClient client(running.io, Kind::kTcp, running.server.port());
    client.enter(name, "Wood Lake");
    return std::chrono::milliseconds(client.wait<protocol::BoardCommand>().remaining_ms.value_or(0));
  };
  {
    Running running(settings);
    auto [alice, bob] = begin_game(running);
    alice.move(7, {10, 4, 4, 4, 3, 3});
    bob.wait<protocol::MoveCommand>();
    stop(running);
  }
  let_pass(20);
  std::chrono::milliseconds left{};
  {
    Running running(settings);
    left = remaining(running, "alice");
    CHECK(left <= 40s);
    stop(running);
  }
  let_pass(20);
  {
    Running running(settings);
    CHECK(remaining(running, "alice") == left);
    CHECK(remaining(running, "bob") > left - 10s);  // and now it runs
    stop(running);
  }
  let_pass(20);
  Running running(settings);
  CHECK(remaining(running, "alice") <= left - 20s);
}

TEST_CASE("a storage that is slow costs nobody his time") {
  tests::TemporaryFolder directory;
  Settings settings = loopback();
  settings.data = directory.path();
  settings.lobby.move_time = 2s;
  Running running(settings);
  auto [alice, bob] = begin_game(running);
  sqlite::Database database((fs::path(settings.data) / "thermodon.db").string());
  database.execute("BEGIN IMMEDIATE");  // nothing can be stored
  alice.move(7, {10, 4, 4, 4, 3, 3});
  const auto until = std::chrono::steady_clock::now() + 3s;
  run_until(running.io, [&] { return std::chrono::steady_clock::now() > until; });
  database.execute("COMMIT");
  bob.wait<protocol::MoveCommand>();
  bob.move(7, {1, 4, 6, 9, 7, 9});
  CHECK(alice.wait<protocol::MoveCommand>().move == protocol::WireMove{1, 4, 6, 9, 7, 9});
}

TEST_CASE("a data directory that cannot be is an error") {
  Settings settings = loopback();
  settings.data = "/dev/null/here";
  boost::asio::io_context io;
  Server server(io, settings);
  const auto error = server.start();
  REQUIRE(error);
  CHECK(error->find("/dev/null/here") != std::string::npos);
}

}  // namespace
}  // namespace thermodon::server
