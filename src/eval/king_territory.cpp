#include <array>

#include "eval/evaluators.hpp"

namespace thermodon::eval {
namespace {

struct KingTerritory {
  double scale;
  double kappa;

  [[nodiscard]] unsigned parts() const { return kKingPart; }
  [[nodiscard]] double territory(const Features& f, const rules::Position& p) const {
    return mover_sign(p) * (f.king.nearer[0] - f.king.nearer[1]) + kappa * f.king.equal;
  }
  [[nodiscard]] double value(const Features& f, const rules::Position& p) const {
    return f.reachable() == 0 ? 0 : scale * territory(f, p) / f.reachable();
  }
  [[nodiscard]] std::vector<Term> terms(const Features& f, const rules::Position& p) const {
    return {{"territory", territory(f, p)}, {"reachable", f.reachable() * 1.0}};
  }
};

constexpr std::array kParameters = {
    ParameterInfo{"scale", "value of owning every square that can be reached", "100", 1, 250},
    ParameterInfo{"K", "worth of a square that both reach equally soon, for the side to move", "0", -0.2,
                  0.2},
    kKernelParameter,
};

}  // namespace

std::span<const ParameterInfo> king_territory_parameters() noexcept { return kParameters; }

MadeEvaluator make_king_territory(const Parameters& parameters) {
  ParameterReader reader("king-territory", kParameters, parameters);
  return finish(reader, KingTerritory{reader.number("scale"), reader.number("K")});
}

}  // namespace thermodon::eval
