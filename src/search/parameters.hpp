// Reads the typed values of a searcher's parameters.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "thermodon/eval/registry.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::search {

// Each call reads one key into a variable that holds the default; the first error is kept and the rest are
// skipped, so that a maker reads all its keys and asks once.
class ParameterReader {
 public:
  explicit ParameterReader(const eval::Parameters& parameters) : parameters_(parameters) {}

  ParameterReader& integer(std::string_view key, auto& value, long long low, long long high) {
    if (const std::string* text = find(key)) {
      long long parsed = 0;
      if (!parse(*text, parsed) || parsed < low || parsed > high)
        fail(key, *text, "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
      else
        value = static_cast<std::remove_reference_t<decltype(value)>>(parsed);
    }
    return *this;
  }

  ParameterReader& real(std::string_view key, double& value, double low, double high) {
    if (const std::string* text = find(key)) {
      double parsed = 0;
      if (!parse(*text, parsed) || !(parsed >= low && parsed <= high))
        fail(key, *text, "a number from " + trimmed(low) + " to " + trimmed(high));
      else
        value = parsed;
    }
    return *this;
  }

  ParameterReader& flag(std::string_view key, bool& value) {
    if (const std::string* text = find(key)) {
      if (*text == "1" || *text == "on" || *text == "true")
        value = true;
      else if (*text == "0" || *text == "off" || *text == "false")
        value = false;
      else
        fail(key, *text, "on or off");
    }
    return *this;
  }

  ParameterReader& text(std::string_view key, std::string& value) {
    if (const std::string* given = find(key)) value = *given;
    return *this;
  }

  [[nodiscard]] const std::optional<rules::Error>& error() const noexcept { return error_; }

 private:
  [[nodiscard]] const std::string* find(std::string_view key) const {
    if (error_) return nullptr;
    const auto it = parameters_.find(key);
    return it == parameters_.end() ? nullptr : &it->second;
  }

  template <class Number>
  static bool parse(const std::string& text, Number& out) {
    const char* end = text.data() + text.size();
    const auto [rest, code] = std::from_chars(text.data(), end, out);
    return code == std::errc{} && rest == end;
  }

  static std::string trimmed(double number) {
    char buffer[32];
    const auto [end, code] = std::to_chars(buffer, buffer + sizeof buffer, number);
    return code == std::errc{} ? std::string(buffer, end) : std::string("?");
  }

  void fail(std::string_view key, const std::string& text, const std::string& wanted) {
    error_ = rules::Error{std::string(key) + "=" + text + ": must be " + wanted};
  }

  const eval::Parameters& parameters_;
  std::optional<rules::Error> error_;
};

}  // namespace thermodon::search
