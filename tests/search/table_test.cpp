#include "search/table.hpp"

#include "search/support.hpp"
#include "search/win_score.hpp"

namespace thermodon::search {
namespace {

TableData sample() {
  TableData data;
  data.move = {rules::Square::at(3, 0), rules::Square::at(3, 6), rules::Square::at(6, 6)};
  data.score = -1234;
  data.static_eval = -25'000;
  data.depth = 7;
  data.bound = Bound::kLower;
  return data;
}

TEST_CASE("what is stored is found again", "[table]") {
  TranspositionTable table(1);
  const std::uint64_t key = 0x0123'4567'89AB'CDEF;
  CHECK_FALSE(table.probe(key));
  table.store(key, sample());
  const auto found = table.probe(key);
  REQUIRE(found);
  CHECK(found->move == sample().move);
  CHECK(found->score == -1234);
  CHECK(found->static_eval == -25'000);
  CHECK(found->depth == 7);
  CHECK(found->bound == Bound::kLower);
  CHECK_FALSE(table.probe(key ^ (std::uint64_t{1} << 40)));
  table.clear();
  CHECK_FALSE(table.probe(key));
}

TEST_CASE("a bound without a move keeps the move known before", "[table]") {
  TranspositionTable table(1);
  table.store(42, sample());
  TableData later = sample();
  later.move = {};
  later.bound = Bound::kUpper;
  table.store(42, later);
  CHECK(table.probe(42)->move == sample().move);
  CHECK(table.probe(42)->bound == Bound::kUpper);
}

TEST_CASE("a full bucket gives up its shallowest and oldest entry", "[table]") {
  TranspositionTable table(0);  // one bucket, where every key meets
  const auto key = [](int i) { return static_cast<std::uint64_t>(i + 1) << 32; };
  for (int i = 0; i < 4; ++i) {
    TableData data = sample();
    data.depth = 10 + i;
    table.store(key(i), data);
  }
  table.store(key(4), sample());
  CHECK_FALSE(table.probe(key(0)));
  for (int i = 1; i < 5; ++i) CHECK(table.probe(key(i)));
  table.new_search();
  table.store(key(3), sample());
  table.new_search();
  table.store(key(5), sample());
  CHECK_FALSE(table.probe(key(4)));
  CHECK(table.hashfull_permille() == 250);
}

TEST_CASE("proved scores count from the node in the table", "[table]") {
  CHECK(from_table(to_table(won_at(9), 4), 6) == won_at(11));
  CHECK(from_table(to_table(lost_at(9), 4), 2) == lost_at(7));
  CHECK(from_table(to_table(77, 4), 2) == 77);
}

}  // namespace
}  // namespace thermodon::search
