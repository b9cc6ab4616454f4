// Joining, leaving, chat, counts: the same for both kinds of rules.
#include "server/lobby_driver.hpp"

namespace thermodon::server {
namespace {

using protocol::ErrorReply;
using protocol::JoinRoomReply;
using Client = LobbyDriver::Client;

LobbySettings both_rules() {
  LobbySettings settings = GENERATE(true, false) ? relay_settings() : LobbySettings();
  settings.user_count_interval = Duration(0);
  return settings;
}

template <class... Messages>
std::string names_of(const std::deque<protocol::Event>& events) {
  std::string names;
  for (const auto& event : events) {
    const protocol::Event& e = event;
    if (!names.empty()) names += ' ';
    names += std::holds_alternative<JoinRoomReply>(e)               ? "join"
             : std::holds_alternative<protocol::BoardCommand>(e)    ? "board"
             : std::holds_alternative<protocol::StartCommand>(e)    ? "start"
             : std::holds_alternative<protocol::UserEnterRoom>(e)   ? "enter"
             : std::holds_alternative<protocol::UserExitRoom>(e)    ? "exit"
             : std::holds_alternative<protocol::UserLost>(e)        ? "lost"
             : std::holds_alternative<protocol::UserCountChange>(e) ? "count"
             : std::holds_alternative<protocol::PlayerLost>(e)      ? "userlost"
             : std::holds_alternative<protocol::TextCommand>(e)     ? "text"
             : std::holds_alternative<protocol::ResultCommand>(e)   ? "result"
             : std::holds_alternative<protocol::MoveCommand>(e)     ? "move"
                                                                    : "other";
  }
  return names;
}

TEST_CASE("events come in the protocol's order") {
  LobbyDriver driver(both_rules());
  const Client alice = driver.seat("alice");
  CHECK(names_of(driver.inbox[alice]) == "join board count");
  driver.clear();
  const Client bob = driver.seat("bob");
  CHECK(names_of(driver.inbox[bob]) == "join board start count");
  CHECK(names_of(driver.inbox[alice]) == "enter start count");
  driver.clear();
  const Client carol = driver.enter("carol");
  driver.join(carol);
  CHECK(names_of(driver.inbox[alice]) == "enter count");
  CHECK(driver.take<JoinRoomReply>(carol)->users.size() == 3);
}

TEST_CASE("seats are given by the order of joining, the third watches, the sixth finds no place") {
  LobbyDriver driver(both_rules());
  std::vector<Client> clients;
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    clients.push_back(driver.seat(name));
    const auto reply = driver.take<JoinRoomReply>(clients.back());
    REQUIRE(reply);
    const auto& me = reply->users.back();
    CHECK(me.name == name);
    CHECK(me.player_id == (clients.size() <= 2 ? static_cast<int>(clients.size()) : -1));
  }
  const Client last = driver.seat("f");
  const auto reply = driver.take<ErrorReply>(last);
  REQUIRE(reply);
  CHECK(reply->action == 4);
  CHECK(reply->code == 20);
  CHECK(reply->params == std::vector<std::string>{"Okanagan Lake"});
}

TEST_CASE("the system's own join works by name, by id, and for watching") {
  LobbyDriver driver(both_rules());
  const Client client = driver.enter("alice");
  protocol::JoinRoomRequest request;
  SECTION("by name") {
    request.name = "Wood Lake";
    driver.send(client, request);
    CHECK(driver.take<JoinRoomReply>(client)->room.id == 7);
    CHECK(driver.has<protocol::BoardCommand>(client));
  }
  SECTION("by id, as a spectator of an empty room") {
    request.id = 7;
    request.spectator = true;
    driver.send(client, request);
    const auto reply = driver.take<JoinRoomReply>(client);
    REQUIRE(reply);
    CHECK(reply->room.name == "Wood Lake");
    CHECK(reply->room.users == 0);
    CHECK(reply->room.spectators == 1);
    CHECK(reply->users[0].player_id == -1);
  }
  SECTION("unknown rooms") {
    request.name = "No Such Lake";
    driver.send(client, request);
    CHECK(driver.take<ErrorReply>(client)->code == 22);
    request.name.reset();
    for (const int id : {18, -1, 1 << 30}) {
      request.id = id;
      driver.send(client, request);
      CHECK(driver.take<ErrorReply>(client)->code == 22);
    }
  }
  SECTION("twice") {
    driver.join(client);
    driver.clear();
    driver.join(client);
    CHECK(driver.take<ErrorReply>(client)->code == 19);
  }
}

TEST_CASE("joining a second room leaves the first, after the join") {
  LobbyDriver driver(both_rules());
  const Client alice = driver.seat("alice");
  const Client watcher = driver.enter("carol");
  protocol::JoinRoomRequest watch;
  watch.id = 0;
  watch.spectator = true;
  driver.send(watcher, watch);
  driver.clear();
  driver.join(alice, "Wood Lake");
  CHECK(names_of(driver.inbox[alice]) == "join exit board count count");
  const auto gone = driver.take<protocol::UserExitRoom>(watcher);
  REQUIRE(gone);
  CHECK(gone->room_id == 0);
  CHECK(gone->user_id == driver.ids[alice]);
}

TEST_CASE("leaving is told to the room and to the leaver") {
  LobbyDriver driver(both_rules());
  const Client alice = driver.seat("alice");
  const Client bob = driver.seat("bob");
  driver.clear();
  driver.send(bob, protocol::LeaveRoomRequest{5});  // not his room
  CHECK(driver.inbox[bob].empty());
  driver.send(bob, protocol::LeaveRoomRequest{});
  CHECK(names_of(driver.inbox[bob]) == "exit count");
  CHECK(driver.take<protocol::UserExitRoom>(alice)->user_id == driver.ids[bob]);
  const auto count = driver.take<protocol::UserCountChange>(alice);
  CHECK(count->users == 1);
  CHECK(count->spectators == 0);
  driver.clear();
  driver.send(bob, protocol::LeaveRoomRequest{});
  CHECK(driver.inbox[bob].empty());
}

TEST_CASE("public messages go to the room with the sender, under his own id") {
  LobbyDriver driver(both_rules());
  const Client alice = driver.seat("alice");
  const Client bob = driver.seat("bob");
  const Client outside = driver.seat("carol", "", false, "Wood Lake");
  driver.clear();
  driver.send(alice, protocol::PublicMessage{0, driver.ids[bob], "hello"});
  for (const Client client : {alice, bob}) {
    const auto message = driver.take<protocol::PublicMessage>(client);
    REQUIRE(message);
    CHECK(message->user_id == driver.ids[alice]);
    CHECK(message->text == "hello");
  }
  CHECK(driver.inbox[outside].empty());
  driver.send(outside, protocol::PublicMessage{0, driver.ids[outside], "I am not there"});
  CHECK(driver.inbox[alice].empty());
}

TEST_CASE("chat is cut to its length, between characters, and cleaned") {
  LobbySettings settings;
  settings.limits.chat_length = 5;
  LobbyDriver driver(settings);
  const Client alice = driver.seat("alice");
  driver.clear();
  const auto said = [&](const std::string& text) {
    driver.send(alice, protocol::PublicMessage{0, 0, text});
    return driver.take<protocol::PublicMessage>(alice)->text;
  };
  CHECK(said("hello") == "hello");
  CHECK(said("hello!") == "hello");
  CHECK(said("abcd\xc3\xa9") == "abcd");
  CHECK(said("a\nb\x1b") == "a b ");
}

TEST_CASE("counts are batched where the settings say so") {
  LobbySettings settings;
  settings.user_count_interval = 1s;
  LobbyDriver driver(settings);
  const Client alice = driver.seat("alice");
  const Client bob = driver.seat("bob");
  const Client lobby = driver.enter("carol");
  CHECK_FALSE(driver.has<protocol::UserCountChange>(lobby));
  driver.advance(1s);
  const auto count = driver.take<protocol::UserCountChange>(lobby);
  REQUIRE(count);
  CHECK(count->room_id == 0);
  CHECK(count->users == 2);
  CHECK(driver.inbox[lobby].empty());
  driver.cut(alice);
  driver.cut(bob);
  CHECK(driver.is_open(lobby));
}

TEST_CASE("counts go to the zone, and to no other") {
  LobbyDriver driver(both_rules());
  const Client here = driver.enter("alice");
  const Client there = driver.shake();
  auto request = LobbyDriver::login("bob");
  request.zone = "cosc322";
  driver.send(there, request);
  driver.clear();
  driver.join(here);
  CHECK(driver.has<protocol::UserCountChange>(here));
  CHECK(driver.inbox[there].empty());
}

TEST_CASE("the room list can be asked for again") {
  LobbyDriver driver(both_rules());
  driver.seat("alice");
  const Client client = driver.enter("carol");
  driver.send(client, protocol::SubscribeGroup{"default", {}});
  const auto reply = driver.take<protocol::SubscribeGroup>(client);
  REQUIRE(reply);
  CHECK(reply->rooms.size() == 18);
  CHECK(reply->rooms[0].users == 1);
  driver.send(client, protocol::SubscribeGroup{"games", {}});
  CHECK(driver.take<ErrorReply>(client)->code == 25);
}

TEST_CASE("requests of the room need a room") {
  LobbyDriver driver(both_rules());
  const Client client = driver.enter("alice");
  driver.move(client, "d10-d4/c3");
  driver.send(client, protocol::TextCommand{0, "", "hi"});
  driver.send(client, protocol::PublicMessage{0, 0, "hi"});
  driver.send(client, protocol::NewGameCommand{0});
  driver.send(client, protocol::LeaveRoomRequest{});
  driver.send(client, protocol::SpectatorToPlayer{0, -1, 0});
  driver.send(client, protocol::PlayerToSpectator{0, -1});
  CHECK(driver.inbox[client].empty());
}

TEST_CASE("rooms and zones are those of the settings") {
  LobbySettings settings;
  settings.zones = {"course"};
  settings.rooms = {"A", "B"};
  settings.max_spectators = 0;
  LobbyDriver driver(settings);
  const Client client = driver.shake();
  auto request = LobbyDriver::login("alice");
  request.zone = "course";
  driver.send(client, request);
  CHECK(driver.take<protocol::LoginReply>(client)->rooms.size() == 2);
  driver.join(client, "B");
  CHECK(driver.take<JoinRoomReply>(client)->room.id == 1);
}

}  // namespace
}  // namespace thermodon::server
