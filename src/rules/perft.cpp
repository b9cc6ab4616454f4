#include "thermodon/rules/movegen.hpp"

namespace thermodon::rules {
namespace {

std::uint64_t perft_below(Position& position, int depth) {
  if (depth == 1) return count_moves(position);
  std::uint64_t leaves = 0;
  for (const Move move : legal_moves(position)) {
    position.make(move);
    leaves += perft_below(position, depth - 1);
    position.unmake(move);
  }
  return leaves;
}

}  // namespace

std::uint64_t perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
  Position copy = position;
  return perft_below(copy, depth);
}

}  // namespace thermodon::rules
