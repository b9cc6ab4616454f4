// What engines others may ask for: their threads and memory are bounded, and a lack of memory is an answer.
#include "server/live/engines.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include "server/live/desk.hpp"
#include "support/catch.hpp"

namespace thermodon::server {
namespace {

bool says(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::string admitted(std::string_view text) {
  const auto spec = admit_spec(text, 32);
  return spec.ok() ? spec->to_string() : "error: " + spec.error();
}

rules::Result<std::unique_ptr<search::Searcher>> out_of_memory(const search::EngineSpec&) {
  return rules::Error{"not enough memory"};
}

TEST_CASE("an engine for others has one thread and a small table") {
  CHECK(admitted("greedy:terrain") == "greedy:terrain");
  CHECK(admitted("alphabeta:terrain") == "alphabeta:terrain,hash=32,threads=1");
  CHECK(admitted("alphabeta:terrain,threads=256,hash=65536") == "alphabeta:terrain,hash=32,threads=1");
  CHECK(admitted("mcts:terrain,threads=2,hash=4") == "mcts:terrain,hash=4,threads=1");
  CHECK(admitted("mcts:terrain,hash=0") == "mcts:terrain,hash=1,threads=1");
}

TEST_CASE("an ensemble's members have one thread each and share the table's memory") {
  CHECK(admitted("ensemble,members=amazong:hash=65536+terrain") ==
        "ensemble,members=alphabeta:amazong:hash=16:threads=1+alphabeta:terrain:hash=16:threads=1");
  CHECK(admitted("ensemble,members=amazong:threads=64+greedy:kqm:king=2,rule=score") ==
        "ensemble,members=alphabeta:amazong:hash=16:threads=1+greedy:kqm:king=2,rule=score");
  CHECK(admitted("ensemble,members=mcts:hash=3+mcts:amazong:threads=9+random+two-step:h1=1") ==
        "ensemble,members=mcts:amazong:hash=3:threads=1+mcts:amazong:hash=8:threads=1+random+two-step:h1=1");
  CHECK(admitted("ensemble") ==
        "ensemble,members=alphabeta:amazong:hash=16:threads=1+alphabeta:terrain:hash=16:threads=1");
}

TEST_CASE("what was admitted is admitted again as it is") {
  for (const char* text : {"alphabeta:terrain,hash=99", "ensemble", "ensemble,members=random",
                           "ensemble,members=mcts:kqm:hash=99+terrain+greedy:terrain"}) {
    CAPTURE(text);
    const std::string once = admitted(text);
    CHECK_FALSE(says(once, "error"));
    CHECK(admitted(once) == once);
  }
}

TEST_CASE("an ensemble of too many members, or of what is none, is refused") {
  CHECK(says(admitted("ensemble,members=terrain+kqm+random+random+random"), "members: more than 4"));
  CHECK(says(admitted("ensemble,members=" + std::string(60'000, '+')), "more than 4"));
  for (const char* text :
       {"ensemble,members=", "ensemble,members=+", "ensemble,members=terrain+",
        "ensemble,members=terrain:", "ensemble,members=:hash=9", "ensemble,members=mcts::hash=9",
        "ensemble,members=terrain:hash", "ensemble,members=terrain:hash=1:hash=2",
        "ensemble,members=ensemble", "ensemble,members=nobody:hash=9",
        "ensemble,members=amazong:weights=x+terrain", "ensemble,members=random,hash=9"}) {
    CAPTURE(text);
    CHECK(says(admitted(text), "error: "));
  }
}

TEST_CASE("a lack of memory is an error, not the end") {
  const auto spec = admit_spec("alphabeta:terrain", 32, out_of_memory);
  REQUIRE_FALSE(spec.ok());
  CHECK(says(spec.error(), "not enough memory"));
}

TEST_CASE("a search whose engine finds no memory says so, and the next one tries again") {
  std::vector<std::string> told;
  bool enough = false;
  const auto make = [&](const search::EngineSpec& spec) {
    return enough ? search::make_searcher(spec) : out_of_memory(spec);
  };
  const auto searcher = lazy_searcher(
      *admit_spec("greedy:terrain", 32), [&](const std::string& why) { told.push_back(why); }, make);
  search::SearchControl control;
  const rules::Position position = rules::Position::start();
  CHECK_FALSE(searcher->search(position, {}, control).best);
  REQUIRE(told.size() == 1);
  CHECK(says(told.front(), "not enough memory"));
  enough = true;
  CHECK(searcher->search(position, {}, control).best);
  CHECK(told.size() == 1);
}

TEST_CASE("who asked for an analysis is told that its engine could not be made, and then that it is over") {
  boost::asio::io_context io;
  std::vector<std::string> told;
  AnalysisDesk desk(io, 1,
                    {[](ConnectionId, const search::SearchInfo&) {},
                     [&](ConnectionId, const search::SearchResult&) { told.emplace_back("over"); },
                     [&](ConnectionId, const std::string& why) { told.push_back(why); }});
  AnalysisOrder order;
  order.from = ConnectionId{7};
  order.position = rules::Position::start();
  order.spec.searcher = "nobody";  // cannot be made, as where memory lacks
  order.time = Duration(10'000);
  REQUIRE(desk.start(order));
  const auto work = boost::asio::make_work_guard(io);
  while (told.empty() || told.back() != "over") REQUIRE(io.run_one_for(std::chrono::seconds(10)) == 1);
  REQUIRE(told.size() == 2);
  CHECK(says(told.front(), "nobody"));
}

}  // namespace
}  // namespace thermodon::server
