// Handshakes, logins, limits, lines that end.
#include "server/lobby_driver.hpp"

namespace thermodon::server {
namespace {

using protocol::ErrorCode;
using protocol::ErrorReply;
using protocol::LoginReply;
using Client = LobbyDriver::Client;

std::int16_t code(ErrorCode error) { return static_cast<std::int16_t>(error); }

std::optional<std::int16_t> refusal(LobbyDriver& driver, Client client) {
  const auto reply = driver.take<ErrorReply>(client);
  return reply ? std::optional(reply->code) : std::nullopt;
}

TEST_CASE("a handshake gives each connection its token") {
  LobbyDriver driver;
  const Client a = driver.shake();
  const Client b = driver.shake();
  const auto first = driver.take<protocol::HandshakeReply>(a);
  const auto second = driver.take<protocol::HandshakeReply>(b);
  REQUIRE((first && second));
  CHECK(first->token != second->token);
  CHECK(first->compression_threshold == 300);
  CHECK(first->max_message == 64 << 10);
  driver.send(a, protocol::HandshakeRequest{"1.6.1", "test", true, {}});
  CHECK(driver.take<protocol::HandshakeReply>(a)->token == first->token);
}

TEST_CASE("random tokens are long and differ") {
  const TokenSource tokens = random_tokens();
  const std::string first = tokens();
  CHECK(first.size() == 32);
  CHECK(first.find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(tokens() != first);
}

TEST_CASE("logins: zones, guests, names") {
  LobbyDriver driver;
  const Client client = driver.shake();
  SECTION("the reply names zone, user and every room") {
    driver.send(client, LobbyDriver::login("alice"));
    const auto reply = driver.take<LoginReply>(client);
    REQUIRE(reply);
    CHECK(reply->name == "alice");
    CHECK(reply->zone == "cosc322-2");
    CHECK(reply->user_id == 1);
    CHECK(reply->reconnection_seconds == 60);
    REQUIRE(reply->rooms.size() == 18);
    CHECK(reply->rooms[0].name == "Okanagan Lake");
    CHECK(reply->rooms[17].name == "Kootenay Lake");
    CHECK(reply->rooms[17].id == 17);
  }
  SECTION("zones are apart: a name may be in each") {
    for (const std::string zone : {"cosc322-2", "cosc322", "COSC322"}) {
      const Client other = driver.shake();
      auto request = LobbyDriver::login("alice");
      request.zone = zone;
      driver.send(other, request);
      CHECK(driver.take<LoginReply>(other)->zone == zone);
    }
    CHECK(driver.lobby.counts().users == 3);
  }
  SECTION("an unknown zone") {
    auto request = LobbyDriver::login("alice");
    request.zone = "elsewhere";
    driver.send(client, request);
    CHECK(refusal(driver, client) == code(ErrorCode::kNoSuchZone));
    driver.send(client, LobbyDriver::login("alice"));  // the connection stays open
    CHECK(driver.take<LoginReply>(client));
  }
  SECTION("guests are numbered by their id, past names that are taken") {
    driver.enter("Guest#2");
    driver.send(client, LobbyDriver::login(""));
    CHECK(driver.take<LoginReply>(client)->name == "Guest#3");
  }
  SECTION("before the handshake nothing is answered") {
    const Client early = driver.connect();
    driver.send(early, LobbyDriver::login("alice"));
    driver.send(early, protocol::JoinCommand{"Okanagan Lake"});
    driver.send(early, protocol::Ping{});
    CHECK(driver.inbox[early].empty());
  }
  SECTION("a second login on the same connection") {
    driver.send(client, LobbyDriver::login("alice"));
    driver.send(client, LobbyDriver::login("bob"));
    driver.take<LoginReply>(client);
    CHECK(refusal(driver, client) == code(ErrorCode::kAlreadyLoggedIn));
  }
  SECTION("names that no client could show") {
    for (const std::string name : {" a", "a ", "a\nb", "\xc3\xa9t\xc3\xa9", "\x7f"}) {
      driver.send(client, LobbyDriver::login(name));
      CHECK(refusal(driver, client) == code(ErrorCode::kBadUserName));
    }
    driver.send(client, LobbyDriver::login(std::string(33, 'x')));
    CHECK(refusal(driver, client) == code(ErrorCode::kBadUserName));
    driver.send(client, LobbyDriver::login(std::string(32, 'x')));
    CHECK(driver.take<LoginReply>(client));
  }
  SECTION("after a logout another login may follow, with the same token") {
    driver.send(client, LobbyDriver::login("alice"));
    driver.send(client, protocol::LogoutRequest{});
    CHECK(driver.take<protocol::LogoutReply>(client)->zone == "cosc322-2");
    CHECK(driver.lobby.counts().users == 0);
    driver.send(client, LobbyDriver::login("bob"));
    CHECK(driver.take<LoginReply>(client)->name == "bob");
  }
}

TEST_CASE("names with passwords") {
  LobbySettings settings;
  settings.users.passwords = {{"alice", "secret"}};
  settings.users.registered_only = GENERATE(false, true);
  const bool only = settings.users.registered_only;
  LobbyDriver driver(settings);
  const Client client = driver.shake();
  const std::string token = driver.take<protocol::HandshakeReply>(client)->token;
  auto request = LobbyDriver::login("alice");
  SECTION("the right one") {
    request.password_hash = protocol::password_hash(token, "secret");
    driver.send(client, request);
    CHECK(driver.take<LoginReply>(client));
  }
  SECTION("a wrong one, none, and one for another connection's token") {
    for (const std::string& hash : {protocol::password_hash(token, "Secret"), std::string(),
                                    protocol::password_hash("token99", "secret"), std::string("secret")}) {
      request.password_hash = hash;
      driver.send(client, request);
      CHECK(refusal(driver, client) == code(ErrorCode::kBadPassword));
    }
  }
  SECTION("the fifth wrong one ends the connection") {
    request.password_hash = "guessed";
    for (int i = 0; i < 4; ++i) driver.send(client, request);
    CHECK(driver.is_open(client));
    driver.send(client, request);
    CHECK(refusal(driver, client) == code(ErrorCode::kBadPassword));
    CHECK(driver.take<protocol::Disconnection>(client)->reason == 1);
    CHECK_FALSE(driver.is_open(client));
  }
  SECTION("other names") {
    driver.send(client, LobbyDriver::login("bob"));
    if (only)
      CHECK(refusal(driver, client) == code(ErrorCode::kBadUserName));
    else
      CHECK(driver.take<LoginReply>(client));
  }
  SECTION("guests") {
    driver.send(client, LobbyDriver::login(""));
    if (only)
      CHECK(refusal(driver, client) == code(ErrorCode::kGuestsNotAllowed));
    else
      CHECK(driver.take<LoginReply>(client));
  }
}

TEST_CASE("a name in use") {
  LobbySettings settings;
  SECTION("is refused") {
    settings.name_in_use = NameInUse::kRefuse;
    LobbyDriver driver(settings);
    const Client old = driver.enter("alice");
    const Client newer = driver.shake();
    driver.send(newer, LobbyDriver::login("alice"));
    const auto reply = driver.take<ErrorReply>(newer);
    REQUIRE(reply);
    CHECK(reply->code == code(ErrorCode::kAlreadyLoggedIn));
    CHECK(reply->params == std::vector<std::string>{"alice", "cosc322-2"});
    CHECK(driver.is_open(old));
  }
  SECTION("is taken over, and the older session is told and closed") {
    LobbyDriver driver(settings);
    const Client old = driver.seat("alice");
    const Client watcher = driver.seat("carol", "spectator");
    driver.clear();
    const Client newer = driver.shake();
    driver.send(newer, LobbyDriver::login("alice"));
    CHECK(driver.take<LoginReply>(newer)->name == "alice");
    CHECK(driver.take<protocol::Disconnection>(old)->reason == 1);
    CHECK_FALSE(driver.is_open(old));
    CHECK(driver.take<protocol::UserLost>(watcher)->user_id == driver.ids[old]);
  }
}

TEST_CASE("what is read badly is forgiven for a while, what cannot be followed is not") {
  LobbyDriver driver;
  const Client client = driver.enter("alice");
  for (int i = 0; i < 20; ++i) driver.perform(driver.lobby.unreadable(driver.now, client, "junk", false));
  CHECK(driver.is_open(client));
  driver.perform(driver.lobby.unreadable(driver.now, client, "junk", false));
  CHECK_FALSE(driver.is_open(client));
  CHECK(driver.take<protocol::Disconnection>(client)->reason == 1);

  const Client other = driver.enter("bob");
  driver.perform(driver.lobby.unreadable(driver.now, other, "frame too large", true));
  CHECK(driver.take<protocol::Disconnection>(other)->reason == 1);
  CHECK_FALSE(driver.is_open(other));
  driver.perform(driver.lobby.unreadable(driver.now, other, "more", true));  // too late: nothing happens
  CHECK(driver.inbox[other].empty());
  CHECK(driver.lobby.counts().users == 0);
}

TEST_CASE("a flood ends the connection, a steady stream does not") {
  LobbySettings settings;
  settings.limits.request_burst = 30;
  settings.limits.requests_per_second = 10;
  LobbyDriver driver(settings);
  const Client client = driver.enter("alice");
  for (int i = 0; i < 500; ++i) {
    driver.advance(100ms);
    driver.send(client, protocol::Ping{});
  }
  CHECK(driver.is_open(client));
  for (int i = 0; i < 100 && driver.is_open(client); ++i) driver.send(client, protocol::Ping{});
  CHECK_FALSE(driver.is_open(client));
  CHECK(driver.take<protocol::Disconnection>(client)->reason == 1);
}

TEST_CASE("connections are counted, in all and by address") {
  LobbySettings settings;
  settings.limits.connections = 4;
  settings.limits.connections_per_address = 2;
  LobbyDriver driver(settings);
  const Client a = driver.connect("10.0.0.1");
  CHECK(driver.is_open(driver.connect("10.0.0.1")));
  CHECK_FALSE(driver.is_open(driver.connect("10.0.0.1")));
  CHECK(driver.is_open(driver.connect("10.0.0.2")));
  driver.cut(a);
  CHECK(driver.is_open(driver.connect("10.0.0.1")));
  CHECK(driver.is_open(driver.connect("10.0.0.3")));
  CHECK_FALSE(driver.is_open(driver.connect("10.0.0.4")));
  CHECK(driver.lobby.counts().connections == 4);
}

TEST_CASE("a full zone takes nobody more") {
  LobbySettings settings;
  settings.limits.zone_users = 1;
  LobbyDriver driver(settings);
  driver.enter("alice");
  const Client client = driver.shake();
  driver.send(client, LobbyDriver::login("bob"));
  CHECK(refusal(driver, client) == code(ErrorCode::kZoneFull));
}

TEST_CASE("silence is bounded before the login, and idleness after it") {
  LobbyDriver driver;
  const Client silent = driver.connect();
  const Client shaken = driver.shake();
  const Client idle = driver.enter("alice");
  const Client busy = driver.enter("bob");
  driver.advance(29s);
  CHECK(driver.is_open(silent));
  driver.advance(2s);
  CHECK_FALSE(driver.is_open(silent));
  CHECK_FALSE(driver.is_open(shaken));
  for (int minute = 0; minute < 14; ++minute) {
    driver.advance(1min);
    driver.send(idle, protocol::Ping{});  // does not count
    driver.send(busy, protocol::SubscribeGroup{"default", {}});
  }
  CHECK(driver.is_open(idle));
  driver.advance(1min);
  CHECK_FALSE(driver.is_open(idle));
  CHECK(driver.is_open(busy));
  CHECK(driver.take<protocol::Disconnection>(idle)->reason == 0);
}

TEST_CASE("pings are answered, unknown requests are not") {
  LobbyDriver driver;
  const Client client = driver.enter("alice");
  driver.send(client, protocol::Ping{});
  CHECK(driver.take<protocol::Ping>(client));
  driver.send(client, protocol::Unknown{0, 999, ""});
  driver.send(client, protocol::Unknown{1, 13, "cosc322.game-state.nonsense"});
  CHECK(driver.inbox[client].empty());
  CHECK(driver.is_open(client));
}

TEST_CASE("a manual disconnection is a leave and a close") {
  LobbyDriver driver;
  const Client client = driver.seat("alice");
  const Client watcher = driver.seat("carol", "spectator");
  driver.clear();
  driver.send(client, protocol::ManualDisconnection{});
  CHECK_FALSE(driver.is_open(client));
  CHECK(driver.take<protocol::UserLost>(watcher));
  CHECK(driver.lobby.counts().connections == 1);
}

TEST_CASE("connections that are not known are nobody") {
  LobbyDriver driver;
  const auto stranger = static_cast<Client>(77);
  CHECK(driver.lobby.received(driver.now, stranger, protocol::Ping{}).empty());
  CHECK(driver.lobby.disconnected(driver.now, stranger, "x").empty());
  CHECK(driver.lobby.unreadable(driver.now, stranger, "x", true).empty());
}

}  // namespace
}  // namespace thermodon::server
