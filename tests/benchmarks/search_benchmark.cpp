// Speed of the searchers: how the work grows with depth, threads and memory.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "thermodon/rules/notation.hpp"
#include "thermodon/search/bench.hpp"
#include "thermodon/search/spec.hpp"

namespace thermodon::search {
namespace {

// Searches the positions of `thermodon bench` from an empty table, which is emptied while the clock stands,
// and reports nodes a second and a search.
void run(benchmark::State& state, const std::string& spec, const SearchLimits& limits) {
  const auto searcher = make_searcher(*parse_spec(spec)).value();
  std::uint64_t nodes = 0;
  for (auto _ : state)
    for (const std::string_view fen : bench_positions()) {
      state.PauseTiming();
      searcher->new_game();
      state.ResumeTiming();
      SearchControl control;
      nodes += searcher->search(*rules::parse_fen(fen), limits, control).nodes;
    }
  state.SetItemsProcessed(static_cast<std::int64_t>(nodes));
  state.counters["nodes"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
}

std::string with(const char* spec, const char* key, std::int64_t value) {
  return std::string(spec) + ',' + key + '=' + std::to_string(value);
}

constexpr std::int64_t kNodes = 400'000;  // of a search with more threads or memory

void alphabeta_depth(benchmark::State& state) {
  SearchLimits limits;
  limits.depth = static_cast<int>(state.range(0));
  run(state, "alphabeta:amazong", limits);
}
BENCHMARK(alphabeta_depth)->DenseRange(1, 5)->Unit(benchmark::kMillisecond);

void alphabeta_hash(benchmark::State& state) {
  SearchLimits limits;
  limits.depth = 4;
  run(state, with("alphabeta:amazong", "hash", state.range(0)), limits);
}
BENCHMARK(alphabeta_hash)->Arg(1)->Arg(16)->Arg(256)->Unit(benchmark::kMillisecond);

void alphabeta_threads(benchmark::State& state) {
  SearchLimits limits;
  limits.nodes = kNodes;
  run(state, with("alphabeta:amazong", "threads", state.range(0)), limits);
}
BENCHMARK(alphabeta_threads)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

void mcts_nodes(benchmark::State& state) {
  SearchLimits limits;
  limits.nodes = static_cast<std::uint64_t>(state.range(0));
  run(state, "mcts:amazong", limits);
}
BENCHMARK(mcts_nodes)->RangeMultiplier(4)->Range(10'000, 640'000)->Unit(benchmark::kMillisecond);

void mcts_threads(benchmark::State& state) {
  SearchLimits limits;
  limits.nodes = kNodes;
  run(state, with("mcts:amazong", "threads", state.range(0)), limits);
}
BENCHMARK(mcts_threads)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace thermodon::search
