// Parameters by name, as text ("K=0.2"): their description, and their reading with every check.
//
// One table of ParameterInfo says what there is; defaults and ranges stand there only.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "thermodon/rules/result.hpp"

namespace thermodon::eval {

// Unknown names and values out of range are errors that name them.
using Parameters = std::map<std::string, std::string, std::less<>>;

struct ParameterInfo {
  std::string_view name;
  std::string_view summary;
  std::string_view default_value;
  // A number from low to high where low < high; otherwise text, one of `choices` ("queen|king") if there are
  // any.
  double low = 0;
  double high = 0;
  std::string_view choices = {};

  // What may be given, for people: "0 to 10", "queen or king", "" for any text.
  [[nodiscard]] std::string range() const;
};

// Something that is on unless it is switched off.
[[nodiscard]] constexpr ParameterInfo switch_parameter(std::string_view name,
                                                       std::string_view summary) noexcept {
  return {name, summary, "on", 0, 0, "on|off"};
}

// Reads `given` by the table `known`. For what is not given or wrong, the getters return the table's default;
// the first error is kept, so that a factory reads everything and then looks at error() once.
class ParameterReader {
 public:
  // `owner` is named in errors ("terrain: ..."). The three must outlive the reader.
  ParameterReader(std::string_view owner, std::span<const ParameterInfo> known, const Parameters& given);

  [[nodiscard]] double number(std::string_view name);
  // A number that must be whole; the table's range must fit.
  template <class Integer = int>
  [[nodiscard]] Integer integer(std::string_view name) {
    return static_cast<Integer>(whole(name));
  }
  [[nodiscard]] std::string text(std::string_view name);
  // Of a switch_parameter; "1" and "true", "0" and "false" are understood too.
  [[nodiscard]] bool on(std::string_view name);
  [[nodiscard]] bool given(std::string_view name) const { return given_.contains(name); }

  void fail(std::string message);
  [[nodiscard]] const std::optional<rules::Error>& error() const noexcept { return error_; }

 private:
  [[nodiscard]] const ParameterInfo& info(std::string_view name) const;
  // The text given, or else the default.
  [[nodiscard]] std::string_view value_of(const ParameterInfo& info) const;
  [[nodiscard]] std::int64_t whole(std::string_view name);
  void fail(const ParameterInfo& info, std::string_view why);

  std::string_view owner_;
  std::span<const ParameterInfo> known_;
  const Parameters& given_;
  std::optional<rules::Error> error_;
};

}  // namespace thermodon::eval
