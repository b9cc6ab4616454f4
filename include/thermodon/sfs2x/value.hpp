// SFS2X typed values: bytes to values and back, no I/O.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace thermodon::sfs2x {

// The type bytes on the wire.
enum class Type : std::uint8_t {
  kNull = 0,
  kBool = 1,
  kByte = 2,
  kShort = 3,
  kInt = 4,
  kLong = 5,
  kFloat = 6,
  kDouble = 7,
  kUtfString = 8,
  kBoolArray = 9,
  kByteArray = 10,
  kShortArray = 11,
  kIntArray = 12,
  kLongArray = 13,
  kFloatArray = 14,
  kDoubleArray = 15,
  kUtfStringArray = 16,
  kArray = 17,
  kObject = 18,
  kText = 20,
};

class Value;
using Bytes = std::vector<std::uint8_t>;

// SFS_ARRAY: values of any types.
struct Array {
  std::vector<Value> items;
  friend bool operator==(const Array&, const Array&);
};

// SFS_OBJECT: keys in the order they were put or read; looking up is linear (objects are small). Two objects
// are equal when they hold equal values under the same keys, in any order. A key read twice keeps its last
// value.
class Object {
 public:
  using Entry = std::pair<std::string, Value>;

  Object& put(std::string key, Value value);  // replaces a value already under `key`
  [[nodiscard]] const Value* find(std::string_view key) const noexcept;
  [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }

  // Typed look-ups: null (or nothing) when the key is missing or of another type. `integer` takes BYTE,
  // SHORT, INT and LONG alike, since peers differ in the width they send.
  [[nodiscard]] const std::string* string(std::string_view key) const noexcept;  // UTF_STRING or TEXT
  [[nodiscard]] bool integer(std::string_view key, std::int64_t& out) const noexcept;
  [[nodiscard]] const bool* boolean(std::string_view key) const noexcept;
  [[nodiscard]] const Object* object(std::string_view key) const noexcept;
  [[nodiscard]] const Array* array(std::string_view key) const noexcept;
  [[nodiscard]] const std::vector<std::int32_t>* ints(std::string_view key) const noexcept;  // INT_ARRAY

  friend bool operator==(const Object& a, const Object& b);

 private:
  friend class Decoder;
  std::vector<Entry> entries_;
};

struct Null {
  friend bool operator==(Null, Null) = default;
};
// TEXT (type 20): a string with a 32-bit length, which old clients cannot read.
struct Text {
  std::string value;
  friend bool operator==(const Text&, const Text&) = default;
};
// BOOL_ARRAY, kept as bytes 0 and 1 because vector<bool> is no container of bools.
struct BoolArray {
  std::vector<std::uint8_t> items;
  friend bool operator==(const BoolArray&, const BoolArray&) = default;
};

class Value {
 public:
  using Storage = std::variant<Null, bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, float,
                               double, std::string, BoolArray, Bytes, std::vector<std::int16_t>,
                               std::vector<std::int32_t>, std::vector<std::int64_t>, std::vector<float>,
                               std::vector<double>, std::vector<std::string>, Array, Object, Text>;

  Value() = default;
  template <class T>
  requires std::constructible_from<Storage, T&&> &&
      (!std::same_as<std::remove_cvref_t<T>, Value>)Value(T&& value)
      : storage_(std::forward<T>(value)) {}                 // NOLINT: implicit on purpose
  Value(const char* text) : storage_(std::string(text)) {}  // NOLINT: not the bool it would decay to

  [[nodiscard]] Type type() const noexcept;
  [[nodiscard]] const Storage& storage() const noexcept { return storage_; }
  template <class T>
  [[nodiscard]] const T* get_if() const noexcept {
    return std::get_if<T>(&storage_);
  }
  // The text of a UTF_STRING or TEXT, else null.
  [[nodiscard]] const std::string* string() const noexcept;
  // The number of a BYTE, SHORT, INT or LONG; false for other types.
  [[nodiscard]] bool integer(std::int64_t& out) const noexcept;
  friend bool operator==(const Value& a, const Value& b) { return a.storage_ == b.storage_; }

 private:
  Storage storage_;
};

enum class DecodeError : std::uint8_t {
  kNone,
  kTruncated,  // the bytes end inside a value
  kUnknownType,
  kBadBool,  // a BOOL that is neither 0 nor 1
  kNegativeCount,
  kTooDeep,        // nested deeper than kMaxDepth
  kTooLarge,       // more elements than the bytes that are left could hold, or than kMaxValues
  kKeyTooLong,     // a key of more than 255 bytes
  kTrailingBytes,  // bytes after the value
  kNotAnObject,    // a body whose value is not an SFS_OBJECT
};
[[nodiscard]] std::string_view to_string(DecodeError error) noexcept;

inline constexpr int kMaxDepth = 32;
// Values in one decoded whole, nested ones and the strings of arrays included. A null is one byte on the wire
// and forty in memory, so the number of bytes alone would not bound what a hostile peer makes us allocate.
inline constexpr std::size_t kMaxValues = std::size_t{1} << 17;

struct DecodedValue {
  DecodeError error = DecodeError::kNone;
  std::size_t offset = 0;  // where the error was found
  Value value;
};
// Decodes exactly one typed value that fills `bytes`. Sizes are checked against the bytes that are left
// before anything is allocated. Type 19 (CLASS) is unknown: what SFS2X calls so travels as an object with the
// keys
// "$C" and "$F", and is read as that object.
[[nodiscard]] DecodedValue decode(std::span<const std::uint8_t> bytes);

// Appends the value with its type byte. What the wire cannot hold is cut, so that a peer never sees a broken
// frame: strings after 65,535 bytes and keys after 255, both between characters; arrays and objects after
// 32,767 elements. Strings of more than 32,767 bytes are for peers that read the length as unsigned: Java
// does not.
void encode(const Value& value, Bytes& out);
[[nodiscard]] Bytes encode(const Object& object);

// "{c:(byte)1, p:{...}}", for logs and tests; cut at about `limit` characters.
[[nodiscard]] std::string to_text(const Value& value, std::size_t limit = 2'000);

}  // namespace thermodon::sfs2x
