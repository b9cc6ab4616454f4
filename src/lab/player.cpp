#include "thermodon/lab/player.hpp"

#include "lab/players.hpp"

namespace thermodon::lab {

rules::Result<std::unique_ptr<Player>> make_player(const std::string& spec) {
  return make_local_player(spec);
}

}  // namespace thermodon::lab
