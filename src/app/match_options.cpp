#include "app/match_options.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

#include "app/command.hpp"
#include "app/duration.hpp"
#include "thermodon/lab/player.hpp"

namespace thermodon::app {
namespace {

constexpr std::chrono::milliseconds kDefaultMoveTime{100};

void add_limits(CLI::App& app, LimitOptions& limits, const std::string& suffix, const std::string& whose) {
  app.add_option("--move-time" + suffix, limits.move_time, "time of a move" + whose + ", e.g. 100ms or 1s");
  app.add_option("--nodes" + suffix, limits.nodes, "nodes of a move" + whose)->check(whole_number(1));
  app.add_option("--depth" + suffix, limits.depth, "plies searched" + whose)->check(CLI::Range(1, 100));
}

bool empty(const LimitOptions& limits) { return limits.move_time.empty() && !limits.nodes && !limits.depth; }

// A side's own limits replace the common ones as a whole.
lab::TurnLimits limits_of(const LimitOptions& common, const LimitOptions& own, const std::string& suffix) {
  const bool use_own = !empty(own);
  const LimitOptions& from = use_own ? own : common;
  lab::TurnLimits limits;
  if (!from.move_time.empty())
    limits.move_time = parse_duration(from.move_time, "--move-time" + (use_own ? suffix : ""));
  limits.nodes = from.nodes;
  limits.depth = from.depth;
  if (empty(from)) limits.move_time = kDefaultMoveTime;
  return limits;
}

std::vector<lab::EngineEntry> engines_of(const MatchOptions& options, std::vector<std::string>& programs) {
  std::vector<std::string> specs = options.engines;
  if (specs.empty() && !options.a.empty() && !options.b.empty()) specs = {options.a, options.b};
  if (specs.size() < 2 || (!options.engines.empty() && !(options.a.empty() && options.b.empty())))
    throw UsageError("match: give two engines as --a SPEC --b SPEC, or two or more as --engine SPEC each");
  std::vector<lab::EngineEntry> entries;
  for (const std::string& spec : specs) {
    auto player = lab::make_player(spec);
    if (!player.ok()) throw UsageError("match: " + player.error());
    programs.push_back(player.value()->identify());
    const bool is_a = options.engines.empty() && entries.empty();
    const bool is_b = options.engines.empty() && entries.size() == 1;
    const LimitOptions none;
    const LimitOptions& own = is_a ? options.limits_a : is_b ? options.limits_b : none;
    std::string name = spec;
    for (int copy = 2;
         std::any_of(entries.begin(), entries.end(), [&](const auto& e) { return e.name == name; }); ++copy)
      name = spec + "#" + std::to_string(copy);
    entries.push_back({spec, name, limits_of(options.limits, own, is_a ? "-a" : "-b")});
  }
  return entries;
}

std::vector<lab::Opening> openings_of(const MatchOptions& options) {
  if (options.openings.empty()) {
    lab::OpeningGenerator generator;
    generator.seed = options.seed;
    generator.plies = options.opening_plies;
    return value_or_usage_error(lab::generate_openings(generator, (options.games + 1) / 2));
  }
  std::ifstream file(options.openings, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open())
    throw UsageError("match: --openings " + options.openings +
                     ": cannot be read; give a file of positions (config/openings.txt) or of games");
  auto openings = lab::parse_openings(text, static_cast<std::size_t>(options.opening_plies));
  if (!openings.ok()) throw UsageError("match: --openings " + options.openings + ": " + openings.error());
  return std::move(openings).value();
}

std::optional<lab::SprtSettings> sprt_of(const MatchOptions& options, std::size_t engines) {
  if (options.sprt.empty()) return std::nullopt;
  lab::SprtSettings sprt;
  const char* const end = options.sprt.data() + options.sprt.size();
  const auto [middle, problem] = std::from_chars(options.sprt.data(), end, sprt.elo0);
  const bool comma = problem == std::errc() && middle != end && *middle == ',';
  const auto second = comma ? std::from_chars(middle + 1, end, sprt.elo1)
                            : std::from_chars_result{end, std::errc::invalid_argument};
  constexpr double kMost = 200;
  if (second.ec != std::errc() || second.ptr != end || !(sprt.elo0 < sprt.elo1) || sprt.elo0 < -kMost ||
      sprt.elo1 > kMost)
    throw UsageError("match: --sprt " + options.sprt +
                     ": give two Elo differences, the smaller first, e.g. 0,10");
  if (engines != 2) throw UsageError("match: --sprt compares two engines, not " + std::to_string(engines));
  if (!options.shard.empty())
    throw UsageError(
        "match: --sprt with --shard: a share cannot tell when the whole is decided; leave one out");
  sprt.alpha = options.alpha;
  sprt.beta = options.beta;
  sprt.model = *lab::parse_elo_model(options.sprt_model);
  return sprt;
}

// "2/8" keeps every eighth pair, from the second on.
std::vector<lab::GameTask> shard_of(std::vector<lab::GameTask> tasks, const std::string& shard) {
  if (shard.empty()) return tasks;
  std::size_t index = 0, count = 0;
  const char* const end = shard.data() + shard.size();
  const auto [middle, problem] = std::from_chars(shard.data(), end, index);
  const bool slash = problem == std::errc() && middle != end && *middle == '/';
  if (!slash || std::from_chars(middle + 1, end, count).ptr != end || index < 1 || index > count)
    throw UsageError("match: --shard " + shard + ": write I/N with I from 1 to N, e.g. 2/8");
  std::erase_if(tasks, [&](const lab::GameTask& task) { return task.pair % count != index - 1; });
  return tasks;
}

}  // namespace

void declare_match_options(CLI::App& app, MatchOptions& options) {
  app.add_option("--a", options.a, "first engine: searcher:evaluator[,key=value...] or uci:PATH");
  app.add_option("--b", options.b, "second engine");
  app.add_option("--engine", options.engines, "instead of --a and --b, once for each of several engines");
  app.add_option("--format", options.format,
                 "of several engines: round-robin, or gauntlet (first against the others)")
      ->capture_default_str()
      ->check(CLI::IsMember({"round-robin", "gauntlet"}));
  app.add_option("--games", options.games, "games of each pairing, in pairs with colours exchanged")
      ->capture_default_str()
      ->check(CLI::Range(1, 10'000'000));
  add_limits(app, options.limits, "", " (100ms when no limit is given)");
  add_limits(app, options.limits_a, "-a", " for --a alone");
  add_limits(app, options.limits_b, "-b", " for --b alone");
  app.add_option("--grace", options.grace, "a move that comes this much after its time loses")
      ->capture_default_str();
  app.add_option("--openings", options.openings,
                 "file of positions (config/openings.txt) or of games; balanced random ones when left out");
  app.add_option("--opening-plies", options.opening_plies, "plies of random openings and of SGF games used")
      ->capture_default_str()
      ->check(CLI::Range(0, 40));
  app.add_option("--concurrency", options.concurrency, "games at the same time")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  app.add_option("--sprt", options.sprt, "elo0,elo1: stop when one of them is proved, e.g. 0,10");
  app.add_option("--alpha", options.alpha, "SPRT: chance of a false gain")
      ->capture_default_str()
      ->check(CLI::Range(0.0001, 0.49));
  app.add_option("--beta", options.beta, "SPRT: chance of a missed gain")
      ->capture_default_str()
      ->check(CLI::Range(0.0001, 0.49));
  app.add_option("--sprt-model", options.sprt_model, "SPRT: Elo as normalized or logistic")
      ->capture_default_str()
      ->check(CLI::IsMember({"normalized", "logistic"}));
  app.add_option("--seed", options.seed, "of openings and random players")
      ->capture_default_str()
      ->check(whole_number());
  app.add_flag("--play-out", options.play_out, "go on with games whose filling is decided by exact count");
  app.add_option("--record", options.record,
                 "folder for records and state; running the same match again goes on where it was stopped");
  app.add_option("--shard", options.shard,
                 "I/N: play only the I-th of N shares of the pairs; see match-merge");
  app.add_flag("--json", options.json, "JSON lines: one a game, the result last");
}

MatchPlan make_plan(const MatchOptions& options) {
  MatchPlan plan;
  lab::MatchManifest& m = plan.manifest;
  m.engines = engines_of(options, plan.programs);
  m.format = *lab::parse_format(options.format);
  m.games = options.games;
  m.seed = options.seed;
  m.grace = parse_duration(options.grace, "--grace");
  m.adjudicate = !options.play_out;
  m.shard = options.shard;
  m.sprt = sprt_of(options, m.engines.size());
  plan.openings = openings_of(options);
  m.openings = plan.openings.size();
  plan.tasks =
      shard_of(lab::schedule(m.engines.size(), options.games, plan.openings.size(), m.format), options.shard);
  plan.settings.concurrency = options.concurrency;
  plan.settings.grace = m.grace;
  plan.settings.seed = m.seed;
  plan.settings.adjudicate = m.adjudicate;
  return plan;
}

}  // namespace thermodon::app
