// The JSON file of --config. It gives arguments for flags that exist, or an error on one line.
#include <CLI/CLI.hpp>
#include <sstream>

#include "app/command.hpp"
#include "app/config_file.hpp"
#include "check.hpp"

namespace app = thermodon::app;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  CLI::App command("a command with every kind of flag", "command");
  std::string text;
  std::vector<std::string> list;
  int number = 0;
  bool flag = false;
  command.add_option("--text", text);
  command.add_option("--list", list);
  command.add_option("--number", number);
  command.add_flag("--bare", flag);
  std::istringstream file{std::string(as_text(data, size))};
  try {
    const auto arguments = app::merge_config(command, {"command", "--number=1"}, "config.json", file);
    FUZZ_CHECK(arguments.size() >= 2 && arguments[0] == "command" && arguments[1] == "--number=1");
    for (std::size_t i = 2; i < arguments.size(); ++i) FUZZ_CHECK(arguments[i].starts_with("--"));
  } catch (const app::UsageError& e) {
    FUZZ_CHECK(std::string_view(e.what()).starts_with("--config config.json: "));
    FUZZ_CHECK(std::string_view(e.what()).find('\n') == std::string_view::npos);
  }
  return 0;
}
