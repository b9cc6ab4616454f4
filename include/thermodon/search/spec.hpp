// SPEC, the text that names an engine: searcher:evaluator[,key=value...]
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "thermodon/eval/registry.hpp"
#include "thermodon/rules/result.hpp"
#include "thermodon/search/searcher.hpp"

namespace thermodon::search {

// `alphabeta:amazong,threads=2,hash=64`, `random`, `greedy:terrain,distance=king`. Keys that the searcher
// does not know are the evaluator's.
struct EngineSpec {
  std::string searcher = "alphabeta";
  std::string evaluator = "amazong";
  eval::Parameters parameters;

  [[nodiscard]] std::string to_string() const;
};

struct SearcherInfo {
  std::string_view name;
  std::string_view summary;
  std::span<const eval::ParameterInfo> parameters;
  bool uses_evaluator = true;
  // The evaluator is null for searchers that use none.
  rules::Result<std::unique_ptr<Searcher>> (*make)(std::unique_ptr<eval::Evaluator>, const eval::Parameters&);
};

[[nodiscard]] std::span<const SearcherInfo> searchers() noexcept;

// Syntax only.
[[nodiscard]] rules::Result<EngineSpec> parse_spec(std::string_view text);
// An unknown name or key is an error that lists the known ones.
[[nodiscard]] rules::Result<std::unique_ptr<Searcher>> make_searcher(const EngineSpec& spec);

}  // namespace thermodon::search
