#include "thermodon/eval/regions.hpp"

#include "eval/flat_board.hpp"

namespace thermodon::eval {
namespace {

using rules::Color;

struct FlatPosition {
  Flat empty;
  Flat amazons[2];

  explicit FlatPosition(const rules::Position& position) noexcept
      : empty(flatten(position.empty_squares())),
        amazons{flatten(position.amazon_squares(Color::kWhite)),
                flatten(position.amazon_squares(Color::kBlack))} {}
};

}  // namespace

RegionMap analyze_regions(const rules::Position& position) {
  const FlatPosition board(position);
  RegionMap map;
  Flat owned[4] = {};
  for (Flat rest = board.empty; rest != 0;) {
    const Flat first = lowest(rest);
    const Flat squares = flood_beside(first, rest) | first;
    rest &= ~squares;
    const Flat around = dilate(squares);
    const Flat guards[2] = {around & board.amazons[0], around & board.amazons[1]};
    const unsigned owner = (guards[0] != 0 ? 1U : 0U) | (guards[1] != 0 ? 2U : 0U);
    owned[owner] |= squares;
    Region& region = map.regions_[static_cast<std::size_t>(map.count_++)];
    region.squares = unflatten(squares);
    region.guards = {unflatten(guards[0]), unflatten(guards[1])};
    region.size = count(squares);
    region.owner = static_cast<Owner>(owner);
  }
  for (std::size_t owner = 0; owner < 4; ++owner) {
    map.squares_[owner] = unflatten(owned[owner]);
    map.counts_[owner] = count(owned[owner]);
  }
  return map;
}

Reach reach(const rules::Position& position) noexcept {
  const FlatPosition board(position);
  return {{unflatten(flood_beside(board.amazons[0], board.empty)),
           unflatten(flood_beside(board.amazons[1], board.empty))}};
}

ReachCounts count_reach(const rules::Position& position) noexcept {
  const FlatPosition board(position);
  const Flat white = flood_beside(board.amazons[0], board.empty);
  const Flat black = flood_beside(board.amazons[1], board.empty);
  return {{count(white & ~black), count(black & ~white)}, count(white & black)};
}

bool separated(const rules::Position& position) noexcept {
  const FlatPosition board(position);
  const Flat goal = dilate(board.amazons[1]) & board.empty;
  Flat filled = dilate(board.amazons[0]) & board.empty;
  while ((filled & goal) == 0) {
    const Flat next = (dilate(filled) & board.empty) | filled;
    if (next == filled) return true;
    filled = next;
  }
  return false;
}

}  // namespace thermodon::eval
