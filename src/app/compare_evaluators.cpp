#include <fmt/core.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/read_games.hpp"
#include "thermodon/eval/registry.hpp"
#include "thermodon/lab/compare.hpp"

namespace thermodon::app {
namespace {

using nlohmann::ordered_json;

struct CompareOptions {
  std::vector<std::string> files;
  lab::ComparisonSettings settings;
  std::string curves;
  bool json = false;
};

ordered_json to_json(const lab::EvaluatorReport& r) {
  ordered_json out = {{"evaluator", r.name},
                      {"evaluations_per_second", std::round(r.evaluations_per_second)},
                      {"top1", r.top1},
                      {"top5", r.top5},
                      {"top20", r.top20}};
  for (std::size_t i = 0; i < r.by_phase.size(); ++i)
    out[lab::kPhaseNames[i]] = {{"positions", r.by_phase[i].positions},
                                {"right_side", r.by_phase[i].right_side},
                                {"separation", r.by_phase[i].separation}};
  return out;
}

void print_tables(const lab::Comparison& c) {
  fmt::print("{} games ({} with a known winner), {} positions\n\n", c.games, c.games_with_winner,
             c.positions);
  fmt::print("{:<28} {:>10} {:>7} {:>7} {:>7}\n", "move played is in the best", "evals/s", "1", "5", "20");
  for (const auto& e : c.evaluators)
    fmt::print("{:<28} {:>10.0f} {:>6.1f}% {:>6.1f}% {:>6.1f}%\n", e.name, e.evaluations_per_second,
               100 * e.top1, 100 * e.top5, 100 * e.top20);
  fmt::print("\n{:<28}", "right side / separation in");
  for (std::size_t i = 0; i < lab::kPhaseNames.size(); ++i)
    fmt::print(" {:>20}",
               fmt::format("{} ({})", lab::kPhaseNames[i], c.evaluators.front().by_phase[i].positions));
  fmt::print("\n");
  for (const auto& e : c.evaluators) {
    fmt::print("{:<28}", e.name);
    for (const auto& p : e.by_phase)
      fmt::print(" {:>20}", p.positions == 0
                                ? std::string("-")
                                : fmt::format("{:.1f}% / {:.3f}", 100 * p.right_side, p.separation));
    fmt::print("\n");
  }
  fmt::print("\n{:<28}", "same best move, %");
  for (std::size_t a = 0; a < c.evaluators.size(); ++a) fmt::print(" {:>5}", a + 1);
  fmt::print("\n");
  for (std::size_t a = 0; a < c.evaluators.size(); ++a) {
    fmt::print("{:<28}", fmt::format("{:>2} {}", a + 1, c.evaluators[a].name));
    for (const double share : c.agreement[a]) fmt::print(" {:>5.1f}", 100 * share);
    fmt::print("\n");
  }
}

void write_curves(const std::string& path, const std::vector<game::GameRecord>& records,
                  const std::vector<std::string>& evaluators) {
  std::ofstream out(path);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto curves = value_or_usage_error(lab::score_curves(records[i], evaluators));
    ordered_json line = {{"game", i + 1}, {"black", records[i].black}, {"white", records[i].white}};
    for (std::size_t e = 0; e < evaluators.size(); ++e) line["scores"][evaluators[e]] = curves[e];
    out << line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) << '\n';
  }
  if (!out.flush()) throw UsageError("compare-evaluators: --curves " + path + ": cannot be written");
}

int run_compare(CompareOptions& options) {
  auto& settings = options.settings;
  if (settings.evaluators.empty())
    for (const auto& info : eval::evaluators()) settings.evaluators.emplace_back(info.name);
  const auto records = read_games("compare-evaluators", options.files);
  std::mutex mutex;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const auto progress = [&](std::size_t done) {
    const std::lock_guard lock(mutex);
    if (terminal) std::cerr << "\r\033[K" << done << " positions" << std::flush;
  };
  const auto comparison = value_or_usage_error(lab::compare_evaluators(records, settings, progress));
  if (terminal) std::cerr << "\r\033[K" << std::flush;
  if (options.json) {
    for (const auto& e : comparison.evaluators) std::cout << to_json(e).dump() << '\n';
    std::cout << ordered_json{{"games", comparison.games},
                              {"games_with_winner", comparison.games_with_winner},
                              {"positions", comparison.positions},
                              {"agreement", comparison.agreement}}
                     .dump()
              << '\n';
  } else {
    print_tables(comparison);
  }
  if (!options.curves.empty()) write_curves(options.curves, records, settings.evaluators);
  return kDone;
}

}  // namespace

Action declare_compare_evaluators(CLI::App& app) {
  auto options = std::make_shared<CompareOptions>();
  auto& s = options->settings;
  app.add_option("files", options->files, "games: SGF or JSON lines")->required();
  app.add_option("--evaluator", s.evaluators,
                 "once for each, with parameters as name,key=value; all when left out");
  app.add_option("--positions", s.positions, "how many are drawn from the games")
      ->capture_default_str()
      ->check(CLI::Range(1, 100'000'000));
  app.add_option("--seed", s.seed, "of the draw")->capture_default_str()->check(whole_number());
  app.add_option("--threads", s.threads, "work on this many positions at once")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  app.add_option("--curves", options->curves,
                 "file for each evaluator's scores along every game, as JSON lines");
  app.add_flag("--json", options->json, "JSON lines: one an evaluator, then the whole");
  return [options] { return run_compare(*options); };
}

}  // namespace thermodon::app
