#include <array>

#include "eval/evaluators.hpp"
#include "eval/weights_file.hpp"

namespace thermodon::eval {
namespace {

// How near to being caught an amazon with `liberties` empty neighbours is.
double danger(int liberties) {
  constexpr double kCaught = 20;
  constexpr int kNeighbours = 8;
  return liberties == 0 ? kCaught : kNeighbours - liberties;
}

struct QueenSafety {
  double execute_weight;
  double save_weight;
  double actions_weight;
  double opponent_weight;

  // Own amazons with more liberties than this are not worried about.
  static constexpr int kFewLiberties = 2;
  static constexpr double kPerMove = 0.75;

  struct Parts {
    double execute = 0, save = 0, actions = 0, opponent = 0;
  };

  [[nodiscard]] unsigned parts() const { return kMovesPart | kLibertiesPart; }
  [[nodiscard]] Parts heuristics(const Features& f, const rules::Position& p) const {
    const auto us = rules::index(p.side_to_move());
    Parts h;
    for (std::size_t i = 0; i < static_cast<std::size_t>(f.amazons[1 - us]); ++i)
      h.execute += danger(f.liberties[1 - us][i]);
    for (std::size_t i = 0; i < static_cast<std::size_t>(f.amazons[us]); ++i)
      if (f.liberties[us][i] <= kFewLiberties) h.save -= danger(f.liberties[us][i]);
    h.actions = kPerMove * f.moves[us];
    h.opponent = -kPerMove * f.moves[1 - us];
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
