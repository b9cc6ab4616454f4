#include <array>

#include "app/command.hpp"

namespace thermodon::app {

std::span<const Command> commands() noexcept {
  static constexpr std::array kCommands = {
      Command{"perft", "count the leaf nodes of the move tree",
              "thermodon perft --position startpos --depth 2", declare_perft},
      Command{"records", "check game records, or convert them between SGF and JSON lines",
              "thermodon records check games.sgf --json", declare_records},
  };
  return kCommands;
}

}  // namespace thermodon::app
