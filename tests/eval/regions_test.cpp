#include "thermodon/eval/regions.hpp"

#include "eval/random_room.hpp"
#include "support/catch.hpp"
#include "thermodon/rules/notation.hpp"

using namespace thermodon;
using eval::Owner;
using rules::Color;

namespace {

rules::Position position(const char* fen) { return rules::parse_fen(fen).value(); }

// Squares that amazons of a side can get to by king steps over empty squares, by recursion over the mailbox.
void walk(const rules::Position& p, int from, std::array<bool, rules::kMailboxSize>& seen) {
  for (const int step : rules::kDirections) {
    const auto to = static_cast<std::size_t>(from + step);
    if (p.cells()[to] != rules::Cell::kEmpty || seen[to]) continue;
    seen[to] = true;
    walk(p, static_cast<int>(to), seen);
  }
}

}  // namespace

TEST_CASE("the start position is one contested region", "[regions]") {
  const auto start = rules::Position::start();
  const auto map = eval::analyze_regions(start);
  REQUIRE(map.regions().size() == 1);
  CHECK(map.regions()[0].size == 92);
  CHECK(map.regions()[0].owner == Owner::kBoth);
  CHECK(map.regions()[0].guards[0].count() == 4);
  CHECK(map.regions()[0].guards[1].count() == 4);
  CHECK(map.contested());
  CHECK_FALSE(eval::separated(start));
  CHECK(eval::count_reach(start).both == 92);
}

TEST_CASE("regions have the owner whose amazons touch them", "[regions]") {
  //  4  q . * .      c4-d4 are joined to d3, c2 and c1 is White's as well
  //  3  * * * .
  //  2  . * Q *
  //  1  . * . *
  const auto p = position("q1*1/***1/1*Q*/1*1* w");
  const auto map = eval::analyze_regions(p);
  REQUIRE(map.regions().size() == 4);
  CHECK(map.regions()[0].owner == Owner::kNobody);
  CHECK(map.regions()[0].size == 2);
  CHECK(map.regions()[1].owner == Owner::kWhite);
  CHECK(map.count(Owner::kWhite) == 3);
  CHECK(map.count(Owner::kBlack) == 1);
  CHECK(map.count(Owner::kNobody) == 2);
  CHECK_FALSE(map.contested());
  CHECK(eval::separated(p));
  CHECK(map.squares(Owner::kBlack).test(rules::parse_square("b4").value()));
}

TEST_CASE("an amazon's own square joins nothing", "[regions]") {
  // White stands between three corners; each touches White only, Black is walled in by White.
  const auto map = eval::analyze_regions(position("q*1/*Q*/1*1 b"));
  CHECK(map.regions().size() == 3);
  CHECK(map.count(Owner::kWhite) == 3);
}

TEST_CASE("regions agree with a walk over the mailbox", "[regions]") {
  std::mt19937 random(5);
  for (int i = 0; i < 3000; ++i) {
    const auto shape =
        tests::RoomShape{{static_cast<int>(3 + random() % 8), static_cast<int>(3 + random() % 8)},
                         static_cast<int>(random() % 4),
                         static_cast<int>(random() % 4),
                         static_cast<int>(random() % 40)};
    const auto p = tests::random_room(random, shape);
    const auto map = eval::analyze_regions(p);
    const auto reached = eval::reach(p);
    std::array<std::array<bool, rules::kMailboxSize>, 2> seen{};
    for (const Color c : {Color::kWhite, Color::kBlack})
      for (const auto a : p.amazons(c)) walk(p, a.index, seen[rules::index(c)]);
    int both = 0;
    for (int row = 0; row < shape.size.rows; ++row)
      for (int column = 0; column < shape.size.columns; ++column) {
        const auto s = rules::Square::at(column, row);
        const bool white = seen[0][s.index];
        const bool black = seen[1][s.index];
        both += white && black;
        if (!p.is_empty(s)) continue;
        const auto owner = static_cast<Owner>((white ? 1 : 0) | (black ? 2 : 0));
        CHECK(map.squares(owner).test(s));
        CHECK(reached.by[0].test(s) == white);
        CHECK(reached.by[1].test(s) == black);
      }
    CHECK(map.count(Owner::kBoth) == both);
    CHECK(eval::count_reach(p).both == both);
    CHECK(eval::count_reach(p).only[0] == map.count(Owner::kWhite));
    CHECK(eval::count_reach(p).only[1] == map.count(Owner::kBlack));
    CHECK(eval::separated(p) == (both == 0));
    CHECK(map.contested() == (both != 0));
    int squares = 0;
    for (const auto& region : map.regions()) {
      CHECK(region.squares.count() == region.size);
      squares += region.size;
    }
    CHECK(squares == p.empty_squares().count());
  }
}
