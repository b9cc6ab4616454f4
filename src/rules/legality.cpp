#include "thermodon/rules/legality.hpp"

#include <cstdlib>

namespace thermodon::rules {
namespace {

enum class Line : std::uint8_t { kNone, kBlocked, kClear };

bool on_board(const Position& position, Square s) noexcept {
  return s.index < kMailboxSize && position.at(s) != Cell::kWall;
}

// How a queen on `from` sees `to`, both on the board and different; `vacated` counts as empty.
Line look(const Position& position, Square from, Square to, Square vacated) noexcept {
  const int columns = to.column() - from.column();
  const int rows = to.row() - from.row();
  if (columns != 0 && rows != 0 && std::abs(columns) != std::abs(rows)) return Line::kNone;
  const auto sign = [](int n) { return (n > 0) - (n < 0); };
  const int step = sign(rows) * kMailboxWidth + sign(columns);
  for (int i = from.index + step;; i += step) {
    const Square s{static_cast<std::uint8_t>(i)};
    if (!position.is_empty(s) && s != vacated) return Line::kBlocked;
    if (s == to) return Line::kClear;
  }
}

}  // namespace

std::string_view to_string(IllegalReason reason) noexcept {
  switch (reason) {
    case IllegalReason::kOffBoard:
      return "a square of the move is not on the board";
    case IllegalReason::kNoAmazon:
      return "no amazon stands on the square it moves from";
    case IllegalReason::kWrongSide:
      return "the amazon it moves belongs to the opponent";
    case IllegalReason::kNoMovement:
      return "the amazon does not move";
    case IllegalReason::kNotQueenMove:
      return "the amazon does not move in a straight line";
    case IllegalReason::kPathBlocked:
      return "the amazon's way is blocked";
    case IllegalReason::kArrowNoMovement:
      return "the arrow does not leave the amazon's square";
    case IllegalReason::kArrowNotQueenMove:
      return "the arrow does not fly in a straight line";
    case IllegalReason::kArrowBlocked:
      return "the arrow's way is blocked";
  }
  return "unknown reason";
}

std::optional<IllegalReason> why_illegal(const Position& position, Move move) noexcept {
  const auto [from, to, arrow] = move;
  for (const Square s : {from, to, arrow})
    if (!on_board(position, s)) return IllegalReason::kOffBoard;

  const Cell mover = position.at(from);
  if (mover == cell_of(!position.side_to_move())) return IllegalReason::kWrongSide;
  if (mover != cell_of(position.side_to_move())) return IllegalReason::kNoAmazon;

  if (to == from) return IllegalReason::kNoMovement;
  switch (look(position, from, to, from)) {
    case Line::kNone:
      return IllegalReason::kNotQueenMove;
    case Line::kBlocked:
      return IllegalReason::kPathBlocked;
    case Line::kClear:
      break;
  }
  if (arrow == to) return IllegalReason::kArrowNoMovement;
  switch (look(position, to, arrow, from)) {
    case Line::kNone:
      return IllegalReason::kArrowNotQueenMove;
    case Line::kBlocked:
      return IllegalReason::kArrowBlocked;
    case Line::kClear:
      break;
  }
  return std::nullopt;
}

}  // namespace thermodon::rules
