#include "support/run_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace thermodon::tests {
namespace {

using Pipe = std::array<int, 2>;

Pipe make_pipe() {
  Pipe ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
  return ends;
}

[[noreturn]] void become(const std::string& program, const std::vector<std::string>& arguments,
                         const Pipe& in, const Pipe& out, const Pipe& err) {
  dup2(in[0], STDIN_FILENO);
  dup2(out[1], STDOUT_FILENO);
  dup2(err[1], STDERR_FILENO);
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const auto& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  execv(program.c_str(), argv.data());
  _exit(127);
}

// Moves bytes between the child and us until it closed both outputs or the time is up. True when it closed
// them.
bool pump(int in, int out, int err, const std::string& input, ProgramRun& run,
          std::chrono::steady_clock::time_point until) {
  std::size_t written = 0;
  bool out_open = true, err_open = true;
  if (input.empty()) close(in);
  bool in_open = !input.empty();
  while (out_open || err_open) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now())
            .count();
    if (left <= 0) break;
    std::array<pollfd, 3> fds = {pollfd{out_open ? out : -1, POLLIN, 0},
                                 pollfd{err_open ? err : -1, POLLIN, 0},
                                 pollfd{in_open ? in : -1, POLLOUT, 0}};
    if (poll(fds.data(), fds.size(), static_cast<int>(left)) <= 0) continue;
    const auto drain = [](const pollfd& fd, std::string& text, bool& open) {
      if (fd.revents == 0) return;
      std::array<char, 4096> buffer;
      const ssize_t n = read(fd.fd, buffer.data(), buffer.size());
      if (n > 0)
        text.append(buffer.data(), static_cast<std::size_t>(n));
      else
        open = false;
    };
    drain(fds[0], run.out, out_open);
    drain(fds[1], run.err, err_open);
    if (fds[2].revents != 0) {
      const ssize_t n = write(in, input.data() + written, input.size() - written);
      if (n > 0) written += static_cast<std::size_t>(n);
      if (n <= 0 || written == input.size()) {
        close(in);
        in_open = false;
      }
    }
  }
  if (in_open) close(in);
  return !out_open && !err_open;
}

std::string temporary_name() {
  const char* base = std::getenv("TMPDIR");
  return std::string(base != nullptr ? base : "/tmp") + "/thermodon-test-XXXXXX";
}

}  // namespace

ProgramRun run_program(const std::string& program, const std::vector<std::string>& arguments,
                       const std::string& input, int seconds) {
  std::signal(SIGPIPE, SIG_IGN);
  const Pipe in = make_pipe(), out = make_pipe(), err = make_pipe();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) become(program, arguments, in, out, err);
  close(in[0]);
  close(out[1]);
  close(err[1]);
  ProgramRun run;
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  const bool ended = pump(in[1], out[0], err[0], input, run, until);
  if (!ended) kill(child, SIGKILL);
  close(out[0]);
  close(err[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!ended)
    run.status = 124;
  else
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return run;
}

TemporaryFile::TemporaryFile(const std::string& text) : path_(temporary_name()) {
  const int fd = mkstemp(path_.data());
  if (fd < 0) throw std::runtime_error("mkstemp failed");
  close(fd);
  std::ofstream(path_) << text;
}
TemporaryFile::~TemporaryFile() { std::filesystem::remove(path_); }

TemporaryFolder::TemporaryFolder() : path_(temporary_name()) {
  if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
}
TemporaryFolder::~TemporaryFolder() { std::filesystem::remove_all(path_); }

}  // namespace thermodon::tests
