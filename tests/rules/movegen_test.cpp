// Move generation, held against a plain generator that shares no code with it.
#include "thermodon/rules/movegen.hpp"

#include <algorithm>
#include <vector>

#include "rules/rays.hpp"
#include "rules/runs.hpp"
#include "support/catch.hpp"
#include "support/plain_rules.hpp"
#include "support/random_positions.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::rules {
namespace {

MoveList plain_moves(const Position& position) {
  MoveList moves;
  for (const auto [from, to, arrow] : tests::PlainBoard(position).moves())
    moves.push_back({{from}, {to}, {arrow}});
  std::sort(moves.begin(), moves.end());
  return moves;
}

MoveList staged_moves(const Position& position) {
  MoveList moves;
  for (const Square from : position.amazons(position.side_to_move())) {
    std::vector<Square> destinations;
    generate_destinations(position, from, destinations);
    for (const Square to : destinations) {
      std::vector<Square> arrows;
      generate_arrows(position, from, to, arrows);
      for (const Square arrow : arrows) moves.push_back({from, to, arrow});
    }
  }
  return moves;
}

}  // namespace

TEST_CASE("The generated moves are those of a plain generator, each once") {
  int positions = 0;
  tests::for_each_random_position(30, [&](const Position& position) {
    MoveList moves = legal_moves(position);
    std::sort(moves.begin(), moves.end());
    if (moves != plain_moves(position)) FAIL("other moves at " << to_fen(position));
    ++positions;
  });
  CHECK(positions > 2000);
}

TEST_CASE("The count is the number of generated moves, on every kind of machine") {
  tests::for_each_random_position(100, [](const Position& position) {
    const std::uint64_t size = legal_moves(position).size();
    bool same = count_moves(position) == size && count_moves_portable(position) == size;
    if (has_avx2()) same = same && count_moves_avx2(position) == size;
    if (!same) FAIL("another count at " << to_fen(position));
  });
}

TEST_CASE("The most moves that eight amazons have are counted right") {
  // The products of long runs are greatest here.
  for (const char* fen :
       {"10/10/10/10/4Q5/10/10/10/10/10 w", "Q8Q/10/10/3Q2Q3/10/10/3Q2Q3/10/10/Q8Q w",
        "4Q5/10/10/2Q4Q2/10/Q8Q/10/2Q4Q2/10/5Q4 w", "QQQQQQQQ2/10/10/10/10/10/10/10/10/10 w"}) {
    const Position position = *parse_fen(fen);
    const std::uint64_t size = plain_moves(position).size();
    CHECK(count_moves_portable(position) == size);
    if (has_avx2()) CHECK(count_moves_avx2(position) == size);
    CHECK(legal_moves(position).size() == size);
  }
}

TEST_CASE("A ray is as long as the walk along it") {
  tests::for_each_random_position(10, [](const Position& position) {
    const Rays rays(position);
    for (int row = 0; row < position.size().rows; ++row) {
      for (int column = 0; column < position.size().columns; ++column) {
        const Square from = Square::at(column, row);
        for (std::size_t d = 0; d < kDirections.size(); ++d) {
          unsigned walked = 0;
          for (int i = from.index + kDirections[d]; position.is_empty({static_cast<std::uint8_t>(i)});
               i += kDirections[d])
            ++walked;
          if (rays.length(d, from) != walked) FAIL("direction " << d << " at " << to_fen(position));
        }
      }
    }
  });
}

TEST_CASE("Generation in two stages gives the same moves") {
  tests::for_each_random_position(20, [](const Position& position) {
    MoveList staged = staged_moves(position);
    MoveList whole = legal_moves(position);
    std::sort(staged.begin(), staged.end());
    std::sort(whole.begin(), whole.end());
    if (staged != whole) FAIL("other moves at " << to_fen(position));
  });
}

TEST_CASE("Generation appends to the list that it is given") {
  const Position start = Position::start();
  const Move first = *parse_move("a1-a2/a3");
  MoveList moves = {first};
  generate_moves(start, moves);
  generate_moves(start, moves);
  REQUIRE(moves.size() == 1 + 2 * 2176);
  CHECK(moves.front() == first);
  CHECK(std::equal(moves.begin() + 1, moves.begin() + 1 + 2176, moves.begin() + 1 + 2176));
}

TEST_CASE("The order of moves does not depend on the way to the position") {
  const Position played = *parse_position(
      "startpos moves d1-d3/e3 a7-b7/c7 g1-g2/h2 d10-d9/d8 d3-d2/c2 b7-b8/a8 g2-g1/g2 d9-d10/e10");
  const Position read = *parse_fen(to_fen(played));
  CHECK(legal_moves(played) == legal_moves(read));

  // The same cells with the amazons put down in another order.
  Position mixed(BoardSize{}, played.side_to_move());
  for (const Color c : {Color::kBlack, Color::kWhite}) {
    const auto amazons = played.amazons(c);
    for (auto s = amazons.rbegin(); s != amazons.rend(); ++s) mixed.put(*s, cell_of(c));
  }
  for (std::uint8_t i = 0; i < kMailboxSize; ++i)
    if (played.at({i}) == Cell::kArrow) mixed.put({i}, Cell::kArrow);
  CHECK(legal_moves(played) == legal_moves(mixed));
}

TEST_CASE("The first legal move is the first of the list") {
  tests::for_each_random_position(10, [](const Position& position) {
    const MoveList moves = legal_moves(position);
    Move first;
    REQUIRE(first_legal_move(position, first) == !moves.empty());
    REQUIRE(has_legal_move(position) == !moves.empty());
    if (!moves.empty()) REQUIRE(first == moves.front());
  });
}

}  // namespace thermodon::rules
