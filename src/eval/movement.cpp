#include <array>

#include "eval/evaluators.hpp"

namespace thermodon::eval {
namespace {

struct Movement {
  [[nodiscard]] unsigned parts() const { return kMovesPart; }
  [[nodiscard]] double value(const Features& f, const rules::Position& p) const {
    return mover_sign(p) * (f.freedom[0].moves - f.freedom[1].moves);
  }
  [[nodiscard]] std::vector<Term> terms(const Features& f, const rules::Position& p) const {
    const auto us = rules::index(p.side_to_move());
    return {{"own moves", f.freedom[us].moves * 1.0}, {"opponent moves", f.freedom[1 - us].moves * 1.0}};
  }
};

constexpr std::array kParameters = {kKernelParameter};

}  // namespace

std::span<const ParameterInfo> movement_parameters() noexcept { return kParameters; }

MadeEvaluator make_movement(const Parameters& parameters) {
  ParameterReader reader("movement", kParameters, parameters);
  return finish(reader, Movement{});
}

}  // namespace thermodon::eval
