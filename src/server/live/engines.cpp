#include "server/live/engines.hpp"

#include <algorithm>
#include <charconv>

#include "thermodon/rules/movegen.hpp"

namespace thermodon::server {
namespace {

// Of an ensemble on the network, as each searches on a thread of its own.
constexpr std::ptrdiff_t kMostMembers = 4;

class LazySearcher final : public search::Searcher {
 public:
  LazySearcher(search::EngineSpec spec, std::function<void(const std::string&)> on_failure, Maker make)
      : spec_(std::move(spec)), on_failure_(std::move(on_failure)), make_(std::move(make)) {}

  search::SearchResult search(const rules::Position& position, const search::SearchLimits& limits,
                              search::SearchControl& control) override {
    if (!made_) {
      auto made = make_(spec_);
      if (!made.ok()) {  // though admit_spec has made a smaller one
        if (on_failure_) on_failure_(made.error());
        return {};
      }
      made_ = std::move(made).value();
    }
    return made_->search(position, limits, control);
  }
  void new_game() override {
    if (made_) made_->new_game();
  }

 private:
  search::EngineSpec spec_;
  std::function<void(const std::string&)> on_failure_;
  Maker make_;
  std::unique_ptr<search::Searcher> made_;
};

void bound_own(search::EngineSpec& spec, std::size_t hash_mb) {
  if (search::find_parameter(spec.searcher, "threads") != nullptr) spec.parameters["threads"] = "1";
  if (search::find_parameter(spec.searcher, "hash") == nullptr) return;
  const std::size_t most = std::max<std::size_t>(1, hash_mb);
  std::size_t wanted = most;
  const std::string& asked = spec.parameters["hash"];
  std::from_chars(asked.data(), asked.data() + asked.size(), wanted);
  spec.parameters["hash"] = std::to_string(std::clamp<std::size_t>(wanted, 1, most));
}

// The members share the table's memory.
rules::Result<std::string> bounded_members(std::string_view text, std::size_t hash_mb) {
  if (std::ranges::count(text, '+') >= kMostMembers)
    return rules::Error{"members: more than " + std::to_string(kMostMembers) + ", the most for the network"};
  auto members = search::parse_members(text);
  if (!members.ok()) return rules::Error{members.error()};
  for (search::EngineSpec& member : *members) bound_own(member, hash_mb / members->size());
  return search::members_text(*members);
}

rules::Result<search::EngineSpec> bounded(search::EngineSpec spec, std::size_t hash_mb) {
  bound_own(spec, hash_mb);
  const auto* const members = search::find_parameter(spec.searcher, "members");
  if (members == nullptr) return spec;
  const auto given = spec.parameters.find("members");
  const std::string texts(given == spec.parameters.end() ? members->default_value
                                                         : std::string_view(given->second));
  auto made = bounded_members(texts, hash_mb);
  if (!made.ok()) return rules::Error{made.error()};
  spec.parameters["members"] = std::move(made).value();
  return spec;
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

rules::Result<search::EngineSpec> admit_spec(std::string_view text, std::size_t hash_mb, const Maker& make) {
  const auto asked = search::parse_spec(text);
  if (!asked.ok()) return asked;
  if (names_a_file(asked->parameters)) return rules::Error{"weights: files are not read for the network"};
  auto spec = bounded(*asked, hash_mb);
  if (!spec.ok()) return spec;
  const auto small = bounded(*asked, 1);
  if (!small.ok()) return small;
  const auto made = make(*small);
  if (!made.ok()) return rules::Error{made.error()};
  return spec;
}

std::unique_ptr<search::Searcher> lazy_searcher(search::EngineSpec spec,
                                                std::function<void(const std::string&)> on_failure,
                                                Maker make) {
  return std::make_unique<LazySearcher>(std::move(spec), std::move(on_failure), std::move(make));
}

}  // namespace thermodon::server
