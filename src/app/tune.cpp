#include "thermodon/lab/tune.hpp"

#include <fmt/core.h>

#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/read_games.hpp"

namespace thermodon::app {
namespace {

struct TuneOptions {
  std::vector<std::string> files;
  std::string weights;
  std::string output;
  lab::TuneSettings settings;
  bool json = false;
};

nlohmann::ordered_json tune_measure_json(const lab::TuneMeasure& m) {
  return {{"log_loss", m.log_loss}, {"right_side", m.right_side}};
}

void print_tune_measures(const char* which, std::size_t games, std::size_t positions,
                         const lab::TuneMeasure& before, const lab::TuneMeasure& after) {
  fmt::print("{} {} games, {} positions\n", which, games, positions);
  if (positions == 0) return;
  fmt::print("  before  log loss {:.4f}, right side {:.1f}%\n", before.log_loss, 100 * before.right_side);
  fmt::print("  after   log loss {:.4f}, right side {:.1f}%\n", after.log_loss, 100 * after.right_side);
}

void print_tuning(const lab::TuneResult& r) {
  print_tune_measures("fitted to", r.games, r.positions, r.before, r.after);
  print_tune_measures("held out", r.held_out_games, r.held_out_positions, r.held_out_before,
                      r.held_out_after);
  fmt::print("log-odds a square:");
  for (std::size_t i = 0; i < r.log_odds_per_square.size(); ++i)
    fmt::print(" {:.3f} (w {})", r.log_odds_per_square[i], r.weights.rows[i].w);
  fmt::print("\n");
  std::fflush(stdout);
}

int run_tune(TuneOptions& options) {
  if (!options.weights.empty())
    options.settings.start = value_or_usage_error(eval::amazong_weights({{"weights", options.weights}}));
  // Before the work, so that a wrong path does not cost it.
  std::ofstream file;
  if (!options.output.empty()) {
    file.open(options.output, std::ios::app);
    if (!file) throw UsageError("tune: --output " + options.output + ": cannot be written");
    file.close();
  }
  const auto games = read_games("tune", options.files);
  const auto result =
      value_or_usage_error(lab::tune_amazong(games, options.settings, [](int round, double loss) {
        std::cerr << fmt::format("round {}: log loss {:.5f}\n", round, loss);
      }));
  const std::string weights = lab::weights_json(result.weights);
  if (options.json)
    std::cout << nlohmann::ordered_json{{"games", result.games},
                                        {"positions", result.positions},
                                        {"held_out_games", result.held_out_games},
                                        {"held_out_positions", result.held_out_positions},
                                        {"before", tune_measure_json(result.before)},
                                        {"after", tune_measure_json(result.after)},
                                        {"held_out_before", tune_measure_json(result.held_out_before)},
                                        {"held_out_after", tune_measure_json(result.held_out_after)},
                                        {"weights", nlohmann::ordered_json::parse(weights)}}
                     .dump()
              << '\n';
  else
    print_tuning(result);
  if (options.output.empty()) {
    if (!options.json) std::cout << weights;
    return kDone;
  }
  file.open(options.output, std::ios::trunc);
  if (!(file << weights << std::flush))
    throw std::runtime_error("--output " + options.output + ": cannot be written");
  return kDone;
}

}  // namespace

Action declare_tune(CLI::App& app) {
  auto options = std::make_shared<TuneOptions>();
  lab::TuneSettings& s = options->settings;
  app.add_option("files", options->files, "games with results: SGF or JSON lines")->required();
  app.add_option("--output", options->output, "file for the weights; on stdout when left out");
  app.add_option("--weights", options->weights,
                 "begin with this file's; with amazong's defaults when left out");
  app.add_option("--from-ply", s.from_ply, "positions before it are left out")
      ->capture_default_str()
      ->check(CLI::Range(0, 90));
  app.add_option("--held-out", s.held_out,
                 "measure on every so-manieth game and do not fit to it; 0: fit to all")
      ->capture_default_str()
      ->check(CLI::Range(0, 1'000));
  app.add_option("--pull", s.pull, "the start weights count like so many positions")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1e9));
  app.add_option("--score-share", s.score_share,
                 "fit to the scores that the records hold, in this share, and to the results in the rest")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--scale", s.scale, "with --score-share: squares that change the odds of winning by e")
      ->capture_default_str()
      ->check(CLI::Range(0.1, 100.0));
  app.add_option("--rounds", s.rounds, "of fitting weights and enclosure costs in turn")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000));
  app.add_option("--seed", s.seed, "of the choice of the held-out games")
      ->capture_default_str()
      ->check(whole_number());
  app.add_flag("--json", options->json, "the result as one line of JSON");
  return [options] { return run_tune(*options); };
}

}  // namespace thermodon::app
