#include <array>

#include "eval/evaluators.hpp"
#include "eval/weights_file.hpp"

namespace thermodon::eval {
namespace {

struct Kqm {
  double king_weight;
  double queen_weight;
  double mobility_weight;
  double kappa;

  [[nodiscard]] unsigned parts() const { return kQueenPart | kKingPart | kMobilityPart; }
  [[nodiscard]] double terrain(const Territory& t, const rules::Position& p) const {
    return mover_sign(p) * (t.nearer[0] - t.nearer[1]) + kappa * t.equal;
  }
  [[nodiscard]] double mobility(const Features& f, const rules::Position& p) const {
    return mover_sign(p) * (total_mobility(f, 0) - total_mobility(f, 1));
  }
  [[nodiscard]] double value(const Features& f, const rules::Position& p) const {
    return king_weight * terrain(f.king, p) + queen_weight * terrain(f.queen, p) +
           mobility_weight * mobility(f, p);
  }
  [[nodiscard]] std::vector<Term> terms(const Features& f, const rules::Position& p) const {
    return {{"king", terrain(f.king, p)}, {"queen", terrain(f.queen, p)}, {"mobility", mobility(f, p)}};
  }
};

constexpr std::array kParameters = {
    ParameterInfo{"king", "weight of king terrain", "0.5", -10, 10},
    ParameterInfo{"queen", "weight of queen terrain", "0.5", -10, 10},
    ParameterInfo{"mobility", "weight of mobility", "0.05", -10, 10},
    ParameterInfo{"K", "worth of a square that both reach equally soon, for the side to move", "0.1", -0.2,
                  0.2},
    kWeightsParameter,
    kKernelParameter,
};

}  // namespace

std::span<const ParameterInfo> kqm_parameters() noexcept { return kParameters; }

MadeEvaluator make_kqm(const Parameters& parameters) {
  const auto merged = with_weights_file("kqm", parameters);
  if (!merged) return rules::Error{merged.error()};
  ParameterReader reader("kqm", kParameters, *merged);
  return finish(reader, Kqm{reader.number("king"), reader.number("queen"), reader.number("mobility"),
                            reader.number("K")});
}

}  // namespace thermodon::eval
