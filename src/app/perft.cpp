#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::app {
namespace {

struct PerftOptions {
  std::string position = "startpos";
  std::string size = "10x10";
  int depth = 1;
  bool divide = false;
  bool json = false;
};

int run_perft(const PerftOptions& options) {
  const auto size = value_or_usage_error(rules::parse_size(options.size));
  rules::Position position = value_or_usage_error(rules::parse_position(options.position, size));
  const auto began = std::chrono::steady_clock::now();
  std::uint64_t nodes = 0;
  if (options.divide && options.depth > 0) {
    for (const rules::Move move : rules::legal_moves(position)) {
      position.make(move);
      const auto leaves = rules::perft(position, options.depth - 1);
      position.unmake(move);
      nodes += leaves;
      if (options.json)
        std::cout << nlohmann::json{{"move", rules::to_string(move)}, {"nodes", leaves}}.dump() << '\n';
      else
        std::cout << rules::to_string(move) << ": " << leaves << '\n';
    }
  } else {
    nodes = rules::perft(position, options.depth);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (options.json)
    std::cout << nlohmann::json{{"depth", options.depth}, {"nodes", nodes}, {"seconds", seconds}}.dump()
              << '\n';
  else
    std::cout << "depth " << options.depth << ": " << nodes << " nodes in " << seconds << " s\n";
  return kDone;
}

}  // namespace

Action declare_perft(CLI::App& app) {
  auto options = std::make_shared<PerftOptions>();
  app.add_option("--position", options->position, "startpos or a FEN, then optionally `moves m1 m2 ...`")
      ->capture_default_str();
  app.add_option("--size", options->size, "board of startpos, columns x rows")->capture_default_str();
  app.add_option("--depth", options->depth, "plies")->capture_default_str()->check(CLI::Range(0, 20));
  app.add_flag("--divide", options->divide, "the count below each first move");
  app.add_flag("--json", options->json, "JSON lines");
  return [options] { return run_perft(*options); };
}

}  // namespace thermodon::app
