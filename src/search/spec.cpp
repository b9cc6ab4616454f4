#include "thermodon/search/spec.hpp"

#include <algorithm>
#include <array>
#include <new>

#include "search/alphabeta/options.hpp"
#include "search/makers.hpp"
#include "search/mcts/options.hpp"

namespace thermodon::search {
namespace {

template <class Infos>
std::string names_of(const Infos& infos) {
  std::string text;
  for (const auto& info : infos) {
    if (!text.empty()) text += ", ";
    text += info.name;
  }
  return text.empty() ? "none" : text;
}

bool knows(std::span<const eval::ParameterInfo> infos, std::string_view key) {
  return std::any_of(infos.begin(), infos.end(), [&](const auto& info) { return info.name == key; });
}

// What may stand for a searcher, an evaluator or a key. Values may hold anything but a comma.
bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
}

rules::Error bad_spec(std::string_view text, const std::string& why) {
  return {"engine \"" + std::string(text) + "\": " + why +
          "; write searcher:evaluator[,key=value...], for example alphabeta:amazong,threads=2"};
}

}  // namespace

const SearcherInfo* find_searcher(std::string_view name) noexcept {
  for (const SearcherInfo& info : searchers())
    if (info.name == name) return &info;
  return nullptr;
}

const eval::ParameterInfo* find_parameter(std::string_view searcher, std::string_view key) noexcept {
  if (const SearcherInfo* info = find_searcher(searcher))
    for (const auto& parameter : info->parameters)
      if (parameter.name == key) return &parameter;
  return nullptr;
}

std::string EngineSpec::to_string() const {
  std::string text = searcher;
  const SearcherInfo* info = find_searcher(searcher);
  if (info == nullptr || info->uses_evaluator) text += ":" + evaluator;
  for (const auto& [key, value] : parameters) text += "," + key + "=" + value;
  return text;
}

rules::Result<EngineSpec> parse_spec(std::string_view text) {
  EngineSpec spec;
  std::string_view rest = text;
  const auto next = [&rest] {
    const auto comma = rest.find(',');
    const auto part = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    return part;
  };
  const std::string_view head = next();
  const auto colon = head.find(':');
  const std::string_view searcher = head.substr(0, colon);
  if (!is_name(searcher)) return bad_spec(text, "no searcher is named");
  spec.searcher = searcher;
  if (colon != std::string_view::npos) {
    const std::string_view evaluator = head.substr(colon + 1);
    if (!is_name(evaluator)) return bad_spec(text, "no evaluator after the colon");
    spec.evaluator = evaluator;
  }
  if (head.size() < text.size() && rest.empty()) return bad_spec(text, "nothing after the last comma");
  while (!rest.empty()) {
    const bool more = rest.find(',') != std::string_view::npos;
    const std::string_view part = next();
    const auto equals = part.find('=');
    if (equals == std::string_view::npos || !is_name(part.substr(0, equals)))
      return bad_spec(text, "\"" + std::string(part) + "\" is not key=value");
    const auto [where, added] = spec.parameters.emplace(part.substr(0, equals), part.substr(equals + 1));
    if (!added) return bad_spec(text, "\"" + where->first + "\" is given twice");
    if (more && rest.empty()) return bad_spec(text, "nothing after the last comma");
  }
  return spec;
}

std::span<const SearcherInfo> searchers() noexcept {
  static constexpr std::array kGreedyParameters = std::array<eval::ParameterInfo, 0>{};
  static const std::array kSearchers = {
      SearcherInfo{"alphabeta", "principal variation search with iterative deepening", alphabeta_parameters(),
                   true, make_alphabeta},
      SearcherInfo{"random", "a uniformly random legal move", random_parameters(), false, make_random},
      SearcherInfo{"mcts", "best-first tree search by confidence bounds, without playouts", mcts_parameters(),
                   true, make_mcts},
      SearcherInfo{"two-step", "best-first in two steps: the destination, then the arrow",
                   two_step_parameters(), false, make_two_step},
      SearcherInfo{"greedy", "the legal move with the best evaluation after it", kGreedyParameters, true,
                   make_greedy},
      SearcherInfo{"ensemble",
                   "several engines side by side, each on its own thread, whose choices are combined",
                   ensemble_parameters(), false, make_ensemble},
  };
  return kSearchers;
}

rules::Result<std::unique_ptr<Searcher>> make_searcher(const EngineSpec& spec) {
  const SearcherInfo* info = find_searcher(spec.searcher);
  if (info == nullptr)
    return rules::Error{"unknown searcher \"" + spec.searcher + "\"; known: " + names_of(searchers())};
  const eval::EvaluatorInfo* evaluator_info = nullptr;
  if (info->uses_evaluator) {
    evaluator_info = eval::find_evaluator(spec.evaluator);
    if (evaluator_info == nullptr)
      return rules::Error{"unknown evaluator \"" + spec.evaluator +
                          "\"; known: " + names_of(eval::evaluators())};
  }
  eval::Parameters own;
  eval::Parameters evaluators;
  for (const auto& [key, value] : spec.parameters) {
    if (knows(info->parameters, key)) {
      own.emplace(key, value);
    } else if (evaluator_info != nullptr && knows(evaluator_info->parameters, key)) {
      evaluators.emplace(key, value);
    } else {
      std::string message =
          "unknown parameter \"" + key + "\"; " + spec.searcher + " knows: " + names_of(info->parameters);
      if (evaluator_info != nullptr)
        message += "; " + spec.evaluator + " knows: " + names_of(evaluator_info->parameters);
      return rules::Error{std::move(message)};
    }
  }
  std::unique_ptr<eval::Evaluator> evaluator;
  if (evaluator_info != nullptr) {
    auto made = eval::make_evaluator(spec.evaluator, evaluators);
    if (!made) return rules::Error{made.error()};
    evaluator = std::move(made).value();
  }
  try {
    return info->make(std::move(evaluator), own);
  } catch (const std::bad_alloc&) {
    return rules::Error{spec.searcher + ": this machine has not the memory for it; give a smaller hash"};
  }
}

}  // namespace thermodon::search
