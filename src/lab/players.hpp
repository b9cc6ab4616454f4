// The kinds of players behind make_player.
#pragma once

#include "thermodon/lab/player.hpp"

namespace thermodon::lab {

[[nodiscard]] rules::Result<std::unique_ptr<Player>> make_local_player(const std::string& spec);

}  // namespace thermodon::lab
