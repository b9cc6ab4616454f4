// Parameters by name, as text ("K=0.2"): their description, and their reading with every check.
//
// One table of ParameterInfo says what there is; defaults and ranges stand there only.
#pragma once

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
};

// Reads `given` by the table `known`. The first error is kept; after it, and for names not given, the getters
// return the table's default, so that a factory reads everything and then looks at error() once.
class ParameterReader {
 public:
  // `owner` is named in errors ("terrain: ..."). The three must outlive the reader.
  ParameterReader(std::string_view owner, std::span<const ParameterInfo> known, const Parameters& given);

  [[nodiscard]] double number(std::string_view name);
  // A number that must be whole.
  [[nodiscard]] int integer(std::string_view name);
  [[nodiscard]] std::string text(std::string_view name);
  [[nodiscard]] bool given(std::string_view name) const { return given_.contains(name); }

  void fail(std::string message);
  [[nodiscard]] const std::optional<rules::Error>& error() const noexcept { return error_; }

 private:
  [[nodiscard]] const ParameterInfo& info(std::string_view name) const;

  std::string_view owner_;
  std::span<const ParameterInfo> known_;
  const Parameters& given_;
  std::optional<rules::Error> error_;
};

}  // namespace thermodon::eval
