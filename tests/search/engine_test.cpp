#include "thermodon/search/engine.hpp"

#include <future>
#include <stdexcept>
#include <thread>

#include "search/support.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::search {
namespace {

using namespace std::chrono_literals;
using rules::Move;
using rules::Position;

// Does what a test tells it to.
class ScriptedSearcher final : public Searcher {
 public:
  using Script = std::function<SearchResult(const Position&, const SearchLimits&, SearchControl&)>;
  explicit ScriptedSearcher(Script script, std::atomic<int>* games = nullptr)
      : script_(std::move(script)), games_(games) {}
  SearchResult search(const Position& position, const SearchLimits& limits, SearchControl& control) override {
    return script_(position, limits, control);
  }
  void new_game() override {
    if (games_ != nullptr) ++*games_;
  }

 private:
  Script script_;
  std::atomic<int>* games_;
};

std::unique_ptr<Searcher> scripted(ScriptedSearcher::Script script, std::atomic<int>* games = nullptr) {
  return std::make_unique<ScriptedSearcher>(std::move(script), games);
}

SearchResult until_stopped(const Position& position, const SearchLimits&, SearchControl& control) {
  while (!control.stopped()) std::this_thread::yield();
  SearchResult result;
  result.best = rules::legal_moves(position).back();
  return result;
}

struct Done {
  SearchId id = 0;
  SearchResult result;
};

// Callbacks that hand the result to the test's thread.
struct Waiter {
  std::shared_ptr<std::promise<Done>> promise = std::make_shared<std::promise<Done>>();
  std::future<Done> future = promise->get_future();
  EngineCallbacks callbacks() {
    EngineCallbacks made;
    made.on_done = [p = promise](SearchId id, const SearchResult& result) { p->set_value({id, result}); };
    return made;
  }
  Done get() {
    REQUIRE(future.wait_for(testing::kHang) == std::future_status::ready);
    return future.get();
  }
};

TEST_CASE("a legal move stands from the moment that start returns", "[engine]") {
  Engine engine(scripted(until_stopped));
  CHECK_FALSE(engine.best_so_far());
  const Position start = Position::start();
  Waiter waiter;
  engine.start(start, {}, waiter.callbacks());
  const auto best = engine.best_so_far();
  REQUIRE(best);
  CHECK(rules::is_legal(start, *best));
  engine.stop();
  waiter.get();
}

TEST_CASE("stop ends the search, whose result is reported", "[engine]") {
  Engine engine(scripted(until_stopped));
  Waiter waiter;
  const SearchId id = engine.start(Position::start(), {}, waiter.callbacks());
  engine.stop();
  const Done done = waiter.get();
  CHECK(done.id == id);
  REQUIRE(done.result.best);
  CHECK(engine.best_so_far() == done.result.best);
}

TEST_CASE("a new search stops the one before, which reports under its own id", "[engine]") {
  Engine engine(scripted(until_stopped));
  Waiter first;
  Waiter second;
  const SearchId a = engine.start(Position::start(), {}, first.callbacks());
  const Position other = testing::position("startpos moves d1-d7/g7");
  const SearchId b = engine.start(other, {}, second.callbacks());
  CHECK(b == a + 1);
  CHECK(first.get().id == a);
  // The late answer of the first has not touched what stands for the second.
  REQUIRE(engine.best_so_far());
  CHECK(rules::is_legal(other, *engine.best_so_far()));
  engine.stop();
  CHECK(second.get().id == b);
}

TEST_CASE("a better move replaces the one that stands", "[engine]") {
  std::promise<void> told;
  Engine engine(scripted([&](const Position& position, const SearchLimits& limits, SearchControl& control) {
    control.on_best(rules::legal_moves(position)[5]);
    told.set_value();
    return until_stopped(position, limits, control);
  }));
  const Position start = Position::start();
  engine.start(start, {}, {});
  REQUIRE(told.get_future().wait_for(testing::kHang) == std::future_status::ready);
  CHECK(engine.best_so_far() == rules::legal_moves(start)[5]);
}

TEST_CASE("progress is reported under the search's id", "[engine]") {
  Engine engine(scripted([](const Position&, const SearchLimits&, SearchControl& control) {
    SearchInfo info;
    info.depth = 3;
    control.on_info(info);
    return SearchResult{};
  }));
  Waiter waiter;
  EngineCallbacks callbacks = waiter.callbacks();
  std::promise<std::pair<SearchId, int>> told;
  callbacks.on_info = [&](SearchId id, const SearchInfo& info) { told.set_value({id, info.depth}); };
  const SearchId id = engine.start(Position::start(), {}, callbacks);
  waiter.get();
  CHECK(told.get_future().get() == std::pair<SearchId, int>(id, 3));
}

TEST_CASE("a searcher that fails still gives a legal move", "[engine]") {
  const Position start = Position::start();
  const Move good = rules::legal_moves(start)[9];
  SECTION("by an exception, after it had told of a move") {
    Engine engine(scripted([&](const Position&, const SearchLimits&, SearchControl& control) -> SearchResult {
      control.on_best(good);
      throw std::runtime_error("broken");
    }));
    Waiter waiter;
    engine.start(start, {}, waiter.callbacks());
    CHECK(waiter.get().result.best == good);
  }
  SECTION("by an illegal move") {
    Engine engine(scripted([](const Position&, const SearchLimits&, SearchControl&) {
      SearchResult result;
      result.best = Move{};
      return result;
    }));
    Waiter waiter;
    engine.start(start, {}, waiter.callbacks());
    const Done done = waiter.get();
    REQUIRE(done.result.best);
    CHECK(rules::is_legal(start, *done.result.best));
  }
  SECTION("by no move") {
    Engine engine(
        scripted([](const Position&, const SearchLimits&, SearchControl&) { return SearchResult{}; }));
    Waiter waiter;
    engine.start(start, {}, waiter.callbacks());
    CHECK(waiter.get().result.best);
  }
}

TEST_CASE("illegal root moves are dropped", "[engine]") {
  Engine engine(testing::searcher("random,seed=1"));
  const Position start = Position::start();
  SearchLimits limits;
  limits.root_moves = {Move{}, rules::legal_moves(start)[3]};
  Waiter waiter;
  engine.start(start, limits, waiter.callbacks());
  CHECK(waiter.get().result.best == rules::legal_moves(start)[3]);
}

TEST_CASE("without a legal move there is no best move", "[engine]") {
  const Position lost = testing::position("Q*8/**8/10/10/10/10/10/10/10/9q w - - 0 1");
  Engine engine(testing::searcher("random,seed=1"));
  Waiter waiter;
  engine.start(lost, {}, waiter.callbacks());
  CHECK_FALSE(engine.best_so_far());
  CHECK_FALSE(waiter.get().result.best);
}

TEST_CASE("wait_idle returns after the last report, new_game reaches the searcher", "[engine]") {
  std::atomic<int> games = 0;
  std::atomic<int> reports = 0;
  Engine engine(scripted(until_stopped, &games));
  EngineCallbacks callbacks;
  callbacks.on_done = [&](SearchId, const SearchResult&) { ++reports; };
  engine.start(Position::start(), {}, callbacks);
  engine.new_game();
  engine.start(Position::start(), {}, callbacks);
  engine.wait_idle();
  CHECK(reports == 2);
  CHECK(games == 1);
}

TEST_CASE("destruction stops, reports and joins", "[engine]") {
  std::atomic<int> reports = 0;
  {
    Engine engine(scripted(until_stopped));
    EngineCallbacks callbacks;
    callbacks.on_done = [&](SearchId, const SearchResult&) { ++reports; };
    engine.start(Position::start(), {}, callbacks);
  }
  CHECK(reports == 1);
}

// A searcher that neither looks at the clock nor at the stop flag, and returns when the test lets it.
class Stuck {
 public:
  explicit Stuck(rules::Move told) : told_(told) {}
  ScriptedSearcher::Script script() {
    return [this](const Position& position, const SearchLimits&, SearchControl& control) {
      SearchInfo info;
      info.depth = 4;
      info.score = 77;
      info.nodes = 1234;
      info.pv = {told_};
      control.on_best(told_);
      control.on_info(info);
      const bool in_time = released_.get_future().wait_for(testing::kHang) == std::future_status::ready;
      SearchResult late;
      late.best = rules::legal_moves(position).back();
      control.on_best(*late.best);
      control.on_info(info);
      returned = in_time;
      return late;
    };
  }
  void release() { released_.set_value(); }
  std::atomic<bool> returned = false;

 private:
  rules::Move told_;
  std::promise<void> released_;
};

TEST_CASE("a search is answered at its deadline though the searcher is not back", "[engine]") {
  const Position start = Position::start();
  const Move told = rules::legal_moves(start)[7];
  Stuck stuck(told);
  std::atomic<int> infos = 0;
  std::atomic<int> reports = 0;
  Engine engine(scripted(stuck.script()));
  Waiter waiter;
  EngineCallbacks callbacks;
  callbacks.on_info = [&](SearchId, const SearchInfo&) { ++infos; };
  callbacks.on_done = [&, done = waiter.callbacks().on_done](SearchId id, const SearchResult& result) {
    if (++reports == 1) done(id, result);
  };
  const SearchId id = engine.start(start, testing::time_limit(200ms), callbacks);
  const Done done = waiter.get();
  CHECK_FALSE(stuck.returned);
  CHECK(done.id == id);
  CHECK(done.result.best == told);
  CHECK(done.result.depth == 4);
  CHECK(done.result.score == 77);
  CHECK(done.result.nodes == 1234);
  REQUIRE(done.result.lines.size() == 1);
  CHECK(done.result.lines[0].pv == std::vector<Move>{told});
  SECTION("what it says later is dropped") {
    stuck.release();
    engine.wait_idle();
    CHECK(stuck.returned);
    CHECK(engine.best_so_far() == told);
    CHECK(infos == 1);
    CHECK(reports == 1);
  }
  SECTION("the search after it is answered, too") {
    const Position other = testing::position("startpos moves d1-d7/g7");
    Waiter second;
    const SearchId next = engine.start(other, testing::time_limit(20ms), second.callbacks());
    const Done answer = second.get();
    CHECK_FALSE(stuck.returned);
    CHECK(answer.id == next);
    REQUIRE(answer.result.best);
    CHECK(rules::is_legal(other, *answer.result.best));
    stuck.release();
  }
}

TEST_CASE("a search that ends at its deadline is reported once", "[engine]") {
  Engine engine(scripted([](const Position& position, const SearchLimits& limits, SearchControl& control) {
    while (!control.stopped() && Clock::now() < *limits.deadline - 1ms) std::this_thread::yield();
    SearchResult result;
    result.best = rules::legal_moves(position).back();
    return result;
  }));
  std::atomic<int> reports = 0;
  for (int i = 1; i <= 50; ++i) {
    Waiter waiter;
    EngineCallbacks callbacks;
    callbacks.on_done = [&, done = waiter.callbacks().on_done](SearchId id, const SearchResult& result) {
      ++reports;
      done(id, result);
    };
    engine.start(Position::start(), testing::time_limit(8ms), callbacks);
    CHECK(waiter.get().result.best);
  }
  engine.wait_idle();
  CHECK(reports == 50);
}

TEST_CASE("an illegal move that a searcher tells of does not stand", "[engine]") {
  const Position start = Position::start();
  Engine engine(scripted([](const Position& position, const SearchLimits& limits, SearchControl& control) {
    control.on_best(Move{});
    return until_stopped(position, limits, control);
  }));
  Waiter waiter;
  engine.start(start, testing::time_limit(20ms), waiter.callbacks());
  const Done done = waiter.get();
  REQUIRE(done.result.best);
  CHECK(rules::is_legal(start, *done.result.best));
}

TEST_CASE("an engine may be used from several threads", "[engine]") {
  Engine engine(scripted(until_stopped));
  std::atomic<int> reports = 0;
  EngineCallbacks callbacks;
  callbacks.on_done = [&](SearchId, const SearchResult&) { ++reports; };
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) {
        if (t % 2 == 0)
          engine.start(Position::start(), {}, callbacks);
        else
          engine.stop();
        static_cast<void>(engine.best_so_far());
      }
    });
  for (auto& thread : threads) thread.join();
  engine.wait_idle();
  CHECK(reports == 40);
}

}  // namespace
}  // namespace thermodon::search
