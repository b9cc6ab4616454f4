#include "eval/kernels_here.hpp"
#include "eval/random_positions.hpp"
#include "support/catch.hpp"
#include "thermodon/eval/registry.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace {

using namespace thermodon;
using eval::Score;
using rules::Position;

// What the batches stand for, board by board.
Position after_step(const Position& position, rules::Move move) {
  Position after = position;
  after.clear(move.from);
  after.put(move.to, position.at(move.from));
  after.set_side_to_move(!position.side_to_move());
  return after;
}
Position after_move(const Position& position, rules::Move move) {
  Position after = position;
  after.make(move);
  return after;
}
Position with_wall(const Position& position, rules::Square wall) {
  Position after = position;
  after.put(wall, rules::Cell::kArrow);
  after.set_side_to_move(!position.side_to_move());
  return after;
}

std::vector<rules::Square> empty_squares(const Position& position) {
  std::vector<rules::Square> squares;
  for (int i = 0; i < rules::kMailboxSize; ++i)
    if (const rules::Square s{static_cast<std::uint8_t>(i)}; position.is_empty(s)) squares.push_back(s);
  return squares;
}

void compare_batches(eval::Evaluator& evaluator, int positions) {
  int wrong = 0;
  test::for_random_positions(11, positions, [&](const Position& p) {
    const rules::MoveList moves = rules::legal_moves(p);
    std::vector<Score> scores(moves.size() + 1);
    evaluator.evaluate_moves(p, moves, scores.data());
    for (std::size_t i = 0; i < moves.size(); ++i)
      wrong += scores[i] != evaluator.evaluate(after_move(p, moves[i]));
    evaluator.evaluate_steps(p, moves, scores.data());
    for (std::size_t i = 0; i < moves.size(); ++i)
      wrong += scores[i] != evaluator.evaluate(after_step(p, moves[i]));
    const auto walls = empty_squares(p);
    scores.resize(walls.size() + 1);
    evaluator.evaluate_walls(p, walls, scores.data());
    for (std::size_t i = 0; i < walls.size(); ++i)
      wrong += scores[i] != evaluator.evaluate(with_wall(p, walls[i]));
  });
  CHECK(wrong == 0);
}

TEST_CASE("values of many boards at once are those of each", "[batches]") {
  for (const std::string name : {"terrain", "movement"}) {
    INFO(name);
    compare_batches(**eval::make_evaluator(name), 3);
  }
  for (const std::string& kernel : test::kernels_here()) {
    INFO("amazong, " << kernel);
    compare_batches(**eval::make_evaluator("amazong", {{"kernel", kernel}}), 40);
  }
  compare_batches(**eval::make_evaluator("amazong", {{"kernel", "scalar"}}), 2);
}

}  // namespace
