// Evaluations and metrics as JSON; what `thermodon eval --json` prints as well.
#include <cmath>

#include "server/live/engines.hpp"
#include "server/live/json.hpp"
#include "thermodon/eval/metrics.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/search/spec.hpp"

namespace thermodon::server {
namespace {

template <class Infos>
Json table_json(const Infos& table) {
  Json rows = Json::array();
  for (const auto& info : table) {
    Json parameters = Json::array();
    for (const auto& p : info.parameters)
      parameters.push_back(
          {{"name", p.name}, {"default", p.default_value}, {"range", p.range()}, {"summary", p.summary}});
    rows.push_back({{"name", info.name}, {"summary", info.summary}, {"parameters", std::move(parameters)}});
    if constexpr (requires { info.uses_evaluator; }) rows.back()["uses_evaluator"] = info.uses_evaluator;
  }
  return rows;
}

}  // namespace

Json evaluators_json() {
  return {{"evaluators", table_json(eval::evaluators())}, {"searchers", table_json(search::searchers())}};
}

rules::Result<Json> evaluation_json(std::string_view position_text, std::string_view text) {
  const auto position = rules::parse_position(position_text);
  if (!position.ok()) return rules::Error{position.error()};
  const auto spec = search::parse_spec("greedy:" + std::string(text));
  if (!spec.ok()) return rules::Error{spec.error()};
  if (names_a_file(spec->parameters)) return rules::Error{"weights: files are not read for the network"};
  const auto evaluator = eval::make_evaluator(spec->evaluator, spec->parameters);
  if (!evaluator.ok()) return rules::Error{evaluator.error()};
  Json terms = Json::object();
  const eval::Score score = evaluator.value()->evaluate(*position);
  for (const auto& term : evaluator.value()->explain(*position))
    if (term.name != "score") terms[term.name] = term.value;
  return Json{{"evaluator", spec->evaluator},
              {"score", static_cast<double>(score) / eval::kSquare},
              {"terms", std::move(terms)}};
}

rules::Result<Json> metric_json(std::string_view position_text, std::string_view name) {
  const auto position = rules::parse_position(position_text);
  if (!position.ok()) return rules::Error{position.error()};
  const auto metric = eval::parse_metric(name);
  if (!metric)
    return rules::Error{"metric " + rules::quote(name) +
                        ": unknown; one of strength, moves, queen-distance, king-distance, mobility"};
  const rules::BoardSize size = position->size();
  Json json = {{"metric", eval::to_string(*metric)}};
  for (const rules::Color color : {rules::Color::kWhite, rules::Color::kBlack}) {
    const eval::MetricMap map = eval::metric_map(*position, *metric, color);
    Json ranks = Json::array();
    for (int row = size.rows - 1; row >= 0; --row) {
      Json rank = Json::array();
      for (int column = 0; column < size.columns; ++column) {
        const double value = map[rules::Square::at(column, row).index];
        rank.push_back(std::isfinite(value) ? Json(value) : Json(nullptr));
      }
      ranks.push_back(std::move(rank));
    }
    json[std::string(rules::to_string(color))] = std::move(ranks);
  }
  return json;
}

}  // namespace thermodon::server
