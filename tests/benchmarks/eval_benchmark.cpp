// Evaluations a second over positions of random games, all plies alike.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "eval/random_positions.hpp"
#include "thermodon/eval/registry.hpp"

namespace {

using namespace thermodon;

const std::vector<rules::Position>& positions() {
  static const auto list = [] {
    std::vector<rules::Position> p;
    test::Random random(1);
    auto game = rules::Position::start();
    while (p.size() < 2048) {
      const auto moves = rules::legal_moves(game);
      if (moves.empty())
        game = rules::Position::start();
      else
        game.make(moves[random() % moves.size()]);
      p.push_back(game);
    }
    return p;
  }();
  return list;
}

void evaluate(benchmark::State& state, const std::string& name, const std::string& kernel) {
  const auto evaluator = std::move(eval::make_evaluator(name, {{"kernel", kernel}}).value());
  const auto& list = positions();
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(evaluator->evaluate(list[i]));
    if (++i == list.size()) i = 0;
  }
  state.SetItemsProcessed(state.iterations());
}

}  // namespace

int main(int argc, char** argv) {
  for (const auto& info : eval::evaluators())
    for (const char* kernel : {"scalar", "portable", "auto"})
      benchmark::RegisterBenchmark((std::string(info.name) + "/" + kernel).c_str(), evaluate,
                                   std::string(info.name), std::string(kernel));
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
