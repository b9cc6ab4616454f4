#include "rules/text.hpp"

#include <algorithm>
#include <string>

#include "thermodon/rules/notation.hpp"

namespace thermodon::rules {

std::optional<int> take_number(std::string_view& text, int limit) noexcept {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  int value = 0;
  std::size_t length = 0;
  for (; length < text.size() && is_digit(text[length]); ++length) {
    if (length > 0 && value == 0) return std::nullopt;
    value = value * 10 + (text[length] - '0');
    if (value > limit) return std::nullopt;
  }
  if (length == 0) return std::nullopt;
  text.remove_prefix(length);
  return value;
}

std::optional<int> read_number(std::string_view text, int limit) noexcept {
  const auto value = take_number(text, limit);
  return text.empty() ? value : std::nullopt;
}

std::vector<std::string_view> split_words(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::vector<std::string_view> words;
  for (;;) {
    const auto begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    const auto length = std::min(text.find_first_of(kBlanks), text.size());
    words.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
}

std::string quote(std::string_view text) {
  constexpr std::size_t kShown = 40;
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text.substr(0, kShown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      quoted += c;
    } else {
      quoted += "\\x";
      quoted += kHex[byte >> 4];
      quoted += kHex[byte & 15];
    }
  }
  return quoted + (text.size() > kShown ? "...\"" : "\"");
}

}  // namespace thermodon::rules
