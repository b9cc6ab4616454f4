// Reading keys out of objects, with errors that name what is wrong.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "thermodon/protocol/types.hpp"
#include "thermodon/rules/result.hpp"
#include "thermodon/sfs2x/value.hpp"

namespace thermodon::protocol {

// Looks keys up in one object and remembers the first fault. Readers take all they need and look at the fault
// once, at the end; what was taken after a fault is a default value.
class Reader {
 public:
  // `what` names the message in errors and must outlive the reader.
  Reader(std::string_view what, const sfs2x::Object& object) : what_(what), object_(object) {}

  [[nodiscard]] const sfs2x::Object& object() const noexcept { return object_; }
  [[nodiscard]] bool has(std::string_view key) const noexcept { return object_.find(key) != nullptr; }
  [[nodiscard]] bool ok() const noexcept { return fault_.empty(); }
  [[nodiscard]] rules::Error error() const { return {fault_}; }
  void fail(std::string_view key, std::string_view why);

  [[nodiscard]] std::string string(std::string_view key);
  [[nodiscard]] std::string string_or(std::string_view key, std::string fallback);
  [[nodiscard]] bool flag_or(std::string_view key, bool fallback);

  template <class T>
  [[nodiscard]] T integer(std::string_view key) {
    std::int64_t value = 0;
    if (!object_.integer(key, value)) {
      fail(key, has(key) ? "is not a whole number" : "is missing");
      return T{};
    }
    if (value < std::numeric_limits<T>::min() || value > std::numeric_limits<T>::max()) {
      fail(key, "is out of range");
      return T{};
    }
    return static_cast<T>(value);
  }
  template <class T>
  [[nodiscard]] std::optional<T> optional_integer(std::string_view key) {
    if (!has(key)) return std::nullopt;
    return integer<T>(key);
  }
  // A room's id, -1 for every way of saying none.
  [[nodiscard]] std::int32_t room_id_or_none(std::string_view key);

  [[nodiscard]] std::vector<RoomInfo> rooms(std::string_view key);
  [[nodiscard]] RoomInfo room(std::string_view key);
  [[nodiscard]] std::vector<UserInfo> users(std::string_view key);
  [[nodiscard]] UserInfo user(std::string_view key);

  // The message if all went well, else the fault.
  template <class R, class M>
  [[nodiscard]] rules::Result<R> finish(M message) const {
    if (!ok()) return error();
    return R(std::move(message));
  }

 private:
  [[nodiscard]] const sfs2x::Array* array(std::string_view key);

  std::string_view what_;
  const sfs2x::Object& object_;
  std::string fault_;
};

// c, a and p of a message; an error when one has the wrong type.
struct Envelope {
  std::int64_t controller = 0;
  std::int64_t action = 0;
  const sfs2x::Object* params = nullptr;  // never null; an empty object where the message has none
};
inline constexpr std::int64_t kSystemController = 0;
inline constexpr std::int64_t kExtensionController = 1;
[[nodiscard]] rules::Result<Envelope> open_envelope(const sfs2x::Object& envelope);

// What an extension message wraps: c, r and p inside the envelope's p.
struct Extension {
  std::string command;
  std::int32_t room_id = -1;
  const sfs2x::Object* params = nullptr;  // never null
};
[[nodiscard]] rules::Result<Extension> open_extension(const sfs2x::Object& params);

// The extension messages that both sides read alike.
[[nodiscard]] MoveCommand read_move(const Extension& extension);
[[nodiscard]] TextCommand read_text(const Extension& extension);

}  // namespace thermodon::protocol
