#include <array>

#include "eval/evaluators.hpp"
#include "eval/weights_file.hpp"

namespace thermodon::eval {
namespace {

// How near to being caught an amazon is: 8 less its liberties, or this without any.
constexpr int kCaught = 20;
constexpr int kNeighbours = 8;

struct QueenSafety {
  double execute_weight;
  double save_weight;
  double actions_weight;
  double opponent_weight;

  static constexpr double kPerMove = 0.75;

  struct Parts {
    double execute = 0, save = 0, actions = 0, opponent = 0;
  };

  [[nodiscard]] unsigned parts() const { return kMovesPart | kLibertiesPart; }
  [[nodiscard]] Parts heuristics(const Features& f, const rules::Position& p) const {
    const auto us = rules::index(p.side_to_move());
    const auto opponents = static_cast<int>(p.amazons(!p.side_to_move()).size());
    const Freedom& own = f.freedom[us];
    const Freedom& other = f.freedom[1 - us];
    Parts h;
    h.execute = opponents * kNeighbours - other.liberties + (kCaught - kNeighbours) * other.few[0];
    // Own amazons with more than two liberties are not worried about.
    h.save = -(kCaught * own.few[0] + (kNeighbours - 1) * own.few[1] + (kNeighbours - 2) * own.few[2]);
    h.actions = kPerMove * own.moves;
    h.opponent = -kPerMove * other.moves;
    return h;
  }
  [[nodiscard]] double value(const Features& f, const rules::Position& p) const {
    const Parts h = heuristics(f, p);
    return execute_weight * h.execute + save_weight * h.save + actions_weight * h.actions +
           opponent_weight * h.opponent;
  }
  [[nodiscard]] std::vector<Term> terms(const Features& f, const rules::Position& p) const {
    const Parts h = heuristics(f, p);
    return {{"execute", h.execute}, {"save", h.save}, {"actions", h.actions}, {"opponent", h.opponent}};
  }
};

constexpr std::array kParameters = {
    ParameterInfo{"execute", "weight of the opponent's amazons having few liberties", "1", -10, 10},
    ParameterInfo{"save", "weight of our amazons with at most two liberties", "1", -10, 10},
    ParameterInfo{"actions", "weight of our queen moves", "1", -10, 10},
    ParameterInfo{"opponent", "weight of the opponent's queen moves", "1", -10, 10},
    kWeightsParameter,
    kKernelParameter,
};

}  // namespace

std::span<const ParameterInfo> queen_safety_parameters() noexcept { return kParameters; }

MadeEvaluator make_queen_safety(const Parameters& parameters) {
  const auto merged = with_weights_file("queen-safety", parameters);
  if (!merged) return rules::Error{merged.error()};
  ParameterReader reader("queen-safety", kParameters, *merged);
  return finish(reader, QueenSafety{reader.number("execute"), reader.number("save"), reader.number("actions"),
                                    reader.number("opponent")});
}

}  // namespace thermodon::eval
