#include "search/mcts/tree.hpp"
#include "search/support.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::search {
namespace {

using rules::Position;
using testing::random_position;

SearchResult run(const std::string& spec, const Position& position, const SearchLimits& limits) {
  SearchControl control;
  return testing::searcher(spec)->search(position, limits, control);
}

std::vector<Candidate> some_candidates(int count) {
  std::vector<Candidate> made;
  for (int i = 0; i < count; ++i)
    made.push_back({{rules::Square::at(0, 0), rules::Square::at(i % 10, i / 10), rules::Square::at(9, 9)},
                    static_cast<std::int16_t>(100 - i)});
  return made;
}

TEST_CASE("the tree keeps children in the order of their candidates while they grow", "[mcts]") {
  Tree tree(1);
  const auto candidates = some_candidates(100);
  REQUIRE(tree.set_candidates(tree.root(), candidates));
  for (int i = 0; i < 100; ++i) REQUIRE(tree.add_child(tree.root(), i / 100.0));
  const auto children = tree.children(tree.root());
  REQUIRE(children.size() == 100);
  for (std::size_t i = 0; i < 100; ++i) {
    CHECK(children[i].move == candidates[i].move);
    CHECK(children[i].mean() == Approx(static_cast<double>(i) / 100));
  }
}

TEST_CASE("a full tree says so and collects what is hardly visited", "[mcts]") {
  Tree tree(1);
  const auto candidates = some_candidates(100);
  tree.root().visits = 1000;
  REQUIRE(tree.set_candidates(tree.root(), candidates));
  std::size_t opened = 0;
  while (true) {
    TreeNode* child = tree.add_child(tree.root(), 0.5);
    if (child == nullptr || opened == 99) break;
    child->visits = opened % 10 == 0 ? 50 : 1;
    if (!tree.set_candidates(*child, candidates)) break;
    ++opened;
  }
  REQUIRE(opened == 99);
  // Fill the rest below the first child.
  TreeNode* node = &tree.children(tree.root())[0];
  while (TreeNode* child = tree.add_child(*node, 0.5)) {
    if (!tree.set_candidates(*child, candidates)) break;
    if (node->child_count == 100) node = child;
  }
  CHECK(tree.used_permille() > 990);
  tree.collect(tree.root(), 10);
  CHECK(tree.used_permille() < 100);
  const auto children = tree.children(tree.root());
  REQUIRE(children.size() == 100);
  CHECK(children[0].expanded);
  CHECK_FALSE(children[1].expanded);
  CHECK(children[10].expanded);
  CHECK(tree.candidates(children[10]).size() == 100);
  CHECK(children[10].move == candidates[10].move);
}

TEST_CASE("mcts proves the end of small games as alphabeta does", "[mcts]") {
  int proved = 0;
  for (unsigned seed = 0; seed < 16; ++seed) {
    const Position position = random_position({5, 5}, 9, seed);
    if (rules::legal_moves(position).empty()) continue;
    const auto exact =
        run("alphabeta:terrain,hash=4" + testing::kEveryMove, position, testing::depth_limit(20));
    const auto found = run("mcts:terrain,hash=16,width=3", position, testing::node_limit(2'000'000));
    REQUIRE(std::abs(exact.score) > kWinBound);
    if (std::abs(found.score) <= kWinBound) continue;
    ++proved;
    CHECK((found.score > 0) == (exact.score > 0));
  }
  CHECK(proved >= 12);
}

TEST_CASE("mcts keeps its tree from move to move", "[mcts]") {
  Position position = random_position({10, 10}, 30, 5);
  const auto searcher = testing::searcher("mcts:terrain,hash=16");
  SearchControl control;
  int last_depth = 0;
  control.on_info = [&](const SearchInfo& info) { last_depth = info.depth; };
  const auto first = searcher->search(position, testing::node_limit(100'000), control);
  REQUIRE(first.lines.front().pv.size() >= 2);
  position.make(first.lines.front().pv[0]);
  position.make(first.lines.front().pv[1]);
  // With hardly any nodes the old tree still gives a line.
  const auto second = searcher->search(position, testing::node_limit(1), control);
  CHECK(second.depth >= first.depth - 2);
  searcher->new_game();
  CHECK(searcher->search(position, testing::node_limit(1), control).depth == 1);
}

TEST_CASE("moves that were left out at first are taken up before a node is given up", "[mcts]") {
  int proved = 0;
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Position position = random_position({5, 5}, 8, seed);
    if (rules::legal_moves(position).empty()) continue;
    const auto exact = run("alphabeta:terrain" + testing::kEveryMove, position, testing::depth_limit(20));
    const auto found =
        run("mcts:terrain,width=1,preselect=2,endgame=off", position, testing::node_limit(200'000));
    INFO(rules::to_fen(position));
    REQUIRE(std::abs(exact.score) > kWinBound);
    if (std::abs(found.score) <= kWinBound) continue;
    ++proved;
    CHECK((found.score > 0) == (exact.score > 0));
  }
  CHECK(proved >= 6);
}

TEST_CASE("a move that ends the game is found among those left out when a kept node is opened again",
          "[mcts]") {
  struct Case {
    std::string parameters;
    std::string before;
    std::uint64_t nodes_before;
    std::string now;
    std::uint64_t nodes_now;
  };
  const std::vector<Case> cases = {
      {"hash=4,endgame=off,width=1,preselect=1", "*qqq/Q***/1*Qq/*1Q1/1Q1* b - - 7 4", 703,
       "*qqq/Q***/1*Q*/*1Qq/1Q1* w - - 8 5", 273},
      {"hash=4,endgame=off", "q*1q1/q**Q1/*Q1*q/3**/3QQ/5 b - - 7 4", 2912,
       "q*1qq/q**Q*/*Q1*1/3**/3QQ/5 w - - 8 5", 2544},
  };
  for (const auto& [parameters, before, nodes_before, now, nodes_now] : cases) {
    INFO(now);
    const auto searcher = testing::searcher("mcts:amazong," + parameters);
    SearchControl control;
    (void)searcher->search(testing::position(before), testing::node_limit(nodes_before), control);
    Position position = testing::position(now);
    const SearchResult found = searcher->search(position, testing::node_limit(nodes_now), control);
    REQUIRE(found.best);
    position.make(*found.best);
    CHECK(rules::legal_moves(position).empty());
    CHECK(found.score > 0);
  }
}

TEST_CASE("mcts stays within little memory", "[mcts]") {
  const Position position = random_position({10, 10}, 36, 9);
  const auto found = run("mcts:terrain,hash=1", position, testing::node_limit(300'000));
  REQUIRE(found.best);
  CHECK(found.nodes <= 300'000);
  CHECK(found.nodes + 70 > 300'000);
}

TEST_CASE("mcts with several threads finds a legal move", "[mcts][threads]") {
  const Position position = random_position({10, 10}, 24, 9);
  const auto found = run("mcts:terrain,hash=2,threads=4", position, testing::node_limit(60'000));
  REQUIRE(found.best);
  CHECK(rules::is_legal(position, *found.best));
}

}  // namespace
}  // namespace thermodon::search
