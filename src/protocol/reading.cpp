#include "protocol/reading.hpp"

#include "protocol/names.hpp"

namespace thermodon::protocol {
namespace {

using sfs2x::Array;
using sfs2x::Object;
using sfs2x::Value;

const Object kNoParams;

// The elements of a room's or user's array, by position; the first fault stays.
class ElementReader {
 public:
  explicit ElementReader(const Array& array) : items_(array.items) {}

  [[nodiscard]] bool ok() const noexcept { return ok_; }
  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }

  std::string string(std::size_t i) {
    const std::string* text = i < items_.size() ? items_[i].string() : nullptr;
    if (text == nullptr) return ok_ = false, std::string();
    return *text;
  }
  bool flag(std::size_t i) {
    const bool* value = i < items_.size() ? items_[i].get_if<bool>() : nullptr;
    if (value == nullptr) return ok_ = false;
    return *value;
  }
  template <class T>
  T integer(std::size_t i) {
    std::int64_t value = 0;
    if (i >= items_.size() || !items_[i].integer(value) || value < std::numeric_limits<T>::min() ||
        value > std::numeric_limits<T>::max()) {
      ok_ = false;
      return T{};
    }
    return static_cast<T>(value);
  }

 private:
  const std::vector<Value>& items_;
  bool ok_ = true;
};

std::optional<RoomInfo> read_room(const Array& array) {
  ElementReader in(array);
  RoomInfo room;
  room.id = in.integer<std::int32_t>(0);
  room.name = in.string(1);
  room.group = in.string(2);
  room.is_game = in.flag(3);
  room.is_hidden = in.flag(4);
  room.has_password = in.flag(5);
  room.users = in.integer<std::int16_t>(6);
  room.max_users = in.integer<std::int16_t>(7);
  // Element 8 holds room variables, which the game does not use.
  room.spectators = room.is_game ? in.integer<std::int16_t>(9) : std::int16_t{0};
  room.max_spectators = room.is_game ? in.integer<std::int16_t>(10) : std::int16_t{0};
  if (!in.ok()) return std::nullopt;
  return room;
}

std::optional<UserInfo> read_user(const Array& array) {
  ElementReader in(array);
  UserInfo user;
  user.id = in.integer<std::int32_t>(0);
  user.name = in.string(1);
  user.privilege = in.integer<std::int16_t>(2);
  user.player_id = in.integer<std::int16_t>(3);
  if (!in.ok()) return std::nullopt;
  return user;
}

template <class T, class Read>
std::vector<T> read_all(Reader& reader, std::string_view key, const Array* array, Read read) {
  std::vector<T> result;
  if (array == nullptr) return result;
  for (const Value& item : array->items) {
    const Array* element = item.get_if<Array>();
    std::optional<T> one;
    if (element != nullptr) one = read(*element);
    if (!one) {
      reader.fail(key, "has a broken element");
      return {};
    }
    result.push_back(std::move(*one));
  }
  return result;
}

template <class T, class Read>
T read_one(Reader& reader, std::string_view key, const Array* array, Read read) {
  if (array == nullptr) return {};
  std::optional<T> one = read(*array);
  if (!one) reader.fail(key, "has a broken element");
  return std::move(one).value_or(T{});
}

}  // namespace

void Reader::fail(std::string_view key, std::string_view why) {
  if (!ok()) return;
  fault_.append(what_).append(": \"").append(key).append("\" ").append(why);
}

std::string Reader::string(std::string_view key) {
  const std::string* text = object_.string(key);
  if (text == nullptr) {
    fail(key, has(key) ? "is not a string" : "is missing");
    return {};
  }
  return *text;
}

std::string Reader::string_or(std::string_view key, std::string fallback) {
  return has(key) ? string(key) : std::move(fallback);
}

bool Reader::flag_or(std::string_view key, bool fallback) {
  if (!has(key)) return fallback;
  const bool* value = object_.boolean(key);
  if (value == nullptr) fail(key, "is not a bool");
  return value != nullptr ? *value : fallback;
}

std::int32_t Reader::room_id_or_none(std::string_view key) {
  const auto id = optional_integer<std::int32_t>(key);
  return id && *id >= 0 ? *id : -1;
}

const Array* Reader::array(std::string_view key) {
  const Array* found = object_.array(key);
  if (found == nullptr) fail(key, has(key) ? "is not an array" : "is missing");
  return found;
}

std::vector<RoomInfo> Reader::rooms(std::string_view key) {
  return read_all<RoomInfo>(*this, key, array(key), read_room);
}
RoomInfo Reader::room(std::string_view key) { return read_one<RoomInfo>(*this, key, array(key), read_room); }
std::vector<UserInfo> Reader::users(std::string_view key) {
  return read_all<UserInfo>(*this, key, array(key), read_user);
}
UserInfo Reader::user(std::string_view key) { return read_one<UserInfo>(*this, key, array(key), read_user); }

rules::Result<Envelope> open_envelope(const Object& envelope) {
  Reader in("message", envelope);
  Envelope result;
  result.controller = in.integer<std::int64_t>("c");
  // Java ignores the action of an extension message, so it may be anything there.
  result.action =
      result.controller == kExtensionController && !in.has("a") ? 0 : in.integer<std::int64_t>("a");
  result.params = envelope.object("p");
  if (result.params == nullptr) {
    if (in.has("p")) in.fail("p", "is not an object");
    result.params = &kNoParams;
  }
  return in.finish<Envelope>(result);
}

rules::Result<Extension> open_extension(const Object& params) {
  Reader in("extension message", params);
  Extension result;
  result.command = in.string("c");
  result.room_id = in.room_id_or_none("r");
  result.params = params.object("p");
  if (result.params == nullptr) {
    if (in.has("p")) in.fail("p", "is not an object");
    result.params = &kNoParams;
  }
  return in.finish<Extension>(std::move(result));
}

MoveCommand read_move(const Extension& extension) {
  MoveCommand command;
  command.room_id = extension.room_id;
  const Object& params = *extension.params;
  if (const std::string* room = params.string(names::kRoomName)) command.room = *room;
  const auto square = [&](std::string_view key, std::int32_t& row, std::int32_t& column) {
    const auto* ints = params.ints(key);
    if (ints == nullptr || ints->size() < 2) {
      command.complete = false;
      return;
    }
    row = (*ints)[0];
    column = (*ints)[1];
  };
  square(names::kFrom, command.move.from_row, command.move.from_column);
  square(names::kTo, command.move.to_row, command.move.to_column);
  square(names::kArrow, command.move.arrow_row, command.move.arrow_column);
  return command;
}

TextCommand read_text(const Extension& extension) {
  TextCommand command;
  command.room_id = extension.room_id;
  if (const std::string* room = extension.params->string(names::kRoomName)) command.room = *room;
  if (const std::string* text = extension.params->string(names::kText)) command.text = *text;
  return command;
}

}  // namespace thermodon::protocol
