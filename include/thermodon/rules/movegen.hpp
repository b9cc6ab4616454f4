// Legal moves: all of them, or in two stages (amazon and destination, then arrow).
#pragma once

#include <cstdint>

#include "thermodon/rules/position.hpp"

namespace thermodon::rules {

// Appends every legal move of the side to move, in a fixed order that depends on the position alone.
void generate_moves(const Position& position, MoveList& moves);
[[nodiscard]] MoveList legal_moves(const Position& position);

// The number of legal moves, counted without making them.
[[nodiscard]] std::uint64_t count_moves(const Position& position);
[[nodiscard]] bool has_legal_move(const Position& position);
// Any one legal move if there is one: the first in generation order.
[[nodiscard]] bool first_legal_move(const Position& position, Move& move);

// Stage one and two. Each appends squares; `arrows` are those reachable from `to` with `from` vacated.
void generate_destinations(const Position& position, Square from, std::vector<Square>& destinations);
void generate_arrows(const Position& position, Square from, Square to, std::vector<Square>& arrows);

// Leaf nodes of the move tree at `depth` (perft). Depth 0 is 1.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

}  // namespace thermodon::rules
