// The bytes that a server sent to official clients, given to our session: it must act as they did. Its engine
// is the original player: the moves that stand in the capture's other direction.
#include <deque>
#include <fstream>
#include <iterator>

#include "client/session_driver.hpp"
#include "thermodon/sfs2x/frame.hpp"

using namespace thermodon;
using namespace thermodon::client;
using namespace thermodon::client::test;

namespace {

std::vector<sfs2x::Object> frames(const std::string& name, const std::string& direction) {
  std::ifstream file(std::string(THERMODON_TEST_DATA) + "/captures/" + name + "." + direction + ".bin",
                     std::ios::binary);
  REQUIRE(file);
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  sfs2x::FrameReader reader;
  reader.push(bytes);
  std::vector<sfs2x::Object> found;
  while (auto frame = reader.next()) {
    REQUIRE(frame->error == sfs2x::FrameError::kNone);
    found.push_back(std::move(frame->body));
  }
  return found;
}

struct Original {  // what the official client did
  std::string zone, name, hash;
  std::deque<std::string> rooms;
  std::deque<protocol::WireMove> moves;
};

Original original(const std::string& capture) {
  Original o;
  for (const auto& frame : frames(capture, "c2s")) {
    const auto request = protocol::parse_request(frame);
    REQUIRE(request.ok());
    if (const auto* login = std::get_if<protocol::LoginRequest>(&request.value())) {
      o.zone = login->zone;
      o.name = login->name;
      o.hash = login->password_hash;
    }
    if (const auto* join = std::get_if<protocol::JoinCommand>(&request.value()))
      o.rooms.push_back(join->room);
    if (const auto* move = std::get_if<protocol::MoveCommand>(&request.value()))
      o.moves.push_back(move->move);
  }
  return o;
}

// Replays and returns the driver for further checks.
Driver replay(const std::string& capture, Wish as = Wish::kAny) {
  const Original o = original(capture);
  Settings s;
  s.zone = o.zone;
  s.name = o.name;
  s.password = o.hash.empty() ? "" : "cosc322";
  s.room = o.rooms.empty() ? "auto" : o.rooms.front();
  s.as = as;
  s.games = 0;
  s.preset = protocol::default_preset();
  Driver d(s);
  d.start();
  d.connected();
  std::size_t next_move = 0;
  SearchNumber answered = 0;
  for (const auto& frame : frames(capture, "s2c")) {
    const auto event = protocol::parse_event(frame);
    REQUIRE(event.ok());
    d.event(event.value());
    const auto searches = d.get_all<StartSearch>();
    if (!searches.empty() && searches.back().number > answered && next_move < o.moves.size()) {
      answered = searches.back().number;
      d.answer(protocol::to_move(o.moves[next_move++], d.preset));
    }
  }
  const auto logins = Driver::requests_in<protocol::LoginRequest>(d.all);
  REQUIRE(logins.size() == 1);
  CHECK(logins.front().password_hash == o.hash);
  const auto sent = Driver::requests_in<protocol::MoveCommand>(d.all);
  REQUIRE(sent.size() == o.moves.size());
  for (std::size_t i = 0; i < sent.size(); ++i) CHECK(sent[i].move == o.moves[i]);
  CHECK_FALSE(d.logged("not legal"));
  CHECK_FALSE(d.logged("illegal"));
  CHECK_FALSE(d.logged("out of turn"));
  return d;
}

}  // namespace

TEST_CASE("captures: a player as Black") {
  for (const char* name :
       {"java21_player_black", "js186_ws_player_black", "java21_humanplayer_gui_guest_black"}) {
    CAPTURE(name);
    const Driver d = replay(name);
    REQUIRE(d.get_all<GameStarted>().size() == 1);
    CHECK(d.get_all<GameStarted>().front().own == Color::kBlack);
    CHECK(d.session.game()->record().moves.size() >= 2);
  }
}

TEST_CASE("captures: a player as White, whose opponent leaves in the end") {
  for (const char* name : {"java21_player_white", "js186_ws_player_white", "java21_player_white_vs_human"}) {
    CAPTURE(name);
    const Driver d = replay(name);
    CHECK(d.get_all<GameStarted>().front().own == Color::kWhite);
    REQUIRE(d.get_all<GameEnded>().size() == 1);
    CHECK(d.get_all<GameEnded>().front().result.reason == game::EndReason::kLeft);
    CHECK(d.get_all<GameEnded>().front().result.winner == Color::kWhite);
    CHECK(d.sent_so_far<protocol::LeaveRoomRequest>() == 1);
  }
}

TEST_CASE("captures: the clients of 2017") {
  const Driver black = replay("java2017_player_black");
  CHECK(black.get_all<GameStarted>().front().own == Color::kBlack);
  CHECK(black.get_all<GameEnded>().front().result.winner == Color::kBlack);  // the other's line was lost
  const Driver white = replay("java2017_player_white");
  CHECK(white.get_all<GameStarted>().front().own == Color::kWhite);
  CHECK(white.running());
}

TEST_CASE("captures: a spectator sees the game and never moves") {
  const Driver d = replay("java21_spectator_gui_guest");
  REQUIRE(d.get_all<GameStarted>().size() == 1);
  CHECK_FALSE(d.get_all<GameStarted>().front().own);
  CHECK(d.get_all<MovePlayed>().size() == 2);
  CHECK(d.sent_so_far<protocol::MoveCommand>() == 0);
  CHECK(d.get_all<StartSearch>().empty());
  const Driver by_wish = replay("java21_spectator_gui_guest", Wish::kSpectator);
  CHECK(by_wish.get_all<MovePlayed>().size() == 2);
}

TEST_CASE("captures: logins and rooms") {
  const Driver lobby = replay("java21_spectator_lobby");
  CHECK(lobby.get_all<LoggedIn>().front().name == "Guest#2");
  const Driver join = replay("java21_cosc322test_join_logout");
  CHECK(join.get_all<Joined>().size() == 1);
  CHECK_THAT(replay("java21_login_error2").finished().why, Catch::Contains("baduser"));
  CHECK_THAT(replay("js186_ws_bad_zone").finished().why, Catch::Contains("nozone"));
  Driver unknown = replay("js186_ws_unknown_room");
  unknown.wait(60s);
  CHECK_THAT(unknown.finished().why, Catch::Contains("Okanagan Lake"));
}
