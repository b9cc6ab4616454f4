// Speed of the rules: perft against a plain mailbox, generation of moves, make and unmake.
#include <benchmark/benchmark.h>

#include <array>
#include <string>

#include "rules/runs.hpp"
#include "support/plain_rules.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::rules {
namespace {

// An opening, a middle game and a filling phase.
constexpr std::array<const char*, 3> kPositions = {
    "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
    "3*1q2**/4**q3/*3q5/2*2*Q*2/Q***1Q1*2/3q*5/8*1/1*8/5*4/3Q5* w",
    "8**/1**5q1/3Q1q3*/q1*1*1Q*2/4*4*/1*2*3*1/3**1*3/*4*4/*q*Q6/5Q3* b",
};

Position position_of(const benchmark::State& state) {
  return *parse_fen(kPositions[static_cast<std::size_t>(state.range(0))]);
}

void report_rate(benchmark::State& state, std::uint64_t items) {
  state.SetItemsProcessed(static_cast<std::int64_t>(items) * state.iterations());
}

void plain_perft_2(benchmark::State& state) {
  tests::PlainBoard board(position_of(state));
  std::uint64_t leaves = 0;
  for (auto _ : state) benchmark::DoNotOptimize(leaves = board.perft(2));
  report_rate(state, leaves);
}
BENCHMARK(plain_perft_2)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

void perft_2(benchmark::State& state) {
  const Position position = position_of(state);
  std::uint64_t leaves = 0;
  for (auto _ : state) benchmark::DoNotOptimize(leaves = perft(position, 2));
  report_rate(state, leaves);
}
BENCHMARK(perft_2)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

void count(benchmark::State& state) {
  const Position position = position_of(state);
  for (auto _ : state) benchmark::DoNotOptimize(count_moves(position));
  report_rate(state, 1);
}
BENCHMARK(count)->DenseRange(0, 2);

void count_portable(benchmark::State& state) {
  const Position position = position_of(state);
  for (auto _ : state) benchmark::DoNotOptimize(count_moves_portable(position));
  report_rate(state, 1);
}
BENCHMARK(count_portable)->DenseRange(0, 2);

void plain_generate(benchmark::State& state) {
  tests::PlainBoard board(position_of(state));
  std::uint64_t moves = 0;
  for (auto _ : state) moves = board.moves().size();
  report_rate(state, moves);
}
BENCHMARK(plain_generate)->DenseRange(0, 2);

void generate(benchmark::State& state) {
  const Position position = position_of(state);
  MoveList moves;
  for (auto _ : state) {
    moves.clear();
    generate_moves(position, moves);
    benchmark::DoNotOptimize(moves.data());
  }
  report_rate(state, moves.size());
}
BENCHMARK(generate)->DenseRange(0, 2);

void make_and_unmake(benchmark::State& state) {
  Position position = position_of(state);
  const MoveList moves = legal_moves(position);
  for (auto _ : state) {
    for (const Move move : moves) {
      position.make(move);
      benchmark::DoNotOptimize(position.hash());
      position.unmake(move);
    }
  }
  report_rate(state, moves.size());
}
BENCHMARK(make_and_unmake)->DenseRange(0, 2);

}  // namespace
}  // namespace thermodon::rules
