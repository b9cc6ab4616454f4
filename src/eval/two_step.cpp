#include <algorithm>
#include <array>

#include "eval/evaluators.hpp"
#include "eval/weights_file.hpp"

namespace thermodon::eval {
namespace {

// Columns and rows to the nearest corner, by size of the board (less one) and mailbox index.
using CornerDistances = std::array<std::uint8_t, rules::kMailboxSize>;
constexpr auto kCornerDistances = [] {
  std::array<std::array<CornerDistances, rules::kMaxBoard>, rules::kMaxBoard> by_size{};
  for (int columns = 1; columns <= rules::kMaxBoard; ++columns) {
    for (int rows = 1; rows <= rules::kMaxBoard; ++rows) {
      auto& distances = by_size[static_cast<std::size_t>(columns - 1)][static_cast<std::size_t>(rows - 1)];
      for (int column = 0; column < columns; ++column)
        for (int row = 0; row < rows; ++row)
          distances[rules::Square::at(column, row).index] = static_cast<std::uint8_t>(
              std::min(column, columns - 1 - column) + std::min(row, rows - 1 - row));
    }
  }
  return by_size;
}();

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

  // Ours less the opponent's.
  struct Differences {
    double free, moves, corner, trapped;
  };

  [[nodiscard]] unsigned parts() const { return kMovesPart | kLibertiesPart; }
  [[nodiscard]] static Differences differences(const Features& f, const rules::Position& p) {
    const auto us = rules::index(p.side_to_move());
    const Liberties& own = f.liberties[us];
    const Liberties& other = f.liberties[1 - us];
    const rules::BoardSize size = p.size();
    const CornerDistances& distances =
        kCornerDistances[static_cast<std::size_t>(size.columns - 1)][static_cast<std::size_t>(size.rows - 1)];
    int corners = 0;
    for (const rules::Square s : p.amazons(p.side_to_move())) corners += distances[s.index];
    for (const rules::Square s : p.amazons(!p.side_to_move())) corners -= distances[s.index];
    const int max_corner = (size.columns - 1) / 2 + (size.rows - 1) / 2;
    return {(own.total - other.total) / kMaxFree, (f.moves[us] - f.moves[1 - us]) / kMaxMoves,
            max_corner == 0 ? 0 : static_cast<double>(corners) / max_corner,
            static_cast<double>(own.few[0] - other.few[0])};
  }
  [[nodiscard]] double value(const Features& f, const rules::Position& p) const {
    const Differences d = differences(f, p);
    return scale * (free_weight * d.free + moves_weight * d.moves + corner_weight * d.corner) +
           reach_weight * d.moves * kMaxMoves - trapped_weight * d.trapped;
  }
  [[nodiscard]] std::vector<Term> terms(const Features& f, const rules::Position& p) const {
    const Differences d = differences(f, p);
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
