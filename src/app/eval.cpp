#include <fmt/format.h>
#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "thermodon/eval/metrics.hpp"
#include "thermodon/eval/registry.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/search/spec.hpp"

namespace thermodon::app {
namespace {

struct EvalOptions {
  std::string position = "startpos";
  std::string size = "10x10";
  std::vector<std::string> evaluators;  // none: all
  std::vector<std::string> metrics;
  bool json = false;
};

void print_evaluation(const rules::Position& position, const std::string& name,
                      const eval::Parameters& parameters, bool as_json) {
  const auto evaluator = value_or_usage_error(eval::make_evaluator(name, parameters));
  const eval::Score score = evaluator->evaluate(position);
  const auto terms = evaluator->explain(position);
  if (as_json) {
    nlohmann::ordered_json by_name = nlohmann::ordered_json::object();
    for (const auto& term : terms)
      if (term.name != "score") by_name[term.name] = term.value;
    std::cout << nlohmann::ordered_json{{"evaluator", name},
                                        {"score", static_cast<double>(score) / eval::kSquare},
                                        {"terms", by_name}}
                     .dump()
              << '\n';
    return;
  }
  std::cout << fmt::format("{:<18}{:>9.2f}", name, static_cast<double>(score) / eval::kSquare);
  for (const auto& term : terms)
    if (term.name != "score") std::cout << fmt::format("  {} {:.3g}", term.name, term.value);
  std::cout << '\n';
}

std::string cell_text(double value) {
  if (std::isnan(value)) return "      ·";
  if (std::isinf(value)) return "      ∞";
  return fmt::format("{:>7.4g}", value);
}

// Ranks from the top, files from the left; null where the metric is not defined or the square not to be
// reached.
void print_metric(const rules::Position& position, eval::Metric metric, bool as_json) {
  const rules::BoardSize size = position.size();
  nlohmann::ordered_json line = {{"metric", eval::to_string(metric)}};
  for (const rules::Color color : {rules::Color::kWhite, rules::Color::kBlack}) {
    const eval::MetricMap map = eval::metric_map(position, metric, color);
    nlohmann::ordered_json ranks = nlohmann::ordered_json::array();
    if (!as_json) std::cout << eval::to_string(metric) << ", " << rules::to_string(color) << '\n';
    for (int row = size.rows - 1; row >= 0; --row) {
      nlohmann::ordered_json rank = nlohmann::ordered_json::array();
      std::string text = fmt::format("{:>3}", row + 1);
      for (int column = 0; column < size.columns; ++column) {
        const double value = map[rules::Square::at(column, row).index];
        rank.push_back(std::isfinite(value) ? nlohmann::ordered_json(value)
                                            : nlohmann::ordered_json(nullptr));
        text += cell_text(value);
      }
      ranks.push_back(std::move(rank));
      if (!as_json) std::cout << text << '\n';
    }
    line[std::string(rules::to_string(color))] = std::move(ranks);
  }
  if (as_json) std::cout << line.dump() << '\n';
}

int run_eval(const EvalOptions& options) {
  const auto size = value_or_usage_error(rules::parse_size(options.size));
  const rules::Position position = value_or_usage_error(rules::parse_position(options.position, size));
  std::vector<eval::Metric> metrics;
  for (const std::string& name : options.metrics) {
    const auto metric = eval::parse_metric(name);
    if (!metric && name != "all")
      throw UsageError("--metric " + name +
                       ": unknown; one of strength, moves, queen-distance, king-distance, mobility, all");
    if (metric)
      metrics.push_back(*metric);
    else
      metrics.assign(eval::kMetrics.begin(), eval::kMetrics.end());
  }
  if (options.evaluators.empty() && metrics.empty())
    for (const auto& info : eval::evaluators())
      print_evaluation(position, std::string(info.name), {}, options.json);
  for (const std::string& text : options.evaluators) {
    const auto spec = value_or_usage_error(search::parse_spec("greedy:" + text));
    print_evaluation(position, spec.evaluator, spec.parameters, options.json);
  }
  for (const eval::Metric metric : metrics) print_metric(position, metric, options.json);
  return kDone;
}

}  // namespace

Action declare_eval(CLI::App& app) {
  auto options = std::make_shared<EvalOptions>();
  app.add_option("--position", options->position, "startpos or a FEN, then optionally `moves m1 m2 ...`")
      ->capture_default_str();
  app.add_option("--size", options->size, "board of startpos, columns x rows")->capture_default_str();
  app.add_option("--evaluator", options->evaluators,
                 "name[,key=value...]; several times for several; without it, all of them");
  app.add_option("--metric", options->metrics,
                 "the map of strength, moves, queen-distance, king-distance, mobility, or all");
  app.add_flag("--json", options->json, "JSON lines");
  return [options] { return run_eval(*options); };
}

}  // namespace thermodon::app
