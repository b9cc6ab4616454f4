// The course's server to the letter: what it does, and what it leaves out.
#include "server/lobby_driver.hpp"

namespace thermodon::server {
namespace {

using protocol::BoardCommand;
using protocol::MoveCommand;
using protocol::StartCommand;
using Client = LobbyDriver::Client;

LobbySettings relay() {
  LobbySettings settings = relay_settings();
  settings.user_count_interval = Duration(0);
  return settings;
}

constexpr std::size_t cell(int row, int column) { return static_cast<std::size_t>(11 * row + column); }

TEST_CASE("moves are relayed whatever they are, with the room's name, and never to the sender") {
  LobbyDriver driver(relay());
  const Client black = driver.seat("alice");
  const Client white = driver.seat("bob");
  const Client watcher = driver.seat("carol");
  driver.clear();
  const auto relayed = [&](Client from, const std::string& text, std::vector<Client> to) {
    driver.move(from, text);
    for (const Client client : to) {
      const auto move = driver.take<MoveCommand>(client);
      REQUIRE(move);
      CHECK(move->room == "Okanagan Lake");
      CHECK(move->room_id == 0);
    }
    for (const Client client : {black, white, watcher}) CHECK(driver.inbox[client].empty());
  };
  relayed(black, "d10-d4/c3", {white, watcher});
  relayed(black, "a1-a1/a1", {white, watcher});    // no amazon, out of turn, no movement
  relayed(white, "d10-j10/a9", {black, watcher});  // the other's amazon, through everything
  relayed(watcher, "d1-d2/d3", {black});           // a spectator's goes to Black
}

TEST_CASE("late comers get the board as the moves left it") {
  LobbyDriver driver(relay());
  const Client black = driver.seat("alice");
  driver.seat("bob");
  driver.move(black, "d10-d4/c3");
  const Client watcher = driver.seat("carol");
  const auto board = driver.take<BoardCommand>(watcher);
  REQUIRE(board);
  CHECK(board->room == "Okanagan Lake");
  CHECK(board->board.size() == 121);
  CHECK(board->board[cell(10, 4)] == 0);
  CHECK(board->board[cell(4, 4)] == 1);
  CHECK(board->board[cell(3, 3)] == 3);
  CHECK_FALSE(board->to_move);
  CHECK_FALSE(board->remaining_ms);
  CHECK_FALSE(driver.has<StartCommand>(watcher));
}

TEST_CASE("moves that make their server throw vanish: lists that are cut, indices beyond its array") {
  LobbyDriver driver(relay());
  const Client black = driver.seat("alice");
  const Client white = driver.seat("bob");
  driver.clear();
  MoveCommand command;
  command.room_id = 0;
  command.move = {10, 4, 4, 4, 11, 3};
  driver.send(black, command);
  command.move = {10, 4, -1, 4, 3, 3};
  driver.send(black, command);
  command.move = {10, 4, 4, 4, 0, 0};
  command.complete = false;
  driver.send(black, command);
  CHECK(driver.inbox[white].empty());
  command.complete = true;
  command.move = {0, 0, 10, 10, 5, 5};  // inside the array, outside the board
  driver.send(black, command);
  CHECK(driver.take<MoveCommand>(white)->move == command.move);
  command.room_id = -1;  // the zone has no handler for moves
  driver.send(black, command);
  CHECK(driver.inbox[white].empty());
}

TEST_CASE("a start says nothing of first mover and clock, and there is none") {
  LobbyDriver driver(relay());
  driver.seat("alice");
  const Client white = driver.seat("bob");
  const auto start = driver.take<StartCommand>(white);
  REQUIRE(start);
  CHECK(start->black == "alice");
  CHECK(start->white == "bob");
  CHECK_FALSE(start->board);
  CHECK_FALSE(start->first);
  CHECK_FALSE(start->move_time_ms);
  driver.clear();
  driver.advance(10min);
  CHECK(driver.inbox[white].empty());
}

TEST_CASE("an unknown room is answered by silence") {
  LobbyDriver driver(relay());
  const Client client = driver.enter("alice");
  driver.join(client, "No Such Lake");
  CHECK(driver.inbox[client].empty());
}

TEST_CASE("a leaving player takes the game along, and who stays must rejoin") {
  LobbyDriver driver(relay());
  const Client black = driver.seat("alice");
  const Client white = driver.seat("bob");
  driver.clear();
  SECTION("by a leave") { driver.send(white, protocol::LeaveRoomRequest{}); }
  SECTION("by a broken line") { driver.cut(white); }
  const auto lost = driver.take<protocol::PlayerLost>(black);
  REQUIRE(lost);
  CHECK(lost->player == "bob");
  CHECK(lost->room.empty());
  driver.clear();

  driver.move(black, "d10-d4/c3");  // no game: ignored
  const Client next = driver.seat("carol");
  CHECK(driver.has<BoardCommand>(next));
  CHECK_FALSE(driver.has<StartCommand>(next));  // Black of a new game, and waits
  const Client third = driver.seat("dave");     // the seats are full
  CHECK_FALSE(driver.has<StartCommand>(third));
  driver.send(black, protocol::LeaveRoomRequest{});
  driver.clear();
  driver.join(black);
  CHECK_FALSE(driver.has<StartCommand>(black));  // his leaving dropped carol's game too
  driver.send(next, protocol::LeaveRoomRequest{});
  driver.clear();
  driver.join(next);
  // Her leaving dropped the game that alice's rejoining had begun.
  CHECK_FALSE(driver.has<StartCommand>(next));
}

TEST_CASE("both leaving and coming back gives a start") {
  LobbyDriver driver(relay());
  const Client black = driver.seat("alice");
  const Client white = driver.seat("bob");
  driver.send(white, protocol::LeaveRoomRequest{});
  driver.send(black, protocol::LeaveRoomRequest{});
  driver.join(white);
  driver.clear();
  driver.join(black);
  const auto start = driver.take<StartCommand>(black);
  REQUIRE(start);
  CHECK(start->black == "bob");
  CHECK(start->white == "alice");
}

TEST_CASE("a logout leaves a ghost with the old position") {
  LobbyDriver driver(relay());
  const Client black = driver.seat("alice");
  const Client white = driver.seat("bob");
  driver.move(black, "d10-d4/c3");
  driver.clear();
  driver.send(black, protocol::LogoutRequest{});
  CHECK(driver.take<protocol::UserLost>(white));
  CHECK_FALSE(driver.has<protocol::PlayerLost>(white));
  const Client next = driver.seat("carol");
  const auto board = driver.take<BoardCommand>(next);
  REQUIRE(board);
  CHECK(board->board[cell(4, 4)] == 1);
  const auto start = driver.take<StartCommand>(next);
  REQUIRE(start);
  CHECK(start->black == "alice");
  CHECK(start->white == "carol");
}

TEST_CASE("text messages are dropped, new games are not known, spectators may change seats in name only") {
  LobbyDriver driver(relay());
  const Client black = driver.seat("alice");
  const Client watcher = driver.enter("carol");
  protocol::JoinRoomRequest watch;
  watch.id = 0;
  watch.spectator = true;
  driver.send(watcher, watch);
  driver.clear();
  driver.send(black, protocol::TextCommand{0, "", "hello"});
  driver.send(black, protocol::NewGameCommand{0});
  CHECK(driver.inbox[watcher].empty());
  driver.send(watcher, protocol::SpectatorToPlayer{0, -1, 0});
  CHECK(driver.take<protocol::SpectatorToPlayer>(black)->player_id == 2);
  CHECK_FALSE(driver.has<StartCommand>(black));
}

TEST_CASE("no seat is kept: reconnections fail") {
  LobbyDriver driver(relay());
  const Client black = driver.shake();
  const std::string token = driver.take<protocol::HandshakeReply>(black)->token;
  driver.send(black, LobbyDriver::login("alice"));
  CHECK(driver.take<protocol::LoginReply>(black)->reconnection_seconds == 0);
  driver.cut(black);
  const Client again = driver.connect();
  driver.send(again, protocol::HandshakeRequest{"1.6.1", "test", true, token});
  CHECK(driver.take<protocol::ReconnectionFailure>(again));
  CHECK_FALSE(driver.is_open(again));
}

TEST_CASE("games are recorded as far as they went") {
  LobbyDriver driver(relay());
  const Client black = driver.seat("alice");
  const Client white = driver.seat("bob");
  driver.move(black, "d10-d4/c3");
  driver.move(white, "d1-i6/i7");
  driver.send(white, protocol::LeaveRoomRequest{});
  REQUIRE(driver.games.size() == 1);
  const auto& record = driver.games[0];
  CHECK(record.black == "alice");
  CHECK(record.white == "bob");
  CHECK(record.moves.size() == 2);
  CHECK_FALSE(record.result);
}

}  // namespace
}  // namespace thermodon::server
