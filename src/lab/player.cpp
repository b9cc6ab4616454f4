#include "thermodon/lab/player.hpp"

#include "lab/players.hpp"

namespace thermodon::lab {

rules::Result<std::unique_ptr<Player>> make_player(const std::string& spec) {
  constexpr std::string_view kUci = "uci:";
  if (spec.starts_with(kUci)) return make_uci_player(std::string_view(spec).substr(kUci.size()));
  return make_local_player(spec);
}

}  // namespace thermodon::lab
