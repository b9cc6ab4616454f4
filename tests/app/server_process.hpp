// `thermodon serve` as a process. Only for test programs that define THERMODON_BINARY.
#pragma once

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/spawn.hpp"

namespace thermodon::tests {

// A server that runs until it is told or made to end.
class ServerProcess {
 public:
  explicit ServerProcess(std::vector<std::string> arguments, std::uint16_t wanted_port = 0) {
    arguments.insert(arguments.begin(), {THERMODON_BINARY, "serve", "--bind", "127.0.0.1", "--port",
                                         std::to_string(wanted_port), "--json", "--log-level", "off"});
    child_ = spawn(std::move(arguments), &out_);
    const auto listening = nlohmann::json::parse(line(), nullptr, false);
    REQUIRE(listening.is_object());
    CHECK(listening["event"] == "listening");
    CHECK(listening["kind"] == "tcp");
    port = listening["port"].get<std::uint16_t>();
  }
  ~ServerProcess() {
    if (child_ > 0) end(SIGKILL);
    close(out_);
  }
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  std::string line() {
    std::string text;
    char c = 0;
    pollfd waited{out_, POLLIN, 0};
    while (poll(&waited, 1, 20'000) == 1 && read(out_, &c, 1) == 1 && c != '\n') text += c;
    return text;
  }
  void signal(int number) const { kill(child_, number); }
  // Its exit status as the shell counts it.
  int end(int number) {
    kill(child_, number);
    int status = 0;
    waitpid(std::exchange(child_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  std::uint16_t port = 0;

 private:
  pid_t child_ = -1;
  int out_ = -1;
};

// Another program, ended with the test.
class Process {
 public:
  explicit Process(std::vector<std::string> arguments) : child_(spawn(std::move(arguments))) {}
  ~Process() {
    if (child_ <= 0) return;
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

 private:
  pid_t child_;
};

}  // namespace thermodon::tests
