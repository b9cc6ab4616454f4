#include <array>

#include "eval/evaluators.hpp"

namespace thermodon::eval {
namespace {

struct RelativeTerrain {
  bool king;
  double kappa;
  double alone;  // J: worth of a square that only one side can reach

  [[nodiscard]] unsigned parts() const {
    return king ? kKingPart | kKingDifferencePart : unsigned{kQueenPart};
  }
  [[nodiscard]] const Territory& territory(const Features& f) const { return king ? f.king : f.queen; }

  [[nodiscard]] double value(const Features& f, const rules::Position& p) const {
    const Territory& t = territory(f);
    return mover_sign(p) * (t.difference + alone * (f.exclusive[0] - f.exclusive[1])) + kappa * t.equal;
  }
  [[nodiscard]] std::vector<Term> terms(const Features& f, const rules::Position& p) const {
    const Territory& t = territory(f);
    const auto us = rules::index(p.side_to_move());
    return {{"difference", mover_sign(p) * t.difference * 1.0},
            {"own alone", f.exclusive[us] * 1.0},
            {"opponent alone", f.exclusive[1 - us] * 1.0},
            {"equal", t.equal * 1.0}};
  }
};

constexpr std::array kParameters = {
    ParameterInfo{"distance", "queen moves or king steps", "queen", 0, 0, "queen|king"},
    ParameterInfo{"J", "worth of a square that only one side can reach", "4", 0, 20},
    ParameterInfo{"K", "worth of a square that both reach equally soon, for the side to move", "0.1", -0.2,
                  0.2},
    kKernelParameter,
};

}  // namespace

std::span<const ParameterInfo> relative_terrain_parameters() noexcept { return kParameters; }

MadeEvaluator make_relative_terrain(const Parameters& parameters) {
  ParameterReader reader("relative-terrain", kParameters, parameters);
  return finish(reader,
                RelativeTerrain{reader.text("distance") == "king", reader.number("K"), reader.number("J")});
}

}  // namespace thermodon::eval
