#include "thermodon/rules/movegen.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "rules/move_writer.hpp"
#include "rules/rays.hpp"

namespace thermodon::rules {
namespace {

using Cells = std::array<Cell, kMailboxSize>;

Square step(Square s, int direction) noexcept { return {static_cast<std::uint8_t>(s.index + direction)}; }

// Calls visit(square) for each square that a queen on `from` reaches; stops when visit returns true.
template <class Visit>
bool visit_reach(const Cells& cells, Square from, Visit visit) {
  for (const int direction : kDirections)
    for (Square s = step(from, direction); cells[s.index] == Cell::kEmpty; s = step(s, direction))
      if (visit(s)) return true;
  return false;
}

// The mover's amazons by square, so that the order of moves does not depend on how the game came here.
struct Movers {
  explicit Movers(const Position& position) {
    const auto amazons = position.amazons(position.side_to_move());
    count = amazons.size();
    std::copy(amazons.begin(), amazons.end(), squares.begin());
    std::sort(squares.begin(), squares.begin() + count);
  }
  [[nodiscard]] const Square* begin() const noexcept { return squares.data(); }
  [[nodiscard]] const Square* end() const noexcept { return squares.data() + count; }

  std::array<Square, kMaxAmazons> squares;
  std::size_t count;
};

template <class Visit>
bool visit_moves(const Position& position, Visit visit) {
  Cells cells = position.cells();
  for (const Square from : Movers(position)) {
    const Cell amazon = std::exchange(cells[from.index], Cell::kEmpty);
    const bool stopped = visit_reach(position.cells(), from, [&](Square to) {
      return visit_reach(cells, to, [&](Square arrow) { return visit(Move{from, to, arrow}); });
    });
    if (stopped) return true;
    cells[from.index] = amazon;
  }
  return false;
}

}  // namespace

void generate_moves(const Position& position, MoveList& moves) {
  const std::size_t before = moves.size();
  const std::size_t count = count_moves(position);
  moves.resize(before + count + MoveWriter::kSlack);
  const Rays rays(position);
  MoveWriter writer(moves.data() + before);
  for (const Square from : Movers(position)) {
    for (std::size_t way = 0; way < kDirections.size(); ++way) {
      const std::size_t back = (way + 4) % kDirections.size();
      const unsigned behind = rays.length(back, from);
      Square to = from;
      for (unsigned distance = 1; distance <= rays.length(way, from); ++distance) {
        to = step(to, kDirections[way]);
        writer.start(from, to);
        for (std::size_t flight = 0; flight < kDirections.size(); ++flight)
          // The arrow that flies back goes over the square that the amazon left.
          writer.write(flight, flight == back ? distance + behind : rays.length(flight, to));
      }
    }
  }
  assert(writer.end() == moves.data() + before + count);
  moves.resize(before + count);
}

MoveList legal_moves(const Position& position) {
  MoveList moves;
  generate_moves(position, moves);
  return moves;
}

bool has_legal_move(const Position& position) {
  Move move;
  return first_legal_move(position, move);
}

bool first_legal_move(const Position& position, Move& move) {
  return visit_moves(position, [&](Move found) {
    move = found;
    return true;
  });
}

void generate_destinations(const Position& position, Square from, std::vector<Square>& destinations) {
  visit_reach(position.cells(), from, [&](Square to) {
    destinations.push_back(to);
    return false;
  });
}

void generate_arrows(const Position& position, Square from, Square to, std::vector<Square>& arrows) {
  Cells cells = position.cells();
  cells[from.index] = Cell::kEmpty;
  visit_reach(cells, to, [&](Square arrow) {
    arrows.push_back(arrow);
    return false;
  });
}

}  // namespace thermodon::rules
