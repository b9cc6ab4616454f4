// Another program, begun beside this one.
#pragma once

#include <unistd.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace thermodon::tests {

// Returns its process id. With `out`, its standard output can be read there; the caller closes it. A program
// that cannot be begun ends with status 127.
inline pid_t spawn(std::vector<std::string> arguments, int* out = nullptr) {
  int ends[2] = {-1, -1};
  if (out != nullptr && pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    if (out != nullptr) {
      dup2(ends[1], STDOUT_FILENO);
      close(ends[0]);
      close(ends[1]);
    }
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    _exit(127);
  }
  if (out != nullptr) {
    close(ends[1]);
    *out = ends[0];
  }
  return child;
}

}  // namespace thermodon::tests
