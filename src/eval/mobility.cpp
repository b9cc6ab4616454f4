#include <array>

#include "eval/evaluators.hpp"

namespace thermodon::eval {
namespace {

struct Mobility {
  [[nodiscard]] unsigned parts() const { return kMobilityPart; }
  [[nodiscard]] double value(const Features& f, const rules::Position& p) const {
    return mover_sign(p) * (total_mobility(f, 0) - total_mobility(f, 1));
  }
  [[nodiscard]] std::vector<Term> terms(const Features& f, const rules::Position& p) const {
    const auto us = rules::index(p.side_to_move());
    return {{"own mobility", total_mobility(f, us)}, {"opponent mobility", total_mobility(f, 1 - us)}};
  }
};

constexpr std::array kParameters = {kKernelParameter};

}  // namespace

std::span<const ParameterInfo> mobility_parameters() noexcept { return kParameters; }

MadeEvaluator make_mobility(const Parameters& parameters) {
  ParameterReader reader("mobility", kParameters, parameters);
  return finish(reader, Mobility{});
}

}  // namespace thermodon::eval
