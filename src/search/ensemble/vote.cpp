#include "search/ensemble/vote.hpp"

#include <algorithm>

namespace thermodon::search {
namespace {

// max_element returns the first of equals.
std::size_t highest_score(std::span<const Opinion> opinions) noexcept {
  const auto best = std::max_element(opinions.begin(), opinions.end(),
                                     [](const Opinion& a, const Opinion& b) { return a.score < b.score; });
  return static_cast<std::size_t>(best - opinions.begin());
}

std::size_t most_votes(std::span<const Opinion> opinions) noexcept {
  std::size_t best = 0;
  std::ptrdiff_t most = 0;
  for (std::size_t i = 0; i < opinions.size(); ++i) {
    const auto votes = std::count_if(opinions.begin(), opinions.end(),
                                     [&](const Opinion& o) { return o.move == opinions[i].move; });
    if (votes > most) {
      most = votes;
      best = i;
    }
  }
  return best;
}

}  // namespace

std::optional<Rule> parse_rule(std::string_view text) noexcept {
  if (text == "vote") return Rule::kVote;
  if (text == "score") return Rule::kScore;
  if (text == "first") return Rule::kFirst;
  return std::nullopt;
}

std::size_t decide(Rule rule, std::span<const Opinion> opinions) noexcept {
  switch (rule) {
    case Rule::kFirst:
      return 0;
    case Rule::kScore:
      return highest_score(opinions);
    case Rule::kVote:
      break;
  }
  const std::size_t surest = highest_score(opinions);
  return opinions[surest].score > kWinBound ? surest : most_votes(opinions);
}

}  // namespace thermodon::search
