// How an ensemble makes one choice of its members'.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "thermodon/search/searcher.hpp"

namespace thermodon::search {

enum class Rule : std::uint8_t {
  // A member that has proved a win is followed. Else the move that most members chose; among equally many,
  // the
  // one whose first supporter is listed first.
  kVote,
  kScore,  // the member with the highest score of its own; among equals the one listed first
  kFirst,  // the member listed first; the others only give their opinion
};

[[nodiscard]] std::optional<Rule> parse_rule(std::string_view text) noexcept;

// The place of the member that is followed. Precondition: opinions is not empty.
[[nodiscard]] std::size_t decide(Rule rule, std::span<const Opinion> opinions) noexcept;

}  // namespace thermodon::search
