// The form of a position that a search starts from.
#pragma once

#include "thermodon/rules/position.hpp"

namespace thermodon::search {

// The same position with each side's amazons numbered by square: what is searched, and in which order, must
// not depend on the way that the game came here.
[[nodiscard]] inline rules::Position canonical(const rules::Position& position) {
  rules::Position made(position.size(), position.side_to_move());
  for (std::size_t i = 0; i < position.cells().size(); ++i) {
    const rules::Cell cell = position.cells()[i];
    if (cell != rules::Cell::kWall) made.put({static_cast<std::uint8_t>(i)}, cell);
  }
  made.set_ply(position.ply());
  return made;
}

}  // namespace thermodon::search
