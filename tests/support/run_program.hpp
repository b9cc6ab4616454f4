// Runs the built program and keeps what it wrote. Only for test programs that define THERMODON_BINARY.
#pragma once

#include <string>
#include <vector>

namespace thermodon::tests {

struct ProgramRun {
  int status =
      -1;  // the exit status; 128 + the signal when it was killed; 124 when it ran longer than allowed
  std::string out;
  std::string err;
};

// `input` goes to its standard input, which is then closed. Killed after `seconds`.
ProgramRun run_program(const std::string& program, const std::vector<std::string>& arguments,
                       const std::string& input = {}, int seconds = 120);

#ifdef THERMODON_BINARY
inline ProgramRun run_thermodon(const std::vector<std::string>& arguments, const std::string& input = {},
                                int seconds = 120) {
  return run_program(THERMODON_BINARY, arguments, input, seconds);
}
#endif

// A file with the given text that is removed again.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

// A folder that is removed again with all that it holds.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace thermodon::tests
