#include <algorithm>
#include <array>

#include "eval/evaluators.hpp"
#include "eval/weights_file.hpp"

namespace thermodon::eval {
namespace {

// The two-step searcher's three criteria for an amazon's place, each brought to 0..1 by what a 10x10 board
// allows, as a value of the whole position.
struct TwoStep {
  double free_weight;
  double moves_weight;
  double corner_weight;
  double scale;
  double reach_weight;
  double trapped_weight;

  static constexpr double kMaxFree = 8;
  static constexpr double kMaxMoves = 35;

  struct Side {
    double free = 0, moves = 0, corner = 0, trapped = 0;
  };

  [[nodiscard]] unsigned parts() const { return kMovesPart | kLibertiesPart; }
  [[nodiscard]] static double corner_distance(rules::Square s, rules::BoardSize size) {
    const int columns = std::min(s.column(), size.columns - 1 - s.column());
    const int rows = std::min(s.row(), size.rows - 1 - s.row());
    return columns + rows;
  }
  [[nodiscard]] static Side side(const Features& f, const rules::Position& p, rules::Color c) {
    const auto i = rules::index(c);
    const rules::BoardSize size = p.size();
    const int max_corner = (size.columns - 1) / 2 + (size.rows - 1) / 2;
    Side s;
    for (std::size_t k = 0; k < static_cast<std::size_t>(f.amazons[i]); ++k) {
      s.free += f.liberties[i][k] / kMaxFree;
      s.trapped += f.liberties[i][k] == 0;
    }
    int corners = 0;
    for (const rules::Square square : p.amazons(c))
      corners += static_cast<int>(corner_distance(square, size));
    s.corner = max_corner == 0 ? 0 : static_cast<double>(corners) / max_corner;
    s.moves = f.moves[i] / kMaxMoves;
    return s;
  }
  [[nodiscard]] Side difference(const Features& f, const rules::Position& p) const {
    const Side us = side(f, p, p.side_to_move());
    const Side them = side(f, p, !p.side_to_move());
    return {us.free - them.free, us.moves - them.moves, us.corner - them.corner, us.trapped - them.trapped};
  }
  [[nodiscard]] double value(const Features& f, const rules::Position& p) const {
    const Side d = difference(f, p);
    return scale * (free_weight * d.free + moves_weight * d.moves + corner_weight * d.corner) +
           reach_weight * d.moves * kMaxMoves - trapped_weight * d.trapped;
  }
  [[nodiscard]] std::vector<Term> terms(const Features& f, const rules::Position& p) const {
    const Side d = difference(f, p);
    return {{"h1", d.free},
            {"h2", d.moves},
            {"h3", d.corner},
            {"reach", d.moves * kMaxMoves},
            {"trapped", d.trapped}};
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
  return finish(reader, TwoStep{reader.number("h1"), reader.number("h2"), reader.number("h3"),
                                reader.number("scale"), reader.number("reach"), reader.number("trapped")});
}

}  // namespace thermodon::eval
