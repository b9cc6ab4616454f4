// Walks over the mailbox that searchers need in their inner loops.
#pragma once

#include "thermodon/rules/position.hpp"

namespace thermodon::search {

// Outside the mailbox, so that no walk meets it.
inline constexpr rules::Square kNoSquare{255};

// Calls visit(square) for each square that a queen on `from` reaches, `vacated` counting as empty.
template <class Visit>
void for_each_reach(const rules::Position& position, rules::Square from, rules::Square vacated, Visit visit) {
  const auto& cells = position.cells();
  for (const int direction : rules::kDirections) {
    int s = from.index + direction;
    while (cells[static_cast<std::size_t>(s)] == rules::Cell::kEmpty || s == vacated.index) {
      visit(rules::Square{static_cast<std::uint8_t>(s)});
      s += direction;
    }
  }
}

template <class Visit>
void for_each_destination(const rules::Position& position, rules::Square from, Visit visit) {
  for_each_reach(position, from, kNoSquare, visit);
}

template <class Visit>
void for_each_arrow(const rules::Position& position, rules::Square from, rules::Square to, Visit visit) {
  for_each_reach(position, to, from, visit);
}

template <class Visit>
void for_each_move(const rules::Position& position, Visit visit) {
  for (const rules::Square from : position.amazons(position.side_to_move()))
    for_each_destination(position, from, [&](rules::Square to) {
      for_each_arrow(position, from, to, [&](rules::Square arrow) { visit(rules::Move{from, to, arrow}); });
    });
}

// Whether an amazon has an empty neighbour, which is the same as a legal move.
[[nodiscard]] inline bool has_liberty(const rules::Position& position, rules::Square amazon) noexcept {
  const auto& cells = position.cells();
  for (const int direction : rules::kDirections)
    if (cells[static_cast<std::size_t>(amazon.index + direction)] == rules::Cell::kEmpty) return true;
  return false;
}

[[nodiscard]] inline bool can_move(const rules::Position& position) noexcept {
  for (const rules::Square amazon : position.amazons(position.side_to_move()))
    if (has_liberty(position, amazon)) return true;
  return false;
}

}  // namespace thermodon::search
