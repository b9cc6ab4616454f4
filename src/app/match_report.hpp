// What `match` shows: progress while it runs, the report at its end.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "app/match_options.hpp"
#include "thermodon/lab/tally.hpp"

namespace thermodon::app {

// Calls `check` about five times a second from its own thread until destroyed.
class Watch {
 public:
  explicit Watch(std::function<void()> check);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  std::function<void()> check_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
};

// The result on stdout: for people, or the one JSON line that ends `match --json`. `planned` is the number of
// games that the match would have.
void print_report(const lab::MatchManifest& manifest, const lab::Tally& tally, std::size_t planned);
void print_json_report(const lab::MatchManifest& manifest, const lab::Tally& tally);

// Progress goes to stderr: one line that is rewritten on a terminal, else a line now and then. Calls may come
// from several threads.
class MatchReporter {
 public:
  MatchReporter(const lab::MatchManifest& manifest, std::size_t planned, bool json);

  // `tally` holds what earlier runs of this match played.
  void begin(const lab::Tally& tally);
  void on_game(const lab::FinishedGame& game, const lab::Tally& tally);
  void tick();
  void finish(const lab::Tally& tally);
  void warn(const std::string& text);
  // True once the SPRT has ended.
  [[nodiscard]] bool decided() const noexcept { return decided_; }

 private:
  [[nodiscard]] std::string status(const lab::Tally& tally) const;
  void show(const std::string& line);
  void judge(const lab::Tally& tally);

  const lab::MatchManifest& manifest_;
  std::size_t planned_;
  bool json_;
  bool terminal_;
  std::chrono::steady_clock::time_point began_, shown_;
  std::size_t games_before_ = 0;
  std::mutex mutex_;  // guards all that follows, and the streams
  std::string status_;
  bool fresh_ = false;
  std::atomic<bool> decided_{false};
};

}  // namespace thermodon::app
