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
};
struct MoveMade {
  GameId id = 0;
  std::size_t number = 0;  // 1-based
  rules::Move move;
  game::Duration taken{};
};
struct GameEnded {
  GameId id = 0;
  std::string zone, room;
  game::GameRecord record;  // without its date
};

enum class Level : std::uint8_t { kDebug, kInfo, kWarn };
struct Log {
  Level level = Level::kInfo;
  std::string text;  // one line
};

using Action = std::variant<Send, Close, GameStarted, MoveMade, GameEnded, Log>;
using Actions = std::vector<Action>;

}  // namespace thermodon::server
