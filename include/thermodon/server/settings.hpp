// What a server is told before it starts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "thermodon/game/clock.hpp"
#include "thermodon/protocol/preset.hpp"

namespace thermodon::server {

using game::Duration;
using game::TimePoint;

enum class Rules : std::uint8_t {
  kChecked,  // turn, legality and clock are checked; who breaks them loses
  kRelay,    // the course's server to the letter: moves are passed on unseen
};
enum class NameInUse : std::uint8_t {
  kRefuse,   // a second login under a name gets error 6
  kReplace,  // it throws the first one out, or takes its seat over
};

// Zero means "no bound" where it says so.
struct Limits {
  std::size_t connections = 5000;             // in all
  std::size_t connections_per_address = 256;  // 0: no bound
  std::size_t zone_users = 5000;
  std::size_t name_length = 32;        // bytes, printable ASCII
  std::size_t chat_length = 500;       // bytes; the rest is cut
  double requests_per_second = 20;     // of one connection, on average
  double request_burst = 100;          // on top of the average
  int bad_messages = 20;               // of one connection, before it is closed
  int wrong_passwords = 5;             // likewise
  std::size_t max_message = 64 << 10;  // bytes of a body; the handshake says it to the client
};

// What names need a password. Empty: any name and password will do.
struct Users {
  std::map<std::string, std::string> passwords;  // by name
  bool registered_only = false;                  // other names are refused (error 2), and so are guests
};

// Rooms' names with a meaning of their own: where a tournament's players wait, and "any room".
inline constexpr const char* kHallName = "Tournament Hall";
inline constexpr const char* kAnyRoomName = "auto";

// The eighteen lakes, as the course's server has them.
[[nodiscard]] std::vector<std::string> default_rooms();
[[nodiscard]] std::vector<std::string> default_zones();

struct LobbySettings {
  std::vector<std::string> zones = default_zones();
  std::vector<std::string> rooms = default_rooms();  // in each zone, ids 0, 1, ... in this order
  std::int16_t max_spectators = 3;                   // in each room
  Rules rules = Rules::kChecked;
  protocol::Preset preset = protocol::default_preset();  // board codes, and who moves first
  std::optional<Duration> move_time = Duration(30'000);  // the whole allowance of a move; nothing: no clock
  NameInUse name_in_use = NameInUse::kReplace;
  bool guests = true;  // an empty name becomes Guest#<user id>
  Users users;
  Limits limits;
  std::int32_t compression_threshold = 300;  // bytes; at least 101

  Duration login_timeout{30'000};  // from the connection to the login
  Duration idle_timeout{900'000};  // without a request (pings do not count); zero: for ever
  // A player whose line breaks in a checked game has this long to come back; his clock runs on. Zero: none.
  Duration grace{60'000};
  Duration user_count_interval{1000};  // user counts are told at most so often; zero: at once
  Duration series_pause{2000};         // before the next game of two clients that play series
};

// The settings as the course's own server has them: no checks, no clock, the newer login wins.
[[nodiscard]] LobbySettings relay_settings();

// What the JSON interface may ask of the server's processors and memory.
struct LiveSettings {
  std::size_t analyses = 2;                // at a time, in all
  std::chrono::seconds analysis_time{60};  // of one, at most
  int multipv = 10;                        // at most
  std::size_t houses = 4;           // house players at a time that were asked for; practice rooms apart
  Duration house_time{10'000};      // a move, at most
  std::size_t hash_mb = 32;         // of each engine, at most
  double requests_per_second = 20;  // of one connection or, by HTTP, address
  double request_burst = 100;
};

// A room in which the house engine always takes the free seat.
struct PracticeRoom {
  std::string room;
  std::string spec = "alphabeta:amazong";
  Duration move_time{1000};
};

struct Settings {
  LobbySettings lobby;
  LiveSettings live;
  std::vector<PracticeRoom> practice;  // in the first zone
  // By name: the password as scrypt_hash() made it. These names log in by JSON with that password, by the
  // course's protocol with what stands in lobby.users.
  std::map<std::string, std::string> scrypt;
  std::string organiser_token;  // empty: nobody is the organiser
  // Texts of tournaments to hold; those that are held already are left out.
  std::vector<std::string> tournaments;
  std::string tls_certificate, tls_key;  // PEM files, both or neither: HTTP is HTTPS
  std::string bind = "0.0.0.0";          // numeric; for every listener
  std::uint16_t port = 9933;             // 0: a free one
  std::optional<std::uint16_t> http;     // HTTP and WebSocket; 0: a free one; nothing: neither
  std::string data;                      // a directory for records; empty: nothing is kept
  std::size_t max_outbox = 1 << 20;      // bytes that may wait for one reader
};

}  // namespace thermodon::server
