#include <array>

#include "eval/evaluators.hpp"
#include "eval/weights_file.hpp"
#include "thermodon/eval/registry.hpp"

namespace thermodon::eval {
namespace {

enum Phase : std::size_t { kOpening, kMiddle, kFilling };
constexpr std::array<std::string_view, 3> kPhaseNames = {"opening", "middle", "filling"};

struct Borders {
  bool by_moves;
  double opening_w;
  double filling_w;
  int opening_moves;
  int filling_moves;
};

class Phased final : public Evaluator {
 public:
  using Phases = std::array<std::unique_ptr<Evaluator>, 3>;
  Phased(const Borders& borders, FeatureFunction features, Phases phases)
      : borders_(borders), features_(features), phases_(std::move(phases)) {}

  [[nodiscard]] Score evaluate(const rules::Position& position) override {
    return phases_[phase(position)]->evaluate(position);
  }
  [[nodiscard]] std::vector<Term> explain(const rules::Position& position) override {
    std::vector<Term> terms = {{"w", w(position)}, {"moves", position.arrow_count() * 1.0}};
    const Phase now = phase(position);
    terms.push_back({"phase", static_cast<double>(now)});  // 0 opening, 1 middle, 2 filling
    for (Term& term : phases_[now]->explain(position)) terms.push_back(std::move(term));
    return terms;
  }
  [[nodiscard]] std::unique_ptr<Evaluator> clone() const override {
    Phases copies;
    for (std::size_t i = 0; i < copies.size(); ++i) copies[i] = phases_[i]->clone();
    return std::make_unique<Phased>(borders_, features_, std::move(copies));
  }

 private:
  [[nodiscard]] double w(const rules::Position& position) const {
    Features features;
    features_(position, kQueenPart, features);
    return static_cast<double>(features.w) * kFraction;
  }
  [[nodiscard]] Phase phase(const rules::Position& position) const {
    if (borders_.by_moves) {
      const int moves = position.arrow_count();
      return moves < borders_.opening_moves ? kOpening : moves < borders_.filling_moves ? kMiddle : kFilling;
    }
    const double now = w(position);
    return now > borders_.opening_w ? kOpening : now > borders_.filling_w ? kMiddle : kFilling;
  }

  Borders borders_;
  FeatureFunction features_;
  Phases phases_;
};

constexpr std::array kParameters = {
    ParameterInfo{"opening", "evaluator of the opening, with parameters as name:key=value:key=value",
                  "amazong"},
    ParameterInfo{"middle", "evaluator of the middle game", "amazong"},
    ParameterInfo{"filling", "evaluator of the filling phase", "terrain"},
    ParameterInfo{"by", "what the phase follows: w (see amazong) or the number of moves made", "w", 0, 0,
                  "w|moves"},
    ParameterInfo{"opening_w", "by=w: the opening ends when w is not above this", "50", 0, 100},
    ParameterInfo{"filling_w", "by=w: the filling phase begins when w is not above this", "0", 0, 100},
    ParameterInfo{"opening_moves", "by=moves: the middle game begins after this many moves", "20", 0, 100},
    ParameterInfo{"filling_moves", "by=moves: the filling phase begins after this many moves", "55", 0, 100},
    kWeightsParameter,
    kKernelParameter,
};

// "terrain:distance=king" into a name and parameters.
MadeEvaluator make_phase(std::string_view phase, std::string_view text) {
  const auto fail = [&](const std::string& why) {
    return MadeEvaluator(
        rules::Error{"phased: " + std::string(phase) + "=" + std::string(text) + ": " + why});
  };
  Parameters parameters;
  const auto end = text.find(':');
  const std::string_view name = text.substr(0, end);
  if (name == "phased") return fail("must not be phased itself; name another evaluator");
  std::string_view rest = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  while (!rest.empty()) {
    const auto colon = rest.find(':');
    const std::string_view pair = rest.substr(0, colon);
    rest = colon == std::string_view::npos ? std::string_view{} : rest.substr(colon + 1);
    const auto equals = pair.find('=');
    if (equals == std::string_view::npos)
      return fail("\"" + std::string(pair) + "\" is not key=value; write name:key=value:key=value");
    if (!parameters.emplace(pair.substr(0, equals), pair.substr(equals + 1)).second)
      return fail("\"" + std::string(pair) + "\" is given twice");
  }
  auto made = make_evaluator(name, parameters);
  return made ? std::move(made) : fail(made.error());
}

}  // namespace

std::span<const ParameterInfo> phased_parameters() noexcept { return kParameters; }

MadeEvaluator make_phased(const Parameters& parameters) {
  const auto merged = with_weights_file("phased", parameters);
  if (!merged) return rules::Error{merged.error()};
  ParameterReader reader("phased", kParameters, *merged);
  const Borders borders{reader.text("by") == "moves", reader.number("opening_w"), reader.number("filling_w"),
                        reader.integer("opening_moves"), reader.integer("filling_moves")};
  if (borders.filling_w > borders.opening_w) reader.fail("filling_w must not be above opening_w");
  if (borders.filling_moves < borders.opening_moves)
    reader.fail("filling_moves must not be below opening_moves");
  const auto features = feature_function(reader.text("kernel"));
  if (!features) reader.fail(features.error());
  Phased::Phases phases;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    auto made = make_phase(kPhaseNames[i], reader.text(kPhaseNames[i]));
    if (!made) return rules::Error{made.error()};
    phases[i] = std::move(*made);
  }
  if (reader.error()) return *reader.error();
  return MadeEvaluator(std::make_unique<Phased>(borders, *features, std::move(phases)));
}

}  // namespace thermodon::eval
