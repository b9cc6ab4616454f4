#include "thermodon/eval/amazong.hpp"

#include <array>

#include "eval/evaluators.hpp"
#include "eval/weights_file.hpp"

namespace thermodon::eval {
namespace {

std::vector<Term> named(const AmazongTerms& t) {
  return {{"t1", t.t1}, {"c1", t.c1}, {"c2", t.c2}, {"t2", t.t2}, {"w", t.w},         {"m", t.m},
          {"f1", t.f1}, {"f2", t.f2}, {"f3", t.f3}, {"f4", t.f4}, {"tempo", t.tempo}, {"score", t.score}};
}

// By the fast kernels, or by the scalar reference.
class Amazong final : public Evaluator {
 public:
  Amazong(const AmazongWeights& weights, const std::string& kernel)
      : fast_(weights, kernel), scalar_(kernel == "scalar") {}

  [[nodiscard]] Score evaluate(const rules::Position& position) override {
    return fast_.formula().score(counts(position), position.side_to_move());
  }
  [[nodiscard]] std::vector<Term> explain(const rules::Position& position) override {
    return named(fast_.formula().terms(counts(position), position.side_to_move()));
  }
  [[nodiscard]] std::unique_ptr<Evaluator> clone() const override { return std::make_unique<Amazong>(*this); }

 private:
  [[nodiscard]] AmazongCounts counts(const rules::Position& position) const {
    return scalar_ ? amazong_counts(scalar_features(position, AmazongFormula::kParts))
                   : fast_.counts(pack(position));
  }

  FastAmazong fast_;
  bool scalar_;
};

constexpr std::array kParameters = {
    ParameterInfo{"K", "delta of a square that both reach equally soon (the weights' kappa)", "0", -0.2, 0.2},
    kWeightsParameter,
    kKernelParameter,
};

}  // namespace

std::span<const ParameterInfo> amazong_parameters() noexcept { return kParameters; }

MadeEvaluator make_amazong(const Parameters& parameters) {
  ParameterReader reader("amazong", kParameters, parameters);
  const auto weights = amazong_weights(parameters);
  if (!weights) return rules::Error{weights.error()};
  const std::string kernel = reader.text("kernel");
  if (const auto known = feature_function(kernel); !known) reader.fail(known.error());
  if (reader.error()) return *reader.error();
  return MadeEvaluator(std::make_unique<Amazong>(*weights, kernel));
}

rules::Result<AmazongWeights> amazong_weights(const Parameters& parameters) {
  ParameterReader reader("amazong", kParameters, parameters);
  AmazongWeights weights = AmazongWeights::defaults();
  if (const std::string path = reader.text("weights"); !path.empty()) {
    auto read = read_amazong_weights(path);
    if (!read) return read;
    weights = std::move(*read);
  }
  if (reader.given("K")) weights.kappa = reader.number("K");
  if (reader.error()) return *reader.error();
  return weights;
}

}  // namespace thermodon::eval
