#include <cmath>
#include <set>

#include "lab/random.hpp"
#include "thermodon/eval/registry.hpp"
#include "thermodon/lab/openings.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/symmetry.hpp"

namespace thermodon::lab {
namespace {

// Tried for each opening that is wanted before the settings are called hopeless.
constexpr std::size_t kTriesEach = 2'000;

// The same for a position and its mirror images.
std::uint64_t key_without_symmetry(const rules::Position& position) {
  std::uint64_t least = position.hash();
  for (int symmetry = 1; symmetry < rules::kSymmetries; ++symmetry)
    least = std::min(least, rules::transform(position, symmetry).hash());
  return least;
}

// A random walk from the start; nothing when it ran into the end of the game.
std::optional<Opening> random_walk(const OpeningGenerator& settings, SplitMix& random) {
  Opening opening{rules::Position::start(settings.size), {}};
  rules::Position position = opening.start;
  for (int ply = 0; ply < settings.plies; ++ply) {
    const auto moves = rules::legal_moves(position);
    if (moves.empty()) return std::nullopt;
    const rules::Move move = moves[random.below(moves.size())];
    position.make(move);
    opening.moves.push_back(move);
  }
  if (!rules::has_legal_move(position)) return std::nullopt;
  return opening;
}

// The value in squares for the side to move, without what the tempo is worth.
double imbalance(eval::Evaluator& judge, rules::Position position) {
  const auto mover = position.side_to_move();
  const double own = judge.evaluate(position);
  position.set_side_to_move(!mover);
  const double others = judge.evaluate(position);
  return (own - others) / 2 / eval::kSquare;
}

}  // namespace

rules::Result<std::vector<Opening>> generate_openings(const OpeningGenerator& settings, std::size_t count) {
  auto judge = eval::make_evaluator(settings.judge);
  if (!judge.ok()) return rules::Error{"the openings' judge: " + judge.error()};
  SplitMix random(settings.seed);
  std::set<std::uint64_t> seen;
  std::vector<Opening> openings;
  for (std::size_t tries = 0; openings.size() < count; ++tries) {
    if (tries > kTriesEach * count + kTriesEach)
      return rules::Error{"only " + std::to_string(openings.size()) + " of " + std::to_string(count) +
                          " balanced openings found; allow a larger imbalance or more plies"};
    auto opening = random_walk(settings, random);
    if (!opening) continue;
    const rules::Position position = opening->position();
    if (seen.contains(key_without_symmetry(position))) continue;
    if (std::abs(imbalance(*judge.value(), position)) > settings.limit) continue;
    seen.insert(key_without_symmetry(position));
    openings.push_back(std::move(*opening));
  }
  return openings;
}

}  // namespace thermodon::lab
