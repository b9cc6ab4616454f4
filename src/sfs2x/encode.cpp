#include <algorithm>
#include <bit>
#include <concepts>

#include "thermodon/sfs2x/value.hpp"

namespace thermodon::sfs2x {
namespace {

constexpr std::size_t kMaxCount = 32'767;
constexpr std::size_t kMaxString = 65'535;
constexpr std::size_t kMaxKey = 255;

template <std::integral T>
void append(Bytes& out, T value) {
  const auto bits = static_cast<std::uint64_t>(value);
  for (int shift = 8 * static_cast<int>(sizeof(T)) - 8; shift >= 0; shift -= 8)
    out.push_back(static_cast<std::uint8_t>(bits >> shift));
}
void append(Bytes& out, float value) { append(out, std::bit_cast<std::uint32_t>(value)); }
void append(Bytes& out, double value) { append(out, std::bit_cast<std::uint64_t>(value)); }

// At most `limit` bytes of `text`, ending between two UTF-8 characters.
std::string_view cut(std::string_view text, std::size_t limit) noexcept {
  if (text.size() <= limit) return text;
  const auto continues = [&text](std::size_t i) {
    return (static_cast<std::uint8_t>(text[i]) & 0xC0) == 0x80;
  };
  while (limit > 0 && continues(limit)) --limit;
  return text.substr(0, limit);
}

void append_short_string(Bytes& out, std::string_view text, std::size_t limit) {
  text = cut(text, limit);
  append(out, static_cast<std::uint16_t>(text.size()));
  out.insert(out.end(), text.begin(), text.end());
}

std::size_t append_count(Bytes& out, std::size_t size) {
  const std::size_t count = std::min(size, kMaxCount);
  append(out, static_cast<std::int16_t>(count));
  return count;
}

// What follows the type byte, by alternative of Value::Storage.
struct PayloadWriter {
  Bytes& out;

  void operator()(Null) const {}
  void operator()(bool value) const { out.push_back(value ? 1 : 0); }
  template <class T>
  requires std::is_arithmetic_v<T>
  void operator()(T value) const { append(out, value); }
  void operator()(const std::string& text) const { append_short_string(out, text, kMaxString); }
  void operator()(const BoolArray& bools) const {
    const std::size_t count = append_count(out, bools.items.size());
    for (std::size_t i = 0; i < count; ++i) out.push_back(bools.items[i] == 0 ? 0 : 1);
  }
  void operator()(const Bytes& bytes) const {
    append(out, static_cast<std::int32_t>(bytes.size()));
    out.insert(out.end(), bytes.begin(), bytes.end());
  }
  template <class T>
  requires std::is_arithmetic_v<T>
  void operator()(const std::vector<T>& items) const {
    const std::size_t count = append_count(out, items.size());
    for (std::size_t i = 0; i < count; ++i) append(out, items[i]);
  }
  void operator()(const std::vector<std::string>& items) const {
    const std::size_t count = append_count(out, items.size());
    for (std::size_t i = 0; i < count; ++i) append_short_string(out, items[i], kMaxString);
  }
  void operator()(const Array& array) const {
    const std::size_t count = append_count(out, array.items.size());
    for (std::size_t i = 0; i < count; ++i) encode(array.items[i], out);
  }
  void operator()(const Object& object) const {
    const std::size_t count = append_count(out, object.entries().size());
    for (std::size_t i = 0; i < count; ++i) {
      append_short_string(out, object.entries()[i].first, kMaxKey);
      encode(object.entries()[i].second, out);
    }
  }
  void operator()(const Text& text) const {
    append(out, static_cast<std::int32_t>(text.value.size()));
    out.insert(out.end(), text.value.begin(), text.value.end());
  }
};

}  // namespace

void encode(const Value& value, Bytes& out) {
  out.push_back(static_cast<std::uint8_t>(value.type()));
  std::visit(PayloadWriter{out}, value.storage());
}

Bytes encode(const Object& object) {
  Bytes out;
  out.push_back(static_cast<std::uint8_t>(Type::kObject));
  PayloadWriter{out}(object);
  return out;
}

}  // namespace thermodon::sfs2x
