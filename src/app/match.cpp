#include <csignal>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <set>

#include "app/command.hpp"
#include "app/match_options.hpp"
#include "app/match_report.hpp"
#include "thermodon/game/date.hpp"
#include "thermodon/lab/match.hpp"
#include "thermodon/lab/match_store.hpp"
#include "thermodon/lab/tally.hpp"

namespace thermodon::app {
namespace {

// Ctrl-C: the first one lets the running games end, the second drops them, the third ends the program.
volatile std::sig_atomic_t interrupts = 0;
extern "C" void on_interrupt(int signal) {
  interrupts = interrupts + 1;
  if (interrupts < 3) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// The command line of this process, word by word.
std::vector<std::string> own_command() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

lab::MatchStore open_store(const MatchPlan& plan, const std::string& folder) {
  lab::MatchManifest manifest = plan.manifest;
  manifest.runs.push_back(
      {own_command(), THERMODON_VERSION, game::utc_now(), lab::describe_machine(), plan.programs});
  auto store = lab::MatchStore::open(folder, manifest);
  if (!store.ok()) throw UsageError("match: --record " + store.error());
  return std::move(store).value();
}

// Counts what was played before and takes it out of the tasks. What is beyond the games now asked for is left
// alone.
void resume(MatchPlan& plan, const lab::MatchStore& store, const std::string& folder, lab::Tally& tally) {
  std::map<std::size_t, const lab::GameTask*> tasks;
  for (const auto& task : plan.tasks) tasks.emplace(task.game, &task);
  std::set<std::size_t> played;
  for (const lab::FinishedGame& game : store.earlier_games()) {
    const auto task = tasks.find(game.task.game);
    if (task == tasks.end()) continue;
    if (!(*task->second == game.task) || !begins_with(game.record, plan.openings[game.task.opening]))
      throw UsageError(
          "match: --record " + folder + ": game " + std::to_string(game.task.game + 1) +
          " there began otherwise (other openings or another number of engines); name another folder");
    if (played.insert(game.task.game).second) tally.add(game.task, game.record);
  }
  std::erase_if(plan.tasks, [&](const lab::GameTask& task) { return played.contains(task.game); });
}

int run_match(const MatchOptions& options) {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  MatchPlan plan = make_plan(options);
  const std::size_t planned = plan.tasks.size();
  lab::Tally tally(plan.manifest.engines.size());
  std::optional<lab::MatchStore> store;
  if (!options.record.empty()) {
    store = open_store(plan, options.record);
    resume(plan, *store, options.record, tally);
  }
  lab::Match match(plan.manifest.engines, plan.openings, plan.settings);
  MatchReporter reporter(plan.manifest, planned, options.json);
  reporter.begin(tally);

  bool told = false;
  const auto on_game = [&](const lab::FinishedGame& game) {
    tally.add(game.task, game.record);
    reporter.on_game(game, tally);
    if (store && !store->add(game) && !told) {
      told = true;
      reporter.warn("--record " + options.record +
                    ": cannot be written any more; the match goes on unrecorded");
    }
    return !reporter.decided();
  };
  if (!reporter.decided()) {
    const Watch watch([&] {
      if (interrupts == 1) match.stop();
      if (interrupts > 1) match.abort();
      reporter.tick();
    });
    match.run(plan.tasks, on_game);
  }
  reporter.finish(tally);
  return kDone;
}

}  // namespace

Action declare_match(CLI::App& app) {
  auto options = std::make_shared<MatchOptions>();
  declare_match_options(app, *options);
  return [options] { return run_match(*options); };
}

}  // namespace thermodon::app
