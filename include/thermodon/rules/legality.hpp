// Legality of an arbitrary, also hostile, move, with the reason why not.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "thermodon/rules/position.hpp"

namespace thermodon::rules {

enum class IllegalReason : std::uint8_t {
  kOffBoard,         // a square of the move is not on the board
  kNoAmazon,         // `from` holds no amazon
  kWrongSide,        // `from` holds the opponent's amazon
  kNoMovement,       // `to` is `from`
  kNotQueenMove,     // `to` is not on a line with `from`
  kPathBlocked,      // something stands on `to` or between
  kArrowNoMovement,  // `arrow` is `to`
  kArrowNotQueenMove,
  kArrowBlocked,
};

[[nodiscard]] std::string_view to_string(IllegalReason reason) noexcept;

// Nothing when the move is legal for the side to move. Any bytes may stand in `move`.
[[nodiscard]] std::optional<IllegalReason> why_illegal(const Position& position, Move move) noexcept;
[[nodiscard]] inline bool is_legal(const Position& position, Move move) noexcept {
  return !why_illegal(position, move);
}

}  // namespace thermodon::rules
