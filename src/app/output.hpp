// What the long-running commands write, by threads of their own: who does not read it, or goes away, must not
// stop a game.
#pragma once

#include <spdlog/logger.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

namespace thermodon::app {

struct LogOptions {
  std::string level = "info";
  std::string file;
};
void add_log_flags(CLI::App& app, LogOptions& options);

// Writes to stderr from `level` on, and to a rotating file (three of at most 10 MB) from debug on at least.
// While nobody reads, the oldest of some thousand lines give way to new ones; what is left is written when
// the logger goes. Throws UsageError for a level that there is not and a file that cannot be written.
[[nodiscard]] std::shared_ptr<spdlog::logger> make_logger(const LogOptions& options, const std::string& name);

// The same for lines to stdout, as they are.
[[nodiscard]] std::shared_ptr<spdlog::logger> make_line_writer();

// A reader of our output that ends, and a file that may not grow, are failed writes, not the program's end.
void survive_failed_writes();

}  // namespace thermodon::app
