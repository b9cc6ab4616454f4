// Several engines side by side; see vote.hpp for how their choices become one.
#include <algorithm>
#include <array>
#include <exception>
#include <thread>

#include "search/ensemble/vote.hpp"
#include "search/makers.hpp"
#include "search/report.hpp"

namespace thermodon::search {
namespace {

constexpr std::size_t kMaxMembers = 64;

struct Member {
  std::string name;
  std::unique_ptr<Searcher> searcher;
};

// What one member's search came to. `failure` is what it threw.
struct Outcome {
  SearchResult result;
  std::exception_ptr failure;
};

class Ensemble final : public Searcher {
 public:
  Ensemble(Rule rule, std::vector<Member> members) : rule_(rule), members_(std::move(members)) {}

  void new_game() override {
    for (Member& member : members_) member.searcher->new_game();
  }

  // Every member gets the same limits: the whole time, and the number of nodes for itself. The first one
  // searches on the caller's thread and is the one whose progress is told; its best move stands until all
  // are done.
  SearchResult search(const rules::Position& position, const SearchLimits& limits,
                      SearchControl& control) override {
    std::vector<Outcome> outcomes(members_.size());
    const auto run = [&](std::size_t i, SearchControl& own) {
      try {
        outcomes[i].result = members_[i].searcher->search(position, limits, own);
      } catch (...) {
        outcomes[i].failure = std::current_exception();
      }
    };
    {
      std::vector<std::jthread> threads;
      threads.reserve(members_.size());
      for (std::size_t i = 1; i < members_.size(); ++i)
        threads.emplace_back([&, i] {
          SearchControl own(&control);
          run(i, own);
        });
      run(0, control);
    }
    return combine(outcomes, limits, control);
  }

 private:
  // A member that failed or found no move has no opinion; if all failed, so did the search.
  SearchResult combine(std::vector<Outcome>& outcomes, const SearchLimits& limits,
                       const SearchControl& control) const {
    std::vector<Opinion> opinions;
    std::vector<std::size_t> owners;
    std::uint64_t nodes = 0;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const SearchResult& r = outcomes[i].result;
      nodes += r.nodes;
      if (!r.best) continue;
      opinions.push_back({members_[i].name, *r.best, r.score, r.depth, r.nodes});
      owners.push_back(i);
    }
    if (opinions.empty()) {
      for (const Outcome& outcome : outcomes)
        if (outcome.failure) std::rethrow_exception(outcome.failure);
      return std::move(outcomes.front().result);
    }
    const std::size_t owner = owners[decide(rule_, opinions)];
    SearchResult result = std::move(outcomes[owner].result);
    result.nodes = nodes;
    result.elapsed = Clock::now() - limits.start;
    result.opinions = std::move(opinions);
    if (owner != 0) report(result, control);
    return result;
  }

  // What was told on the way was the first member's.
  static void report(const SearchResult& result, const SearchControl& control) {
    if (control.on_best) control.on_best(*result.best);
    report_lines(result, control);
  }

  Rule rule_;
  std::vector<Member> members_;
};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

rules::Error bad_member(std::string_view text, const std::string& why) {
  return {"members: \"" + std::string(text) + "\": " + why};
}

// "searcher:evaluator:key=value..." or, with the default searcher, "evaluator:key=value...".
rules::Result<EngineSpec> parse_member(std::string_view text) {
  const auto fail = [&](const std::string& why) { return bad_member(text, why); };
  EngineSpec spec;
  auto parts = split(text, ':');
  if (find_searcher(parts.front()) != nullptr) {
    spec.searcher = parts.front();
    if (spec.searcher == "ensemble") return fail("must not be an ensemble itself");
    parts.erase(parts.begin());
    if (!parts.empty() && parts.front().find('=') == std::string_view::npos) {
      spec.evaluator = parts.front();
      parts.erase(parts.begin());
    }
  } else {
    spec.evaluator = parts.front();
    parts.erase(parts.begin());
  }
  for (const std::string_view part : parts) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0)
      return fail("\"" + std::string(part) +
                  "\" is not key=value; write searcher:evaluator:key=value:key=value");
    if (!spec.parameters.emplace(part.substr(0, equals), part.substr(equals + 1)).second)
      return fail("\"" + std::string(part) + "\" is given twice");
  }
  return spec;
}

constexpr std::array kParameters = {
    eval::ParameterInfo{"members",
                        "engines joined by +, each searcher:evaluator:key=value or only evaluator:key=value",
                        "amazong+terrain"},
    eval::ParameterInfo{"rule", "vote (the move that most chose), score (the surest) or first", "vote", 0, 0,
                        "vote|score|first"},
};

}  // namespace

std::span<const eval::ParameterInfo> ensemble_parameters() noexcept { return kParameters; }

rules::Result<std::vector<EngineSpec>> parse_members(std::string_view text) {
  std::vector<EngineSpec> members;
  for (const std::string_view member : split(text, '+')) {
    if (members.size() == kMaxMembers)
      return rules::Error{"members: more than " + std::to_string(kMaxMembers)};
    auto spec = parse_member(member);
    if (!spec.ok()) return rules::Error{spec.error()};
    members.push_back(std::move(spec).value());
  }
  return members;
}

std::string members_text(std::span<const EngineSpec> members) {
  std::string text;
  for (const EngineSpec& member : members) text += (text.empty() ? "" : "+") + member.to_string();
  std::ranges::replace(text, ',', ':');
  return text;
}

MadeSearcher make_ensemble(std::unique_ptr<eval::Evaluator>, const eval::Parameters& parameters) {
  eval::ParameterReader reader("ensemble", kParameters, parameters);
  const std::string texts = reader.text("members");
  const auto rule = parse_rule(reader.text("rule"));
  if (reader.error()) return *reader.error();
  const auto specs = parse_members(texts);
  if (!specs.ok()) return rules::Error{specs.error()};
  std::vector<Member> members;
  for (std::size_t i = 0; i < specs->size(); ++i) {
    const std::string name(split(texts, '+')[i]);
    auto searcher = make_searcher((*specs)[i]);
    if (!searcher.ok()) return bad_member(name, searcher.error());
    members.push_back({name, std::move(searcher).value()});
  }
  return std::unique_ptr<Searcher>(std::make_unique<Ensemble>(*rule, std::move(members)));
}

}  // namespace thermodon::search
