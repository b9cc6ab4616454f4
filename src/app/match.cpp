#include <csignal>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/match_options.hpp"
#include "app/match_report.hpp"
#include "thermodon/lab/match.hpp"
#include "thermodon/lab/tally.hpp"

namespace thermodon::app {
namespace {

// Ctrl-C: the first one lets the running games end, the second drops them.
volatile std::sig_atomic_t interrupts = 0;
extern "C" void on_interrupt(int) { interrupts = interrupts + 1; }

int run_match(const MatchOptions& options) {
  const MatchPlan plan = make_plan(options);
  lab::Tally tally(plan.engines.size());
  lab::Match match(plan.engines, plan.openings, plan.settings);
  MatchReporter reporter(plan, options.json);

  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  reporter.begin(tally);
  const auto on_game = [&](const lab::FinishedGame& game) {
    tally.add(game.task, game.record);
    reporter.on_game(game, tally);
    return !reporter.decided();
  };
  {
    const Watch watch([&] {
      if (interrupts == 1) match.stop();
      if (interrupts > 1) match.abort();
      reporter.tick();
    });
    match.run(plan.tasks, on_game);
  }
  reporter.finish(tally, interrupts > 0);
  return kDone;
}

}  // namespace

Action declare_match(CLI::App& app) {
  auto options = std::make_shared<MatchOptions>();
  declare_match_options(app, *options);
  return [options] { return run_match(*options); };
}

}  // namespace thermodon::app
