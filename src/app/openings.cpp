#include <fmt/core.h>

#include <memory>

#include "app/command.hpp"
#include "thermodon/lab/openings.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::app {
namespace {

struct OpeningsOptions {
  std::string size = "10x10";
  std::size_t count = 500;
  lab::OpeningGenerator generator;
};

int run_openings(OpeningsOptions& options) {
  lab::OpeningGenerator& g = options.generator;
  g.size = value_or_usage_error(rules::parse_size(options.size));
  if (g.size.columns < rules::kMinStart || g.size.rows < rules::kMinStart)
    throw UsageError("openings: --size " + options.size + ": has no start position; at least 4x4");
  const auto openings = value_or_usage_error(lab::generate_openings(g, options.count));
  fmt::print(
      "# thermodon openings --size {} --count {} --plies {} --judge {} --limit {:g} --seed {}\n"
      "# Random plies, kept where the judge sees less than the limit (in squares) between the sides.\n",
      options.size, options.count, g.plies, g.judge, g.limit, g.seed);
  for (const lab::Opening& opening : openings) fmt::print("{}\n", opening.to_string());
  return kDone;
}

}  // namespace

Action declare_openings(CLI::App& app) {
  auto options = std::make_shared<OpeningsOptions>();
  lab::OpeningGenerator& g = options->generator;
  app.add_option("--size", options->size, "board, columns x rows")->capture_default_str();
  app.add_option("--count", options->count, "how many")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--plies", g.plies, "random moves")->capture_default_str()->check(CLI::Range(0, 40));
  app.add_option("--judge", g.judge, "evaluator that says what is balanced")->capture_default_str();
  app.add_option("--limit", g.limit, "most that one side may be ahead, in squares")->capture_default_str();
  app.add_option("--seed", g.seed, "of the random moves")->capture_default_str()->check(whole_number());
  return [options] { return run_openings(*options); };
}

}  // namespace thermodon::app
