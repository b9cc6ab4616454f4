#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "thermodon/eval/registry.hpp"
#include "thermodon/search/spec.hpp"

namespace thermodon::app {
namespace {

template <class Info>
void print_table(std::string_view kind, std::span<const Info> table, bool as_json) {
  if (!as_json) std::cout << kind << "s\n";
  for (const Info& info : table) {
    if (as_json) {
      nlohmann::ordered_json parameters = nlohmann::ordered_json::array();
      for (const auto& p : info.parameters)
        parameters.push_back(
            {{"name", p.name}, {"default", p.default_value}, {"range", p.range()}, {"summary", p.summary}});
      std::cout << nlohmann::ordered_json{{"kind", kind},
                                          {"name", info.name},
                                          {"summary", info.summary},
                                          {"parameters", parameters}}
                       .dump()
                << '\n';
      continue;
    }
    std::cout << fmt::format("  {:<18}{}\n", info.name, info.summary);
    for (const auto& p : info.parameters) {
      const std::string range = p.range();
      std::cout << fmt::format("      {:<17} {}{}\n", fmt::format("{}={}", p.name, p.default_value),
                               p.summary, range.empty() ? "" : " (" + range + ")");
    }
  }
}

}  // namespace

Action declare_evaluators(CLI::App& app) {
  auto as_json = std::make_shared<bool>(false);
  app.add_flag("--json", *as_json, "JSON lines");
  return [as_json] {
    print_table("evaluator", eval::evaluators(), *as_json);
    print_table("searcher", search::searchers(), *as_json);
    return kDone;
  };
}

}  // namespace thermodon::app
