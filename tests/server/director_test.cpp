// Tournaments in the lobby: calling, seating, forfeits, results, restarts.
#include "server/lobby_driver.hpp"

namespace thermodon::server {
namespace {

using protocol::JoinRoomReply;
using protocol::StartCommand;
using Client = ConnectionId;

LobbySettings quick() {
  LobbySettings settings;
  settings.user_count_interval = Duration(0);
  return settings;
}

struct Tourney : LobbyDriver {
  explicit Tourney(LobbySettings settings = quick()) : LobbyDriver(std::move(settings)) {
    observe = [this](const Action& action) {
      if (const auto* added = std::get_if<TournamentAdded>(&action))
        saved.push_back({added->id, added->spec, {}});
      if (const auto* entry = std::get_if<TournamentLogged>(&action); entry != nullptr && !saved.empty())
        saved.back().entries.push_back(entry->entry);
      if (const auto* ended = std::get_if<GameEnded>(&action)) links.push_back(ended->tournament);
    };
  }
  TournamentId hold(const std::string& text) {
    OrganiserOrder order;
    auto spec = parse_tournament(text);
    if (!spec.ok()) FAIL(spec.error());
    order.spec = std::move(spec).value();
    auto organised = lobby.organise(now, order);
    CHECK(organised.error == "");
    perform(std::move(organised.actions));
    return organised.tournament;
  }
  std::string organise(OrganiserOrder order) {
    auto organised = lobby.organise(now, order);
    perform(std::move(organised.actions));
    return organised.error;
  }
  const Tournament& tournament() const { return *lobby.tournaments().back(); }
  std::string room_of(Client client) {
    std::string room;
    while (const auto reply = take<JoinRoomReply>(client)) room = reply->room.name;
    return room;
  }
  // Ends the running game of a room: the client whose turn it is plays what is not legal.
  void lose(Client client, std::int32_t room_id) { move(client, "a1-a1/a1", room_id); }

  std::vector<SavedTournament> saved;
  std::vector<std::optional<TournamentLink>> links;
};

constexpr const char* kPair =
    R"({"name":"T","players":["alice","bob"],"rooms":["Wood Lake"],"grace-seconds":10,
                                  "system":"double-round-robin"})";

TEST_CASE("players are called to their room when all have come, and play") {
  Tourney t;
  t.hold(kPair);
  const Client alice = t.seat("alice");  // wherever a player wants to sit
  CHECK(t.room_of(alice) == "Tournament Hall");
  CHECK(t.tournament().status() == Tournament::Status::kWaiting);
  const Client bob = t.seat("bob");
  CHECK(t.tournament().status() == Tournament::Status::kRunning);
  CHECK(t.room_of(alice) == "Wood Lake");
  CHECK(t.room_of(bob) == "Wood Lake");
  const auto start = t.take<StartCommand>(bob);
  REQUIRE(t.starts.size() == 1);
  CHECK(t.starts[0].tournament == TournamentLink{1, 1, 1});
  CHECK(t.tournament().encounters()[0].status == Encounter::Status::kPlaying);
  const Client first = t.starts[0].black == "alice" ? alice : bob;
  t.lose(first, 7);
  CHECK(t.tournament().encounters()[0].over());
  CHECK(t.tournament().encounters()[0].reason == "illegal-move");
  CHECK(t.starts.size() == 1);
  t.advance(3s);  // the pause after a game
  REQUIRE(t.starts.size() == 2);
  CHECK(t.starts[1].black == t.starts[0].white);  // colours change
  t.lose(first == alice ? bob : alice, 7);
  CHECK(t.tournament().status() == Tournament::Status::kOver);
  CHECK(t.tournament().standings()[0].points == 1);
  // The room is everybody's again.
  const Client carol = t.enter("carol");
  const Client dave = t.enter("dave");
  t.send(alice, protocol::LeaveRoomRequest{});
  t.send(bob, protocol::LeaveRoomRequest{});
  t.join(carol, "Wood Lake");
  t.join(dave, "Wood Lake");
  t.advance(1s);
  REQUIRE(t.starts.size() == 3);
  CHECK_FALSE(t.starts[2].tournament);
}

TEST_CASE("a request to join that crosses the call to the room is not answered by another start") {
  Tourney t;
  t.hold(kPair);
  const Client alice = t.seat("alice");
  const Client bob = t.seat("bob");
  REQUIRE(t.starts.size() == 1);
  CHECK(t.room_of(alice) == "Wood Lake");  // and all that was said so far is read
  t.join(alice, "auto");
  CHECK_FALSE(t.has<JoinRoomReply>(alice));
  CHECK_FALSE(t.has<StartCommand>(alice));
  CHECK_FALSE(t.has<protocol::ErrorReply>(alice));
  t.join(alice, "auto");
  CHECK(t.has<protocol::ErrorReply>(alice));
  // Who lost the line is told all.
  t.cut(bob);
  const Client again = t.seat("bob");
  CHECK(t.take<JoinRoomReply>(again)->room.name == "Wood Lake");
  CHECK(t.take<StartCommand>(again)->game == 1);
}

TEST_CASE("a running game goes before a tournament that waits") {
  Tourney t;
  const Client alice = t.seat("alice", "", false, "Bear Lake");
  const Client bob = t.seat("bob", "", false, "Bear Lake");
  REQUIRE(t.starts.size() == 1);
  t.hold(R"({"name":"T","players":["alice","bob","carol"],"rooms":["Wood Lake"]})");
  t.clear();
  SECTION("for who is there") {
    t.join(alice, "Bear Lake");
    CHECK(t.has<protocol::ErrorReply>(alice));
    t.join(bob, "auto");
    CHECK(t.has<protocol::ErrorReply>(bob));
  }
  SECTION("for who comes back") {
    const std::string room = GENERATE("Bear Lake", "Wood Lake", "auto");
    t.cut(alice);
    CHECK(t.room_of(t.seat("alice", "", false, room)) == "Bear Lake");
  }
  CHECK(t.games.empty());
}

TEST_CASE("after a restart, too, a running game goes before a tournament that waits") {
  Tourney t;
  t.hold(R"({"name":"T","players":["alice","bob","carol"],"rooms":["Wood Lake"]})");
  SavedGame game;
  game.id = 1;
  game.zone = "cosc322-2";
  game.room = "Bear Lake";
  game.black = "alice";
  game.white = "bob";
  game.start = rules::Position::start({}, rules::Color::kBlack);
  Tourney again;
  again.perform(again.lobby.restore(again.now, {game}, 2, t.saved));
  for (const char* name : {"alice", "bob"}) CHECK(again.room_of(again.seat(name)) == "Bear Lake");
  CHECK(again.games.empty());
}

TEST_CASE("a game of one tournament goes before the hall of another") {
  Tourney t;
  t.hold(R"({"name":"waits","players":["alice","bob","carol"],"rooms":["Bear Lake"]})");
  t.hold(kPair);
  const Client alice = t.seat("alice");
  const Client bob = t.seat("bob");
  REQUIRE(t.starts.size() == 1);
  t.clear();
  t.join(bob, "Bear Lake");  // a tournament's game cannot be left for another room
  CHECK(t.has<protocol::ErrorReply>(bob));
  t.cut(alice);
  CHECK(t.room_of(t.seat("alice", "", false, "auto")) == "Wood Lake");
  CHECK(t.games.empty());
}

TEST_CASE("who is logged in and in no room is fetched, too") {
  Tourney t;
  t.hold(kPair);
  const Client alice = t.enter("alice");
  const Client bob = t.enter("bob");
  REQUIRE(t.starts.size() == 1);
  CHECK(t.room_of(alice) == "Wood Lake");
  CHECK(t.room_of(bob) == "Wood Lake");
  // Having lost, one of them leaves the room before the next game.
  const bool black = t.starts[0].black == "alice";
  t.lose(black ? alice : bob, 7);
  t.send(alice, protocol::LeaveRoomRequest{});
  t.advance(3s);
  CHECK(t.starts.size() == 2);
}

TEST_CASE("who plays elsewhere when he is called is fetched after that game, and his grace waits for it") {
  Tourney t;
  const Client alice = t.seat("alice", "", false, "Bear Lake");
  const Client xavier = t.seat("xavier", "", false, "Bear Lake");
  t.seat("bob");
  REQUIRE(t.starts.size() == 1);
  t.hold(kPair);
  t.clear();
  t.advance(25s);  // the grace is 10 s
  CHECK(t.tournament().encounters()[0].status == Encounter::Status::kCalled);
  CHECK_FALSE(t.has<JoinRoomReply>(alice));
  t.send(xavier, protocol::LeaveRoomRequest{});
  REQUIRE(t.games.size() == 1);
  SECTION("after the pause, as he is in the room of that game") {}
  SECTION("or in none") { t.send(alice, protocol::LeaveRoomRequest{}); }
  CHECK_FALSE(t.has<JoinRoomReply>(alice));
  t.advance(2s);
  CHECK(t.room_of(alice) == "Wood Lake");
  REQUIRE(t.starts.size() == 2);
  CHECK(t.starts[1].tournament == TournamentLink{1, 1, 1});
}

TEST_CASE("the grace runs for a player who plays elsewhere once that game is over") {
  Tourney t;
  const Client alice = t.seat("alice", "", false, "Bear Lake");
  t.seat("xavier", "", false, "Bear Lake");
  t.seat("bob");
  t.hold(kPair);
  t.advance(8s);
  t.send(alice, protocol::LogoutRequest{});
  REQUIRE(t.games.size() == 1);
  t.advance(9s);
  CHECK(t.tournament().encounters()[0].status == Encounter::Status::kCalled);
  t.advance(1s);
  CHECK(t.tournament().encounters()[0].reason == "absent");
  const auto bob = *t.tournament().player("bob");
  CHECK(t.tournament().encounters()[0].winner ==
        (t.tournament().encounters()[0].black == bob ? rules::Color::kBlack : rules::Color::kWhite));
}

TEST_CASE("a player of two tournaments comes to the second's game after the first's") {
  Tourney t;
  std::map<std::string, Client> clients;
  for (const char* name : {"alice", "bob", "carol"}) clients[name] = t.seat(name);
  t.send(clients["alice"], protocol::LeaveRoomRequest{});
  t.hold(R"({"name":"T1","players":["alice","bob"],"rooms":["Wood Lake"]})");
  t.hold(R"({"name":"T2","players":["alice","carol"],"rooms":["Bear Lake"],"grace-seconds":5})");
  const auto in_t1 = std::ranges::find_if(t.starts, [](const GameStarted& start) {
    return start.tournament && start.tournament->tournament == 1;
  });
  REQUIRE(in_t1 != t.starts.end());
  t.advance(10s);
  CHECK(t.tournament().encounters()[0].status == Encounter::Status::kCalled);
  t.lose(clients[in_t1->black], 7);
  t.advance(3s);
  CHECK(t.tournament().encounters()[0].status == Encounter::Status::kPlaying);
  CHECK(t.tournament().encounters()[0].room == "Bear Lake");
}

TEST_CASE("who logs in after he was called is fetched, once for each line") {
  Tourney t;
  t.hold(R"({"name":"T","players":["alice","bob"],"rooms":["Wood Lake"],"start":"now","grace-seconds":10})");
  const Client alice = t.enter("alice");
  CHECK(t.room_of(alice) == "Wood Lake");
  t.send(alice, protocol::LeaveRoomRequest{});
  t.advance(1s);
  CHECK_FALSE(t.has<JoinRoomReply>(alice));
  t.cut(alice);
  CHECK(t.room_of(t.enter("alice")) == "Wood Lake");
}

TEST_CASE("others may watch a tournament's room and not sit in it") {
  Tourney t;
  t.hold(kPair);
  const Client carol = t.seat("carol", "", false, "Wood Lake");
  t.seat("alice");
  t.seat("bob");
  REQUIRE(t.starts.size() == 1);
  CHECK(t.has<protocol::PlayerToSpectator>(carol));
  t.send(carol, protocol::SpectatorToPlayer{7});
  CHECK(t.has<protocol::ErrorReply>(carol));
  const Client dave = t.seat("dave", "", false, "Wood Lake");
  const auto reply = t.take<JoinRoomReply>(dave);
  REQUIRE(reply);
  CHECK(reply->users.back().player_id == -1);
}

TEST_CASE("who does not come loses when the grace is over") {
  Tourney t;
  t.hold(R"({"name":"T","players":["alice","bob","carol"],"start":"now","grace-seconds":10})");
  t.seat("alice");
  t.advance(9s);
  CHECK(t.tournament().encounters()[0].status == Encounter::Status::kCalled);
  t.advance(60s);
  CHECK(t.tournament().status() == Tournament::Status::kOver);
  for (const Encounter& e : t.tournament().encounters()) {
    CHECK(e.reason == "absent");
    CHECK(e.forfeit);
    const bool alice_in = e.has(0);
    CHECK(e.winner.has_value() == alice_in);
  }
  CHECK(t.tournament().standings()[0].points == 2);
  CHECK(t.games.empty());
}

TEST_CASE("many play at the same time in the rooms that there are") {
  Tourney t;
  t.hold(R"({"name":"T","players":["a","b","c","d","e","f"],"rooms":["Wood Lake","Bear Lake"]})");
  std::map<std::string, Client> clients;
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) clients[name] = t.seat(name);
  CHECK(t.starts.size() == 2);
  std::map<std::string, std::int32_t> ids = {{"Wood Lake", 7}, {"Bear Lake", 4}};
  for (std::size_t i = 0; i < 15; ++i) {
    REQUIRE(t.starts.size() > i);
    t.lose(clients[t.starts[i].black], ids[t.starts[i].room]);
    t.advance(3s);
  }
  CHECK(t.tournament().status() == Tournament::Status::kOver);
  CHECK(t.games.size() == 15);
  int points = 0;
  for (const auto& standing : t.tournament().standings()) points += standing.points;
  CHECK(points == 15);
}

TEST_CASE("the organiser starts, corrects, withdraws and cancels") {
  Tourney t;
  const TournamentId id = t.hold(kPair);
  using Order = OrganiserOrder::Kind;
  OrganiserOrder order;
  order.tournament = id;
  order.kind = Order::kResult;
  order.number = 1;
  CHECK(t.organise(order) == "there is no game 1");
  order.kind = Order::kStart;
  CHECK(t.organise(order) == "");
  CHECK(t.organise(order) == "the tournament has begun already");
  const Client alice = t.seat("alice");
  t.seat("bob");
  REQUIRE(t.starts.size() == 1);
  order.kind = Order::kResult;
  order.winner = rules::Color::kWhite;
  order.why = "agreed";
  CHECK(t.organise(order) == "");  // also of a running game, which ends
  CHECK(t.tournament().encounters()[0].winner == rules::Color::kWhite);
  REQUIRE(t.games.size() == 1);
  CHECK(t.last_text(alice) == "the game is over: the organiser has decided the game: white wins");
  CHECK(t.take<protocol::ResultCommand>(alice)->detail == "the organiser has decided the game: white wins");
  CHECK(t.tournament().corrections().size() == 1);
  order.kind = Order::kWithdraw;
  order.player = "nobody";
  CHECK(t.organise(order) != "");
  order.player = "bob";
  CHECK(t.organise(order) == "");
  CHECK(t.tournament().status() == Tournament::Status::kOver);
  order.kind = Order::kCancel;
  CHECK(t.organise(order) == "the tournament is over");
  order.tournament = 99;
  CHECK(t.organise(order) == "there is no such tournament");
}

TEST_CASE("a tournament that cannot be is refused") {
  LobbySettings settings = quick();
  settings.users.registered_only = true;
  settings.users.passwords["alice"] = "x";
  Tourney t(settings);
  for (const auto& [text, words] : std::vector<std::pair<std::string, std::string>>{
           {R"({"name":"T","players":["alice","bob"],"rooms":["No Lake"]})", "no room"},
           {R"({"name":"T","players":["alice","bob"],"zone":"moon"})", "no zone"},
           {R"({"name":"T","players":["alice","bob"]})", "\"bob\" is not among"}}) {
    OrganiserOrder order;
    order.spec = parse_tournament(text).value();
    CHECK(t.organise(order).find(words) != std::string::npos);
  }
  CHECK(t.saved.empty());
}

SavedGame saved_game(const GameStarted& running) {
  SavedGame game;
  game.id = running.id;
  game.zone = running.zone;
  game.room = running.room;
  game.black = running.black;
  game.white = running.white;
  game.start = running.start;
  game.move_time = running.move_time;
  game.tournament = running.tournament;
  return game;
}

TEST_CASE("after a restart the next games are called into the rooms that the running ones leave free") {
  Tourney t;
  t.hold(R"({"name":"T","players":["alice","bob","carol","dave"],"rooms":["Wood Lake","Bear Lake"],
             "system":"round-robin","grace-seconds":10})");
  for (const char* name : {"alice", "bob", "carol", "dave"}) t.seat(name);
  REQUIRE(t.starts.size() == 2);

  // The first game runs in the second room; the second was called, and had not begun.
  SavedGame game = saved_game(t.starts[0]);
  game.room = "Bear Lake";
  Tourney again;
  again.perform(again.lobby.restore(again.now, {game}, game.id + 1, t.saved));
  CHECK(again.tournament().encounters()[0].status == Encounter::Status::kPlaying);
  CHECK(again.tournament().encounters()[0].room == "Bear Lake");
  CHECK(again.tournament().encounters()[1].room == "Wood Lake");
  for (const std::string& name : {t.starts[1].black, t.starts[1].white})
    CHECK(again.room_of(again.seat(name)) == "Wood Lake");
  REQUIRE(again.starts.size() == 1);
  CHECK(again.starts[0].tournament->number == 2);
  CHECK(again.starts[0].room == "Wood Lake");
}

TEST_CASE("after a restart the tournament, its running game and its results are as they were") {
  Tourney t;
  t.hold(kPair);
  const Client alice = t.seat("alice");
  const Client bob = t.seat("bob");
  t.lose(t.starts[0].black == "alice" ? alice : bob, 7);
  t.advance(3s);
  REQUIRE(t.starts.size() == 2);
  const GameStarted& running = t.starts[1];
  const Client mover = running.black == "alice" ? alice : bob;
  t.move(mover, "d10-d4/c3", 7);

  Tourney again;
  SavedGame game = saved_game(running);
  game.moves = {{t.moves.back().move, t.moves.back().taken}};
  again.perform(again.lobby.restore(again.now, {game}, running.id + 1, t.saved));
  CHECK(again.tournament().encounters()[0].over());
  CHECK(again.tournament().encounters()[1].status == Encounter::Status::kPlaying);
  const Client white = again.seat(running.white);
  CHECK(again.room_of(white) == "Wood Lake");
  again.seat(running.black);
  again.lose(white, 7);
  CHECK(again.tournament().status() == Tournament::Status::kOver);
  CHECK(again.tournament().encounters()[1].game == running.id);

  SECTION("a game that cannot go on is played again") {
    Tourney third;
    game.fault = "damaged";
    third.perform(third.lobby.restore(third.now, {game}, running.id + 1, t.saved));
    CHECK(third.tournament().encounters()[1].replays == 1);
    third.seat("alice");
    third.seat("bob");
    third.advance(3s);
    REQUIRE(third.starts.size() == 1);
    CHECK(third.starts[0].tournament->number == 2);
  }
}

}  // namespace
}  // namespace thermodon::server
