#include <array>

#include "eval/evaluators.hpp"

namespace thermodon::eval {
namespace {

struct Terrain {
  bool king;
  double kappa;

  [[nodiscard]] unsigned parts() const { return king ? kKingPart : kQueenPart; }
  [[nodiscard]] const Territory& territory(const Features& f) const { return king ? f.king : f.queen; }

  [[nodiscard]] double value(const Features& f, const rules::Position& p) const {
    const Territory& t = territory(f);
    return mover_sign(p) * (t.nearer[0] - t.nearer[1]) + kappa * t.equal;
  }
  [[nodiscard]] std::vector<Term> terms(const Features& f, const rules::Position& p) const {
    const Territory& t = territory(f);
    const auto us = rules::index(p.side_to_move());
    return {{"nearer", static_cast<double>(t.nearer[us])},
            {"farther", static_cast<double>(t.nearer[1 - us])},
            {"equal", static_cast<double>(t.equal)}};
  }
};

constexpr std::array kParameters = {
    ParameterInfo{"distance", "what nearer means: queen moves or king steps", "queen", 0, 0, "queen|king"},
    ParameterInfo{"K", "worth of a square that both reach equally soon, for the side to move", "0.1", -0.2,
                  0.2},
    kKernelParameter,
};

}  // namespace

std::span<const ParameterInfo> terrain_parameters() noexcept { return kParameters; }

MadeEvaluator make_terrain(const Parameters& parameters) {
  ParameterReader reader("terrain", kParameters, parameters);
  return finish(reader, Terrain{reader.text("distance") == "king", reader.number("K")});
}

}  // namespace thermodon::eval
