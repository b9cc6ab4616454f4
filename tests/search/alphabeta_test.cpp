#include <set>

#include "search/minimax.hpp"
#include "search/support.hpp"
#include "thermodon/rules/legality.hpp"

namespace thermodon::search {
namespace {

using namespace std::chrono_literals;
using rules::Move;
using rules::Position;
using testing::random_position;

// Everything off that may change a full-width value.
const std::string kFullWidth = ",width=0,root-width=0,preselect=0,lmr=off,futility=0,endgame=off";
const std::string kExact = kFullWidth + ",frontier-width=0";

SearchResult run(const std::string& spec, const Position& position, const SearchLimits& limits) {
  SearchControl control;
  return testing::searcher(spec)->search(position, limits, control);
}

TEST_CASE("alphabeta equals plain minimax with all prunings off", "[alphabeta]") {
  auto evaluator = eval::make_evaluator("terrain");
  REQUIRE(evaluator);
  for (unsigned seed = 0; seed < 24; ++seed) {
    Position position = random_position({6, 6}, 8 + static_cast<int>(seed), seed);
    const int depth = position.ply() < 14 ? 2 : position.ply() < 24 ? 3 : 4;
    const Score expected = testing::minimax(position, **evaluator, depth);
    for (const std::string more : {"", ",table=off", ",static-depth=1", ",pvs=off",
                                   ",history=off,killers=off,counter=off,static-depth=0"}) {
      INFO(rules::to_fen(position) << " depth " << depth << more);
      const SearchResult found = run("alphabeta:terrain,hash=1,quiescence=off" + kExact + more, position,
                                     testing::depth_limit(depth));
      CHECK(found.score == expected);
      CHECK(found.best.has_value() == !rules::legal_moves(position).empty());
    }
    // Forecasts order the frontier alone, from whatever depth on the rest is ordered by evaluation.
    for (const std::string from : {"0", "1", "2", "3"}) {
      INFO(rules::to_fen(position) << " depth " << depth << " static-depth " << from);
      const SearchResult found = run(
          "alphabeta:terrain,hash=1,frontier-width=10000,margin=50000,quiescence=off,static-depth=" + from +
              kFullWidth,
          position, testing::depth_limit(depth));
      CHECK(found.score == expected);
    }
  }
}

// What the side to move has at a leaf, written anew: the position, or a step of an amazon that the last move
// left one empty neighbour.
Score with_escapes(const Position& leaf, Move last, eval::Evaluator& evaluator) {
  Score best = evaluator.evaluate(leaf);
  const rules::Color side = leaf.side_to_move();
  for (const rules::Square from : leaf.amazons(side)) {
    int empty = 0;
    bool touched = false;
    for (int file = -1; file <= 1; ++file) {
      for (int rank = -1; rank <= 1; ++rank) {
        const rules::Square near{static_cast<std::uint8_t>(from.index + file + rank * rules::kMailboxWidth)};
        empty += leaf.is_empty(near) ? 1 : 0;
        touched = touched || near == last.to || near == last.arrow;
      }
    }
    if (empty != 1 || !touched) continue;
    for (const Move move : rules::legal_moves(leaf)) {
      if (move.from != from) continue;
      Position stepped = leaf;
      stepped.clear(from);
      stepped.put(move.to, leaf.at(from));
      stepped.set_side_to_move(!side);
      best = std::max(best, -evaluator.evaluate(stepped));
    }
  }
  return best;
}

TEST_CASE("a threat to enclose an amazon is believed only when its way out was tried", "[alphabeta]") {
  auto evaluator = eval::make_evaluator("amazong");
  REQUIRE(evaluator);
  int differ = 0;
  const auto compare = [&](Position position, int depth) {
    INFO(rules::to_fen(position) << " depth " << depth);
    const Score expected = testing::minimax_of(
        position, [&](const Position& leaf, Move last) { return with_escapes(leaf, last, **evaluator); },
        depth);
    if (expected != testing::minimax(position, **evaluator, depth)) ++differ;
    for (const std::string more : {"", ",static-depth=1", ",pvs=off"})
      CHECK(run("alphabeta:amazong,hash=1" + kExact + more, position, testing::depth_limit(depth)).score ==
            expected);
  };
  for (unsigned seed = 0; seed < 50; ++seed) {
    compare(random_position({10, 10}, 20 + static_cast<int>(seed), seed), 1);
    const int ply = 8 + static_cast<int>(seed % 24);
    compare(random_position({6, 6}, ply, seed), ply < 14 ? 1 : ply < 24 ? 2 : 3);
  }
  CHECK(differ > 0);
}

TEST_CASE("siblings that share what they found take fewer nodes", "[alphabeta]") {
  const Position position = testing::random_position({}, 8, 1);
  const auto nodes = [&](const std::string& siblings) {
    return run("alphabeta:amazong,hash=4,siblings=" + siblings, position, testing::depth_limit(4)).nodes;
  };
  CHECK(nodes("on") < nodes("off"));
}

TEST_CASE("reverse futility takes fewer nodes, and none where its margin is out of reach", "[alphabeta]") {
  const Position position = random_position({10, 10}, 20, 1);
  const auto nodes = [&](const std::string& futility) {
    return run("alphabeta:amazong,hash=4,futility=" + futility, position, testing::depth_limit(4)).nodes;
  };
  CHECK(nodes("150") < nodes("0"));
  CHECK(nodes("50000") == nodes("0"));
}

TEST_CASE("a search repeated from new is the same to the node", "[alphabeta]") {
  for (const std::string text : {"startpos", "startpos moves d1-d7/g7 j7-e2/e6"}) {
    const Position position = testing::position(text);
    const auto first = run("alphabeta:terrain,hash=4", position, testing::depth_limit(2));
    const auto second = run("alphabeta:terrain,hash=4", position, testing::depth_limit(2));
    CHECK(first.nodes == second.nodes);
    CHECK(first.best == second.best);
    CHECK(first.score == second.score);
  }
}

TEST_CASE("a new game forgets", "[alphabeta]") {
  const auto searcher = testing::searcher("alphabeta:terrain,hash=4");
  const Position position = random_position({10, 10}, 30, 5);
  SearchControl control;
  const auto limits = testing::depth_limit(3);
  const auto first = searcher->search(position, limits, control);
  CHECK(searcher->search(position, limits, control).nodes < first.nodes);
  searcher->new_game();
  CHECK(searcher->search(position, limits, control).nodes == first.nodes);
}

TEST_CASE("what is searched does not depend on how the game came here", "[alphabeta]") {
  const Position played = random_position({10, 10}, 41, 7);
  const Position read = testing::position(rules::to_fen(played));
  const auto a = run("alphabeta:terrain,hash=4", played, testing::depth_limit(2));
  const auto b = run("alphabeta:terrain,hash=4", read, testing::depth_limit(2));
  CHECK(a.nodes == b.nodes);
  CHECK(a.best == b.best);
}

TEST_CASE("a node limit is kept to a batch of moves", "[alphabeta]") {
  const Position start = Position::start();
  for (const std::uint64_t nodes : {1U, 100U, 2176U, 2177U, 5000U, 12345U}) {
    const auto found = run("alphabeta:terrain,hash=4", start, testing::node_limit(nodes));
    CHECK(found.nodes <= nodes);
    CHECK(found.nodes + 70 > nodes);
    REQUIRE(found.best);
    CHECK(rules::is_legal(start, *found.best));
  }
}

TEST_CASE("a search that ends within the first move of a depth plays the move of the depth before",
          "[alphabeta]") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const Position position = random_position({10, 10}, 6 + 4 * static_cast<int>(seed), seed);
    for (const int depth : {2, 3, 4}) {
      INFO(rules::to_fen(position) << " depth " << depth);
      const auto whole = run("alphabeta:amazong,hash=4", position, testing::depth_limit(depth));
      const auto cut = run("alphabeta:amazong,hash=4", position, testing::node_limit(whole.nodes + 1));
      CHECK(cut.best == whole.best);
      CHECK(cut.score == whole.score);
    }
  }
}

TEST_CASE("a deadline that is near or past still gives a legal move", "[alphabeta]") {
  const Position start = Position::start();
  for (const auto time : {-1000ms, 0ms, 1ms, 30ms}) {
    const auto found = run("alphabeta:terrain,hash=1", start, testing::time_limit(time));
    REQUIRE(found.best);
    CHECK(rules::is_legal(start, *found.best));
  }
}

TEST_CASE("only the given root moves are searched", "[alphabeta]") {
  const Position start = Position::start();
  SearchLimits limits = testing::depth_limit(1);
  const auto all = rules::legal_moves(start);
  limits.root_moves = {all[17], all[1234]};
  const auto found = run("alphabeta:terrain,hash=1", start, limits);
  REQUIRE(found.best);
  CHECK((*found.best == all[17] || *found.best == all[1234]));
}

TEST_CASE("multipv gives that many different lines, the best first", "[alphabeta]") {
  const Position position = random_position({10, 10}, 20, 3);
  SearchLimits limits = testing::depth_limit(2);
  limits.multipv = 4;
  auto searcher = testing::searcher("alphabeta:terrain,hash=4" + kExact);
  SearchControl control;
  std::vector<SearchInfo> infos;
  control.on_info = [&](const SearchInfo& info) { infos.push_back(info); };
  const auto found = searcher->search(position, limits, control);
  REQUIRE(found.lines.size() == 4);
  std::set<Move> moves;
  Score last = kInfinite;
  for (const PvLine& line : found.lines) {
    REQUIRE_FALSE(line.pv.empty());
    moves.insert(line.pv.front());
    CHECK(line.score <= last);
    last = line.score;
  }
  CHECK(moves.size() == 4);
  CHECK(infos.size() == 8);
  // The first line is what a search for one line finds.
  limits.multipv = 1;
  CHECK(run("alphabeta:terrain,hash=4" + kExact, position, limits).score == found.lines.front().score);
}

TEST_CASE("a principal variation can be played", "[alphabeta]") {
  Position position = random_position({10, 10}, 35, 11);
  const auto found = run("alphabeta:terrain,hash=4", position, testing::depth_limit(3));
  REQUIRE_FALSE(found.lines.empty());
  CHECK(found.lines.front().pv.size() >= 2);
  for (const Move move : found.lines.front().pv) {
    REQUIRE(rules::is_legal(position, move));
    position.make(move);
  }
}

TEST_CASE("the end of a game is proved, and played as proved", "[alphabeta]") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Position position = random_position({5, 5}, 9, seed);
    if (rules::legal_moves(position).empty()) continue;
    const auto proved = run("alphabeta:terrain,hash=4" + kExact, position, testing::depth_limit(20));
    REQUIRE(std::abs(proved.score) > kWinBound);
    const rules::Color winner = proved.score > 0 ? position.side_to_move() : !position.side_to_move();
    int plies = 0;
    while (true) {
      const auto next = run("alphabeta:terrain,hash=4" + kExact, position, testing::depth_limit(20));
      if (!next.best) break;
      position.make(*next.best);
      ++plies;
    }
    CHECK(position.side_to_move() != winner);
    CHECK(plies == kWin - std::abs(proved.score));
  }
}

TEST_CASE("what is said to be proved is true, however few moves are kept", "[alphabeta]") {
  int wins = 0;
  int losses = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Position position = random_position({5, 5}, 10 + static_cast<int>(seed % 6), seed);
    const auto exact = run("alphabeta:terrain,hash=4" + kExact, position, testing::depth_limit(20));
    REQUIRE(std::abs(exact.score) > kWinBound);
    for (const std::string kept : {"width=1,root-width=1,frontier-width=1,preselect=1",
                                   "width=3,root-width=3,frontier-width=3,preselect=6,static-depth=1",
                                   "width=2,root-width=2,frontier-width=2,preselect=2,lmr=off,endgame=off"}) {
      INFO(rules::to_fen(position) << " " << kept);
      for (int depth = 1; depth <= 20; depth += 3) {
        const auto found = run("alphabeta:terrain,hash=4," + kept, position, testing::depth_limit(depth));
        if (found.score > kWinBound) {
          CHECK(exact.score > kWinBound);
          ++wins;
        } else if (found.score < -kWinBound) {
          CHECK(exact.score < -kWinBound);
          ++losses;
        }
      }
    }
  }
  CHECK(wins > 0);
  CHECK(losses > 0);
}

TEST_CASE("a side without a move has lost", "[alphabeta]") {
  Position position = random_position({5, 5}, 60, 2);
  const auto found = run("alphabeta:terrain,hash=1", position, testing::depth_limit(3));
  CHECK_FALSE(found.best);
  CHECK(found.score == -kWin);
}

TEST_CASE("a move that leads all others clearly is played early, an open choice takes its time",
          "[alphabeta]") {
  // The best move leads by 5 squares and more at every depth from 4 to 8.
  const Position clear = testing::position(
      "2*1Q3*1/2***1***q/*q*1*1*3/1**1***1*1/**Q1*1*1Q*/1***2**2/3***1*2/1*2*2*2/**q**2*2/*1Q*1*q1*1 w - - "
      "44 23");
  const auto found = run("alphabeta:amazong,hash=4", clear, testing::time_limit(10s));
  CHECK(found.elapsed < 9s);
  CHECK(found.depth >= 5);
  // Without the lead, and where analysis asks for it, all the time is used.
  CHECK(run("alphabeta:amazong,hash=4,clear-lead=0", clear, testing::time_limit(300ms)).elapsed > 250ms);
  SearchLimits all = testing::time_limit(300ms);
  all.use_all_time = true;
  CHECK(run("alphabeta:amazong,hash=4", clear, all).elapsed > 250ms);
  CHECK(run("alphabeta:amazong,hash=4", Position::start(), testing::time_limit(300ms)).elapsed > 250ms);
}

TEST_CASE("several threads find a legal move and a whole depth", "[alphabeta][threads]") {
  const Position position = random_position({10, 10}, 25, 4);
  const auto found = run("alphabeta:terrain,hash=4,threads=4", position, testing::depth_limit(2));
  REQUIRE(found.best);
  CHECK(rules::is_legal(position, *found.best));
  CHECK(found.depth == 2);
}

TEST_CASE("stop ends a search without limits", "[alphabeta]") {
  auto searcher = testing::searcher("alphabeta:terrain,hash=4");
  SearchControl control;
  // From inside: at the first finished depth.
  control.on_info = [&](const SearchInfo&) { control.stop(); };
  const auto found = searcher->search(Position::start(), {}, control);
  CHECK(found.depth == 1);
  CHECK(found.best);
}

}  // namespace
}  // namespace thermodon::search
