#include <array>
#include <charconv>

#include "thermodon/sfs2x/value.hpp"

namespace thermodon::sfs2x {
namespace {

constexpr std::array<std::string_view, 21> kTypeNames{"null",
                                                      "bool",
                                                      "byte",
                                                      "short",
                                                      "int",
                                                      "long",
                                                      "float",
                                                      "double",
                                                      "utf_string",
                                                      "bool_array",
                                                      "byte_array",
                                                      "short_array",
                                                      "int_array",
                                                      "long_array",
                                                      "float_array",
                                                      "double_array",
                                                      "utf_string_array",
                                                      "array",
                                                      "object",
                                                      "class",
                                                      "text"};

// Writes until the limit is passed; what comes after it is left out and marked by three dots.
class TextWriter {
 public:
  explicit TextWriter(std::size_t limit) : limit_(limit) {}

  std::string finish() && {
    if (full()) {
      out_.resize(limit_);
      out_ += "...";
    }
    return std::move(out_);
  }

  void write(const Value& value) {
    const Type type = value.type();
    if (type != Type::kArray && type != Type::kObject) {
      out_ += '(';
      out_ += kTypeNames[static_cast<std::size_t>(type)];
      out_ += ')';
    }
    std::visit([this](const auto& v) { payload(v); }, value.storage());
  }

 private:
  [[nodiscard]] bool full() const noexcept { return out_.size() > limit_; }

  void payload(Null) {}
  void payload(bool value) { out_ += value ? "true" : "false"; }
  template <class T>
  requires std::is_arithmetic_v<T>
  void payload(T value) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out_.append(digits.data(), end);
  }
  // Logs are read line by line and on terminals, so control characters and quotes are escaped.
  void payload(const std::string& text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    out_ += '"';
    for (const char c : text) {
      if (full()) return;
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 || byte == 0x7f) {
        out_ += "\\x";
        out_ += kHex[byte >> 4];
        out_ += kHex[byte & 15];
      } else {
        if (c == '"' || c == '\\') out_ += '\\';
        out_ += c;
      }
    }
    out_ += '"';
  }
  void payload(const Text& text) { payload(text.value); }
  void payload(const BoolArray& bools) { list(bools.items); }
  template <class T>
  void payload(const std::vector<T>& items) {
    list(items);
  }
  void payload(const Array& array) { list(array.items); }
  void payload(const Object& object) {
    out_ += '{';
    bool first = true;
    for (const auto& [key, value] : object.entries()) {
      if (full()) return;
      if (!std::exchange(first, false)) out_ += ", ";
      out_ += key;
      out_ += ':';
      write(value);
    }
    out_ += '}';
  }

  void element(const Value& value) { write(value); }
  template <class T>
  void element(const T& value) {
    payload(value);
  }

  template <class Items>
  void list(const Items& items) {
    out_ += '[';
    bool first = true;
    for (const auto& item : items) {
      if (full()) return;
      if (!std::exchange(first, false)) out_ += ", ";
      element(item);
    }
    out_ += ']';
  }

  std::size_t limit_;
  std::string out_;
};

}  // namespace

std::string to_text(const Value& value, std::size_t limit) {
  TextWriter writer(limit);
  writer.write(value);
  return std::move(writer).finish();
}

}  // namespace thermodon::sfs2x
