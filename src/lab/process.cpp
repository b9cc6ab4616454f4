#include "lab/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

extern char** environ;

namespace thermodon::lab {
namespace {

constexpr std::size_t kMaxLine = std::size_t{64} << 10;
constexpr std::size_t kLastLines = 12;
constexpr std::size_t kShownLine = 300;
constexpr std::chrono::seconds kWritePatience{2};

void close_fd(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

int milliseconds_until(Process::Clock::time_point deadline) {
  using std::chrono::milliseconds;
  const auto left = std::chrono::ceil<milliseconds>(deadline - Process::Clock::now());
  return static_cast<int>(std::clamp<milliseconds::rep>(left.count(), 0, 60'000));
}

// The ends that the child gets; closed on our side once it runs.
struct ChildEnds {
  int input = -1, output = -1, errors = -1;
  ~ChildEnds() {
    close_fd(input);
    close_fd(output);
    close_fd(errors);
  }
};

int spawn(const std::vector<std::string>& arguments, const ChildEnds& ends, pid_t& pid) {
  std::vector<char*> argv;
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&files, ends.input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, ends.output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, ends.errors, STDERR_FILENO);
  // A group of its own, and the signals as a fresh program expects them.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const int problem = ::posix_spawnp(&pid, argv[0], &files, &attributes, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return problem;
}

}  // namespace

rules::Result<std::unique_ptr<Process>> Process::start(const std::vector<std::string>& arguments) {
  const auto system_error = [&](const char* what) {
    return rules::Error{arguments.front() + ": " + what + ": " + std::strerror(errno)};
  };
  std::unique_ptr<Process> process(new Process);
  ChildEnds ends;
  std::array<int, 2> in{}, out{}, err{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.data()) != 0) return system_error("no socket");
  process->input_ = in[0];
  ends.input = in[1];
  if (::pipe2(out.data(), O_CLOEXEC) != 0) return system_error("no pipe");
  process->output_.fd = out[0];
  ends.output = out[1];
  if (::pipe2(err.data(), O_CLOEXEC) != 0) return system_error("no pipe");
  process->errors_.fd = err[0];
  ends.errors = err[1];
  process->wake_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (process->wake_ < 0) return system_error("no eventfd");
  for (const int fd : {process->output_.fd, process->errors_.fd, process->input_})
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  if (const int problem = spawn(arguments, ends, process->pid_); problem != 0) {
    process->pid_ = -1;
    return rules::Error{arguments.front() + ": cannot be started: " + std::strerror(problem)};
  }
  return process;
}

Process::~Process() {
  if (pid_ > 0 && status_ < 0) {
    ::kill(-pid_, SIGKILL);
    ::waitpid(pid_, &status_, 0);
  }
  close_fd(input_);
  close_fd(output_.fd);
  close_fd(errors_.fd);
  close_fd(wake_);
}

bool Process::write_line(const std::string& line) {
  const std::string text = line + "\n";
  const auto deadline = Clock::now() + kWritePatience;
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t n = ::send(input_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (n > 0) {
      sent += static_cast<std::size_t>(n);
    } else if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
      pollfd wait{input_, POLLOUT, 0};
      if (::poll(&wait, 1, milliseconds_until(deadline)) == 0) return false;
    } else {
      return false;
    }
  }
  return true;
}

Process::Read Process::read_line(std::string& line, Clock::time_point deadline) {
  while (true) {
    if (!ready_.empty()) {
      line = std::move(ready_.front());
      ready_.pop_front();
      return Read::kLine;
    }
    if (budget_ == 0) return Read::kFlood;
    if (output_.fd < 0) return Read::kClosed;
    std::array<pollfd, 3> wait = {pollfd{output_.fd, POLLIN, 0}, pollfd{errors_.fd, POLLIN, 0},
                                  pollfd{wake_, POLLIN, 0}};
    const int ready = ::poll(wait.data(), wait.size(), milliseconds_until(deadline));
    if (ready < 0 && errno != EINTR) return Read::kClosed;
    if (wait[2].revents != 0) return Read::kInterrupted;
    if (ready == 0 && Clock::now() >= deadline) return Read::kTimeout;
    if (ready <= 0) continue;
    if (wait[1].revents != 0) drain(errors_, false);
    if (wait[0].revents != 0) drain(output_, true);
    // Whoever floods must not hold us past the deadline.
    if (ready_.empty() && Clock::now() >= deadline) return Read::kTimeout;
  }
}

void Process::drain(Stream& stream, bool is_output) {
  std::array<char, 16'384> buffer;
  const ssize_t n = ::read(stream.fd, buffer.data(), buffer.size());
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n <= 0) {
    close_fd(stream.fd);
    if (!stream.partial.empty()) keep(stream.partial);
    return;
  }
  budget_ -= std::min(budget_, static_cast<std::size_t>(n));
  for (ssize_t i = 0; i < n; ++i) {
    const char c = buffer[static_cast<std::size_t>(i)];
    if (c != '\n') {
      if (c != '\r' && stream.partial.size() < kMaxLine) stream.partial += c;
      continue;
    }
    keep(stream.partial);
    if (is_output) ready_.push_back(std::move(stream.partial));
    stream.partial.clear();
  }
}

void Process::keep(const std::string& line) {
  last_.push_back(line.substr(0, kShownLine));
  if (last_.size() > kLastLines) last_.pop_front();
}

void Process::interrupt() noexcept {
  const std::uint64_t one = 1;
  // It can only fail when the counter is full, and then it wakes as well.
  [[maybe_unused]] const auto written = ::write(wake_, &one, sizeof one);
}

std::string Process::last_lines() const {
  std::string text;
  for (const std::string& line : last_) text += (text.empty() ? "  | " : "\n  | ") + line;
  return text;
}

std::string Process::how_it_ended() {
  constexpr int kTries = 50;
  for (int i = 0; status_ < 0 && i < kTries; ++i) {
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {
      status_ = status;
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  if (status_ < 0) return "still running";
  if (WIFSIGNALED(status_))
    return "signal " + std::to_string(WTERMSIG(status_)) + " (" + ::strsignal(WTERMSIG(status_)) + ")";
  return "exit status " + std::to_string(WEXITSTATUS(status_));
}

}  // namespace thermodon::lab
