#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "app/command.hpp"
#include "app/config_file.hpp"

namespace thermodon::app {
namespace {

bool reader_is_gone() {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

// A result that could not be written, to a full disk for example, is none; one that nobody wants any more is
// no failure.
int written(int status) {
  std::cout.flush();
  const bool flushed = std::fflush(stdout) == 0;
  if ((flushed && std::cout && std::ferror(stdout) == 0) || reader_is_gone()) return status;
  throw std::runtime_error("stdout cannot be written: is the disk full?");
}

// What the command line begins with must be a subcommand or a flag of the program's own.
void check_subcommand(const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front().starts_with("-")) return;
  if (std::ranges::find(commands(), arguments.front(), &Command::name) == commands().end())
    throw UsageError("no subcommand \"" + arguments.front() + "\"; see --help");
}

int run(int argc, char** argv) {
  CLI::App root("Thermodon plays the Game of the Amazons in networked tournaments.", "thermodon");
  root.set_version_flag("--version", "thermodon " THERMODON_VERSION);
  root.require_subcommand(1);
  root.failure_message([](const CLI::App*, const CLI::Error& e) {
    return std::string("thermodon: ") + e.what() + "; see --help\n";
  });

  std::string config;
  std::vector<std::pair<CLI::App*, Action>> actions;
  for (const Command& command : commands()) {
    CLI::App* sub = root.add_subcommand(std::string(command.name), std::string(command.summary));
    sub->footer("\nExample: " + std::string(command.example));
    Action action = command.declare(*sub);
    sub->add_option("--config", config, "JSON file of flags; the command line wins over it");
    actions.emplace_back(sub, std::move(action));
  }

  std::vector<std::string> arguments = separate_empty_values({argv + 1, argv + argc});
  check_subcommand(arguments);
  if (!arguments.empty()) {
    for (const auto& [sub, action] : actions)
      if (sub->get_name() == arguments.front()) arguments = expand_config(*sub, std::move(arguments));
  }
  std::reverse(arguments.begin(), arguments.end());  // CLI11 reads a vector from its end
  try {
    root.parse(std::move(arguments));
  } catch (const CLI::ParseError& e) {
    return root.exit(e) == 0 ? kDone : kUsage;
  }
  for (const auto& [sub, action] : actions)
    if (sub->parsed()) return written(action());
  return kUsage;
}

}  // namespace
}  // namespace thermodon::app

int main(int argc, char** argv) {
  using namespace thermodon::app;
  try {
    return run(argc, argv);
  } catch (const UsageError& e) {
    std::cerr << "thermodon: " << e.what() << '\n';
    return kUsage;
  } catch (const std::exception& e) {
    std::cerr << "thermodon: " << e.what() << '\n';
    return kFailed;
  }
}
