#include <chrono>
#include <thread>

#include "support/catch.hpp"
#include "thermodon/lab/match.hpp"
#include "thermodon/rules/notation.hpp"

using namespace thermodon;
using namespace std::chrono_literals;
using game::EndReason;
using lab::Failure;

namespace {

std::string mock(const std::string& arguments) { return "uci:" THERMODON_MOCK_ENGINE " " + arguments; }

std::unique_ptr<lab::Player> player(const std::string& spec) {
  auto made = lab::make_player(spec);
  INFO((made.ok() ? "" : made.error()));
  REQUIRE(made.ok());
  return std::move(made).value();
}

lab::Answer first_answer(const std::string& spec, std::chrono::milliseconds move_time = 50ms) {
  const auto p = player(spec);
  p->new_game(1);
  const auto start = rules::Position::start();
  lab::TurnLimits limits;
  limits.move_time = move_time;
  return p->choose({start, {}, start}, limits);
}

}  // namespace

TEST_CASE("an engine that behaves tells its move, depth, nodes and score") {
  const auto answer = first_answer(mock("good"));
  CHECK(answer.failure == Failure::kNone);
  REQUIRE(answer.move);
  CHECK(answer.note.depth == 3);
  CHECK(answer.note.nodes == 42);
  CHECK(answer.note.score == 1.5);
}

TEST_CASE("a depth or a number of nodes below 0 is not noted") {
  const auto answer = first_answer(mock("odd-counts"));
  CHECK(answer.failure == Failure::kNone);
  CHECK_FALSE(answer.note.depth);
  CHECK_FALSE(answer.note.nodes);
  CHECK(answer.note.score == 1.5);
}

TEST_CASE("a program says what it is, one of ours needs not, and one that fails has no name") {
  CHECK(player(mock("good"))->identify() == "mock");
  CHECK(player("random")->identify().empty());
  CHECK(player("uci:/bin/false")->identify().empty());
}

TEST_CASE("a long line or binary rubbish before the move is borne") {
  CHECK(first_answer(mock("long-line")).failure == Failure::kNone);
  CHECK(first_answer(mock("binary")).failure == Failure::kNone);
}

TEST_CASE("each way to fail is told apart, with the engine's last lines") {
  const auto crash = first_answer(mock("crash"));
  CHECK(crash.failure == Failure::kCrash);
  CHECK(crash.detail.find("exit status 3") != std::string::npos);
  CHECK(crash.detail.find("| mock: out of cheese") != std::string::npos);
  const auto signal = first_answer(mock("segv"));
  CHECK(signal.failure == Failure::kCrash);
  CHECK(signal.detail.find("signal 11") != std::string::npos);
  const auto nonsense = first_answer(mock("nonsense"));
  CHECK(nonsense.failure == Failure::kNonsense);
  CHECK(nonsense.detail.find("answered \"bestmove e2e4\"") == 0);
  CHECK(first_answer(mock("none")).failure == Failure::kNonsense);
  const auto flood = first_answer(mock("flood"));
  CHECK(flood.failure != Failure::kNone);
}

TEST_CASE("a hanging engine costs its time and some patience, and can be cancelled sooner") {
  const auto p = player(mock("hang"));
  p->new_game(1);
  const auto start = rules::Position::start();
  std::thread canceller([&] {
    std::this_thread::sleep_for(20ms);
    p->cancel();
  });
  const auto began = std::chrono::steady_clock::now();
  lab::TurnLimits limits;
  limits.move_time = 60s;
  const auto answer = p->choose({start, {}, start}, limits);
  canceller.join();
  CHECK(answer.failure == Failure::kHang);
  CHECK(std::chrono::steady_clock::now() - began < 30s);
}

TEST_CASE("a program that is not there is an error when the player is made") {
  const auto made = lab::make_player("uci:/no/such/engine");
  REQUIRE_FALSE(made.ok());
  CHECK(made.error().find("/no/such/engine") != std::string::npos);
  CHECK_FALSE(lab::make_player("uci:").ok());
  CHECK_FALSE(lab::make_player("uci:/bin/cat,Hash").ok());
}

TEST_CASE("an engine that fails loses its own games only, and the match goes on") {
  struct Case {
    std::string behaviour;
    EndReason reason;
  };
  for (const auto& [behaviour, reason] :
       {Case{"crash 2", EndReason::kLeft}, Case{"nonsense 2", EndReason::kIllegalMove},
        Case{"illegal 2", EndReason::kIllegalMove}, Case{"late 2", EndReason::kTimeout}}) {
    CAPTURE(behaviour);
    lab::TurnLimits limits;
    limits.move_time = 50ms;
    const std::vector<lab::EngineEntry> engines = {{mock("good"), "good", limits},
                                                   {mock(behaviour), "bad", limits}};
    lab::MatchSettings settings;
    settings.grace = 300ms;
    lab::Match match(engines, {{rules::Position::start(), {}}}, settings);
    std::vector<lab::FinishedGame> games;
    match.run(lab::schedule(2, 4, 1, lab::Format::kRoundRobin), [&](const lab::FinishedGame& game) {
      games.push_back(game);
      return true;
    });
    REQUIRE(games.size() == 4);
    // A program that lives on fails once; one that ended is started again and fails in each game.
    const bool restarted = reason == EndReason::kLeft || behaviour == "nonsense 2";
    int failures = 0;
    for (const auto& game : games) {
      REQUIRE(game.record.result);
      if (game.record.result->reason != reason) continue;
      ++failures;
      CHECK(game.record.result->winner ==
            (game.task.first_is_white ? rules::Color::kWhite : rules::Color::kBlack));
      if (reason == EndReason::kIllegalMove) CHECK_FALSE(game.record.illegal.empty());
      if (reason == EndReason::kLeft) CHECK(game.log.find("out of cheese") != std::string::npos);
    }
    CHECK(failures == (restarted ? 4 : 1));
  }
}
