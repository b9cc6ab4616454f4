// The hash: kept move by move it equals the one of the same board set up anew, and different boards differ.
#include <set>
#include <unordered_map>

#include "support/catch.hpp"
#include "support/random_positions.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::rules {
namespace {

std::uint64_t hash_from_scratch(const Position& position) {
  Position copy(position.size(), position.side_to_move());
  for (std::uint8_t i = 0; i < kMailboxSize; ++i)
    if (position.at({i}) != Cell::kWall && !position.is_empty({i})) copy.put({i}, position.at({i}));
  return copy.hash();
}

}  // namespace

TEST_CASE("The hash kept move by move is the hash of the board set up anew") {
  tests::for_each_random_position(30, [](const Position& position) {
    if (position.hash() != hash_from_scratch(position)) FAIL("another hash at " << to_fen(position));
  });
}

TEST_CASE("Two ways to one position give one hash") {
  const Position one = *parse_position("startpos moves d1-d3/e3 a7-b7/c7 g1-g2/h2 d10-d9/d8");
  const Position other = *parse_position("startpos moves g1-g2/h2 d10-d9/d8 d1-d3/e3 a7-b7/c7");
  CHECK(one == other);
  CHECK(one.hash() == other.hash());
}

TEST_CASE("The ply does not count in the hash, the side to move and the size do") {
  Position position = Position::start();
  const auto hash = position.hash();
  position.set_ply(7);
  CHECK(position.hash() == hash);
  position.set_side_to_move(Color::kBlack);
  CHECK(position.hash() != hash);
  CHECK(position.hash() == Position::start({}, Color::kBlack).hash());
  position.set_side_to_move(Color::kWhite);
  CHECK(position.hash() == hash);

  std::set<std::uint64_t> hashes;
  for (int columns = kMinBoard; columns <= kMaxBoard; ++columns)
    for (int rows = kMinBoard; rows <= kMaxBoard; ++rows)
      hashes.insert(Position(BoardSize{columns, rows}).hash());
  CHECK(hashes.size() == 100);
}

TEST_CASE("Different positions have different hashes") {
  std::unordered_map<std::uint64_t, std::string> seen;
  tests::for_each_random_position(30, [&](const Position& position) {
    Position board = position;
    board.set_ply(0);
    const std::string fen = to_fen(board);
    const auto [entry, is_new] = seen.emplace(position.hash(), fen);
    if (!is_new && entry->second != fen) FAIL(fen << " and " << entry->second);
  });
}

TEST_CASE("The hash is the same on every platform and in every version") {
  CHECK(Position::start().hash() == 0x144e9e4cf2c385a8ULL);
  CHECK(Position::start({5, 6}, Color::kBlack).hash() == 0xa9fba51f60ca79c5ULL);
}

}  // namespace thermodon::rules
