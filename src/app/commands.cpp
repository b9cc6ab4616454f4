#include <array>

#include "app/command.hpp"

namespace thermodon::app {

std::span<const Command> commands() noexcept {
  static constexpr std::array kCommands = {
      Command{"perft", "count the leaf nodes of the move tree",
              "thermodon perft --position startpos --depth 2", declare_perft},
  };
  return kCommands;
}

}  // namespace thermodon::app
