#include "app/output.hpp"

#include <spdlog/async_logger.h>
#include <spdlog/details/thread_pool.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <algorithm>
#include <csignal>
#include <vector>

#include "app/command.hpp"

namespace thermodon::app {
namespace {

// A logger and the thread that writes for it, which ends after what was handed to it is written.
struct Writer {
  std::shared_ptr<spdlog::details::thread_pool> thread;
  std::shared_ptr<spdlog::async_logger> log;
};

std::shared_ptr<spdlog::logger> on_own_thread(const std::string& name,
                                              const std::vector<spdlog::sink_ptr>& sinks) {
  constexpr std::size_t kLines = 8192;
  auto writer = std::make_shared<Writer>();
  writer->thread = std::make_shared<spdlog::details::thread_pool>(kLines, 1);
  writer->log = std::make_shared<spdlog::async_logger>(name, sinks.begin(), sinks.end(), writer->thread,
                                                       spdlog::async_overflow_policy::overrun_oldest);
  writer->log->flush_on(spdlog::level::info);
  // A full disk must not end the program.
  writer->log->set_error_handler([](const std::string&) {});
  return {writer, writer->log.get()};
}

}  // namespace

void add_log_flags(CLI::App& app, LogOptions& o) {
  app.add_option("--log-level", o.level, "of what goes to stderr: trace, debug, info, warn, error, off")
      ->capture_default_str();
  app.add_option("--log-file", o.file, "also log into this file, from debug on; it rotates at 10 MB");
}

std::shared_ptr<spdlog::logger> make_logger(const LogOptions& o, const std::string& name) {
  const auto level = spdlog::level::from_str(o.level == "error" ? "err" : o.level);
  if (level == spdlog::level::off && o.level != "off")
    throw UsageError("--log-level " + o.level + ": write trace, debug, info, warn, error or off");
  auto console = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
  console->set_level(level);
  std::vector<spdlog::sink_ptr> sinks{console};
  auto lowest = level;
  if (!o.file.empty()) {
    constexpr std::size_t kSize = 10 << 20;
    constexpr std::size_t kFiles = 3;
    try {
      auto file = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(o.file, kSize, kFiles);
      file->set_level(std::min(level, spdlog::level::debug));
      lowest = std::min(lowest, spdlog::level::debug);
      sinks.push_back(std::move(file));
    } catch (const spdlog::spdlog_ex& e) {
      throw UsageError("--log-file " + o.file + ": cannot be written: " + e.what());
    }
  }
  auto log = on_own_thread(name, sinks);
  log->set_level(lowest);
  log->set_pattern("%Y-%m-%d %H:%M:%S.%e %^%-5l%$ %v");
  return log;
}

std::shared_ptr<spdlog::logger> make_line_writer() {
  auto out = on_own_thread("stdout", {std::make_shared<spdlog::sinks::stdout_sink_mt>()});
  out->set_pattern("%v");
  return out;
}

void survive_failed_writes() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace thermodon::app
