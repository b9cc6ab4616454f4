#include <array>

#include "client/session_driver.hpp"

using namespace thermodon;
using namespace thermodon::client;
using namespace thermodon::client::test;

TEST_CASE("a session greets, logs in and takes its name from the reply") {
  Settings s = settings();
  s.password = "cosc322";
  s.as = Wish::kWhite;
  Driver d(s);
  d.start();
  REQUIRE(d.has<Connect>());
  d.connected();
  const auto hello = d.request<protocol::HandshakeRequest>();
  CHECK(hello.api == "1.6.1");
  CHECK_FALSE(hello.client.empty());
  d.shake_hands();
  const auto login = d.request<protocol::LoginRequest>();
  CHECK(login.zone == "cosc322-2");
  CHECK(login.name == "me");
  CHECK(login.password_hash == "965641c38fd01049db07e654ec7362cf");  // as the course's client hashes it
  REQUIRE(login.wishes);
  CHECK(login.wishes->as == "white");
  d.login({room(6, "Oyama Lake", 1)}, "me#1");
  CHECK(d.get<LoggedIn>().name == "me#1");
  CHECK(d.request<protocol::JoinCommand>().room == "Oyama Lake");
}

TEST_CASE("every refused login says why and how to mend it") {
  struct Case {
    std::int16_t code;
    const char* part;
  };
  for (const auto& [code, part] :
       {Case{0, "version"}, Case{1, "--zone"}, Case{2, "--name"}, Case{3, "--password"}, Case{4, "banned"},
        Case{6, "--rename"}, Case{9, "--name"}, Case{10, "--name"}, Case{11, "banned"},
        Case{77, "code 77"}}) {
    CAPTURE(code);
    Driver d;
    d.to_login();
    d.event(error_reply(1, code));
    CHECK_FALSE(d.finished().ok());
    CHECK_THAT(d.finished().why, Catch::Contains(part));
    CHECK(d.has<Disconnect>());
    CHECK_FALSE(d.session.next_tick());
  }
  Driver d;
  d.start();
  d.connected();
  d.event(error_reply(0, 0));
  CHECK_FALSE(d.finished().ok());
}

TEST_CASE("a full server or zone is asked again, with growing pauses, until the patience ends") {
  for (const std::int16_t code : std::array<std::int16_t, 3>{5, 7, 8}) {
    CAPTURE(code);
    Settings s = settings();
    s.patience.give_up = 60s;
    Driver d(s);
    d.to_login();
    std::vector<Duration> pauses;
    while (!d.session.finished()) {
      d.event(error_reply(1, code));
      if (d.session.finished()) break;
      CHECK(d.has<Disconnect>());
      const TimePoint before = d.now;
      d.wait_for_timer();
      pauses.push_back(std::chrono::duration_cast<Duration>(d.now - before));
      REQUIRE(d.has<Connect>());
      d.connected();
      d.shake_hands();
    }
    REQUIRE(pauses.size() >= 6);
    CHECK(pauses[0] == 500ms);
    CHECK(pauses[1] == 1000ms);
    CHECK(pauses[5] == 16s);
    CHECK(std::is_sorted(pauses.begin(), pauses.end()));
    CHECK(pauses.back() <= 30s);
    CHECK_FALSE(d.finished().ok());
    CHECK_THAT(d.finished().why, Catch::Contains("full") || Catch::Contains("not active"));
  }
}

TEST_CASE("a name in use: another one with --rename, else the mend is named") {
  Settings s = settings();
  s.rename = true;
  Driver d(s);
  d.to_login();
  d.event(error_reply(1, 6));
  CHECK(d.request<protocol::LoginRequest>().name == "me-2");
  d.event(error_reply(1, 6));
  CHECK(d.request<protocol::LoginRequest>().name == "me-3");
  d.login({room(6, "Oyama Lake")}, "me-3");
  CHECK(d.sent<protocol::JoinCommand>());
}

TEST_CASE("a name in use after a cut line is our own old login, so it is waited for") {
  Driver d;
  d.to_game(Color::kBlack);
  d.cut();
  d.wait_for_timer();
  d.connected();
  d.shake_hands();
  d.event(error_reply(1, 6));
  CHECK_FALSE(d.session.finished());
  d.come_back();
  CHECK(d.sent<protocol::JoinCommand>());
}

TEST_CASE("a server that is not there, or says nothing, is tried until the patience ends") {
  Settings s = settings();
  s.patience.give_up = 20s;
  SECTION("refused") {
    Driver d(s);
    d.start();
    for (int i = 0; i < 20 && !d.session.finished(); ++i) {
      d.cut("connection refused");
      if (!d.session.finished()) d.wait_for_timer();
    }
    CHECK_THAT(d.finished().why, Catch::Contains("connection refused") && Catch::Contains("--give-up"));
  }
  SECTION("no answer to the greeting") {
    Driver d(s);
    d.start();
    d.connected();
    d.wait_for_timer();
    CHECK(d.has<Disconnect>());
    CHECK(d.logged("does not answer the greeting"));
  }
  SECTION("no answer to the login") {
    Driver d(s);
    d.to_login();
    d.wait_for_timer();
    CHECK(d.has<Disconnect>());
    CHECK(d.logged("does not answer the login"));
    d.wait_for_timer();
    CHECK(d.has<Connect>());
  }
  SECTION("for ever, when told so") {
    s.patience.give_up = 0ms;
    Driver d(s);
    d.start();
    for (int i = 0; i < 500; ++i) {
      d.cut("connection refused");
      REQUIRE_FALSE(d.session.finished());
      d.wait_for_timer();
    }
  }
}

TEST_CASE("pauses start short again only after a time without trouble") {
  Driver d;
  d.to_lobby();
  d.cut();
  d.come_back();
  d.cut();  // at once
  TimePoint before = d.now;
  d.wait_for_timer();
  CHECK(d.now - before == 1000ms);
  d.connected();
  d.shake_hands();
  d.login();
  d.joined({user(kOwnId, "me", 1)});
  d.wait(31s);
  d.cut();
  before = d.now;
  d.wait_for_timer();
  CHECK(d.now - before == 500ms);
}

TEST_CASE("messages at the wrong time do nothing") {
  Driver d;
  d.start();
  d.login();
  d.shake_hands();
  d.joined({user(kOwnId, "me", 1)});
  d.start_message("me", "peer");
  d.peer_wire({1, 1, 2, 2, 3, 3});
  CHECK(d.all.size() == 1);  // the Connect
  d.connected();
  d.login();
  CHECK(d.sent_so_far<protocol::JoinCommand>() == 0);
}

TEST_CASE("unreadable messages are skipped, and a line of nothing else is dropped") {
  Driver d;
  d.to_game(Color::kBlack);
  for (int i = 0; i < 50; ++i) d.take(d.session.unreadable(d.now, "an unknown type"));
  CHECK(d.running());
  const auto logs = d.get_all<Log>();
  CHECK(std::count_if(logs.begin(), logs.end(),
                      [](const Log& l) { return l.text.find("cannot be read") != std::string::npos; }) == 10);
  for (int i = 0; i < 200; ++i) d.take(d.session.unreadable(d.now, "an unknown type"));
  CHECK_FALSE(d.get_all<Disconnect>().empty());
  d.come_back();
}

TEST_CASE("what the server says before it cuts the line is passed on") {
  Driver d;
  d.to_lobby();
  d.joined({user(kOwnId, "me", 1)});
  protocol::Disconnection bye;
  SECTION("idle") {
    d.event(bye);
    d.cut();
    CHECK(d.logged("idle"));
    d.come_back();
  }
  SECTION("kicked: not back at once, or two of the same name throw each other out for ever") {
    bye.reason = 1;
    d.event(bye);
    d.cut();
    CHECK(d.logged("--name"));
    CHECK(d.logged("more requests"));
    const TimePoint before = d.now;
    d.wait_for_timer();
    CHECK(d.now - before >= 10s);
    CHECK(d.has<Connect>());
  }
  SECTION("banned") {
    bye.reason = 2;
    d.event(bye);
    CHECK_FALSE(d.finished().ok());
  }
}

TEST_CASE("stopping ends a session in every state") {
  for (int steps = 0; steps <= 6; ++steps) {
    CAPTURE(steps);
    Driver d;
    if (steps >= 1) d.start();
    if (steps >= 2) d.connected();
    if (steps >= 3) d.shake_hands();
    if (steps >= 4) d.login();
    if (steps >= 5) d.joined({user(kOwnId, "me", 1)});
    if (steps >= 6) d.cut();
    d.take(d.session.stop(d.now, true));
    if (!d.session.finished()) {
      CHECK(d.sent<protocol::LeaveRoomRequest>());
      d.left(kOwnId);
    }
    CHECK_FALSE(d.finished().ok());  // no game was played
    CHECK_THAT(d.finished().why, Catch::Contains("0 of 1"));
  }
}
