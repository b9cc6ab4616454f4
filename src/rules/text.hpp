// Reading small pieces of outside text.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace thermodon::rules {

// Takes the decimal number that `text` begins with: no sign, no leading zero other than in "0", at most
// `limit`. On failure `text` stays as it was.
[[nodiscard]] std::optional<int> take_number(std::string_view& text, int limit) noexcept;

// The whole of `text` as such a number.
[[nodiscard]] std::optional<int> read_number(std::string_view text, int limit) noexcept;

// The words of `text` between blanks.
[[nodiscard]] std::vector<std::string_view> split_words(std::string_view text);

}  // namespace thermodon::rules
