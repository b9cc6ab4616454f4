// A child process that is talked to in lines.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "thermodon/rules/result.hpp"

namespace thermodon::lab {

// Used by one thread, except interrupt(). The child runs in a process group of its own, so that a Ctrl-C
// meant for us does not reach it. The destructor kills it.
class Process {
 public:
  using Clock = std::chrono::steady_clock;

  // `arguments[0]` is looked up in PATH. An error says why it could not be started.
  [[nodiscard]] static rules::Result<std::unique_ptr<Process>> start(
      const std::vector<std::string>& arguments);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // False when the child no longer reads, or does not read for two seconds.
  bool write_line(const std::string& line);

  enum class Read : std::uint8_t { kLine, kTimeout, kClosed, kFlood, kInterrupted };
  // The next line without its end. Lines longer than 64 KiB are cut. kFlood when more than `budget` bytes
  // were read since the last refill().
  Read read_line(std::string& line, Clock::time_point deadline);
  void refill() noexcept { budget_ = kBudget; }
  // From any thread: a read_line that waits, and every later one, returns kInterrupted.
  void interrupt() noexcept;

  // The last lines of its output and error output, oldest first, for a report.
  [[nodiscard]] std::string last_lines() const;
  // How it ended ("exit status 3", "signal 11 (Segmentation fault)") or "still running"; waits a moment for
  // it.
  [[nodiscard]] std::string how_it_ended();

 private:
  static constexpr std::size_t kBudget = std::size_t{16} << 20;

  // A stream of bytes to lines.
  struct Stream {
    int fd = -1;
    std::string partial;
  };

  Process() = default;
  void drain(Stream& stream, bool is_output);
  void keep(const std::string& line);

  pid_t pid_ = -1;
  int status_ = -1;  // of waitpid, once it has ended
  int input_ = -1;   // a socket, so that a dead child gives an error and no SIGPIPE
  Stream output_, errors_;
  int wake_ = -1;  // eventfd
  std::size_t budget_ = kBudget;
  std::deque<std::string> ready_;  // lines of output not yet read
  std::deque<std::string> last_;
};

}  // namespace thermodon::lab
