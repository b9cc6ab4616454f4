#include <fstream>
#include <iostream>
#include <memory>

#include "app/command.hpp"
#include "thermodon/lab/report.hpp"

namespace thermodon::app {
namespace {

struct ReportOptions {
  std::string folder;
  std::string output;
  std::size_t games = 1'000;
  bool json = false;
};

int run_report(const ReportOptions& options) {
  const auto match = value_or_usage_error(lab::load_match(options.folder));
  if (options.json) {
    std::cout << lab::report_json(match, options.games) << '\n';
    return kDone;
  }
  const std::string path = options.output.empty() ? options.folder + "/report.html" : options.output;
  std::ofstream file(path, std::ios::binary);
  if (!(file << lab::report_html(match, options.games) << std::flush))
    throw UsageError("report: " + path + ": cannot be written; name another file by --output");
  std::cout << path << '\n';
  return kDone;
}

}  // namespace

Action declare_report(CLI::App& app) {
  auto options = std::make_shared<ReportOptions>();
  app.add_option("folder", options->folder, "folder that match --record or match-merge --record wrote")
      ->required();
  app.add_option("--output", options->output, "the page; report.html in the folder when left out");
  app.add_option("--games", options->games, "how many games the page holds move by move")
      ->capture_default_str()
      ->check(whole_number());
  app.add_flag("--json", options->json, "what the page shows, as JSON on stdout, instead of the page");
  return [options] { return run_report(*options); };
}

}  // namespace thermodon::app
