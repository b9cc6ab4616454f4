#include "client/session_driver.hpp"

using namespace thermodon;
using namespace thermodon::client;
using namespace thermodon::client::test;

namespace {

Settings automatic(Wish as = Wish::kAny) {
  Settings s = settings();
  s.room = "auto";
  s.as = as;
  return s;
}

std::string room_asked_for(Wish as, std::vector<RoomInfo> rooms) {
  Driver d(automatic(as));
  d.to_login();
  d.login(std::move(rooms));
  if (as == Wish::kSpectator)
    return d.sent<protocol::JoinRoomRequest>() ? d.request<protocol::JoinRoomRequest>().name.value_or("?")
                                               : "";
  return d.sent<protocol::JoinCommand>() ? d.request<protocol::JoinCommand>().room : "";
}

}  // namespace

TEST_CASE("the automatic choice of a room") {
  const std::vector<RoomInfo> rooms = {room(0, "full", 2), room(1, "empty", 0), room(2, "waiting", 1)};
  CHECK(room_asked_for(Wish::kAny, rooms) == "waiting");
  CHECK(room_asked_for(Wish::kWhite, rooms) == "waiting");
  CHECK(room_asked_for(Wish::kBlack, rooms) == "empty");
  CHECK(room_asked_for(Wish::kSpectator, rooms) == "full");
  CHECK(room_asked_for(Wish::kAny, {room(0, "full", 2), room(1, "empty", 0)}) == "empty");
  CHECK(room_asked_for(Wish::kAny, {room(0, "full", 2)}) == "");
}

TEST_CASE("where seats are given by wish, Black too joins who waits") {
  Driver d(automatic(Wish::kBlack));
  d.to_login();
  protocol::LoginReply reply;
  reply.user_id = kOwnId;
  reply.name = "me";
  reply.reconnection_seconds = 60;
  reply.rooms = {room(0, "empty", 0), room(1, "waiting", 1)};
  d.event(reply);
  CHECK(d.request<protocol::JoinCommand>().room == "waiting");
}

TEST_CASE("two players who wait in two rooms meet") {
  const bool chosen = GENERATE(true, false);
  Driver d(chosen ? automatic(Wish::kBlack) : settings());
  d.to_login();
  d.login({room(0, "Okanagan Lake", 2), room(6, "Oyama Lake", 0), room(7, "Wood Lake", 0)});
  d.joined({user(kOwnId, "me", 1)});
  d.count(7, 1);
  d.wait(25s);
  CHECK(d.sent_so_far<protocol::LeaveRoomRequest>() == 0);  // that one moves, not we
  d.count(0, 1);
  d.wait(18s);
  CHECK(d.sent_so_far<protocol::LeaveRoomRequest>() == (chosen ? 1 : 0));
  if (!chosen) return;
  d.left(kOwnId);
  CHECK(d.request<protocol::JoinCommand>().room == "Okanagan Lake");
}

TEST_CASE("without a free seat anywhere the client waits for one") {
  Driver d(automatic());
  d.to_login();
  d.login({room(0, "full", 2)});
  CHECK_FALSE(d.sent<protocol::JoinCommand>());
  d.wait(60s);
  CHECK(d.sent_so_far<protocol::JoinCommand>() == 0);
  d.count(0, 1);
  CHECK(d.request<protocol::JoinCommand>().room == "full");
}

TEST_CASE("a room is found whatever the case of its name") {
  Settings s = settings();
  s.room = "oyama lake";
  Driver d(s);
  d.to_lobby();
  CHECK(d.request<protocol::JoinCommand>().room == "Oyama Lake");
}

TEST_CASE("an unknown room: no answer, asked again, then the list of rooms") {
  Settings s = settings();
  s.room = "Loch Ness";
  Driver d(s);
  d.to_lobby();
  CHECK(d.logged("Loch Ness"));
  d.wait(4900ms);
  CHECK(d.sent_so_far<protocol::JoinCommand>() == 1);
  d.wait(200ms);
  CHECK(d.sent_so_far<protocol::JoinCommand>() == 2);
  d.wait(20s);
  CHECK(d.sent_so_far<protocol::JoinCommand>() == 3);
  CHECK_FALSE(d.finished().ok());
  CHECK_THAT(d.finished().why, Catch::Contains("Oyama Lake") && Catch::Contains("--room"));
}

TEST_CASE("a listed room that does not answer is a fault of the server: the line is made anew") {
  Driver d;
  d.to_lobby();
  d.wait(15s);
  CHECK_FALSE(d.session.finished());
  CHECK_FALSE(d.get_all<Disconnect>().empty());
  CHECK(d.sent_so_far<protocol::JoinCommand>() == 3);
}

TEST_CASE("refused joins") {
  Driver d;
  d.to_lobby();
  SECTION("no such room") {
    d.event(error_reply(4, 22));
    CHECK_THAT(d.finished().why, Catch::Contains("Okanagan Lake"));
  }
  SECTION("locked") {
    d.event(error_reply(4, 23));
    CHECK_THAT(d.finished().why, Catch::Contains("locked"));
  }
  SECTION("already in it: leave, then join") {
    d.event(error_reply(4, 19));
    CHECK(d.sent<protocol::LeaveRoomRequest>());
    d.wait(5s);
    CHECK(d.sent_so_far<protocol::JoinCommand>() == 2);
  }
  SECTION("full of spectators too: tried again") {
    d.event(error_reply(4, 20));
    CHECK_FALSE(d.session.finished());
    d.wait(6s);
    CHECK(d.sent_so_far<protocol::JoinCommand>() == 2);
  }
}

TEST_CASE("a refused automatic choice goes to another room") {
  Driver d(automatic());
  d.to_login();
  d.login({room(0, "a", 1), room(1, "b", 0)});
  CHECK(d.request<protocol::JoinCommand>().room == "a");
  d.event(error_reply(4, 23));
  CHECK(d.request<protocol::JoinCommand>().room == "b");
}

TEST_CASE("an automatic choice that does not answer goes to another room, then makes the line anew") {
  Driver d(automatic());
  d.to_login();
  d.login({room(0, "a", 1), room(1, "b", 0)});
  d.wait(15s);
  CHECK(d.request<protocol::JoinCommand>().room == "b");
  d.wait(15s);
  CHECK_FALSE(d.get_all<Disconnect>().empty());
  CHECK_FALSE(d.session.finished());
}

TEST_CASE("an automatic choice that was full is looked at again when somebody leaves it") {
  Driver d(automatic());
  d.to_login();
  d.login({room(0, "a", 1)});
  d.event(error_reply(4, 20));
  d.wait(60s);
  CHECK(d.sent_so_far<protocol::JoinCommand>() == 1);
  d.count(0, 1);
  CHECK(d.sent_so_far<protocol::JoinCommand>() == 2);
}

TEST_CASE("a full room makes us a spectator, who never moves and takes a seat that gets free") {
  Driver d;
  d.to_lobby();
  d.joined({user(1, "a", 1), user(2, "b", 2), user(kOwnId, "me", -1)}, room(6, "Oyama Lake", 2));
  CHECK(d.get<Joined>().seat == Seat::kSpectator);
  d.board(rules::Position::start({}, Color::kBlack));
  CHECK_FALSE(d.get<GameStarted>().own);
  for (std::size_t i = 0; i < 20; ++i) {
    d.peer_moves(i);
    CHECK(d.has<MovePlayed>());
  }
  CHECK(d.get_all<StartSearch>().empty());
  CHECK(d.sent_so_far<protocol::MoveCommand>() == 0);
  d.left(1);
  CHECK(d.result().reason == game::EndReason::kLeft);
  CHECK(d.sent<protocol::LeaveRoomRequest>());
  d.left(kOwnId);
  CHECK(d.sent<protocol::JoinCommand>());
  CHECK(d.session.tally().watched == 1);
}

TEST_CASE("an automatic choice that turns out full goes on looking") {
  Driver d(automatic());
  d.to_login();
  d.login({room(6, "Oyama Lake", 1), room(0, "Okanagan Lake", 0)});
  d.joined({user(1, "a", 1), user(2, "b", 2), user(kOwnId, "me", -1)}, room(6, "Oyama Lake", 2));
  CHECK(d.sent<protocol::LeaveRoomRequest>());
  d.left(kOwnId);
  CHECK(d.request<protocol::JoinCommand>().room == "Okanagan Lake");
}

TEST_CASE("a spectator by wish") {
  Settings s = settings();
  s.as = Wish::kSpectator;
  Driver d(s);
  d.to_lobby();
  CHECK(d.request<protocol::JoinRoomRequest>().spectator);
  SECTION("watches a game from its start message and its end") {
    d.joined({user(1, "a", 1), user(kOwnId, "me", -1)});
    d.board(rules::Position::start({}, Color::kBlack));
    CHECK_FALSE(d.has<GameStarted>());
    d.start_message("a", "b");
    CHECK_FALSE(d.get<GameStarted>().own);
    std::size_t plies = 0;
    while (d.running()) d.peer_moves(++plies);
    CHECK(d.result().reason == game::EndReason::kNoMoves);
    CHECK(d.sent_so_far<protocol::MoveCommand>() == 0);
    d.left(kOwnId);
    CHECK(d.finished().ok());
  }
  SECTION("comes in the middle of a game: the board tells whose turn it is") {
    rules::Position p = rules::Position::start({}, Color::kBlack);
    for (std::size_t i = 0; i < 7; ++i) p.make(some_move(p, i));
    d.joined({user(1, "a", 1), user(2, "b", 2), user(kOwnId, "me", -1)});
    d.board(p);
    CHECK(d.position().side_to_move() == Color::kWhite);
    d.peer_moves();
    CHECK(d.running());
    CHECK(d.has<MovePlayed>());
  }
  SECTION("seated as a player all the same: leaves, and comes when two players sit") {
    d.joined({user(kOwnId, "me", 1)});
    CHECK(d.sent<protocol::LeaveRoomRequest>());
    d.left(kOwnId);
    d.count(6, 0);
    d.wait(60s);
    CHECK(d.sent_so_far<protocol::JoinCommand>() == 0);
    d.count(6, 2);
    CHECK(d.sent<protocol::JoinCommand>());
  }
  SECTION("the system's join is refused: the game's, with two players there") {
    d.event(error_reply(4, 28));
    CHECK_FALSE(d.sent<protocol::JoinCommand>());
    d.count(6, 2);
    CHECK(d.sent<protocol::JoinCommand>());
  }
}

TEST_CASE("a game whose first move is the other side's is watched all the same") {
  Settings s = settings();
  s.as = Wish::kSpectator;
  Driver d(s);
  d.to_lobby();
  d.joined({user(1, "a", 1), user(2, "b", 2), user(kOwnId, "me", -1)});
  d.board(rules::Position::start({}, Color::kBlack));
  d.peer_move(some_move(rules::Position::start({}, Color::kWhite)));
  CHECK(d.running());
  CHECK(d.get<MovePlayed>().by == Color::kWhite);
}

TEST_CASE("White lets somebody else sit down first, for a while") {
  Settings s = settings();
  s.as = Wish::kWhite;
  Driver d(s);
  d.to_lobby();
  CHECK_FALSE(d.sent<protocol::JoinCommand>());
  SECTION("until somebody does") {
    d.wait(3s);
    d.count(6, 1);
    CHECK(d.sent<protocol::JoinCommand>());
  }
  SECTION("or nobody comes") {
    d.wait(59s);
    CHECK(d.sent_so_far<protocol::JoinCommand>() == 0);
    d.wait(2s);
    CHECK(d.sent_so_far<protocol::JoinCommand>() == 1);
  }
}

TEST_CASE("a server that seats by wish is not waited for") {
  Settings s = settings();
  s.as = Wish::kWhite;
  Driver d(s);
  d.to_login();
  protocol::LoginReply reply;
  reply.user_id = kOwnId;
  reply.name = "me";
  reply.reconnection_seconds = 60;
  reply.rooms = {room(6, "Oyama Lake", 0)};
  d.event(reply);
  CHECK(d.sent<protocol::JoinCommand>());
}

TEST_CASE("whoever waits long sends a harmless request, so that the server does not drop it") {
  Driver d;
  d.to_lobby();
  d.joined({user(kOwnId, "me", 1)});
  const TimePoint from = d.now;
  std::vector<TimePoint> requests;
  while (d.now < from + 3h) {
    d.wait_for_timer();
    if (d.sent<protocol::SubscribeGroup>()) requests.push_back(d.now);
    d.event(error_reply(15, 24));  // what SFS2X answers
  }
  CHECK(d.sent_so_far<protocol::Ping>() == 0);
  REQUIRE(requests.size() >= 15);
  for (std::size_t i = 1; i < requests.size(); ++i) CHECK(requests[i] - requests[i - 1] < 900s);
  CHECK(requests.front() - from < 900s);
}

TEST_CASE("who is put out of the room joins again") {
  Driver d;
  d.to_game(Color::kBlack);
  SECTION("by an exit event") { d.left(kOwnId); }
  SECTION("because the room is gone") {
    protocol::RoomLost e;
    e.room_id = 6;
    d.event(e);
  }
  CHECK(d.result().reason == game::EndReason::kAborted);
  d.wait(30s);
  CHECK(d.sent_so_far<protocol::JoinCommand>() >= 2);
}

TEST_CASE("events of other rooms do not matter") {
  Driver d;
  d.to_game(Color::kWhite);
  const auto moves = d.session.game()->record().moves.size();
  protocol::MoveCommand m;
  m.room = "Okanagan Lake";
  m.move = protocol::to_wire(some_move(d.position()), d.preset);
  d.event(m);
  protocol::StartCommand s;
  s.room = "Okanagan Lake";
  s.black = "x";
  s.white = "me";
  d.event(s);
  d.player_lost("peer", "Okanagan Lake");
  d.lost(99);
  CHECK(d.running());
  CHECK(d.session.game()->record().moves.size() == moves);
}
