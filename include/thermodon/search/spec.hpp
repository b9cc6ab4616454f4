// SPEC, the text that names an engine: searcher:evaluator[,key=value...]
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
[[nodiscard]] const SearcherInfo* find_searcher(std::string_view name) noexcept;  // null: there is none
// Null where the searcher, or such a parameter of it, does not exist.
[[nodiscard]] const eval::ParameterInfo* find_parameter(std::string_view searcher,
                                                        std::string_view key) noexcept;

// Syntax only.
[[nodiscard]] rules::Result<EngineSpec> parse_spec(std::string_view text);
// An ensemble's `members`: specs joined by +, with colons for commas, each with or without its searcher. None
// is an ensemble itself. Syntax only, but for the searchers' names.
[[nodiscard]] rules::Result<std::vector<EngineSpec>> parse_members(std::string_view text);
[[nodiscard]] std::string members_text(std::span<const EngineSpec> members);
// An unknown name or key is an error that lists the known ones.
[[nodiscard]] rules::Result<std::unique_ptr<Searcher>> make_searcher(const EngineSpec& spec);

}  // namespace thermodon::search
