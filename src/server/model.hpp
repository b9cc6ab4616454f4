// The lobby's picture of the world: zones, rooms, users, lines.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/rate.hpp"
#include "thermodon/server/actions.hpp"
#include "thermodon/server/lobby.hpp"
#include "thermodon/server/settings.hpp"

namespace thermodon::server {

struct Room;
struct Zone;
class Table;

enum class Departure : std::uint8_t {
  kLeft,       // by request, or into another room
  kLoggedOut,  // by request
  kLost,       // the line broke, or was cut by us
};

inline constexpr std::int16_t kSpectator = -1;  // a spectator's player id

struct User {
  std::int32_t id = 0;
  std::string name;
  Zone* zone = nullptr;
  std::optional<ConnectionId> line;  // nothing: broken, and the seat is kept
  std::optional<TimePoint> absent_since;
  std::string token;  // of the session, which a handshake may resume
  protocol::LoginWishes wishes;
  Room* room = nullptr;
  TimePoint rests_until{};  // after a game: no tournament seats him before
};

// A user in a room.
struct Member {
  User* user = nullptr;
  std::int16_t player_id = kSpectator;  // 1, 2 for players
  bool present = true;                  // false: the line broke and he has not come back into the room
  bool ready = false;                   // wants the next game
  bool fetched = false;                 // put here by the server; a request to join may have crossed that
  [[nodiscard]] bool is_player() const noexcept { return player_id > 0; }
};

inline constexpr int kSeats = 2;
inline constexpr std::int16_t kMaxUsersShown = 5;  // what the course's rooms say of themselves

// The next game in a room, where a tournament says which.
struct Booking {
  TournamentLink link;
  std::string black, white;
  rules::Position start;
  std::optional<Duration> move_time;

  [[nodiscard]] bool has(std::string_view name) const { return name == black || name == white; }
};

struct Room {
  Zone* zone = nullptr;
  std::int32_t id = 0;
  std::string name;
  std::int16_t max_spectators = 0;
  bool hall = false;                       // where players of tournaments wait; nothing is played there
  std::optional<TournamentId> tournament;  // has the room: only those whom it books may sit
  std::optional<Booking> booking;
  std::vector<Member> members;  // in the order of joining
  std::unique_ptr<Table> table;
  bool count_changed = false;
  bool users_changed = false;

  Room();
  ~Room();  // where Table is known
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  [[nodiscard]] Member* find(const User& user) noexcept;
  [[nodiscard]] std::int16_t players() const noexcept;
  [[nodiscard]] std::int16_t spectators() const noexcept;
  [[nodiscard]] bool has_free_seat() const noexcept { return hall || players() < kSeats; }
  // Whether a seat here is his to take, should one be free.
  [[nodiscard]] bool may_sit(const User& user) const {
    return !tournament || (booking && booking->has(user.name));
  }
  [[nodiscard]] bool has_spectator_place() const noexcept { return spectators() < max_spectators; }
  [[nodiscard]] std::int16_t free_player_id() const noexcept;  // precondition: has_free_seat()
  [[nodiscard]] protocol::RoomInfo info() const;
  [[nodiscard]] std::vector<protocol::UserInfo> user_infos() const;
};
[[nodiscard]] protocol::UserInfo info_of(const Member& member);

struct Zone {
  std::string name;
  std::vector<std::unique_ptr<Room>> rooms;  // a room's id is its place
  std::map<std::string, std::unique_ptr<User>, std::less<>> users;

  [[nodiscard]] User* find_user(std::string_view user_name) const noexcept;  // null: nobody
  [[nodiscard]] Room* find_room(std::string_view room_name) noexcept;
  [[nodiscard]] Room* find_room(std::int32_t id) noexcept;
  [[nodiscard]] std::vector<protocol::RoomInfo> room_infos() const;
};

// A connection, logged in or not.
struct Line {
  ConnectionId id{};
  LineKind kind = LineKind::kProtocol;
  std::string address;
  std::string token;  // empty before the handshake
  User* user = nullptr;
  TimePoint opened;
  TimePoint last_request;
  Rate rate;
  int bad_messages = 0;
  int wrong_passwords = 0;
};

}  // namespace thermodon::server
