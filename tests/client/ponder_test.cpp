// Thinking on the opponent's time: when it begins and when it ends.
#include "client/session_driver.hpp"

using namespace thermodon;
using namespace thermodon::client;
using namespace thermodon::client::test;

namespace {

Settings pondering(int games = 1) {
  Settings s = settings();
  s.ponder = true;
  s.games = games;
  return s;
}

enum class Engine : std::uint8_t { kIdle, kSearching, kPondering };

// What the engine was told last.
Engine engine(const Driver& d) {
  for (auto a = d.all.rbegin(); a != d.all.rend(); ++a) {
    if (std::holds_alternative<StartSearch>(*a)) return Engine::kSearching;
    if (std::holds_alternative<StartPonder>(*a)) return Engine::kPondering;
    if (std::holds_alternative<StopSearch>(*a)) return Engine::kIdle;
  }
  return Engine::kIdle;
}

template <class T>
std::ptrdiff_t place_of(const Actions& actions) {
  const auto found = std::find_if(actions.begin(), actions.end(),
                                  [](const Action& a) { return std::holds_alternative<T>(a); });
  REQUIRE(found != actions.end());
  return found - actions.begin();
}

}  // namespace

TEST_CASE("pondering begins when our move is out and ends with the opponent's") {
  Driver d(pondering());
  d.to_game(Color::kBlack);
  CHECK(d.get_all<StartPonder>().empty());
  d.think();
  CHECK(place_of<Send>(d.last) < place_of<StartPonder>(d.last));
  CHECK(d.get<StartPonder>().position == d.position());
  CHECK(d.position().side_to_move() == Color::kWhite);
  d.wait(10s);
  CHECK(engine(d) == Engine::kPondering);
  d.peer_moves();
  CHECK(engine(d) == Engine::kSearching);
  CHECK(d.search().position == d.position());
  CHECK(d.search().deadline == d.now + 29'500ms);
}

TEST_CASE("who moves second ponders from the start") {
  Driver d(pondering());
  d.to_game(Color::kWhite);
  CHECK(engine(d) == Engine::kPondering);
}

TEST_CASE("nobody ponders unless told to, and no spectator does") {
  SECTION("not told to") {
    Driver d;
    d.to_game(Color::kBlack);
    d.play_on();
    CHECK(d.get_all<StartPonder>().empty());
  }
  SECTION("a spectator") {
    Driver d(pondering());
    d.to_lobby();
    d.joined({user(kOwnId, "me", 1)});
    d.board(rules::Position::start({}, Color::kBlack));
    d.start_message("alice", "bob");
    for (std::size_t i = 0; i < 10; ++i) d.peer_moves(i);
    CHECK(d.get_all<StartPonder>().empty());
  }
}

TEST_CASE("through whole games the engine does what the turn asks for") {
  for (const Color own : {Color::kBlack, Color::kWhite})
    for (std::size_t seed = 1; seed <= 3; ++seed) {
      Driver d(pondering());
      d.to_game(own);
      for (std::size_t ply = 0; d.running(); ++ply) {
        REQUIRE(engine(d) == (d.session.game()->own_turn() ? Engine::kSearching : Engine::kPondering));
        d.play_on(1, seed + ply);
      }
      CHECK(d.result().reason == game::EndReason::kNoMoves);
      CHECK(engine(d) != Engine::kPondering);
      CHECK(d.get_all<StartPonder>().size() + 1 >= d.session.game()->record().moves.size() / 2);
    }
}

TEST_CASE("pondering ends with the game, the line and the session") {
  Driver d(pondering(2));
  d.to_game(Color::kBlack);
  d.think();
  REQUIRE(engine(d) == Engine::kPondering);
  SECTION("the opponent leaves") { d.left(kPeerId); }
  SECTION("the opponent's line is lost") { d.lost(kPeerId); }
  SECTION("the opponent's illegal move") { d.peer_move(rules::Move{}); }
  SECTION("the opponent's silence") {
    d.wait(10min);
    CHECK_FALSE(d.running());
  }
  SECTION("our own server's result") { d.tell_result(Color::kBlack, "timeout"); }
  SECTION("told to stop at once") { d.take(d.session.stop(d.now, true)); }
  SECTION("the server takes us out of the room") { d.left(kOwnId); }
  SECTION("a lost line, until the game goes on") {
    d.cut();
    CHECK(engine(d) == Engine::kIdle);
    const rules::Position here = d.position();
    d.come_back();
    CHECK(engine(d) == Engine::kIdle);
    d.joined({user(kOwnId, "me", 1), user(kPeerId, "peer", 2)});
    d.board(here);
    REQUIRE(d.running());
    CHECK(engine(d) == Engine::kPondering);
    d.cut();
  }
  CHECK(engine(d) == Engine::kIdle);
}

TEST_CASE("pondering and the server's boards") {
  Driver d(pondering());
  d.to_game(Color::kBlack);
  rules::Position board = d.position();
  d.think();
  // One that our move has crossed changes nothing; one with the opponent's move is as good as the move.
  d.board(board);
  CHECK(engine(d) == Engine::kPondering);
  board = d.position();
  board.make(some_move(board));
  d.board(board);
  CHECK(engine(d) == Engine::kSearching);
  CHECK(d.search().position == board);
}
