// What a subcommand is: a row in the table of commands.cpp, one source file each.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace thermodon::app {

// Exit statuses of the program.
inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;

// Wrong usage or configuration: one line that says what and how to mend it. Ends the program with kUsage.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What is run after the command line was read; returns the exit status.
using Action = std::function<int()>;

struct Command {
  std::string_view name;
  std::string_view summary;
  std::string_view example;  // shown at the end of --help
  // Declares the command's flags on `app`. Their storage must live in the action (a shared_ptr to a struct of
  // options).
  Action (*declare)(CLI::App& app);
};

[[nodiscard]] std::span<const Command> commands() noexcept;

Action declare_analyze(CLI::App& app);
Action declare_backup(CLI::App& app);
Action declare_bench(CLI::App& app);
Action declare_eval(CLI::App& app);
Action declare_evaluators(CLI::App& app);
Action declare_openings(CLI::App& app);
Action declare_perft(CLI::App& app);
Action declare_compare_evaluators(CLI::App& app);
Action declare_match(CLI::App& app);
Action declare_match_merge(CLI::App& app);
Action declare_records(CLI::App& app);
Action declare_play(CLI::App& app);
Action declare_report(CLI::App& app);
Action declare_tune(CLI::App& app);
Action declare_solve(CLI::App& app);
Action declare_uci(CLI::App& app);
Action declare_serve(CLI::App& app);
Action declare_join(CLI::App& app);
Action declare_users(CLI::App& app);

// Checks a flag that holds a whole number from `least` on. (CLI11 would take -1 for the greatest number.)
[[nodiscard]] CLI::Validator whole_number(std::uint64_t least = 0);

// The value of `result`, or its error as a UsageError.
template <class R>
auto value_or_usage_error(R&& result) {
  if (!result.ok()) throw UsageError(result.error());
  return std::forward<R>(result).value();
}

}  // namespace thermodon::app
