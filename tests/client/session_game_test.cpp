#include "client/session_driver.hpp"

#include "thermodon/rules/symmetry.hpp"

using namespace thermodon;
using namespace thermodon::client;
using namespace thermodon::client::test;

TEST_CASE("own colour comes from the names, and the start says who moves first") {
  for (const Color own : {Color::kBlack, Color::kWhite})
    for (const Color first : {Color::kBlack, Color::kWhite}) {
      Settings s = settings();
      s.first = first;
      Driver d(s);
      d.to_game(own);
      const auto started = d.get<GameStarted>();
      CHECK(started.own == own);
      CHECK(started.first == first);
      CHECK(started.move_time == 30s);
      CHECK(d.position().side_to_move() == first);
      CHECK(d.has<StartSearch>() == (own == first));
    }
}

TEST_CASE("a start that names neither of us is a spectator's") {
  Driver d;
  d.to_lobby();
  d.joined({user(kOwnId, "me", 1)});
  d.board(rules::Position::start({}, Color::kBlack));
  d.start_message("alice", "bob");
  CHECK_FALSE(d.get<GameStarted>().own);
  CHECK(d.get_all<StartSearch>().empty());
  for (std::size_t i = 0; i < 10; ++i) d.peer_moves(i);
  CHECK(d.get_all<StartSearch>().empty());
  CHECK(d.sent_so_far<protocol::MoveCommand>() == 0);
}

TEST_CASE("a search's deadline counts from the receipt of the opponent's move") {
  Driver d;
  d.to_game(Color::kWhite);
  d.wait(10s);
  d.peer_moves();
  const auto search = d.search();
  CHECK(search.began == d.now);
  CHECK(search.deadline == d.now + 29'500ms);
  CHECK(search.position == d.position());
}

TEST_CASE("the margin is at most half of the allowance") {
  Settings s = settings();
  s.move_time = 100ms;
  s.margin = 500ms;
  Driver d(s);
  d.to_game(Color::kBlack);
  CHECK(d.search().deadline == d.now + 50ms);
}

TEST_CASE("a whole game in both colours, with the end seen by ourselves") {
  for (const Color own : {Color::kBlack, Color::kWhite})
    for (std::size_t seed = 1; seed <= 4; ++seed) {
      Driver d;
      d.to_game(own);
      d.play_on(200, seed * 1000);
      CHECK(d.result().reason == game::EndReason::kNoMoves);
      CHECK_FALSE(rules::has_legal_move(d.position()));
      CHECK(d.result().winner == !d.position().side_to_move());
      const auto& record = d.session.game()->record();
      CHECK_FALSE(game::check(record));
      CHECK(record.black == (own == Color::kBlack ? "me" : "peer"));
      CHECK(d.sent_so_far<protocol::MoveCommand>() ==
            (record.moves.size() + (own == Color::kBlack ? 1 : 0)) / 2);
      CHECK(d.sent<protocol::LeaveRoomRequest>());
      d.left(kOwnId);
      CHECK(d.finished().ok());
      CHECK(d.session.tally().played == 1);
      CHECK(d.session.tally().won + d.session.tally().lost == 1);
      CHECK(d.get_all<GameEnded>().size() == 1);
    }
}

TEST_CASE("moves go out in the preset's own rows and codes") {
  Settings s = settings();
  s.preset = *protocol::find_preset("swapped-top");
  Driver d(s);
  d.to_game(Color::kBlack);
  CHECK(d.position() == rules::Position::start({}, Color::kBlack));
  const auto move = rules::parse_move("d10-d4/c3").value();
  d.answer(move);
  CHECK(d.request<protocol::MoveCommand>().move == protocol::WireMove{1, 4, 7, 4, 8, 3});
  CHECK(d.request<protocol::MoveCommand>().room_id == 6);
}

TEST_CASE("an illegal or missing answer of the engine never goes out") {
  for (const auto& answer :
       {std::optional<rules::Move>{}, std::optional(rules::parse_move("a1-a2/a3").value()),
        std::optional(rules::Move{})}) {
    Driver d;
    d.to_game(Color::kBlack);
    d.answer(answer);
    const auto sent = protocol::to_move(d.request<protocol::MoveCommand>().move, d.preset);
    REQUIRE(sent);
    CHECK(rules::is_legal(rules::Position::start({}, Color::kBlack), *sent));
    CHECK(d.logged("not legal"));
  }
}

TEST_CASE("a guard takes the best move so far when the engine does not answer") {
  Driver d;
  d.to_game(Color::kBlack);
  const auto search = d.search();
  d.wait_for_timer();
  CHECK(d.get<TakeBest>().number == search.number);
  CHECK(d.now <= search.deadline + 50ms);
  CHECK(d.now < search.began + 30s);
  d.answer(some_move(search.position));
  CHECK(d.sent<protocol::MoveCommand>());
  d.take(d.session.searched(d.now, search.number, some_move(search.position, 5), {}));
  CHECK(d.last.empty());  // the engine's own answer is stale now
}

TEST_CASE("stale answers are dropped") {
  Driver d;
  d.to_game(Color::kBlack);
  d.take(d.session.searched(d.now, d.search().number + 1, some_move(d.position()), {}));
  d.take(d.session.searched(d.now, 0, some_move(d.position()), {}));
  CHECK(d.sent_so_far<protocol::MoveCommand>() == 0);
}

TEST_CASE("every kind of illegal move is reported, claimed and recorded, and the next game is asked for") {
  struct Case {
    protocol::WireMove move;
    const char* why;
  };
  const std::vector<Case> cases = {
      {{0, 4, 4, 4, 3, 3}, "board"}, {{10, 4, 11, 4, 3, 3}, "board"}, {{10, 4, 4, 4, -1, 1 << 30}, "board"},
      {{5, 5, 6, 6, 7, 7}, ""},      {{1, 4, 2, 4, 3, 4}, ""},        {{10, 4, 10, 4, 3, 3}, ""},
      {{10, 4, 8, 5, 3, 3}, ""},     {{10, 4, 10, 8, 9, 8}, ""},      {{10, 4, 4, 4, 4, 4}, ""},
      {{10, 4, 4, 4, 5, 6}, ""},     {{10, 4, 4, 4, 4, 10}, ""}};
  for (const auto& [move, why] : cases) {
    CAPTURE(protocol::to_string(move, protocol::default_preset()));
    Settings s = settings();
    s.games = 2;
    Driver d(s);
    d.to_game(Color::kWhite);
    d.peer_wire(move);
    CHECK(d.result().winner == Color::kWhite);
    CHECK(d.result().reason == game::EndReason::kIllegalMove);
    CHECK_THAT(d.session.game()->record().illegal, Catch::Contains(why));
    CHECK(d.session.game()->record().moves.empty());
    CHECK(d.logged(rules::to_fen(rules::Position::start({}, Color::kBlack))));
    CHECK(d.logged("claimed"));
    CHECK(d.session.tally().claimed == 1);
    CHECK(d.sent<protocol::LeaveRoomRequest>());
    d.left(kOwnId);
    d.wait(12s);
    CHECK(d.sent_so_far<protocol::JoinCommand>() == 2);
    d.as_white();
    CHECK(d.running());
  }
}

TEST_CASE("a move message that lacks squares counts as illegal") {
  Driver d;
  d.to_game(Color::kWhite);
  protocol::MoveCommand m;
  m.room = "Oyama Lake";
  m.complete = false;
  d.event(m);
  CHECK(d.result().reason == game::EndReason::kIllegalMove);
}

TEST_CASE("a move out of turn is reported and ignored") {
  Driver d;
  d.to_game(Color::kBlack);
  rules::Position white = rules::Position::start({}, Color::kWhite);
  d.peer_move(some_move(white));
  CHECK(d.running());
  CHECK(d.logged("out of turn"));
  CHECK(d.logged("--first"));
  CHECK(d.position() == rules::Position::start({}, Color::kBlack));
  d.think();
  CHECK(d.sent<protocol::MoveCommand>());
  d.play_on();
  CHECK(d.result().reason == game::EndReason::kNoMoves);
  CHECK(d.session.tally().out_of_turn == 1);
}

TEST_CASE("an echo of our own move, and the same move twice, are ignored") {
  Driver d;
  d.to_game(Color::kBlack);
  const auto own = some_move(d.position());
  d.answer(own);
  d.peer_move(own);
  CHECK(d.running());
  const auto theirs = some_move(d.position(), 3);
  d.peer_move(theirs);
  d.peer_move(theirs);
  CHECK(d.running());
  CHECK(d.session.game()->record().moves.size() == 2);
  CHECK(d.session.tally().out_of_turn == 0);
}

TEST_CASE("an opponent that leaves: the game is won, and a new seat is taken at once") {
  Settings s = settings();
  s.games = 0;
  Driver d(s);
  d.to_game(Color::kWhite);
  SECTION("the course's userlost, without a room") { d.player_lost("peer"); }
  SECTION("userlost with a room") { d.player_lost("peer", "Oyama Lake"); }
  SECTION("the line lost") { d.lost(kPeerId); }
  SECTION("out of the room") { d.left(kPeerId); }
  CHECK(d.result().winner == Color::kWhite);
  CHECK(d.result().reason == game::EndReason::kLeft);
  CHECK(d.sent<protocol::LeaveRoomRequest>());
  d.player_lost("peer");  // the server sends both
  CHECK(d.get_all<GameEnded>().size() == 1);
  d.left(kOwnId);
  CHECK(d.sent<protocol::JoinCommand>());  // at once, so that we sit there before the other comes back
  d.as_black();
  CHECK(d.get<GameStarted>().own == Color::kBlack);
  CHECK(d.get<GameStarted>().number == 2);
}

TEST_CASE("a player that leaves before the game starts: sit down anew, so that a game can start") {
  Driver d;
  d.to_lobby();
  d.joined({user(kPeerId, "peer", 1), user(kOwnId, "me", 2)});
  d.left(kPeerId);
  CHECK(d.sent<protocol::LeaveRoomRequest>());
  d.left(kOwnId);
  CHECK(d.sent<protocol::JoinCommand>());
}

TEST_CASE("spectators that come and go do not matter") {
  Driver d;
  d.to_game(Color::kWhite);
  protocol::UserEnterRoom enter;
  enter.room_id = 6;
  enter.user = user(44, "eve", -1);
  d.event(enter);
  d.left(44);
  d.lost(44);
  d.player_lost("eve");
  CHECK(d.running());
}

TEST_CASE("after a game the seat is taken again when the other player is out, or after a while") {
  Settings s = settings();
  s.games = 0;
  Driver d(s);
  d.to_game(Color::kBlack);
  d.play_on();
  CHECK(d.sent<protocol::LeaveRoomRequest>());
  d.count(6, 1);
  d.left(kOwnId);
  const auto before = d.sent_so_far<protocol::JoinCommand>();
  SECTION("it leaves") {
    d.wait(4s);
    CHECK(d.sent_so_far<protocol::JoinCommand>() == before);
    d.count(6, 0);
    CHECK(d.sent_so_far<protocol::JoinCommand>() == before + 1);
  }
  SECTION("it stays") {
    d.wait(30s);
    CHECK(d.sent_so_far<protocol::JoinCommand>() >= before + 1);
  }
}

TEST_CASE("a silent opponent: claimed in the log after its allowance, ended after the patience") {
  Driver d;
  d.to_game(Color::kWhite);
  const TimePoint began = d.now;
  d.wait(31s);
  CHECK_FALSE(d.logged("claimed"));
  d.wait(2s);
  CHECK(d.logged("claimed"));
  CHECK(d.logged("--first"));
  CHECK(d.running());
  SECTION("a late move is still taken") {
    d.peer_moves();
    CHECK(d.has<StartSearch>());
    CHECK(d.session.game()->record().moves.front().note.seconds.value() == Approx(33.0));
  }
  SECTION("silence to the end") {
    d.wait_for_timer();
    CHECK(d.now == began + 120s);
    CHECK(d.result().winner == Color::kWhite);
    CHECK(d.result().reason == game::EndReason::kTimeout);
    CHECK(d.session.tally().claimed == 1);
  }
}

TEST_CASE("a board with the codes exchanged is recognised") {
  Settings s = settings();
  Driver d(s);
  d.to_lobby();
  d.joined({user(kOwnId, "me", 1)});
  d.preset = *protocol::find_preset("swapped-codes");
  d.board(rules::Position::start({}, Color::kBlack));
  CHECK(d.logged("other way round"));
  d.preset = protocol::default_preset();
  d.start_message("me", "peer");
  CHECK(d.position() == rules::Position::start({}, Color::kBlack));
}

TEST_CASE("a board that cannot be read is reported, and the start position taken") {
  Driver d;
  d.to_lobby();
  d.joined({user(kPeerId, "peer", 1), user(kOwnId, "me", 2)});
  protocol::BoardCommand b;
  b.room = "Oyama Lake";
  for (const auto& bad : {protocol::WireBoard{}, protocol::WireBoard(121, 9), protocol::WireBoard(121, 2),
                          protocol::WireBoard(120, 0)}) {
    b.board = bad;
    d.event(b);
  }
  CHECK(d.logged("cannot be read"));
  d.start_message("peer", "me");
  CHECK(d.position() == rules::Position::start({}, Color::kBlack));
  d.peer_moves();
  CHECK(d.has<StartSearch>());
}

TEST_CASE("a start message with a board, as the server of 2017 sends it") {
  Driver d;
  d.to_lobby();
  d.joined({user(kPeerId, "peer", 1), user(kOwnId, "me", 2)});
  protocol::StartCommand start;
  start.room = "Oyama Lake";
  start.black = "peer";
  start.white = "me";
  start.board = protocol::to_wire(rules::Position::start(), d.preset);
  d.event(start);
  CHECK(d.position() == rules::Position::start({}, Color::kBlack));
}

TEST_CASE("the ghost of a player who logged out: White leaves the stale game") {
  Driver d;
  d.to_lobby();
  rules::Position stale = rules::Position::start({}, Color::kBlack);
  stale.make(some_move(stale));
  d.joined({user(kOwnId, "me", 1)});
  d.board(stale);
  d.start_message("gone", "me");
  CHECK(d.get_all<GameStarted>().empty());
  CHECK(d.sent<protocol::LeaveRoomRequest>());
  d.left(kOwnId);
  CHECK(d.sent<protocol::JoinCommand>());
}

TEST_CASE("another start in the middle of a game begins another game") {
  Driver d;
  d.to_game(Color::kBlack);
  d.think();
  d.board(rules::Position::start({}, Color::kBlack));
  d.start_message("peer", "me");
  CHECK(d.get<GameStarted>().own == Color::kWhite);
  CHECK(d.position() == rules::Position::start({}, Color::kBlack));
  CHECK(d.session.tally().aborted >= 1);
}

TEST_CASE("our own server tells the running game twice: a second move is never thought of") {
  const rules::Position start = rules::Position::start({}, Color::kBlack);
  const auto tell = [](Driver& d, std::int64_t game) {
    protocol::StartCommand s;
    s.room = "Oyama Lake";
    s.room_id = 6;
    s.black = "me";
    s.white = "peer";
    s.game = game;
    d.event(s);
  };
  Driver d;
  d.to_lobby();
  d.joined({user(kOwnId, "me", 1), user(kPeerId, "peer", 2)});
  d.board(start);
  tell(d, 41);
  CHECK(d.get<GameStarted>().own == Color::kBlack);
  SECTION("while we think") {
    d.board(start);
    tell(d, 41);
    CHECK_FALSE(d.has<StartSearch>());
    CHECK_FALSE(d.has<StopSearch>());
  }
  SECTION("while our move is on its way") {
    d.think();
    const rules::Position after = d.position();
    d.board(start);
    tell(d, 41);
    CHECK(d.position() == after);
    CHECK(d.get_all<StartSearch>().size() == 1);
    d.peer_moves();
    CHECK(d.get_all<StartSearch>().size() == 2);
    d.think();
    CHECK(d.sent_so_far<protocol::MoveCommand>() == 2);
    SECTION("and then another game begins, with the colours as they were") {
      d.board(start);
      tell(d, 42);
      CHECK(d.get_all<GameStarted>().back().number == 2);
      CHECK(d.position() == start);
    }
  }
  CHECK(d.get_all<GameStarted>().size() <= 2);
  CHECK(d.session.tally().aborted == static_cast<int>(d.get_all<GameStarted>().size()) - 1);
}

TEST_CASE("a series is played to its end, without a person") {
  Settings s = settings();
  s.games = 5;
  Driver d(s);
  d.to_game(Color::kBlack);
  for (int i = 1;; ++i) {
    d.play_on(200, static_cast<std::size_t>(i) * 77);
    CHECK(d.session.tally().played == i);
    d.count(6, 0);
    d.left(kOwnId);
    if (d.session.finished()) break;
    d.wait(3s);
    REQUIRE(d.sent_so_far<protocol::JoinCommand>() == static_cast<std::size_t>(i) + 1);
    i % 2 == 0 ? d.as_black() : d.as_white();
  }
  CHECK(d.finished().ok());
  CHECK(d.get_all<GameEnded>().size() == 5);
}

TEST_CASE("a stop is kept for the game's end, a second one is not") {
  Settings s = settings();
  s.games = 0;
  Driver d(s);
  d.to_game(Color::kBlack);
  d.take(d.session.stop(d.now));
  CHECK(d.running());
  SECTION("to the end") {
    d.play_on();
    d.left(kOwnId);
    CHECK(d.finished().ok());
    CHECK(d.session.tally().played == 1);
  }
  SECTION("at once") {
    d.take(d.session.stop(d.now));
    CHECK(d.result().reason == game::EndReason::kAborted);
    CHECK(d.sent<protocol::LeaveRoomRequest>());
    d.wait(6s);  // the server does not even answer
    CHECK(d.finished().ok());
  }
}

// --- our own server

TEST_CASE("our own server's settings hold where they are stricter, and its result counts") {
  Settings s = settings();
  s.games = 0;
  Driver d(s);
  d.to_lobby();
  d.joined({user(kPeerId, "peer", 1), user(kOwnId, "me", 2)});
  protocol::StartCommand start;
  start.room = "Oyama Lake";
  start.black = "peer";
  start.white = "me";
  start.first = Color::kWhite;
  start.move_time_ms = 2'000;
  d.event(start);
  CHECK(d.get<GameStarted>().first == Color::kWhite);
  CHECK(d.get<GameStarted>().move_time == 2s);
  CHECK(d.search().deadline == d.now + 1'500ms);
  protocol::ResultCommand result;
  result.room = "Oyama Lake";
  result.winner = "me";
  result.color = "white";
  SECTION("won by the opponent's illegal move, which is not passed on") {
    d.think();
    d.player_lost("peer", "Oyama Lake");
    CHECK(d.running());  // the reason follows
    result.reason = "illegal-move";
    result.detail = "d10-d1/d1: blocked";
    d.event(result);
    CHECK(d.result().reason == game::EndReason::kIllegalMove);
    CHECK(d.result().winner == Color::kWhite);
    CHECK(d.sent<protocol::NewGameCommand>());
    d.player_lost("peer", "Oyama Lake");  // the loser stays
    CHECK_FALSE(d.sent<protocol::LeaveRoomRequest>());
    d.start_message("me", "peer");
    CHECK(d.get<GameStarted>().own == Color::kBlack);
  }
  SECTION("no result comes: the player has left") {
    d.player_lost("peer", "Oyama Lake");
    d.wait(2s);
    CHECK(d.result().reason == game::EndReason::kLeft);
  }
  SECTION("lost by our own fault: the session fails in the end") {
    result.winner = "peer";
    result.color = "black";
    result.reason = "timeout";
    d.event(result);
    CHECK(d.session.tally().own_faults == 1);
    d.take(d.session.stop(d.now));
    d.left(kOwnId);
    CHECK_FALSE(d.finished().ok());
  }
  SECTION("a whole game, the result after the last move") {
    d.play_on();
    CHECK(d.result().reason == game::EndReason::kNoMoves);
    CHECK(d.sent<protocol::NewGameCommand>());
    result.winner = d.result().winner == Color::kWhite ? "me" : "peer";
    result.color = rules::to_string(*d.result().winner);
    result.reason = "no-moves";
    d.event(result);
    CHECK(d.get_all<GameEnded>().size() == 1);
    CHECK_FALSE(d.logged("otherwise"));
  }
}

// --- cut lines

namespace {

// How a server treats a game whose player lost the line.
enum class Server { kKeeps, kDrops };

void bring_back(Driver& d, Server server, Color own, const rules::Position& board) {
  const UserInfo me = user(kOwnId, "me", own == Color::kBlack ? 1 : 2);
  const UserInfo peer = user(kPeerId, "peer", own == Color::kBlack ? 2 : 1);
  REQUIRE(d.request<protocol::JoinCommand>().room == "Oyama Lake");
  if (server == Server::kKeeps) {
    d.joined({me, peer});
    protocol::BoardCommand b;
    b.room = "Oyama Lake";
    b.board = protocol::to_wire(board, d.preset);
    b.to_move = board.side_to_move();
    b.remaining_ms = 12'000;
    d.event(b);
    own == Color::kBlack ? d.start_message("me", "peer") : d.start_message("peer", "me");
  } else {
    d.as_black();
  }
}

}  // namespace

TEST_CASE("a server that leaves more time than we are to use does not make us slower") {
  Settings s = settings();
  s.move_time = 2s;
  Driver d(s);
  d.to_game(Color::kBlack);
  const rules::Position before = d.position();
  d.cut();
  d.come_back();
  bring_back(d, Server::kKeeps, Color::kBlack, before);
  CHECK(d.search().deadline == d.now + 1'500ms);
}

TEST_CASE("a line cut at any point of a game") {
  for (const Server server : {Server::kKeeps, Server::kDrops})
    for (const Color own : {Color::kBlack, Color::kWhite})
      for (std::size_t ply = 0; ply < 24; ++ply) {
        CAPTURE(ply, own == Color::kBlack, server == Server::kKeeps);
        Settings s = settings();
        Driver d(s);
        d.to_game(own);
        d.play_on(ply);
        REQUIRE(d.running());
        const rules::Position before = d.position();
        d.cut();
        CHECK(d.session.tally().reconnections == 1);
        CHECK(d.running());
        d.come_back();
        bring_back(d, server, own, before);
        CHECK(d.running());
        if (server == Server::kKeeps) {
          CHECK(d.position() == before);
          CHECK(d.session.game()->record().moves.size() == ply);
          CHECK(d.get_all<GameEnded>().empty());
          if (d.session.game()->own_turn()) CHECK(d.search().deadline == d.now + 11'500ms);
        } else if (ply > 0 || own == Color::kWhite) {  // else it cannot be told from the same game
          CHECK(d.get_all<GameEnded>().size() == 1);
          CHECK(d.get_all<GameEnded>().front().result.reason == game::EndReason::kAborted);
          CHECK(d.get_all<GameStarted>().back().number == 2);
        }
        d.play_on();
        CHECK(d.result().reason == game::EndReason::kNoMoves);
        CHECK_FALSE(game::check(d.session.game()->record()));
        d.left(kOwnId);
        CHECK(d.finished().ok());
      }
}

TEST_CASE("the opponent moved while the line was cut") {
  Driver d;
  d.to_game(Color::kBlack);
  d.play_on(5);  // our move was the last
  rules::Position board = d.position();
  const auto move = some_move(board, 9);
  board.make(move);
  d.cut();
  d.come_back();
  bring_back(d, Server::kKeeps, Color::kBlack, board);
  CHECK(d.position() == board);
  CHECK(d.session.game()->last_move() == move);
  CHECK(d.search().position == board);
  d.play_on();
  CHECK_FALSE(game::check(d.session.game()->record()));
}

TEST_CASE("our last move was lost with the line: it is sent again") {
  Driver d;
  d.to_game(Color::kBlack);
  d.play_on(4);
  const rules::Position before = d.position();
  d.think(3);
  const auto sent = d.request<protocol::MoveCommand>().move;
  d.cut();
  d.come_back();
  bring_back(d, Server::kKeeps, Color::kBlack, before);
  const auto moves = Driver::requests_in<protocol::MoveCommand>(d.all);
  CHECK(moves.back().move == sent);
  CHECK(moves.size() == 4);
  CHECK(d.session.game()->record().moves.size() == 5);
  d.play_on();
  CHECK_FALSE(game::check(d.session.game()->record()));
}

TEST_CASE("a server that kept another game than ours: ours is over, the server's is played") {
  Driver d;
  d.to_game(Color::kBlack);
  d.play_on(6);
  rules::Position other = rules::Position::start({}, Color::kBlack);
  for (std::size_t i = 0; i < 4; ++i) other.make(some_move(other, 50 + i));
  d.cut();
  d.come_back();
  bring_back(d, Server::kKeeps, Color::kBlack, other);
  CHECK(d.get_all<GameEnded>().size() == 1);
  CHECK(d.position() == other);
  d.play_on();
  CHECK(d.result().reason == game::EndReason::kNoMoves);
}

TEST_CASE("a line cut again and again ends in a failure, not in an endless loop") {
  Settings s = settings();
  s.patience.give_up = 0ms;
  Driver d(s);
  d.to_game(Color::kBlack);
  int cuts = 0;
  while (!d.session.finished() && ++cuts < 100) {
    d.think();
    d.cut();
    if (d.session.finished()) break;
    d.come_back();
    d.as_black();
  }
  CHECK(cuts < 20);
  CHECK_FALSE(d.finished().ok());
}

TEST_CASE("the room of an interrupted game is gone: the session looks for another") {
  Driver d;
  d.to_game(Color::kBlack);
  d.cut();
  d.come_back();
  d.event(error_reply(4, 22));
  CHECK(d.result().reason == game::EndReason::kAborted);
  CHECK_FALSE(d.session.finished());
  CHECK(d.sent<protocol::JoinCommand>());
}

TEST_CASE("the other player leaves while it is unclear whether the game was kept: sit down anew") {
  Driver d;
  d.to_game(Color::kWhite);
  d.cut();
  d.come_back();
  d.joined({user(kOwnId, "me", 1), user(kPeerId, "peer", 2)});
  d.board(rules::Position::start({}, Color::kBlack));
  d.left(kPeerId);
  CHECK(d.result().reason == game::EndReason::kAborted);
  CHECK(d.sent<protocol::LeaveRoomRequest>());
  d.left(kOwnId);
  CHECK(d.sent<protocol::JoinCommand>());
}

namespace {

// A game on our own server, in which the side that does not move is as many plies short of the end.
Driver near_the_end(Color own, std::size_t plies_short, int games = 1) {
  Settings s = settings();
  s.games = games;
  Driver whole;
  whole.to_game(own);
  whole.play_on();
  const std::size_t length = whole.session.game()->record().moves.size();
  Driver d(s);
  d.to_lobby();
  bring_back(d, Server::kKeeps, own, rules::Position::start({}, Color::kBlack));
  d.play_on(length - plies_short);
  REQUIRE(d.running());
  return d;
}

// Back in the room of a game that is over on the server.
void come_back_late(Driver& d, Color own) {
  d.cut();
  REQUIRE_FALSE(d.session.finished());
  d.come_back();
  d.joined({user(kOwnId, "me", own == Color::kBlack ? 1 : 2), user(kPeerId, "peer", 2)});
}

}  // namespace

TEST_CASE("a game that ended while the line was cut: the server tells its result again") {
  const Color own = GENERATE(Color::kBlack, Color::kWhite);
  CAPTURE(own == Color::kBlack);
  // Of the two one makes the last move.
  const std::size_t plies_short = GENERATE(1U, 2U);
  Driver d = near_the_end(own, plies_short);
  rules::Position last = d.position();
  const bool own_turn = d.session.game()->own_turn();
  const std::size_t known = d.session.game()->record().moves.size();
  SECTION("by the opponent's last move") {
    if (own_turn) d.think(1 + known);
    if (!rules::has_legal_move(d.position())) return;
    last = d.position();
    const auto final_move = some_move(last, 1 + d.session.game()->record().moves.size());
    last.make(final_move);
    if (rules::has_legal_move(last)) return;  // then ours is the last
    come_back_late(d, own);
    d.tell_result(!last.side_to_move(), "no-moves", last);
    CHECK(d.session.game()->last_move() == final_move);
    CHECK(d.result().winner == !own);
    CHECK(d.get_all<MovePlayed>().back().move == final_move);
  }
  SECTION("by our last move, which arrived") {
    if (!own_turn) return;
    d.think(1 + known);
    if (rules::has_legal_move(d.position())) return;
    CHECK(d.running());  // until the server says so
    come_back_late(d, own);
    d.tell_result(own, "no-moves", d.position());
    CHECK(d.result().winner == own);
    CHECK(d.session.game()->record().moves.size() == known + 1);
  }
  SECTION("by time, before our move arrived") {
    if (!own_turn) return;
    d.think(1 + known);
    come_back_late(d, own);
    d.tell_result(!own, "timeout", last);
    CHECK(d.result().reason == game::EndReason::kTimeout);
    CHECK(d.session.game()->record().moves.size() == known);
    CHECK(d.session.tally().own_faults == 1);
  }
  SECTION("by the opponent's time or leaving") {
    come_back_late(d, own);
    d.tell_result(own, "left", last);
    CHECK(d.result().winner == own);
    CHECK(d.result().reason == game::EndReason::kLeft);
  }
  CHECK(d.session.tally().aborted == 0);
  CHECK_FALSE(game::check(d.session.game()->record()));
  d.board(rules::Position::start({}, Color::kBlack));
  d.left(kOwnId);
  CHECK(d.session.finished());
}

TEST_CASE("our last move and the server's confirmation") {
  Driver d = near_the_end(Color::kBlack, 1);
  if (!d.session.game()->own_turn()) d = near_the_end(Color::kWhite, 1);
  const Color own = *d.session.game()->own();
  const rules::Position before = d.position();
  d.think(1 + d.session.game()->record().moves.size());
  const auto move = *d.session.game()->last_move();
  REQUIRE_FALSE(rules::has_legal_move(d.position()));
  CHECK(d.running());
  SECTION("none comes: a new line, and the move again where it is missing") {
    d.wait(5s);
    CHECK(d.has<Disconnect>());
    d.come_back();
    bring_back(d, Server::kKeeps, own, before);
    CHECK(Driver::requests_in<protocol::MoveCommand>(d.all).back().move == protocol::to_wire(move, d.preset));
    CHECK(d.running());
    d.tell_result(own, "no-moves");
  }
  SECTION("a server that has the move and does not call it the end") {
    d.cut();
    d.come_back();
    bring_back(d, Server::kKeeps, own, d.position());
  }
  SECTION("a server that has forgotten the game: the board tells") {
    d.cut();
    d.come_back();
    d.joined({user(kOwnId, "me", 1)});
    d.board(rules::Position::start({}, Color::kBlack));
  }
  SECTION("a server that does not come back") {
    d.cut();
    d.take(d.session.stop(d.now));
    CHECK(d.session.finished());
  }
  CHECK(d.result().winner == own);
  CHECK(d.result().reason == game::EndReason::kNoMoves);
  CHECK(d.session.tally().won == 1);
  CHECK(d.session.tally().aborted == 0);
}

TEST_CASE("a result told again that is of no use") {
  Settings s = settings();
  s.games = 3;
  SECTION("before the first game: we say that we want one") {
    Driver d(s);
    d.to_lobby();
    d.joined({user(kOwnId, "me", 1), user(kPeerId, "peer", 2)});
    d.tell_result(Color::kBlack, "no-moves", rules::Position::start({}, Color::kBlack));
    CHECK(d.sent<protocol::NewGameCommand>());
    CHECK(d.get_all<GameEnded>().empty());
  }
  SECTION("of a game that we know: the same") {
    Driver d = near_the_end(Color::kBlack, 1, 3);
    d.play_on();
    const rules::Position last = d.position();
    d.cut();
    d.come_back();
    d.joined({user(kOwnId, "me", 1), user(kPeerId, "peer", 2)});
    d.tell_result(*d.result().winner, "no-moves", last);
    CHECK(d.sent<protocol::NewGameCommand>());
    CHECK(d.get_all<GameEnded>().size() == 1);
    CHECK_FALSE(d.logged("otherwise"));
  }
  SECTION("of an earlier game: ours goes on") {
    Driver d = near_the_end(Color::kBlack, 4);
    const rules::Position here = d.position();
    d.cut();
    d.come_back();
    d.joined({user(kOwnId, "me", 1), user(kPeerId, "peer", 2)});
    d.tell_result(Color::kBlack, "left", rules::Position::start({}, Color::kBlack));
    CHECK(d.running());
    CHECK(d.position() == here);
  }
}
