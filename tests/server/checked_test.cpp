// Games with rules: turn, legality, clock, results, the next game, and players who come back.
#include "server/lobby_driver.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::server {
namespace {

using protocol::BoardCommand;
using protocol::MoveCommand;
using protocol::PlayerLost;
using protocol::ResultCommand;
using protocol::StartCommand;
using protocol::TextCommand;
using Client = LobbyDriver::Client;

LobbySettings checked() {
  LobbySettings settings;
  settings.user_count_interval = Duration(0);
  return settings;
}

// A game of alice and bob that a server had stored, Black to move first, without moves yet.
SavedGame saved_game() {
  SavedGame saved;
  saved.id = 41;
  saved.zone = "cosc322-2";
  saved.room = "Okanagan Lake";
  saved.black = "alice";
  saved.white = "bob";
  saved.start = rules::Position::start({}, rules::Color::kBlack);
  return saved;
}

struct Game : LobbyDriver {
  explicit Game(LobbySettings settings = checked()) : LobbyDriver(std::move(settings)) {
    black = seat("alice");
    white = seat("bob");
    watcher = seat("carol");
    clear();
  }
  // A result for everybody here, and what became of it.
  void check_end(const std::string& winner, const std::string& color, const std::string& reason) {
    for (const Client client : {black, white, watcher}) {
      if (!is_open(client)) continue;
      const auto text = take<TextCommand>(client);
      REQUIRE(text);
      CHECK(text->room == "Okanagan Lake");
      CHECK(text->text.find(winner) != std::string::npos);
      const auto result = take<ResultCommand>(client);
      REQUIRE(result);
      CHECK(result->room == "Okanagan Lake");
      CHECK(result->winner == winner);
      CHECK(result->color == color);
      CHECK(result->reason == reason);
      const auto lost = take<PlayerLost>(client);
      if (reason == "no-moves") {
        CHECK_FALSE(lost);
      } else {
        REQUIRE(lost);
        CHECK(lost->room == "Okanagan Lake");
        CHECK(lost->player == (winner == "alice" ? "bob" : "alice"));
      }
    }
    REQUIRE_FALSE(games.empty());
    const auto& record = games.back();
    REQUIRE(record.result);
    CHECK(game::to_string(record.result->reason) == reason);
    CHECK_FALSE(game::check(record));
  }

  Client black{}, white{}, watcher{};
};

TEST_CASE("a start says who plays and the settings in force") {
  LobbyDriver driver(checked());
  const Client black = driver.seat("alice");
  driver.seat("bob");
  const auto board = driver.take<BoardCommand>(black);
  REQUIRE(board);
  CHECK_FALSE(board->to_move);  // nothing runs yet
  const auto start = driver.take<StartCommand>(black);
  REQUIRE(start);
  CHECK(start->room == "Okanagan Lake");
  CHECK(start->black == "alice");
  CHECK(start->white == "bob");
  CHECK(start->first == rules::Color::kBlack);
  CHECK(start->move_time_ms == 30'000);
  REQUIRE(driver.starts.size() == 1);
  CHECK(driver.starts[0].black == "alice");
}

TEST_CASE("legal moves are relayed to the others and never to the sender") {
  Game game;
  game.move(game.black, "d10-d4/c3");
  CHECK(game.inbox[game.black].empty());
  for (const Client client : {game.white, game.watcher}) {
    const auto move = game.take<MoveCommand>(client);
    REQUIRE(move);
    CHECK(move->room == "Okanagan Lake");
    CHECK(move->move == protocol::WireMove{10, 4, 4, 4, 3, 3});
  }
  REQUIRE(game.moves.size() == 1);
  CHECK(game.moves[0].number == 1);
  game.move(game.white, "d1-i6/i7", -1);  // some address the zone
  CHECK(game.take<MoveCommand>(game.black));
}

TEST_CASE("illegal moves of every kind lose") {
  const auto [text, why] = GENERATE(table<std::string, std::string>({
      {"e5-e6/e7", "no amazon"},
      {"d1-d2/d3", "opponent"},
      {"d10-d10/d9", ""},
      {"d10-e8/e7", "line"},
      {"d10-d10/a1", ""},
      {"d10-g10/g9", ""},  // onto an amazon
      {"d10-h10/h9", ""},  // through one
      {"d10-d4/d4", ""},   // an arrow that stays
      {"d10-d4/e6", ""},   // an arrow off the lines
      {"d10-d4/d1", ""},   // onto an amazon
      {"g10-g1/g2", ""},   // onto the other side's amazon
  }));
  CAPTURE(text);
  Game game;
  game.move(game.black, text);
  CHECK_FALSE(game.has<MoveCommand>(game.white));  // not relayed
  CHECK(game.last_text(game.white).find(text) != std::string::npos);
  CHECK(game.last_text(game.white).find(why) != std::string::npos);
  game.check_end("bob", "white", "illegal-move");
  CHECK(game.games[0].illegal.find(text) == 0);
  CHECK(game.games[0].moves.empty());
}

TEST_CASE("hostile squares and cut lists lose as well") {
  Game game;
  MoveCommand command;
  command.room_id = 0;
  SECTION("off the board") { command.move = {10, 4, 11, 4, 3, 3}; }
  SECTION("the padding") { command.move = {0, 0, 0, 0, 0, 0}; }
  SECTION("far away") { command.move = {10, 4, 4, 4, INT32_MAX, INT32_MIN}; }
  SECTION("an incomplete list") {
    command.move = {10, 4, 4, 4, 0, 0};
    command.complete = false;
  }
  game.send(game.black, command);
  game.check_end("bob", "white", "illegal-move");
}

TEST_CASE("a move out of turn changes nothing, and only its sender is told") {
  Game game;
  game.move(game.white, "d1-d2/d3");
  CHECK(game.last_text(game.white).find("turn") != std::string::npos);
  CHECK(game.inbox[game.black].empty());
  CHECK(game.games.empty());
  game.move(game.black, "d10-d4/c3");
  CHECK(game.take<MoveCommand>(game.white));
}

TEST_CASE("spectators do not move, and outsiders reach nobody") {
  Game game;
  game.move(game.watcher, "d10-d4/c3");
  CHECK_FALSE(game.last_text(game.watcher).empty());
  const Client outsider = game.seat("dave", "", false, "Wood Lake");
  game.clear();
  game.move(outsider, "d10-d4/c3", 0);
  game.send(outsider, TextCommand{0, "", "psst"});
  CHECK(game.inbox[game.black].empty());
  CHECK(game.inbox[game.white].empty());
}

TEST_CASE("an overrun loses, seen by the tick and by the late move") {
  Game game;
  game.advance(29'950ms);
  CHECK(game.games.empty());
  SECTION("by the tick") { game.advance(50ms); }
  SECTION("by a move that comes too late") {
    game.now += 50ms;
    game.move(game.black, "d10-d4/c3");
    CHECK_FALSE(game.has<MoveCommand>(game.white));
  }
  game.check_end("bob", "white", "timeout");
  game.clear();
  game.advance(5min);
  CHECK_FALSE(game.has<ResultCommand>(game.white));  // once
}

TEST_CASE("each turn has the whole allowance") {
  Game game;
  game.advance(29s);
  game.move(game.black, "d10-d4/c3");
  game.advance(29s);
  game.move(game.white, "d1-i6/i7");
  game.advance(29s);
  CHECK(game.games.empty());
  REQUIRE(game.moves.size() == 2);
  CHECK(game.moves[1].taken == 29s);
  game.advance(1s);
  game.check_end("bob", "white", "timeout");
}

TEST_CASE("without a clock nothing is late") {
  LobbySettings settings = checked();
  settings.move_time.reset();
  settings.idle_timeout = Duration(0);
  Game game(settings);
  game.advance(20min);
  CHECK(game.games.empty());
  game.move(game.black, "d10-d4/c3");
  CHECK(game.take<MoveCommand>(game.white));
}

TEST_CASE("the settings say who moves first, and how cells and rows are counted") {
  LobbySettings settings = checked();
  SECTION("White first") {
    settings.preset.first = rules::Color::kWhite;
    Game game(settings);
    game.move(game.black, "d10-d4/c3");
    CHECK_FALSE(game.has<MoveCommand>(game.white));
    game.move(game.white, "d1-d2/d3");
    CHECK(game.take<MoveCommand>(game.black));
  }
  SECTION("codes and rows the other way round") {
    settings.preset = *protocol::find_preset("swapped-top");
    LobbyDriver driver(settings);
    const Client black = driver.seat("alice");
    const auto board = driver.take<BoardCommand>(black);
    REQUIRE(board);
    CHECK(board->board[11 * 1 + 4] == 2);  // d10, Black's
    const Client white = driver.seat("bob");
    MoveCommand command;
    command.room_id = 0;
    command.move = {1, 4, 7, 4, 8, 3};  // d10-d4/c3
    driver.send(black, command);
    CHECK(driver.take<MoveCommand>(white)->move == command.move);
  }
}

// Plays first legal moves to the end; the side that cannot move is returned.
rules::Color play_out(Game& game) {
  auto position = rules::Position::start({}, rules::Color::kBlack);
  rules::Move move;
  while (rules::first_legal_move(position, move)) {
    game.move(position.side_to_move() == rules::Color::kBlack ? game.black : game.white,
              rules::to_string(move));
    position.make(move);
    game.now += 10ms;
  }
  return position.side_to_move();
}

TEST_CASE("a whole game ends when the side to move cannot") {
  Game game;
  const rules::Color loser = play_out(game);
  const bool black_won = loser == rules::Color::kWhite;
  REQUIRE(game.games.size() == 1);
  for (const Client client : {game.black, game.white}) {
    while (game.inbox[client].size() > 2) game.inbox[client].pop_front();  // the moves before
  }
  while (game.inbox[game.watcher].size() > 2) game.inbox[game.watcher].pop_front();
  game.check_end(black_won ? "alice" : "bob", black_won ? "black" : "white", "no-moves");
  CHECK(game.games[0].moves.size() == game.moves.size());
  CHECK(game.games[0].event == "Okanagan Lake");
}

TEST_CASE("moves that are played are no flood, however fast, and all else is one") {
  LobbySettings settings = checked();
  settings.limits.requests_per_second = 1;
  settings.limits.request_burst = 6;
  Game game(settings);
  SECTION("a whole game") {
    play_out(game);
    REQUIRE(game.games.size() == 1);
    CHECK(game.moves.size() > 50);
    CHECK(game.is_open(game.black));
    CHECK(game.is_open(game.white));
  }
  SECTION("moves out of turn") {
    for (int i = 0; i < 20 && game.is_open(game.white); ++i) game.move(game.white, "d1-i6/i7");
    CHECK_FALSE(game.is_open(game.white));
    CHECK(game.take<protocol::Disconnection>(game.white)->reason == 1);
  }
  SECTION("moves that name another number") {
    MoveCommand command;
    command.ply = 7;
    for (int i = 0; i < 20 && game.is_open(game.black); ++i)
      game.perform(game.lobby.received(game.now, game.black, command));
    CHECK_FALSE(game.is_open(game.black));
    CHECK(game.games.empty());  // his seat is kept
  }
}

TEST_CASE("colours are given by wish, then by the order of joining") {
  const auto [first, second, black] = GENERATE(table<std::string, std::string, std::string>({
      {"", "", "alice"},
      {"any", "any", "alice"},
      {"white", "", "bob"},
      {"", "black", "bob"},
      {"", "white", "alice"},
      {"white", "black", "bob"},
      {"white", "white", "bob"},  // who joined first has his way
      {"black", "black", "alice"},
      {"sideways", "", "alice"},  // no wish that is known
  }));
  LobbyDriver driver(checked());
  const Client alice = driver.seat("alice", first);
  driver.seat("bob", second);
  const auto start = driver.take<StartCommand>(alice);
  REQUIRE(start);
  CHECK(start->black == black);
}

TEST_CASE("who wants to watch does not take a seat") {
  LobbyDriver driver(checked());
  const Client watcher = driver.seat("carol", "spectator");
  CHECK(driver.take<protocol::JoinRoomReply>(watcher)->users[0].player_id == -1);
  driver.seat("alice");
  driver.seat("bob");
  CHECK(driver.take<StartCommand>(watcher));
}

TEST_CASE("leaving a running game loses it") {
  Game game;
  game.move(game.black, "d10-d4/c3");
  game.clear();
  SECTION("by a leave") { game.send(game.black, protocol::LeaveRoomRequest{}); }
  SECTION("by another room") { game.join(game.black, "Wood Lake"); }
  SECTION("by a logout") { game.send(game.black, protocol::LogoutRequest{}); }
  SECTION("by a manual disconnection") { game.send(game.black, protocol::ManualDisconnection{}); }
  SECTION("by becoming a spectator") { game.send(game.black, protocol::PlayerToSpectator{0, -1}); }
  const auto result = game.take<ResultCommand>(game.white);
  REQUIRE(result);
  CHECK(result->winner == "bob");
  CHECK(result->reason == "left");
  CHECK(game.take<PlayerLost>(game.white)->player == "alice");
  REQUIRE(game.games.size() == 1);
  CHECK(game.games[0].moves.size() == 1);
}

TEST_CASE("a spectator's leaving is nobody's loss") {
  Game game;
  game.cut(game.watcher);
  CHECK(game.games.empty());
  CHECK_FALSE(game.has<PlayerLost>(game.black));
}

TEST_CASE("the next game starts when both ask for it, with colours changed") {
  Game game;
  game.move(game.black, "e5-e6/e7");
  game.clear();
  game.send(game.black, protocol::NewGameCommand{0});
  game.send(game.black, protocol::NewGameCommand{0});  // once more does not count for the other
  game.send(game.watcher, protocol::NewGameCommand{0});
  CHECK_FALSE(game.has<StartCommand>(game.black));
  game.send(game.white, protocol::NewGameCommand{0});
  const auto board = game.take<BoardCommand>(game.black);
  REQUIRE(board);
  CHECK(board->board[11 * 10 + 4] == 1);
  const auto start = game.take<StartCommand>(game.black);
  REQUIRE(start);
  CHECK(start->black == "bob");
  CHECK(start->white == "alice");
  game.move(game.white, "d10-d4/c3");  // bob has Black now
  CHECK(game.take<MoveCommand>(game.black));
}

TEST_CASE("wishes for a colour hold in the next game too") {
  LobbyDriver driver(checked());
  const Client alice = driver.seat("alice", "black");
  const Client bob = driver.seat("bob");
  driver.move(alice, "e5-e6/e7");
  driver.clear();
  driver.send(alice, protocol::NewGameCommand{0});
  driver.send(bob, protocol::NewGameCommand{0});
  CHECK(driver.take<StartCommand>(bob)->black == "alice");
}

TEST_CASE("two series clients go on by themselves after a pause, and one who leaves in it loses nothing") {
  LobbyDriver driver(checked());
  const Client alice = driver.seat("alice", "", true);
  const Client bob = driver.seat("bob", "", true);
  driver.move(alice, "e5-e6/e7");
  driver.clear();
  SECTION("they go on") {
    driver.advance(1950ms);
    CHECK_FALSE(driver.has<StartCommand>(alice));
    driver.advance(50ms);
    CHECK(driver.take<StartCommand>(alice)->black == "bob");
  }
  SECTION("one asks, the other is a series client") {
    driver.send(alice, protocol::NewGameCommand{0});
    driver.advance(2s);
    CHECK(driver.take<StartCommand>(alice));
  }
  SECTION("one leaves") {
    driver.send(bob, protocol::LeaveRoomRequest{});
    driver.advance(1min);
    CHECK(driver.games.size() == 1);
    CHECK_FALSE(driver.has<StartCommand>(alice));
  }
}

TEST_CASE("one series client alone does not start a game") {
  LobbyDriver driver(checked());
  const Client alice = driver.seat("alice", "", true);
  driver.seat("bob");
  driver.move(alice, "e5-e6/e7");
  driver.clear();
  driver.advance(20s);
  CHECK_FALSE(driver.has<StartCommand>(alice));
}

TEST_CASE("clients of the course leave and rejoin for the next game") {
  Game game;
  game.move(game.black, "e5-e6/e7");
  game.send(game.black, protocol::LeaveRoomRequest{});
  game.clear();
  game.join(game.black);
  CHECK(game.take<BoardCommand>(game.black));
  CHECK(game.take<StartCommand>(game.black)->black == "bob");  // who sat there first
  CHECK(game.games.size() == 1);
}

TEST_CASE("a free seat may be taken from among the spectators") {
  LobbyDriver driver(checked());
  const Client alice = driver.seat("alice");
  const Client carol = driver.seat("carol", "spectator");
  driver.clear();
  driver.send(carol, protocol::SpectatorToPlayer{0, -1, 0});
  const auto change = driver.take<protocol::SpectatorToPlayer>(alice);
  REQUIRE(change);
  CHECK(change->user_id == driver.ids[carol]);
  CHECK(change->player_id == 2);
  CHECK(driver.take<StartCommand>(carol)->white == "carol");
  const Client dave = driver.seat("dave");
  driver.clear();
  driver.send(dave, protocol::SpectatorToPlayer{0, -1, 0});
  CHECK(driver.take<protocol::ErrorReply>(dave)->code == 32);
}

TEST_CASE("text messages go to the others in the room, with the name of who says it") {
  Game game;
  game.send(game.black, TextCommand{0, "", "good luck"});
  CHECK(game.inbox[game.black].empty());
  CHECK(game.take<TextCommand>(game.white)->text == "alice: good luck");
  CHECK(game.take<TextCommand>(game.watcher)->text == "alice: good luck");
}

TEST_CASE("an unknown room is an error, not silence") {
  LobbyDriver driver(checked());
  const Client client = driver.enter("alice");
  driver.join(client, "No Such Lake");
  CHECK(driver.take<protocol::ErrorReply>(client)->code == 22);
}

TEST_CASE("late spectators get the board with turn and time, and who plays") {
  Game game;
  game.move(game.black, "d10-d4/c3");
  game.advance(10s);
  const Client dave = game.seat("dave");
  const auto board = game.take<BoardCommand>(dave);
  REQUIRE(board);
  CHECK(board->board[11 * 4 + 4] == 1);
  CHECK(board->to_move == rules::Color::kWhite);
  CHECK(board->remaining_ms == 20'000);
  CHECK(game.take<StartCommand>(dave)->black == "alice");
  CHECK(game.inbox[game.black].size() == 2);  // enter, count
}

TEST_CASE("a player whose line breaks may come back by his name, and the clock runs on") {
  Game game;
  game.move(game.black, "d10-d4/c3");
  game.clear();
  game.advance(5s);
  game.cut(game.white);
  CHECK_FALSE(game.has<protocol::UserLost>(game.black));  // for his client he is still there
  CHECK_FALSE(game.has<PlayerLost>(game.black));
  CHECK(game.last_text(game.black).find("bob lost the line and has 60 s") == 0);
  game.advance(5s);

  const Client again = game.enter("bob");
  CHECK(game.ids[again] == game.ids[game.white]);
  SECTION("into his room") {
    game.join(again);
    const auto reply = game.take<protocol::JoinRoomReply>(again);
    REQUIRE(reply);
    REQUIRE(reply->users.size() == 3);
    CHECK(reply->users[1].name == "bob");
    CHECK(reply->users[1].player_id == 2);
    const auto board = game.take<BoardCommand>(again);
    REQUIRE(board);
    CHECK(board->to_move == rules::Color::kWhite);
    CHECK(board->remaining_ms == 20'000);
    CHECK(game.take<StartCommand>(again)->white == "bob");
    CHECK(game.last_text(game.black) == "bob is back");
    game.move(again, "d1-i6/i7");
    CHECK(game.take<MoveCommand>(game.black));
    game.advance(2min);  // his grace is over and forgotten
    REQUIRE(game.games.size() == 1);
    CHECK(game.games[0].result->reason == game::EndReason::kTimeout);  // alice's
    CHECK(game.games[0].result->winner == rules::Color::kWhite);
  }
  SECTION("into whatever room he asks for: his game goes before it") {
    SECTION("by the game's join") { game.join(again, "Wood Lake"); }
    SECTION("with no room in mind") { game.join(again, "auto"); }
    SECTION("by the system's join, to watch") {
      protocol::JoinRoomRequest request;
      request.name = "Wood Lake";
      request.spectator = true;
      game.send(again, request);
    }
    const auto reply = game.take<protocol::JoinRoomReply>(again);
    REQUIRE(reply);
    CHECK(reply->room.name == "Okanagan Lake");
    CHECK(reply->users[1].player_id == 2);
    CHECK(game.has<BoardCommand>(again));
    CHECK(game.games.empty());
    // Once he is here, another room is a way to leave, and no room in mind is not.
    game.join(again, "auto");
    CHECK(game.games.empty());
    game.join(again, "Wood Lake");
    CHECK(game.take<ResultCommand>(game.black)->reason == "left");
  }
  SECTION("but not into any room") {
    game.advance(19s);
    CHECK(game.games.empty());
    game.advance(1s);
    CHECK(game.take<ResultCommand>(game.black)->reason == "timeout");
    game.advance(1min);
    CHECK(game.take<protocol::UserExitRoom>(game.black)->user_id == game.ids[again]);
    CHECK(game.is_open(again));
  }
}

TEST_CASE("a player may come back by his session's token and is where he was") {
  LobbyDriver driver(checked());
  const Client black = driver.shake();
  const std::string token = driver.take<protocol::HandshakeReply>(black)->token;
  driver.send(black, LobbyDriver::login("alice"));
  driver.join(black);
  const Client white = driver.seat("bob");
  SECTION("after the server saw the line break") { driver.cut(black); }
  SECTION("before it did") {}
  driver.clear();
  const Client again = driver.connect();
  driver.send(again, protocol::HandshakeRequest{"1.6.1", "test", true, token});
  CHECK(driver.take<protocol::HandshakeReply>(again)->token == token);
  const auto board = driver.take<BoardCommand>(again);
  REQUIRE(board);
  CHECK(board->to_move == rules::Color::kBlack);
  CHECK_FALSE(driver.is_open(black));
  driver.move(again, "d10-d4/c3");
  CHECK(driver.take<MoveCommand>(white));
  driver.advance(2s);
  CHECK(driver.games.empty());
}

TEST_CASE("a token that is not known ends the connection") {
  LobbyDriver driver(checked());
  const Client client = driver.connect();
  driver.send(client, protocol::HandshakeRequest{"1.6.1", "test", true, "f00"});
  CHECK(driver.take<protocol::ReconnectionFailure>(client));
  CHECK_FALSE(driver.is_open(client));
}

TEST_CASE("who does not come back in time has lost") {
  LobbySettings settings = checked();
  settings.move_time = 10min;
  Game game(settings);
  game.cut(game.white);
  game.advance(59s);
  CHECK(game.games.empty());
  game.advance(1s);
  CHECK(game.take<protocol::UserLost>(game.black)->user_id == game.ids[game.white]);
  CHECK(game.take<ResultCommand>(game.black)->reason == "left");
  CHECK(game.take<PlayerLost>(game.black)->player == "bob");
  CHECK(game.lobby.counts().users == 2);
}

TEST_CASE("when both lines break the first to go loses") {
  LobbySettings settings = checked();
  settings.move_time.reset();
  Game game(settings);
  game.cut(game.white);
  game.advance(1s);
  game.cut(game.black);
  game.advance(2min);
  REQUIRE(game.games.size() == 1);
  CHECK(game.games[0].result->winner == rules::Color::kBlack);
  CHECK(game.lobby.counts().users == 1);
}

TEST_CASE("without grace a broken line is a leave") {
  LobbySettings settings = checked();
  settings.grace = Duration(0);
  Game game(settings);
  game.cut(game.white);
  CHECK(game.take<protocol::UserLost>(game.black));
  CHECK(game.take<ResultCommand>(game.black)->reason == "left");
}

TEST_CASE("outside a game nobody's seat is kept") {
  LobbyDriver driver(checked());
  const Client alice = driver.seat("alice");
  const Client carol = driver.seat("carol", "spectator");
  driver.clear();
  driver.cut(alice);
  CHECK(driver.take<protocol::UserLost>(carol));
  CHECK(driver.lobby.counts().users == 1);
}

TEST_CASE("a newer login under a player's name takes his seat over") {
  Game game;
  const Client newer = game.shake();
  game.send(newer, LobbyDriver::login("bob"));
  CHECK_FALSE(game.is_open(game.white));
  game.join(newer);
  CHECK(game.take<BoardCommand>(newer));
  game.move(game.black, "d10-d4/c3");
  CHECK(game.take<MoveCommand>(newer));
  CHECK(game.games.empty());
}

TEST_CASE("cutting a line at every message of a game leaves the other with a result") {
  for (std::size_t cut_after = 0; cut_after < 12; ++cut_after) {
    CAPTURE(cut_after);
    LobbyDriver driver(checked());
    const Client other = driver.seat("bob");
    std::vector<protocol::Request> requests = {
        protocol::HandshakeRequest{"1.6.1", "test", true, {}},
        LobbyDriver::login("alice"),
        protocol::JoinCommand{"Okanagan Lake"},
        protocol::Ping{},
        protocol::PublicMessage{0, 0, "hi"},
        protocol::TextCommand{0, "", "hi"},
        protocol::NewGameCommand{0},
        protocol::SubscribeGroup{"default", {}},
        protocol::LeaveRoomRequest{},
        protocol::JoinCommand{"Okanagan Lake"},
        protocol::LogoutRequest{},
    };
    const Client client = driver.connect();
    for (std::size_t i = 0; i < std::min(cut_after, requests.size()); ++i) driver.send(client, requests[i]);
    driver.cut(client);
    driver.advance(2min);
    CHECK(driver.lobby.counts().users == 1);
    CHECK(driver.lobby.counts().games == 0);
    CHECK(driver.is_open(other));
    const std::size_t started = driver.starts.size();
    CHECK(driver.games.size() == started);
    for (const auto& record : driver.games) CHECK(record.result);
  }
}

TEST_CASE("games that were running go on after a restart, with board and clock") {
  SavedGame saved = saved_game();
  saved.move_time = 30s;
  saved.moves = {{*rules::parse_move("d10-d4/c3"), 2s}};
  saved.elapsed = 12s;
  LobbyDriver driver(checked());
  SECTION("both come back") {
    driver.perform(driver.lobby.restore(driver.now, {saved}, 42));
    CHECK(driver.lobby.counts().games == 1);
    const Client bob = driver.enter("bob");
    driver.join(bob);
    const auto board = driver.take<BoardCommand>(bob);
    REQUIRE(board);
    CHECK(board->to_move == rules::Color::kWhite);
    CHECK(board->remaining_ms == 18'000);
    CHECK(driver.take<StartCommand>(bob)->black == "alice");
    driver.move(bob, "d1-i6/i7");
    REQUIRE(driver.moves.size() == 1);
    CHECK(driver.moves[0].id == 41);
    CHECK(driver.moves[0].number == 2);
    const Client alice = driver.enter("alice");
    driver.join(alice);
    CHECK(driver.take<BoardCommand>(alice)->to_move == rules::Color::kBlack);
    driver.seat("carol", "", false, "Wood Lake");
    driver.seat("dave", "", false, "Wood Lake");
    REQUIRE(driver.starts.size() == 1);
    CHECK(driver.starts[0].id == 42);
  }
  SECTION("the clock stands still until the side to move is back") {
    driver.perform(driver.lobby.restore(driver.now, {saved}, 42));
    const Client alice = driver.enter("alice");
    driver.join(alice);
    CHECK(driver.take<BoardCommand>(alice)->remaining_ms == 18'000);
    driver.advance(50s);
    const Client bob = driver.enter("bob");
    driver.join(bob);
    CHECK(driver.take<BoardCommand>(bob)->remaining_ms == 18'000);
    driver.advance(17'950ms);
    CHECK(driver.games.empty());
    driver.advance(50ms);
    REQUIRE(driver.games.size() == 1);
    CHECK(driver.games[0].result->reason == game::EndReason::kTimeout);
  }
  SECTION("only the other comes back") {
    driver.perform(driver.lobby.restore(driver.now, {saved}, 42));
    const Client alice = driver.enter("alice");
    driver.join(alice);
    driver.advance(1min);
    CHECK(driver.take<ResultCommand>(alice)->winner == "alice");
  }
  SECTION("nobody comes back") {
    driver.perform(driver.lobby.restore(driver.now, {saved}, 42));
    driver.advance(2min);
    CHECK(driver.lobby.counts().games == 0);
    REQUIRE(driver.games.size() == 1);
    CHECK_FALSE(driver.games[0].result->winner);
    CHECK(driver.games[0].result->reason == game::EndReason::kAborted);
    CHECK(driver.lobby.counts().users == 0);
  }
  SECTION("games that cannot go on are ended") {
    SavedGame gone = saved;
    gone.room = "Sea";
    SavedGame broken = saved;
    broken.room = "Wood Lake";
    broken.black = "carol";
    broken.white = "dave";
    broken.moves.push_back({*rules::parse_move("d10-d4/c3"), 2s});
    SavedGame double_booked = saved;
    double_booked.room = "Bear Lake";
    double_booked.black = "eve";
    SavedGame damaged = saved;
    damaged.room = "Bear Lake";
    damaged.black = "frank";
    damaged.white = "grace";
    damaged.fault = "its move 1 is missing";
    driver.perform(
        driver.lobby.restore(driver.now, {saved, saved, gone, broken, double_booked, damaged}, 42));
    CHECK(driver.lobby.counts().games == 1);
    REQUIRE(driver.games.size() == 5);
    for (const auto& record : driver.games) {
      CHECK_FALSE(record.result->winner);
      CHECK(record.result->reason == game::EndReason::kAborted);
    }
  }
}

// --- results that a player may have missed

TEST_CASE("a player whose line broke at the end hears the result when he comes back") {
  LobbyDriver driver(checked());
  const Client alice = driver.seat("alice", "black");
  const Client bob = driver.seat("bob", "white");
  driver.move(alice, "d10-d4/c3");
  if (GENERATE(true, false)) {
    driver.move(bob, "d1-d2/d5");  // the arrow goes through an amazon
    driver.cut(bob);
  } else {
    driver.cut(bob);
    driver.advance(30s);  // his time
  }
  REQUIRE(driver.games.size() == 1);
  driver.clear();
  const Client again = driver.seat("bob", "white");
  const auto result = driver.take<ResultCommand>(again);  // before the next game's board
  REQUIRE(result);
  CHECK(result->winner == "alice");
  CHECK(result->black == "alice");
  CHECK(result->white == "bob");
  REQUIRE(result->board);
  const auto last = protocol::to_position(*result->board, driver.preset, rules::Color::kWhite);
  REQUIRE(last.ok());
  CHECK(last->cells() == game::position_after(driver.games[0], 1).cells());
  REQUIRE(driver.has<BoardCommand>(again));
  SECTION("no game starts before he asks for it") {
    driver.advance(10s);
    CHECK(driver.starts.size() == 1);
    driver.send(again, protocol::NewGameCommand{0});
    CHECK(driver.starts.size() == 2);
    CHECK_FALSE(driver.has<ResultCommand>(again));
  }
  SECTION("he leaves: it is told") {
    driver.send(again, protocol::LeaveRoomRequest{});
    driver.clear();
    driver.join(again);
    CHECK_FALSE(driver.has<ResultCommand>(again));
    CHECK(driver.starts.size() == 2);
  }
  SECTION("cut again: it is told again") {
    driver.cut(again);
    CHECK(driver.take<ResultCommand>(driver.seat("bob", "white")));
  }
}

TEST_CASE("a result is not told again") {
  const bool ours = GENERATE(true, false);
  LobbyDriver driver(checked());
  const Client alice = driver.seat("alice", ours ? "any" : "");
  const Client bob = driver.seat("bob", ours ? "any" : "");
  driver.move(alice, "d10-d4/c9");
  REQUIRE(driver.games.size() == 1);
  SECTION("to who asked for the next game") {
    driver.send(bob, protocol::NewGameCommand{0});
    driver.cut(bob);
  }
  SECTION("to who left in order") { driver.send(bob, protocol::LogoutRequest{}); }
  SECTION("to the course's clients") {
    if (ours) return;
    driver.cut(bob);
  }
  driver.clear();
  const Client again = driver.seat("bob", ours ? "any" : "");
  CHECK_FALSE(driver.has<ResultCommand>(again));
  CHECK(driver.starts.size() == 2);
}

TEST_CASE("a server that ended between a game's end and the telling of it tells it afterwards") {
  SavedGame saved = saved_game();
  LobbyDriver driver(checked());
  std::string reason;
  SECTION("the end was stored") {
    saved.moves = {{*rules::parse_move("d10-d4/c3"), 2s}};
    saved.result = game::GameResult{rules::Color::kBlack, game::EndReason::kLeft, "white left the game"};
    reason = "left";
    driver.perform(driver.lobby.restore(driver.now, {saved}, 42));
    CHECK(driver.games.empty());
  }
  SECTION("only the last move was stored") {
    saved.start = *rules::parse_fen("Q*7q/**6**/10/10/10/10/10/10/10/10 b");
    saved.moves = {{*rules::parse_move("j10-c10/d10"), 2s}};
    reason = "no-moves";
    driver.perform(driver.lobby.restore(driver.now, {saved}, 42));
    REQUIRE(driver.games.size() == 1);
    CHECK(driver.games[0].result->winner == rules::Color::kBlack);
    CHECK_FALSE(game::check(driver.games[0]));
  }
  CHECK(driver.lobby.counts().games == 0);
  for (const char* name : {"alice", "bob"}) {
    const auto result = driver.take<ResultCommand>(driver.seat(name, "any"));
    REQUIRE(result);
    CHECK(result->winner == "alice");
    CHECK(result->reason == reason);
    CHECK(result->board);
  }
  CHECK(driver.starts.empty());
}

}  // namespace
}  // namespace thermodon::server
