// What the lobby asks of the shell around it, in this order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "thermodon/game/record.hpp"
#include "thermodon/protocol/messages.hpp"

namespace thermodon::server {

enum class ConnectionId : std::uint64_t {};
using GameId = std::uint64_t;

// Of a game that a tournament has paired.
struct TournamentLink {
  std::uint64_t tournament = 0;
  std::uint32_t number = 0;  // of the pairing, from 1
  std::uint32_t round = 0;   // from 1
  friend bool operator==(const TournamentLink&, const TournamentLink&) = default;
};

struct Send {
  std::vector<ConnectionId> to;  // never empty
  protocol::Event event;
};
// After what was sent before has been written.
struct Close {
  ConnectionId connection{};
  std::string why;
};

// For those who keep games; each comes before the messages that tell players of it.
struct GameStarted {
  GameId id = 0;
  std::string zone, room, black, white;
  rules::Position start;  // with the side that moves first
  std::optional<game::Duration> move_time;
  std::optional<game::TimePoint> deadline = std::nullopt;  // of the first move
  std::optional<TournamentLink> tournament = std::nullopt;
};
struct MoveMade {
  GameId id = 0;
  std::size_t number = 0;  // 1-based
  rules::Move move;
  game::Duration taken{};
  // Of the next move; nothing without a clock or at the end.
  std::optional<game::TimePoint> deadline = std::nullopt;
};
struct GameEnded {
  GameId id = 0;
  std::string zone, room;
  game::GameRecord record;  // without its date
  std::optional<TournamentLink> tournament = std::nullopt;
};

enum class Level : std::uint8_t { kDebug, kInfo, kWarn };
struct Log {
  Level level = Level::kInfo;
  std::string text;  // one line
};

// A tournament's making and what happened in it since; for those who keep them.
struct TournamentAdded {
  std::uint64_t id = 0;
  std::string spec;  // its text
};
struct TournamentLogged {
  std::uint64_t id = 0;
  std::uint32_t number = 0;  // of the entry, from 1
  std::string entry;         // as JSON
};

// For those who show what goes on.
struct TournamentChanged {
  std::uint64_t id = 0;
};
struct RoomUser {
  std::string name;
  bool player = false;
  friend bool operator==(const RoomUser&, const RoomUser&) = default;
};
struct RoomChanged {
  std::string zone, room;
  std::optional<std::uint64_t> tournament;  // which has the room
  // In the order of joining; with players whose line broke and whose seat is kept.
  std::vector<RoomUser> users;
};
// A game of before a restart is on its board again. Its clock stands still.
struct GameResumed {
  GameStarted game;
  std::vector<game::PlayedMove> moves;
  game::Duration elapsed{};  // of the running turn
};
struct ClockStarted {  // again
  GameId id = 0;
  game::TimePoint deadline;
};
// A connection has taken a user over whose own broke.
struct SessionResumed {
  ConnectionId connection{};
  std::string zone, name;
  std::optional<protocol::JoinRoomReply> room;  // where the user is
};

using Action =
    std::variant<Send, Close, GameStarted, MoveMade, GameEnded, RoomChanged, GameResumed, ClockStarted,
                 SessionResumed, TournamentAdded, TournamentLogged, TournamentChanged, Log>;
using Actions = std::vector<Action>;

}  // namespace thermodon::server
