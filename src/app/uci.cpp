#include <iostream>
#include <memory>

#include "app/command.hpp"
#include "thermodon/lab/uci_session.hpp"
#include "thermodon/search/spec.hpp"

namespace thermodon::app {
namespace {

int run_uci(const std::string& spec) {
  value_or_usage_error(search::make_searcher(value_or_usage_error(search::parse_spec(spec))));
  lab::UciSession session({"Thermodon " THERMODON_VERSION, "the Thermodon authors", spec},
                          [](std::string_view line) { std::cout << line << std::endl; });
  for (std::string line; std::getline(std::cin, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!session.handle(line)) return kDone;
  }
  session.wait_for_answer();
  return kDone;
}

}  // namespace

Action declare_uci(CLI::App& app) {
  auto spec = std::make_shared<std::string>("alphabeta:amazong");
  app.add_option("--engine", *spec, "the engine at first: searcher:evaluator[,key=value...]")
      ->capture_default_str();
  return [spec] { return run_uci(*spec); };
}

}  // namespace thermodon::app
