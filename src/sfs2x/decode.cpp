#include <bit>
#include <concepts>
#include <cstring>
#include <unordered_map>

#include "thermodon/sfs2x/value.hpp"

namespace thermodon::sfs2x {

// Reads one value. The first error stops everything: `error_` is looked at after every step that can fail.
class Decoder {
 public:
  explicit Decoder(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  DecodedValue run() {
    DecodedValue result;
    result.value = value(0);
    if (error_ == DecodeError::kNone && position_ != bytes_.size()) fail(DecodeError::kTrailingBytes);
    if (error_ != DecodeError::kNone) result.value = Value();
    result.error = error_;
    result.offset = position_;
    return result;
  }

 private:
  [[nodiscard]] bool ok() const noexcept { return error_ == DecodeError::kNone; }
  [[nodiscard]] std::size_t left() const noexcept { return bytes_.size() - position_; }
  void fail(DecodeError error) noexcept {
    if (ok()) error_ = error;
  }

  bool has(std::size_t count) noexcept {
    if (left() < count) fail(DecodeError::kTruncated);
    return ok();
  }

  // Big-endian, two's complement.
  template <std::integral T>
  T integer() noexcept {
    if (!has(sizeof(T))) return {};
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) bits = bits << 8 | bytes_[position_++];
    return static_cast<T>(bits);
  }
  float float32() noexcept { return std::bit_cast<float>(integer<std::uint32_t>()); }
  double float64() noexcept { return std::bit_cast<double>(integer<std::uint64_t>()); }

  std::uint8_t bool_byte() noexcept {
    const auto byte = integer<std::uint8_t>();
    if (ok() && byte > 1) {
      --position_;
      fail(DecodeError::kBadBool);
    }
    return byte;
  }

  std::string_view view(std::size_t length) noexcept {
    if (!has(length)) return {};
    const std::string_view text(reinterpret_cast<const char*>(bytes_.data()) + position_, length);
    position_ += length;
    return text;
  }
  std::string short_string() { return std::string(view(integer<std::uint16_t>())); }

  // A count of elements of at least `element_size` bytes each; 0 after an error.
  template <std::signed_integral T>
  std::size_t count(std::size_t element_size) noexcept {
    const T n = integer<T>();
    if (!ok()) return 0;
    if (n < 0)
      fail(DecodeError::kNegativeCount);
    else if (static_cast<std::size_t>(n) > left() / element_size)
      fail(DecodeError::kTooLarge);
    return ok() ? static_cast<std::size_t>(n) : 0;
  }

  // Takes `n` from the budget of values that cost more memory than bytes.
  void charge(std::size_t n) noexcept {
    if (n > budget_) return fail(DecodeError::kTooLarge);
    budget_ -= n;
  }

  template <class T, class Read>
  std::vector<T> list(Read read) {
    std::vector<T> items(count<std::int16_t>(sizeof(T)));
    for (T& item : items) item = read();
    return items;
  }

  std::vector<std::string> strings() {
    const std::size_t n = count<std::int16_t>(2);
    charge(n);
    std::vector<std::string> items;
    if (!ok()) return items;
    items.reserve(n);
    for (std::size_t i = 0; i < n && ok(); ++i) items.push_back(short_string());
    return items;
  }

  Array array(int depth) {
    const std::size_t n = count<std::int16_t>(1);
    charge(n);
    Array result;
    if (!ok()) return result;
    result.items.reserve(n);
    for (std::size_t i = 0; i < n && ok(); ++i) result.items.push_back(value(depth + 1));
    return result;
  }

  std::string_view key() noexcept {
    const auto length = integer<std::uint16_t>();
    if (ok() && length > 255) fail(DecodeError::kKeyTooLong);
    return ok() ? view(length) : std::string_view{};
  }

  Object object(int depth) {
    const std::size_t n = count<std::int16_t>(3);
    charge(n);
    Object result;
    if (!ok()) return result;
    // Objects of the game have few keys; an index keeps those of a hostile peer from costing n squared.
    constexpr std::size_t kIndexAbove = 32;
    std::unordered_map<std::string_view, std::size_t> index;
    result.entries_.reserve(n);
    for (std::size_t i = 0; i < n && ok(); ++i) {
      const std::string_view name = key();
      if (!ok()) break;
      Value item = value(depth + 1);
      if (n <= kIndexAbove) {
        result.put(std::string(name), std::move(item));
        continue;
      }
      const auto [at, fresh] = index.try_emplace(name, result.entries_.size());
      if (fresh)
        result.entries_.emplace_back(name, std::move(item));
      else
        result.entries_[at->second].second = std::move(item);
    }
    return result;
  }

  Value value(int depth) {
    if (depth > kMaxDepth) {
      fail(DecodeError::kTooDeep);
      return {};
    }
    const auto type = static_cast<Type>(integer<std::uint8_t>());
    if (!ok()) return {};
    switch (type) {
      case Type::kNull:
        return {};
      case Type::kBool:
        return bool_byte() == 1;
      case Type::kByte:
        return integer<std::int8_t>();
      case Type::kShort:
        return integer<std::int16_t>();
      case Type::kInt:
        return integer<std::int32_t>();
      case Type::kLong:
        return integer<std::int64_t>();
      case Type::kFloat:
        return float32();
      case Type::kDouble:
        return float64();
      case Type::kUtfString:
        return short_string();
      case Type::kBoolArray:
        return BoolArray{list<std::uint8_t>([this] { return bool_byte(); })};
      case Type::kByteArray: {
        const std::string_view raw = view(count<std::int32_t>(1));
        return Bytes(raw.begin(), raw.end());
      }
      case Type::kShortArray:
        return list<std::int16_t>([this] { return integer<std::int16_t>(); });
      case Type::kIntArray:
        return list<std::int32_t>([this] { return integer<std::int32_t>(); });
      case Type::kLongArray:
        return list<std::int64_t>([this] { return integer<std::int64_t>(); });
      case Type::kFloatArray:
        return list<float>([this] { return float32(); });
      case Type::kDoubleArray:
        return list<double>([this] { return float64(); });
      case Type::kUtfStringArray:
        return strings();
      case Type::kArray:
        return array(depth);
      case Type::kObject:
        return object(depth);
      case Type::kText:
        return Text{std::string(view(count<std::int32_t>(1)))};
    }
    --position_;
    fail(DecodeError::kUnknownType);
    return {};
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
  std::size_t budget_ = kMaxValues;
  DecodeError error_ = DecodeError::kNone;
};

DecodedValue decode(std::span<const std::uint8_t> bytes) { return Decoder(bytes).run(); }

}  // namespace thermodon::sfs2x
