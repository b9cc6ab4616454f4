// What holds for every searcher in the table.
#include <random>

#include "search/support.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::search {
namespace {

using rules::Position;

// A spec of each searcher that is cheap enough for a game in a test.
std::vector<std::string> cheap_specs() {
  std::vector<std::string> specs;
  for (const SearcherInfo& info : searchers()) {
    EngineSpec spec;
    spec.searcher = info.name;
    spec.evaluator = "terrain";
    for (const auto& parameter : info.parameters) {
      if (parameter.name == "hash") spec.parameters["hash"] = "1";
      if (parameter.name == "members")
        spec.parameters["members"] = "terrain:hash=1+greedy:terrain+greedy:mobility";
      if (parameter.name == "seed") spec.parameters["seed"] = "5";
    }
    specs.push_back(spec.to_string());
  }
  return specs;
}

TEST_CASE("every searcher plays legal moves to the end of a game", "[searchers]") {
  for (const std::string& text : cheap_specs()) {
    for (const rules::BoardSize size :
         {rules::BoardSize{10, 10}, rules::BoardSize{6, 5}, rules::BoardSize{4, 4}}) {
      INFO(text << " on " << size.columns << "x" << size.rows);
      const auto searcher = testing::searcher(text);
      std::mt19937 random(3);
      Position position = Position::start(size);
      while (true) {
        SearchControl control;
        const auto found = searcher->search(position, testing::node_limit(2500), control);
        const auto moves = rules::legal_moves(position);
        REQUIRE(found.best.has_value() == !moves.empty());
        if (moves.empty()) break;
        REQUIRE(rules::is_legal(position, *found.best));
        REQUIRE_FALSE(found.lines.empty());
        CHECK(found.lines.front().pv.front() == *found.best);
        position.make(*found.best);
        // The opponent plays anything.
        const auto replies = rules::legal_moves(position);
        if (!replies.empty()) position.make(replies[random() % replies.size()]);
      }
    }
  }
}

TEST_CASE("every searcher ends when it is stopped", "[searchers]") {
  for (const std::string& text : cheap_specs()) {
    INFO(text);
    SearchControl control;
    control.stop();
    const auto found = testing::searcher(text)->search(Position::start(), {}, control);
    REQUIRE(found.best);
    CHECK(rules::is_legal(Position::start(), *found.best));
  }
}

TEST_CASE("every searcher ends at its depth", "[searchers]") {
  const Position position = testing::position("startpos moves d1-d7/g7 j7-e2/e6 g1-g6/j6");
  for (const std::string& text : cheap_specs()) {
    INFO(text);
    const auto searcher = testing::searcher(text);
    for (const int depth : {1, 2, 3}) {
      SearchControl control;
      const auto found = searcher->search(position, testing::depth_limit(depth), control);
      REQUIRE(found.best);
      CHECK(rules::is_legal(position, *found.best));
    }
  }
}

TEST_CASE("every searcher keeps to the root moves", "[searchers]") {
  const auto all = rules::legal_moves(Position::start());
  for (const std::string& text : cheap_specs()) {
    INFO(text);
    SearchLimits limits = testing::node_limit(5000);
    limits.depth = 1;
    limits.root_moves = {all[100], all[2000]};
    SearchControl control;
    const auto found = testing::searcher(text)->search(Position::start(), limits, control);
    REQUIRE(found.best);
    CHECK((*found.best == all[100] || *found.best == all[2000]));
  }
}

TEST_CASE("searchers with one thread are deterministic", "[searchers]") {
  const Position position = testing::position("startpos moves d1-d7/g7 j7-e2/e6 g1-g6/j6");
  for (const std::string& text : cheap_specs()) {
    INFO(text);
    SearchControl control;
    const auto a = testing::searcher(text)->search(position, testing::node_limit(20'000), control);
    const auto b = testing::searcher(text)->search(position, testing::node_limit(20'000), control);
    CHECK(a.best == b.best);
    CHECK(a.score == b.score);
    CHECK(a.nodes == b.nodes);
  }
}

}  // namespace
}  // namespace thermodon::search
