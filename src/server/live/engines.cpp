#include "server/live/engines.hpp"

#include <algorithm>
#include <charconv>

#include "thermodon/rules/movegen.hpp"

namespace thermodon::server {
namespace {

class LazySearcher final : public search::Searcher {
 public:
  explicit LazySearcher(search::EngineSpec spec) : spec_(std::move(spec)) {}

  search::SearchResult search(const rules::Position& position, const search::SearchLimits& limits,
                              search::SearchControl& control) override {
    if (!made_) {
      auto made = search::make_searcher(spec_);
      if (!made.ok()) return {};  // admit_spec has made one like it
      made_ = std::move(made).value();
    }
    return made_->search(position, limits, control);
  }
  void new_game() override {
    if (made_) made_->new_game();
  }

 private:
  search::EngineSpec spec_;
  std::unique_ptr<search::Searcher> made_;
};

bool knows(const search::EngineSpec& spec, std::string_view key) {
  for (const auto& info : search::searchers())
    if (info.name == spec.searcher)
      return std::ranges::any_of(info.parameters, [&](const auto& p) { return p.name == key; });
  return false;
}

}  // namespace

bool names_a_file(const eval::Parameters& parameters) {
  return std::ranges::any_of(parameters, [](const auto& parameter) {
    const auto& [key, value] = parameter;
    // A phase names its evaluator with parameters of its own.
    return key == "weights" || value.find("weights") != std::string::npos ||
           value.find('/') != std::string::npos;
  });
}

rules::Result<search::EngineSpec> admit_spec(std::string_view text, std::size_t hash_mb) {
  auto spec = search::parse_spec(text);
  if (!spec.ok()) return spec;
  if (names_a_file(spec->parameters)) return rules::Error{"weights: files are not read for the network"};
  if (knows(*spec, "threads")) spec->parameters["threads"] = "1";
  search::EngineSpec small = *spec;
  if (knows(*spec, "hash")) {
    std::size_t wanted = hash_mb;
    const std::string& asked = spec->parameters["hash"];
    std::from_chars(asked.data(), asked.data() + asked.size(), wanted);
    spec->parameters["hash"] = std::to_string(std::clamp<std::size_t>(wanted, 1, hash_mb));
    small.parameters["hash"] = "1";
  }
  const auto made = search::make_searcher(small);
  if (!made.ok()) return rules::Error{made.error()};
  return spec;
}

std::unique_ptr<search::Searcher> lazy_searcher(search::EngineSpec spec) {
  return std::make_unique<LazySearcher>(std::move(spec));
}

}  // namespace thermodon::server
