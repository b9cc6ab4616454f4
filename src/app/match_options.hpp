// The flags of `match`, and what they come to.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "thermodon/lab/match.hpp"
#include "thermodon/lab/match_store.hpp"
#include "thermodon/lab/statistics.hpp"

namespace thermodon::app {

// The limits of a move as text, for all engines or one of them.
struct LimitOptions {
  std::string move_time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
};

struct MatchOptions {
  std::string a, b;
  std::vector<std::string> engines;  // instead of a and b: any number
  std::string format = "round-robin";
  std::size_t games = 100;
  LimitOptions limits, limits_a, limits_b;
  std::string grace = "200ms";
  std::string openings;
  int opening_plies = 4;
  int concurrency = 1;
  std::string sprt;
  double alpha = 0.05, beta = 0.05;
  std::string sprt_model = "normalized";
  bool play_out = false;
  std::uint64_t seed = 1;
  std::string record;
  std::string shard;
  bool json = false;
};

void declare_match_options(CLI::App& app, MatchOptions& options);

struct MatchPlan {
  lab::MatchManifest manifest;        // without runs
  std::vector<std::string> programs;  // see lab::RunInfo
  std::vector<lab::Opening> openings;
  std::vector<lab::GameTask> tasks;  // of this shard, by number
  lab::MatchSettings settings;
};

// Throws UsageError.
[[nodiscard]] MatchPlan make_plan(const MatchOptions& options);

}  // namespace thermodon::app
