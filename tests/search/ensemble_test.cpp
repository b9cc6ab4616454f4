// Several engines side by side: the rules that combine them, their threads, and what is told of each.
#include <thread>

#include "search/ensemble/vote.hpp"
#include "search/support.hpp"
#include "thermodon/rules/legality.hpp"

namespace thermodon::search {
namespace {

rules::Move move(const std::string& text) { return rules::parse_move(text).value(); }

std::string error_of(const std::string& text) {
  const auto made = make_searcher(parse_spec(text).value());
  return made ? "" : made.error();
}

const std::string kMembers =
    "ensemble,members=terrain:hash=1+greedy:mobility+kqm:hash=1+greedy:terrain:distance=king";

TEST_CASE("the rules that make one choice of several", "[ensemble]") {
  const auto a = move("d1-d7/g7"), b = move("g1-g2/g3");
  const std::vector<Opinion> opinions = {
      {"1", a, 10, 3, 0}, {"2", b, 5, 3, 0}, {"3", b, 40, 3, 0}, {"4", a, 0, 3, 0}};
  // Two against two: the move whose first supporter stands first.
  CHECK(decide(Rule::kVote, opinions) == 0);
  CHECK(decide(Rule::kVote, std::span(opinions).first(3)) == 1);
  CHECK(decide(Rule::kScore, opinions) == 2);
  CHECK(decide(Rule::kFirst, opinions) == 0);
  auto proved = opinions;
  proved.push_back({"5", move("a4-a5/a6"), kWin - 3, 3, 0});
  CHECK(decide(Rule::kVote, proved) == 4);
  CHECK(decide(Rule::kScore, proved) == 4);
  CHECK(decide(Rule::kFirst, proved) == 0);
  CHECK(parse_rule("vote") == Rule::kVote);
  CHECK_FALSE(parse_rule("borda"));
}

TEST_CASE("an ensemble tells what each member chose, as the member alone would have", "[ensemble]") {
  const auto board = testing::position("startpos moves d1-d7/g7");
  for (const std::string rule : {"vote", "score", "first"}) {
    const auto ensemble = testing::searcher(kMembers + ",rule=" + rule);
    SearchControl control;
    std::optional<rules::Move> last_told;
    control.on_best = [&](rules::Move m) { last_told = m; };
    const auto found = ensemble->search(board, testing::node_limit(3'000), control);
    REQUIRE(found.opinions.size() == 4);
    std::uint64_t nodes = 0;
    const std::vector<std::string> alone = {"alphabeta:terrain,hash=1", "greedy:mobility",
                                            "alphabeta:kqm,hash=1", "greedy:terrain,distance=king"};
    for (std::size_t i = 0; i < alone.size(); ++i) {
      INFO(rule << " " << alone[i]);
      SearchControl own;
      const auto expected = testing::searcher(alone[i])->search(board, testing::node_limit(3'000), own);
      CHECK(found.opinions[i].move == *expected.best);
      CHECK(found.opinions[i].score == expected.score);
      CHECK(found.opinions[i].depth == expected.depth);
      nodes += expected.nodes;
    }
    CHECK(found.opinions[3].by == "greedy:terrain:distance=king");
    CHECK(found.nodes == nodes);
    const auto& followed = found.opinions[decide(*parse_rule(rule), found.opinions)];
    CHECK(found.best == followed.move);
    CHECK(found.score == followed.score);
    CHECK(found.lines.front().pv.front() == followed.move);
    CHECK(last_told == followed.move);
  }
}

TEST_CASE("stopping an ensemble stops every member", "[ensemble]") {
  const auto ensemble = testing::searcher("ensemble,members=terrain:hash=1+kqm:hash=1+mcts:terrain");
  SearchControl control;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    control.stop();
  });
  const auto began = Clock::now();
  const auto found = ensemble->search(rules::Position::start(), {}, control);
  CHECK(Clock::now() - began < testing::kHang);
  CHECK(found.opinions.size() == 3);
}

TEST_CASE("an ensemble without a legal move has no opinion", "[ensemble]") {
  SearchControl control;
  const auto found =
      testing::searcher(kMembers)->search(testing::position("Q*q w"), testing::depth_limit(2), control);
  CHECK_FALSE(found.best);
  CHECK(found.opinions.empty());
}

TEST_CASE("members that cannot be are named", "[ensemble]") {
  CHECK(error_of("ensemble") == "");
  CHECK(error_of("ensemble,members=nonsense").find("members: \"nonsense\": unknown evaluator") == 0);
  CHECK(error_of("ensemble,members=terrain+").find("members: \"\"") == 0);
  CHECK(error_of("ensemble,members=terrain:hash").find("\"hash\" is not key=value") != std::string::npos);
  CHECK(error_of("ensemble,members=terrain:hash=1:hash=2").find("twice") != std::string::npos);
  CHECK(error_of("ensemble,members=ensemble").find("must not be an ensemble") != std::string::npos);
  CHECK(error_of("ensemble,rule=borda") == "ensemble: rule=borda is unknown; give vote or score or first");
}

}  // namespace
}  // namespace thermodon::search
