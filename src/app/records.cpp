#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "thermodon/game/record.hpp"

namespace thermodon::app {
namespace {

struct RecordsOptions {
  std::string verb;
  std::vector<std::string> files;
  std::string to;
  std::string style = "little-golem";
  std::string output;
  bool json = false;
};

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad())
    throw UsageError("records: " + path + ": cannot be read; give the path of an SGF or JSON-lines file");
  return text;
}

// What is wrong with one game of one file.
struct Finding {
  std::string file;
  std::size_t game = 0;  // 1-based; 0 when the file as a whole cannot be read
  std::size_t line = 0;
  game::RecordFault fault;
};

std::string to_line(const Finding& f) {
  std::string text = f.file;
  if (f.game > 0) text += ", game " + std::to_string(f.game) + " (line " + std::to_string(f.line) + ")";
  if (f.fault.move_number > 0) text += ", move " + std::to_string(f.fault.move_number) + ", " + f.fault.move;
  return text + ": " + f.fault.reason;
}

nlohmann::ordered_json to_json(const Finding& f) {
  nlohmann::ordered_json out = {
      {"file", f.file}, {"game", f.game}, {"line", f.line}, {"reason", f.fault.reason}};
  if (f.fault.move_number > 0) {
    out["move_number"] = f.fault.move_number;
    out["move"] = f.fault.move;
  }
  return out;
}

int run_check(const RecordsOptions& options) {
  std::size_t games = 0;
  std::vector<Finding> findings;
  for (const std::string& path : options.files) {
    const auto parsed = game::parse_records(read_file(path));
    if (!parsed.ok()) {
      findings.push_back({path, 0, 0, {0, {}, parsed.error()}});
      continue;
    }
    std::size_t number = 0;
    for (const game::ParsedGame& one : parsed.value()) {
      ++games;
      ++number;
      if (!one.record.ok())
        findings.push_back({path, number, one.line, {0, {}, one.record.error()}});
      else if (auto fault = check(one.record.value()))
        findings.push_back({path, number, one.line, std::move(*fault)});
    }
  }
  std::size_t illegal_games = 0;
  auto illegal = nlohmann::ordered_json::array();
  for (const Finding& finding : findings) {
    illegal_games += finding.game > 0 ? 1 : 0;
    illegal.push_back(to_json(finding));
    if (!options.json) std::cout << to_line(finding) << '\n';
  }
  if (options.json)
    std::cout << nlohmann::ordered_json{{"games", games},
                                        {"legal", games - illegal_games},
                                        {"illegal", illegal}}
                     .dump()
              << '\n';
  else
    std::cout << games << " games, " << games - illegal_games << " legal\n";
  return findings.empty() ? kDone : kFailed;
}

struct Source {
  std::string path, text;
};

std::vector<Source> read_files(const std::vector<std::string>& paths) {
  std::vector<Source> sources;
  for (const std::string& path : paths) sources.push_back({path, read_file(path)});
  return sources;
}

// What to convert to; the files must be of one kind where --to does not say it.
game::RecordKind kind_to_write(const RecordsOptions& options, const std::vector<Source>& sources) {
  using game::RecordKind;
  if (!options.to.empty()) return options.to == "sgf" ? RecordKind::kSgf : RecordKind::kJsonLines;
  bool any_sgf = false, any_json = false;
  for (const Source& source : sources) {
    const auto kind = game::record_kind(source.text);
    any_sgf = any_sgf || kind == RecordKind::kSgf;
    any_json = any_json || kind == RecordKind::kJsonLines;
  }
  if (any_sgf && any_json)
    throw UsageError("records: the files are of both kinds, SGF and JSON lines; say with --to what to write");
  return any_sgf ? RecordKind::kJsonLines : RecordKind::kSgf;
}

int run_convert(const RecordsOptions& options) {
  const auto sources = read_files(options.files);  // before --output, which may be one of them, is emptied
  const bool to_sgf = kind_to_write(options, sources) == game::RecordKind::kSgf;
  std::ofstream file;
  if (!options.output.empty()) {
    file.open(options.output, std::ios::binary);
    if (!file) throw UsageError("records: --output " + options.output + ": cannot be written");
  }
  std::ostream& out = options.output.empty() ? std::cout : file;
  const auto style = options.style == "standard" ? game::SgfStyle::kStandard : game::SgfStyle::kLittleGolem;
  bool all = true;
  for (const auto& [path, text] : sources) {
    const auto parsed = game::parse_records(text);
    if (!parsed.ok()) throw std::runtime_error(path + ": " + parsed.error());
    std::size_t number = 0;
    for (const game::ParsedGame& one : parsed.value()) {
      ++number;
      if (one.record.ok()) {
        out << (to_sgf ? game::to_sgf(one.record.value(), style) : game::to_json_line(one.record.value()))
            << '\n';
        continue;
      }
      all = false;
      std::cerr << "thermodon: " << to_line({path, number, one.line, {0, {}, one.record.error()}})
                << "; left out\n";
    }
  }
  if (!out.flush()) throw std::runtime_error("the output cannot be written");
  return all ? kDone : kFailed;
}

}  // namespace

Action declare_records(CLI::App& app) {
  auto options = std::make_shared<RecordsOptions>();
  app.add_option("verb", options->verb,
                 "check: replay and report what is illegal; convert: SGF to JSON lines or back")
      ->required()
      ->check(CLI::IsMember({"check", "convert"}));
  app.add_option("files", options->files, "SGF or JSON-lines files")->required();
  app.add_option(
         "--to", options->to,
         "convert: sgf or json; the other kind than the files' when left out, which must then be of one kind")
      ->check(CLI::IsMember({"sgf", "json"}));
  app.add_option("--style", options->style,
                 "convert to SGF: little-golem (W[d1-d7/g7]) or standard (W[djddgd])")
      ->capture_default_str()
      ->check(CLI::IsMember({"little-golem", "standard"}));
  app.add_option("--output", options->output, "convert: file to write; stdout when left out");
  app.add_flag("--json", options->json, "check: the result as JSON");
  return [options] { return options->verb == "check" ? run_check(*options) : run_convert(*options); };
}

}  // namespace thermodon::app
