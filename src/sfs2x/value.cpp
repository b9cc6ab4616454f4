#include "thermodon/sfs2x/value.hpp"

#include <algorithm>
#include <array>

namespace thermodon::sfs2x {

bool operator==(const Array& a, const Array& b) { return a.items == b.items; }

Object& Object::put(std::string key, Value value) {
  const auto entry = std::ranges::find(entries_, key, &Entry::first);
  if (entry != entries_.end())
    entry->second = std::move(value);
  else
    entries_.emplace_back(std::move(key), std::move(value));
  return *this;
}

const Value* Object::find(std::string_view key) const noexcept {
  const auto entry = std::ranges::find(entries_, key, &Entry::first);
  return entry == entries_.end() ? nullptr : &entry->second;
}

namespace {

template <class T>
const T* find_as(const Object& object, std::string_view key) noexcept {
  const Value* value = object.find(key);
  return value == nullptr ? nullptr : value->get_if<T>();
}

}  // namespace

const std::string* Object::string(std::string_view key) const noexcept {
  const Value* value = find(key);
  return value == nullptr ? nullptr : value->string();
}

bool Object::integer(std::string_view key, std::int64_t& out) const noexcept {
  const Value* value = find(key);
  return value != nullptr && value->integer(out);
}

const bool* Object::boolean(std::string_view key) const noexcept { return find_as<bool>(*this, key); }
const Object* Object::object(std::string_view key) const noexcept { return find_as<Object>(*this, key); }
const Array* Object::array(std::string_view key) const noexcept { return find_as<Array>(*this, key); }
const std::vector<std::int32_t>* Object::ints(std::string_view key) const noexcept {
  return find_as<std::vector<std::int32_t>>(*this, key);
}

bool operator==(const Object& a, const Object& b) {
  if (a.entries_.size() != b.entries_.size()) return false;
  // The same order is the common case, and keeps this linear for objects of many keys.
  if (std::ranges::equal(a.entries_, b.entries_)) return true;
  return std::ranges::all_of(a.entries_, [&b](const Object::Entry& entry) {
    const Value* other = b.find(entry.first);
    return other != nullptr && *other == entry.second;
  });
}

Type Value::type() const noexcept {
  // In the order of Storage's alternatives.
  constexpr std::array kTypes{
      Type::kNull,        Type::kBool,           Type::kByte,     Type::kShort,     Type::kInt,
      Type::kLong,        Type::kFloat,          Type::kDouble,   Type::kUtfString, Type::kBoolArray,
      Type::kByteArray,   Type::kShortArray,     Type::kIntArray, Type::kLongArray, Type::kFloatArray,
      Type::kDoubleArray, Type::kUtfStringArray, Type::kArray,    Type::kObject,    Type::kText};
  static_assert(kTypes.size() == std::variant_size_v<Storage>);
  return kTypes[storage_.index()];
}

const std::string* Value::string() const noexcept {
  if (const auto* text = get_if<Text>()) return &text->value;
  return get_if<std::string>();
}

bool Value::integer(std::int64_t& out) const noexcept {
  if (const auto* v8 = get_if<std::int8_t>())
    out = *v8;
  else if (const auto* v16 = get_if<std::int16_t>())
    out = *v16;
  else if (const auto* v32 = get_if<std::int32_t>())
    out = *v32;
  else if (const auto* v64 = get_if<std::int64_t>())
    out = *v64;
  else
    return false;
  return true;
}

std::string_view to_string(DecodeError error) noexcept {
  switch (error) {
    case DecodeError::kNone:
      return "no error";
    case DecodeError::kTruncated:
      return "the bytes end inside a value";
    case DecodeError::kUnknownType:
      return "unknown type";
    case DecodeError::kBadBool:
      return "a bool that is neither 0 nor 1";
    case DecodeError::kNegativeCount:
      return "negative count";
    case DecodeError::kTooDeep:
      return "nested too deep";
    case DecodeError::kTooLarge:
      return "too many elements";
    case DecodeError::kKeyTooLong:
      return "key too long";
    case DecodeError::kTrailingBytes:
      return "bytes after the value";
    case DecodeError::kNotAnObject:
      return "not an object";
  }
  return "unknown error";
}

}  // namespace thermodon::sfs2x
