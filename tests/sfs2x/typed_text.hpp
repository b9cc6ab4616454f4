// A value in the notation of the captures' files: {api:(utf_string)'1.6.1', bin:(bool)True}. Written apart
// from sfs2x::to_text, so that the decoder is compared with text that it did not make itself.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "thermodon/sfs2x/value.hpp"

namespace thermodon::test {

inline std::string typed_text(const sfs2x::Value& value);

namespace detail {

inline std::string element(bool v) { return v ? "True" : "False"; }
template <class T>
requires std::is_arithmetic_v<T> std::string element(T v) {
  if constexpr (std::is_floating_point_v<T>) return nlohmann::json(v).dump();
  return std::to_string(v);
}
inline std::string element(const std::string& v) { return "'" + v + "'"; }
inline std::string element(const sfs2x::Value& v) { return typed_text(v); }

template <class Items>
std::string list(const Items& items) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ", ") + element(item);
  return "[" + text + "]";
}

struct Visitor {
  std::string operator()(sfs2x::Null) const { return "(null)None"; }
  std::string operator()(bool v) const { return "(bool)" + element(v); }
  std::string operator()(std::int8_t v) const { return "(byte)" + element(v); }
  std::string operator()(std::int16_t v) const { return "(short)" + element(v); }
  std::string operator()(std::int32_t v) const { return "(int)" + element(v); }
  std::string operator()(std::int64_t v) const { return "(long)" + element(v); }
  std::string operator()(float v) const { return "(float)" + element(v); }
  std::string operator()(double v) const { return "(double)" + element(v); }
  std::string operator()(const std::string& v) const { return "(utf_string)" + element(v); }
  std::string operator()(const sfs2x::Text& v) const { return "(text)" + element(v.value); }
  std::string operator()(const sfs2x::BoolArray& v) const { return "(bool_array)" + list(v.items); }
  std::string operator()(const sfs2x::Bytes& v) const {
    std::string text;
    for (const std::uint8_t byte : v) {
      constexpr const char* kHex = "0123456789abcdef";
      text += (byte >= 0x20 && byte < 0x7f) ? std::string(1, static_cast<char>(byte))
                                            : std::string("\\x") + kHex[byte >> 4] + kHex[byte & 15];
    }
    return "(byte_array)b'" + text + "'";
  }
  std::string operator()(const std::vector<std::int16_t>& v) const { return "(short_array)" + list(v); }
  std::string operator()(const std::vector<std::int32_t>& v) const { return "(int_array)" + list(v); }
  std::string operator()(const std::vector<std::int64_t>& v) const { return "(long_array)" + list(v); }
  std::string operator()(const std::vector<float>& v) const { return "(float_array)" + list(v); }
  std::string operator()(const std::vector<double>& v) const { return "(double_array)" + list(v); }
  std::string operator()(const std::vector<std::string>& v) const { return "(utf_string_array)" + list(v); }
  std::string operator()(const sfs2x::Array& v) const { return list(v.items); }
  std::string operator()(const sfs2x::Object& v) const {
    std::string text;
    for (const auto& [key, item] : v.entries())
      text += (text.empty() ? "" : ", ") + key + ":" + typed_text(item);
    return "{" + text + "}";
  }
};

}  // namespace detail

inline std::string typed_text(const sfs2x::Value& value) {
  return std::visit(detail::Visitor{}, value.storage());
}

}  // namespace thermodon::test
