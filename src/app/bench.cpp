#include "thermodon/search/bench.hpp"

#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/search/spec.hpp"

namespace thermodon::app {
namespace {

struct BenchOptions {
  std::string engine = "alphabeta:amazong";
  int depth = 4;
  bool json = false;
};

int run_bench(const BenchOptions& options) {
  const auto spec = value_or_usage_error(search::parse_spec(options.engine));
  const auto searcher = value_or_usage_error(search::make_searcher(spec));
  std::uint64_t nodes = 0;
  const auto began = std::chrono::steady_clock::now();
  for (const std::string_view fen : search::bench_positions()) {
    const rules::Position position = value_or_usage_error(rules::parse_fen(fen));
    searcher->new_game();
    search::SearchControl control;
    search::SearchLimits limits;
    limits.depth = options.depth;
    const search::SearchResult result = searcher->search(position, limits, control);
    nodes += result.nodes;
    if (options.json) continue;
    const std::string move = result.best ? rules::to_string(*result.best) : "none";
    std::cerr << "ply " << position.ply() << ": " << move << " score " << result.score << " nodes "
              << result.nodes << '\n';
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (options.json)
    std::cout << nlohmann::json{{"nodes", nodes}, {"seconds", seconds}}.dump() << '\n';
  else
    std::cout << nodes << " nodes in " << seconds << " s, "
              << static_cast<std::uint64_t>(static_cast<double>(nodes) / seconds) << " nodes/s\n";
  return kDone;
}

}  // namespace

Action declare_bench(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  app.add_option("--engine", options->engine, "searcher:evaluator[,key=value...]")->capture_default_str();
  app.add_option("--depth", options->depth, "plies")->capture_default_str()->check(CLI::Range(1, 30));
  app.add_flag("--json", options->json, "one JSON line");
  return [options] { return run_bench(*options); };
}

}  // namespace thermodon::app
