// Moves asked for with a short time while every core is kept busy by something else: all must be legal, and
// how late the latest one was is reported. THERMODON_STRESS_MOVES sets how many (10000 takes twelve minutes).
#include <atomic>
#include <cstdlib>
#include <future>
#include <iostream>
#include <random>
#include <thread>

#include "search/support.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/search/engine.hpp"

namespace thermodon::search {
namespace {

using namespace std::chrono_literals;

struct Answer {
  SearchResult result;
  Clock::time_point at;
};

// Busy threads, one a core.
class Load {
 public:
  Load() {
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    for (unsigned i = 0; i < cores; ++i)
      threads_.emplace_back([this] {
        while (!ended_.load(std::memory_order_relaxed)) {
        }
      });
  }
  ~Load() {
    ended_ = true;
    for (auto& thread : threads_) thread.join();
  }

 private:
  std::atomic<bool> ended_{false};
  std::vector<std::thread> threads_;
};

int moves_wanted() {
  const char* text = std::getenv("THERMODON_STRESS_MOVES");
  return text != nullptr ? std::max(1, std::atoi(text)) : 200;
}

void stress(const std::string& spec, int moves) {
  constexpr auto kMoveTime = 50ms;
  const Load load;
  Engine engine(testing::searcher(spec));
  std::mt19937 random(1);
  std::chrono::nanoseconds worst{-kMoveTime};
  int late = 0;
  rules::Position position = rules::Position::start();
  for (int i = 0; i < moves; ++i) {
    SearchLimits limits = testing::time_limit(kMoveTime);
    std::promise<Answer> done;
    EngineCallbacks callbacks;
    callbacks.on_done = [&](SearchId, const SearchResult& result) { done.set_value({result, Clock::now()}); };
    engine.start(position, limits, callbacks);
    auto future = done.get_future();
    REQUIRE(future.wait_for(testing::kHang) == std::future_status::ready);
    const auto [result, at] = future.get();
    const auto overrun = std::chrono::nanoseconds(at - *limits.deadline);
    worst = std::max(worst, overrun);
    if (overrun > 0ns) ++late;
    const auto legal = rules::legal_moves(position);
    REQUIRE(result.best.has_value() == !legal.empty());
    if (legal.empty()) {
      position = rules::Position::start();
      engine.new_game();
      continue;
    }
    REQUIRE(rules::is_legal(position, *result.best));
    // A random move now and then leads to other positions.
    position.make(random() % 8 == 0 ? legal[random() % legal.size()] : *result.best);
  }
  std::cout << spec << ": " << moves << " moves, " << late << " late, the worst "
            << std::chrono::duration<double, std::milli>(worst).count() << " ms after its deadline\n";
}

TEST_CASE("moves are in time while all cores are busy", "[slow][deadline]") {
  const int moves = moves_wanted();
  stress("alphabeta:amazong,hash=16", moves);
  stress("mcts:amazong,hash=16", moves / 4);
  stress("alphabeta:terrain,kernel=scalar,hash=16", moves / 4);
}

}  // namespace
}  // namespace thermodon::search
