#include "thermodon/eval/parameters.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace thermodon::eval {
namespace {

std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string short_number(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

bool is_one_of(std::string_view value, std::string_view choices) {
  while (true) {
    const auto bar = choices.find('|');
    if (value == choices.substr(0, bar)) return true;
    if (bar == std::string_view::npos) return false;
    choices.remove_prefix(bar + 1);
  }
}

std::string names_of(std::span<const ParameterInfo> known) {
  if (known.empty()) return "it has none";
  std::string names = "it has";
  for (const auto& p : known) names += (&p == known.data() ? " " : ", ") + std::string(p.name);
  return names;
}

}  // namespace

ParameterReader::ParameterReader(std::string_view owner, std::span<const ParameterInfo> known,
                                 const Parameters& given)
    : owner_(owner), known_(known), given_(given) {
  for (const auto& [name, value] : given) {
    const std::string& wanted = name;
    if (std::none_of(known.begin(), known.end(), [&](const ParameterInfo& p) { return p.name == wanted; }))
      fail("unknown parameter \"" + name + "\"; " + names_of(known));
  }
}

const ParameterInfo& ParameterReader::info(std::string_view name) const {
  for (const auto& p : known_)
    if (p.name == name) return p;
  throw std::logic_error(std::string(owner_) + ": no parameter " + std::string(name));
}

double ParameterReader::number(std::string_view name) {
  const ParameterInfo& p = info(name);
  const double fallback = parse_number(p.default_value).value_or(0);
  const auto found = given_.find(name);
  if (found == given_.end()) return fallback;
  const auto value = parse_number(found->second);
  if (value && *value >= p.low && *value <= p.high) return *value;
  fail(std::string(name) + "=" + found->second + (value ? " is out of range" : " is not a number") +
       "; give one from " + short_number(p.low) + " to " + short_number(p.high));
  return fallback;
}

int ParameterReader::integer(std::string_view name) {
  const double value = number(name);
  if (value != std::floor(value)) {
    fail(std::string(name) + "=" + given_.find(name)->second + " is not a whole number");
    return static_cast<int>(parse_number(info(name).default_value).value_or(0));
  }
  return static_cast<int>(value);
}

std::string ParameterReader::text(std::string_view name) {
  const ParameterInfo& p = info(name);
  const auto found = given_.find(name);
  if (found == given_.end()) return std::string(p.default_value);
  if (p.choices.empty() || is_one_of(found->second, p.choices)) return found->second;
  std::string list(p.choices);
  for (std::size_t bar = 0; (bar = list.find('|', bar)) != std::string::npos; bar += 4)
    list.replace(bar, 1, " or ");
  fail(std::string(name) + "=" + found->second + " is unknown; give " + list);
  return std::string(p.default_value);
}

void ParameterReader::fail(std::string message) {
  if (!error_) error_ = rules::Error{std::string(owner_) + ": " + std::move(message)};
}

}  // namespace thermodon::eval
