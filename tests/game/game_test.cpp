#include "thermodon/game/game.hpp"

#include "support/catch.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

using namespace thermodon;
using namespace std::chrono_literals;
using game::EndReason;
using game::Game;
using rules::Color;

namespace {

rules::Move move(const char* text) { return rules::parse_move(text).value(); }

// The clock is whatever the test says.
constexpr game::TimePoint kStart{std::chrono::hours(1)};

Game timed_game() { return Game({rules::Position::start(), 30s}, kStart); }

}  // namespace

TEST_CASE("moves alternate, are kept with the time they took, and a stranger to the turn is refused") {
  Game g = timed_game();
  CHECK(std::get<Game::Refused>(g.play(Color::kBlack, move("d10-d5/d6"), kStart)).why ==
        "it is white's turn");
  CHECK(std::holds_alternative<Game::Accepted>(g.play(Color::kWhite, move("d1-d7/g7"), kStart + 1500ms)));
  CHECK(g.deadline() == kStart + 1500ms + 30s);
  CHECK(std::holds_alternative<Game::Accepted>(g.play(Color::kBlack, move("a7-e3/g3"), kStart + 2500ms)));
  REQUIRE(g.moves().size() == 2);
  CHECK(g.moves()[0].taken == 1500ms);
  CHECK(g.moves()[1].taken == 1000ms);
  CHECK(g.position().ply() == 2);
  CHECK(g.start() == rules::Position::start());
  CHECK_FALSE(g.over());
}

TEST_CASE("an illegal move loses at once, with its reason") {
  Game g = timed_game();
  const auto outcome = g.play(Color::kWhite, move("d1-d10/d9"), kStart);
  REQUIRE(std::holds_alternative<Game::Illegal>(outcome));
  CHECK(std::get<Game::Illegal>(outcome).reason == rules::IllegalReason::kPathBlocked);
  REQUIRE(g.over());
  CHECK(g.result()->winner == Color::kBlack);
  CHECK(g.result()->reason == EndReason::kIllegalMove);
  CHECK(g.result()->detail.find("white played d1-d10/d9") == 0);
  CHECK(std::holds_alternative<Game::Refused>(g.play(Color::kBlack, move("a7-e3/g3"), kStart)));
  CHECK_FALSE(g.deadline());
}

TEST_CASE("a move at its deadline is late, one before it is not") {
  Game g = timed_game();
  CHECK_FALSE(g.tick(kStart + 30s - 1ms));
  SECTION("by the timer") {
    CHECK(g.tick(kStart + 30s));
    CHECK_FALSE(g.tick(kStart + 31s));
  }
  SECTION("by the move") {
    CHECK(std::holds_alternative<Game::TooLate>(g.play(Color::kWhite, move("d1-d7/g7"), kStart + 30s)));
    CHECK(g.moves().empty());
  }
  CHECK(g.result()->winner == Color::kBlack);
  CHECK(g.result()->reason == EndReason::kTimeout);
  CHECK(g.result()->detail == "white had not moved after 30.000 s of 30.000 s");
}

TEST_CASE("without a clock nobody is ever late, and a huge one does not overflow") {
  Game untimed({rules::Position::start(), std::nullopt}, kStart);
  CHECK_FALSE(untimed.tick(kStart + std::chrono::hours(10'000)));
  CHECK_FALSE(untimed.deadline());
  Game huge({rules::Position::start(), game::Duration::max()}, kStart);
  CHECK(*huge.deadline() > kStart);
}

TEST_CASE("leaving, adjudication and abort end the game once") {
  Game g = timed_game();
  SECTION("left") {
    g.leave(Color::kBlack);
    g.abort("later");
    CHECK(g.result()->winner == Color::kWhite);
    CHECK(g.result()->reason == EndReason::kLeft);
  }
  SECTION("adjudicated") {
    g.adjudicate(Color::kBlack, "black is 3 moves ahead");
    g.leave(Color::kBlack);
    CHECK(g.result()->winner == Color::kBlack);
    CHECK(g.result()->reason == EndReason::kAdjudicated);
  }
  SECTION("aborted") {
    g.abort("the server stops");
    CHECK_FALSE(g.result()->winner);
    CHECK(g.result()->reason == EndReason::kAborted);
    CHECK(g.result()->detail == "the server stops");
  }
}

TEST_CASE("whoever cannot move on their turn has lost, also at the start") {
  // White moves into the only gap and walls itself in no worse than Black, who has no square left.
  Game g({rules::parse_fen("Q1*q w").value(), std::nullopt}, kStart);
  CHECK_FALSE(g.over());
  CHECK(std::holds_alternative<Game::Accepted>(g.play(Color::kWhite, move("a1-b1/a1"), kStart)));
  REQUIRE(g.over());
  CHECK(g.result()->winner == Color::kWhite);
  CHECK(g.result()->reason == EndReason::kNoMoves);

  Game stuck({rules::parse_fen("Q*1q w").value(), std::nullopt}, kStart);
  REQUIRE(stuck.over());
  CHECK(stuck.result()->winner == Color::kBlack);
}

TEST_CASE("a game is resumed with its moves and times, and refuses a broken list") {
  Game g = timed_game();
  rules::Position position = g.position();
  std::vector<game::PlayedMove> moves;
  for (int i = 0; i < 10; ++i) {
    const auto next = rules::legal_moves(position)[static_cast<std::size_t>(i * 7)];
    position.make(next);
    moves.push_back({next, 10ms * i});
  }
  auto resumed = Game::resume({rules::Position::start(), 30s}, moves, kStart);
  REQUIRE(resumed.ok());
  CHECK(resumed->position() == position);
  CHECK(resumed->moves().back().taken == 90ms);
  CHECK(resumed->deadline() == kStart + 30s);

  moves[4].move = move("a1-a2/a3");
  const auto broken = Game::resume({rules::Position::start(), 30s}, moves, kStart);
  REQUIRE_FALSE(broken.ok());
  CHECK(broken.error().find("move 5, a1-a2/a3") == 0);
}

TEST_CASE("every reason has its own name and is read back") {
  for (const auto reason :
       {EndReason::kNoMoves, EndReason::kIllegalMove, EndReason::kTimeout, EndReason::kLeft,
        EndReason::kResigned, EndReason::kAdjudicated, EndReason::kUnspecified, EndReason::kAborted})
    CHECK(game::parse_end_reason(to_string(reason)) == reason);
  CHECK_FALSE(game::parse_end_reason("draw"));
}
