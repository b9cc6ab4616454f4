#include <algorithm>
#include <array>

#include "eval/evaluators.hpp"
#include "eval/weights_file.hpp"

namespace thermodon::eval {
namespace {

// The two-step searcher's three criteria for an amazon's place, each brought to 0..1 by what a 10x10 board
// allows, as a value of the whole position.
constexpr double kMaxFree = 8;
constexpr double kMaxMoves = 35;

// Ours less the opponent's.
struct Differences {
  int free, moves, corners, trapped;
};
Differences differences(const Features& f, const rules::Position& p) {
  const auto us = rules::index(p.side_to_move());
  const Freedom& own = f.freedom[us];
  const Freedom& other = f.freedom[1 - us];
  return {own.liberties - other.liberties, own.moves - other.moves, own.corners - other.corners,
          own.few[0] - other.few[0]};
}
// How far from a corner a square can be, or 1.
double farthest_from_corner(rules::BoardSize size) {
  return std::max(1, (size.columns - 1) / 2 + (size.rows - 1) / 2);
}

struct TwoStep {
  double per_free, per_move, per_corner, per_trapped;  // squares that each is worth

  [[nodiscard]] unsigned parts() const { return kMovesPart | kLibertiesPart | kCornersPart; }
  [[nodiscard]] double value(const Features& f, const rules::Position& p) const {
    const Differences d = differences(f, p);
    return per_free * d.free + per_move * d.moves + per_corner / farthest_from_corner(p.size()) * d.corners -
           per_trapped * d.trapped;
  }
  [[nodiscard]] std::vector<Term> terms(const Features& f, const rules::Position& p) const {
    const Differences d = differences(f, p);
    return {{"h1", d.free / kMaxFree},
            {"h2", d.moves / kMaxMoves},
            {"h3", d.corners / farthest_from_corner(p.size())},
            {"reach", d.moves * 1.0},
            {"trapped", d.trapped * 1.0}};
  }
};

constexpr std::array kParameters = {
    ParameterInfo{"h1", "weight of free directions", "0.5", -10, 10},
    ParameterInfo{"h2", "weight of queen moves", "0.3", -10, 10},
    ParameterInfo{"h3", "weight of the distance from the nearest corner", "0.2", -10, 10},
    ParameterInfo{"scale", "squares that a perfectly placed amazon is worth", "10", 0, 100},
    ParameterInfo{"reach", "worth of one queen move more than the opponent", "0.25", -10, 10},
    ParameterInfo{"trapped", "cost of an amazon without any move", "5", -100, 100},
    kWeightsParameter,
    kKernelParameter,
};

}  // namespace

std::span<const ParameterInfo> two_step_parameters() noexcept { return kParameters; }

MadeEvaluator make_two_step(const Parameters& parameters) {
  const auto merged = with_weights_file("two-step", parameters);
  if (!merged) return rules::Error{merged.error()};
  ParameterReader reader("two-step", kParameters, *merged);
  const double scale = reader.number("scale");
  return finish(reader, TwoStep{scale * reader.number("h1") / kMaxFree,
                                scale * reader.number("h2") / kMaxMoves + reader.number("reach"),
                                scale * reader.number("h3"), reader.number("trapped")});
}

}  // namespace thermodon::eval
