#include <memory>

#include "app/command.hpp"
#include "app/match_report.hpp"
#include "thermodon/lab/match_store.hpp"
#include "thermodon/lab/tally.hpp"

namespace thermodon::app {
namespace {

struct MergeOptions {
  std::vector<std::string> folders;
  std::string record;
  bool json = false;
};

int run_merge(const MergeOptions& options) {
  std::vector<lab::StoredMatch> matches;
  for (const std::string& folder : options.folders)
    matches.push_back(value_or_usage_error(lab::load_match(folder)));
  const auto merged = value_or_usage_error(lab::merge_matches(std::move(matches)));
  const lab::MatchManifest& manifest = merged.manifest;
  lab::Tally tally(manifest.engines.size());
  for (const lab::FinishedGame& game : merged.games) tally.add(game.task, game.record);
  if (!options.record.empty()) {
    auto store = value_or_usage_error(lab::MatchStore::open(options.record, manifest));
    if (!store.earlier_games().empty())
      throw UsageError("match-merge: --record " + options.record +
                       ": holds games already; name another folder");
    for (const lab::FinishedGame& game : merged.games)
      if (!store.add(game)) throw std::runtime_error(options.record + ": cannot be written");
  }
  const std::size_t planned =
      lab::schedule(manifest.engines.size(), manifest.games, manifest.openings, manifest.format).size();
  if (options.json)
    print_json_report(manifest, tally);
  else
    print_report(manifest, tally, planned);
  return kDone;
}

}  // namespace

Action declare_match_merge(CLI::App& app) {
  auto options = std::make_shared<MergeOptions>();
  app.add_option("folders", options->folders, "folders that match --record wrote, one a shard")->required();
  app.add_option("--record", options->record, "folder to write the whole match to");
  app.add_flag("--json", options->json, "the result as match --json prints it");
  return [options] { return run_merge(*options); };
}

}  // namespace thermodon::app
