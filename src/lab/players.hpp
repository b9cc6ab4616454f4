// The kinds of players behind make_player.
#pragma once

#include "thermodon/lab/player.hpp"

namespace thermodon::lab {

[[nodiscard]] rules::Result<std::unique_ptr<Player>> make_local_player(const std::string& spec);
// `text` is what follows "uci:": PATH [argument...][,Option=value...]
[[nodiscard]] rules::Result<std::unique_ptr<Player>> make_uci_player(std::string_view text);

}  // namespace thermodon::lab
