// Evaluations a second over positions of random games, all plies alike.
#include <benchmark/benchmark.h>

#include <array>
#include <string>
#include <vector>

#include "eval/kernels_here.hpp"
#include "eval/random_positions.hpp"
#include "thermodon/eval/amazong.hpp"
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

// As a searcher calls it: on packed boards, one at a time.
void fast_amazong(benchmark::State& state) {
  const eval::FastAmazong fast;
  std::vector<eval::PackedBoard> boards;
  for (const auto& p : positions()) boards.push_back(eval::pack(p));
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(fast.evaluate(boards[i], rules::Color::kWhite));
    if (++i == boards.size()) i = 0;
  }
  state.SetItemsProcessed(state.iterations());
}

struct QueenMove {
  eval::PackedBoard board;
  std::vector<rules::Square> arrows;
};

// All queen moves of some of the positions.
std::vector<QueenMove> queen_moves() {
  std::vector<QueenMove> list;
  for (std::size_t i = 0; i < positions().size(); i += 32) {
    const rules::Position& p = positions()[i];
    for (const rules::Square from : p.amazons(p.side_to_move())) {
      std::vector<rules::Square> destinations;
      rules::generate_destinations(p, from, destinations);
      for (const rules::Square to : destinations) {
        rules::Position after = p;
        after.clear(from);
        after.put(to, rules::cell_of(p.side_to_move()));
        list.push_back({eval::pack(after), {}});
        rules::generate_arrows(p, from, to, list.back().arrows);
      }
    }
  }
  return list;
}

// All arrows of a queen move at once.
void arrows(benchmark::State& state) {
  const eval::FastAmazong fast;
  const auto list = queen_moves();
  std::array<eval::Score, eval::FastAmazong::kMaxArrows> scores{};
  std::size_t i = 0;
  std::int64_t items = 0;
  for (auto _ : state) {
    fast.evaluate_arrows(list[i].board, list[i].arrows, rules::Color::kWhite, scores.data());
    benchmark::DoNotOptimize(scores);
    items += static_cast<std::int64_t>(list[i].arrows.size());
    if (++i == list.size()) i = 0;
  }
  state.SetItemsProcessed(items);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> kernels = test::kernels_here();
  kernels.insert(kernels.begin(), "scalar");
  for (const auto& info : eval::evaluators())
    for (const std::string& kernel : kernels)
      benchmark::RegisterBenchmark((std::string(info.name) + "/" + kernel).c_str(), evaluate,
                                   std::string(info.name), kernel);
  benchmark::RegisterBenchmark("amazong/packed", fast_amazong);
  benchmark::RegisterBenchmark("amazong/arrows", arrows);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
