#include "thermodon/eval/amazong.hpp"

#include <array>

#include "eval/evaluators.hpp"
#include "eval/weights_file.hpp"

namespace thermodon::eval {
namespace {

struct Amazong {
  AmazongFormula formula;

  [[nodiscard]] unsigned parts() const { return AmazongFormula::kParts; }
  [[nodiscard]] double value(const Features& f, const rules::Position& p) const {
    return formula.value(f, p.side_to_move());
  }
  [[nodiscard]] std::vector<Term> terms(const Features& f, const rules::Position& p) const {
    const AmazongTerms t = formula.terms(f, p.side_to_move());
    return {{"t1", t.t1}, {"c1", t.c1}, {"c2", t.c2}, {"t2", t.t2}, {"w", t.w},        {"m", t.m},
            {"f1", t.f1}, {"f2", t.f2}, {"f3", t.f3}, {"f4", t.f4}, {"tempo", t.tempo}};
  }
};

constexpr std::array kParameters = {
    ParameterInfo{"K", "delta of a square that both reach equally soon (the weights' kappa)", "0.1", -0.2,
                  0.2},
    kKernelParameter,
};

}  // namespace

std::span<const ParameterInfo> amazong_parameters() noexcept { return kParameters; }

MadeEvaluator make_amazong(const Parameters& parameters) {
  ParameterReader reader("amazong", kParameters, parameters);
  AmazongWeights weights = AmazongWeights::defaults();
  if (reader.given("weights")) {
    auto read = read_amazong_weights(reader.text("weights"));
    if (!read) return rules::Error{read.error()};
    weights = *read;
  }
  if (reader.given("K")) weights.kappa = reader.number("K");
  return finish(reader, Amazong{AmazongFormula(weights)});
}

}  // namespace thermodon::eval
