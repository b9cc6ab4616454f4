#include "thermodon/eval/parameters.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace thermodon::eval {
namespace {

template <class Number>
std::optional<Number> parse(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  Number value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
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

std::string ParameterInfo::range() const {
  if (low < high) return short_number(low) + " to " + short_number(high);
  std::string list(choices);
  for (std::size_t bar = 0; (bar = list.find('|', bar)) != std::string::npos; bar += 4)
    list.replace(bar, 1, " or ");
  return list;
}

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

std::string_view ParameterReader::value_of(const ParameterInfo& info) const {
  const auto found = given_.find(info.name);
  return found == given_.end() ? info.default_value : std::string_view(found->second);
}

double ParameterReader::number(std::string_view name) {
  const ParameterInfo& p = info(name);
  const auto value = parse<double>(value_of(p));
  if (value && *value >= p.low && *value <= p.high) return *value;
  fail(p, value && std::isfinite(*value) ? " is out of range" : " is not a number");
  return parse<double>(p.default_value).value_or(0);
}

// By the text's digits where it has nothing else: a double does not hold every long seed. "20.0" and "1e3"
// are whole numbers too.
std::int64_t ParameterReader::whole(std::string_view name) {
  const ParameterInfo& p = info(name);
  const auto digits = parse<std::int64_t>(value_of(p));
  const auto number = digits ? static_cast<double>(*digits) : parse<double>(value_of(p));
  const bool is_whole = number && std::floor(*number) == *number && std::isfinite(*number);
  if (is_whole && *number >= p.low && *number <= p.high)
    return digits ? *digits : static_cast<std::int64_t>(*number);
  fail(p, is_whole ? " is out of range" : " is not a whole number");
  return parse<std::int64_t>(p.default_value).value_or(0);
}

std::string ParameterReader::text(std::string_view name) {
  const ParameterInfo& p = info(name);
  const std::string_view value = value_of(p);
  if (p.choices.empty() || is_one_of(value, p.choices)) return std::string(value);
  fail(p, " is unknown");
  return std::string(p.default_value);
}

bool ParameterReader::on(std::string_view name) {
  const ParameterInfo& p = info(name);
  const std::string_view value = value_of(p);
  if (is_one_of(value, "on|1|true")) return true;
  if (is_one_of(value, "off|0|false")) return false;
  fail(p, " is unknown");
  return p.default_value == "on";
}

void ParameterReader::fail(const ParameterInfo& info, std::string_view why) {
  fail(std::string(info.name) + "=" + std::string(value_of(info)) + std::string(why) + "; give " +
       (info.choices.empty() ? "one from " : "") + info.range());
}

void ParameterReader::fail(std::string message) {
  if (!error_) error_ = rules::Error{std::string(owner_) + ": " + std::move(message)};
}

}  // namespace thermodon::eval
