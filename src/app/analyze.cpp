#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/command.hpp"
#include "app/duration.hpp"
#include "thermodon/eval/metrics.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/search/spec.hpp"

namespace thermodon::app {
namespace {

struct AnalyzeOptions {
  std::string position = "startpos";
  std::string size = "10x10";
  std::string engine = "alphabeta:amazong";
  std::string move_time;
  int depth = 0;
  std::uint64_t nodes = 0;
  int multipv = 1;
  std::string heatmap;
  bool json = false;
};

nlohmann::json moves_of(const std::vector<rules::Move>& moves) {
  nlohmann::json texts = nlohmann::json::array();
  for (const rules::Move move : moves) texts.push_back(rules::to_string(move));
  return texts;
}

std::string line_of(const std::vector<rules::Move>& moves) {
  std::string text;
  for (const rules::Move move : moves) text += (text.empty() ? "" : " ") + rules::to_string(move);
  return text;
}

double squares(search::Score score) { return static_cast<double>(score) / eval::kSquare; }

// A score as people read it: squares, or the end of the game when it is proved.
std::string text_of(search::Score score) {
  if (std::abs(score) > search::kWinBound)
    return std::string(score > 0 ? "wins" : "loses") + " in " +
           std::to_string(search::kWin - std::abs(score));
  std::ostringstream out;
  out << std::showpos << std::fixed << std::setprecision(2) << squares(score);
  return out.str();
}

double seconds_of(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

search::SearchLimits limits_of(const AnalyzeOptions& options) {
  search::SearchLimits limits;
  limits.multipv = options.multipv;
  limits.use_all_time = true;
  if (options.depth > 0) limits.depth = options.depth;
  if (options.nodes > 0) limits.nodes = options.nodes;
  if (!options.move_time.empty())
    limits.deadline = limits.start + parse_duration(options.move_time, "--move-time");
  else if (!limits.depth && !limits.nodes)
    limits.deadline = limits.start + std::chrono::seconds(1);
  return limits;
}

void print_info(const search::SearchInfo& info, bool as_json) {
  if (as_json) {
    std::cout << nlohmann::json{{"depth", info.depth},
                                {"multipv", info.multipv},
                                {"score", squares(info.score)},
                                {"nodes", info.nodes},
                                {"seconds", seconds_of(info.elapsed)},
                                {"hashfull", info.hashfull_permille},
                                {"pv", moves_of(info.pv)}}
                     .dump()
              << std::endl;
    return;
  }
  std::cout << "depth " << std::setw(2) << info.depth << "  #" << info.multipv << "  " << std::setw(8)
            << text_of(info.score) << "  " << std::setw(10) << info.nodes << " nodes  " << std::fixed
            << std::setprecision(2) << seconds_of(info.elapsed) << " s  " << line_of(info.pv) << std::endl;
}

void print_result(const search::SearchResult& result, bool as_json) {
  if (as_json) {
    const auto pv = result.lines.empty() ? std::vector<rules::Move>{} : result.lines.front().pv;
    nlohmann::json line = {
        {"bestmove", result.best ? nlohmann::json(rules::to_string(*result.best)) : nlohmann::json(nullptr)},
        {"score", squares(result.score)},
        {"depth", result.depth},
        {"nodes", result.nodes},
        {"seconds", seconds_of(result.elapsed)},
        {"pv", moves_of(pv)}};
    for (const auto& opinion : result.opinions)
      line["choices"].push_back({{"by", opinion.by},
                                 {"move", rules::to_string(opinion.move)},
                                 {"score", squares(opinion.score)},
                                 {"depth", opinion.depth}});
    std::cout << line.dump() << '\n';
    return;
  }
  for (const auto& opinion : result.opinions)
    std::cout << "choice    " << rules::to_string(opinion.move) << "  " << text_of(opinion.score)
              << "  depth " << opinion.depth << "  by " << opinion.by << '\n';
  if (result.best)
    std::cout << "best move " << rules::to_string(*result.best) << "  " << text_of(result.score) << '\n';
  else
    std::cout << "no legal move\n";
}

eval::Metric metric_or_usage_error(const std::string& name) {
  if (const auto metric = eval::parse_metric(name)) return *metric;
  std::string known;
  for (const eval::Metric metric : eval::kMetrics)
    known += (known.empty() ? "" : ", ") + std::string(eval::to_string(metric));
  throw UsageError("--heatmap " + name + ": no such metric; known: " + known);
}

std::string cell_text(const rules::Position& position, rules::Square square, double value) {
  if (position.at(square) == rules::Cell::kArrow) return "*";
  if (std::isnan(value)) return position.at(square) == rules::Cell::kWhite ? "Q" : "q";
  if (std::isinf(value)) return "-";
  std::ostringstream out;
  out << std::setprecision(value < 100 ? 3 : 4) << value;
  return out.str();
}

void print_map(const rules::Position& position, const eval::MetricMap& map) {
  const rules::BoardSize size = position.size();
  for (int row = size.rows - 1; row >= 0; --row) {
    std::cout << std::setw(2) << row + 1;
    for (int column = 0; column < size.columns; ++column) {
      const rules::Square square = rules::Square::at(column, row);
      std::cout << std::setw(6) << cell_text(position, square, map[square.index]);
    }
    std::cout << '\n';
  }
  std::cout << "  ";
  for (int column = 0; column < size.columns; ++column)
    std::cout << std::setw(6) << static_cast<char>('a' + column);
  std::cout << '\n';
}

// Values by square name; null where a square cannot be reached. Squares without a value are left out.
nlohmann::json map_json(const rules::Position& position, const eval::MetricMap& map) {
  nlohmann::json squares_by_name = nlohmann::json::object();
  for (int row = 0; row < position.size().rows; ++row) {
    for (int column = 0; column < position.size().columns; ++column) {
      const rules::Square square = rules::Square::at(column, row);
      const double value = map[square.index];
      if (std::isnan(value)) continue;
      squares_by_name[rules::to_string(square)] =
          std::isinf(value) ? nlohmann::json(nullptr) : nlohmann::json(value);
    }
  }
  return squares_by_name;
}

void print_heatmap(const rules::Position& position, eval::Metric metric, bool as_json) {
  // Strength and moves belong to the square, whoever looks.
  const bool by_side = metric != eval::Metric::kStrength && metric != eval::Metric::kMoves;
  for (const rules::Color side : {rules::Color::kWhite, rules::Color::kBlack}) {
    const eval::MetricMap map = eval::metric_map(position, metric, side);
    const std::string name(eval::to_string(metric));
    if (as_json) {
      nlohmann::json line = {{"heatmap", name}, {"squares", map_json(position, map)}};
      if (by_side) line["side"] = std::string(rules::to_string(side));
      std::cout << line.dump() << '\n';
    } else {
      std::cout << name << (by_side ? " of " + std::string(rules::to_string(side)) : "") << '\n';
      print_map(position, map);
    }
    if (!by_side) break;
  }
}

int run_analyze(const AnalyzeOptions& options) {
  const auto size = value_or_usage_error(rules::parse_size(options.size));
  const rules::Position position = value_or_usage_error(rules::parse_position(options.position, size));
  if (!options.heatmap.empty()) print_heatmap(position, metric_or_usage_error(options.heatmap), options.json);
  const auto spec = value_or_usage_error(search::parse_spec(options.engine));
  const auto searcher = value_or_usage_error(search::make_searcher(spec));
  search::SearchControl control;
  control.on_info = [&](const search::SearchInfo& info) { print_info(info, options.json); };
  print_result(searcher->search(position, limits_of(options), control), options.json);
  return kDone;
}

}  // namespace

Action declare_analyze(CLI::App& app) {
  auto options = std::make_shared<AnalyzeOptions>();
  app.add_option("--position", options->position, "startpos or a FEN, then optionally `moves m1 m2 ...`")
      ->capture_default_str();
  app.add_option("--size", options->size, "board of startpos, columns x rows")->capture_default_str();
  app.add_option("--engine", options->engine, "searcher:evaluator[,key=value...]")->capture_default_str();
  app.add_option("--move-time", options->move_time,
                 "time to think, such as 1s or 500ms; 1s when nothing else bounds it");
  app.add_option("--depth", options->depth, "deepest iteration; 0: no bound")
      ->capture_default_str()
      ->check(CLI::Range(0, 100));
  app.add_option("--nodes", options->nodes, "nodes to search; 0: no bound")
      ->capture_default_str()
      ->check(whole_number());
  app.add_option("--multipv", options->multipv, "lines to show")
      ->capture_default_str()
      ->check(CLI::Range(1, 500));
  app.add_option(
      "--heatmap", options->heatmap,
      "also show a metric of each square: strength, moves, queen-distance, king-distance, mobility");
  app.add_flag("--json", options->json, "JSON lines");
  return [options] { return run_analyze(*options); };
}

}  // namespace thermodon::app
