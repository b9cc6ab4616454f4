// What watchers may see: rooms, who is in them, their games. It is made of the lobby's actions in the order
// in which they are carried out, so it shows nothing that is not stored yet.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "thermodon/server/actions.hpp"
#include "thermodon/server/settings.hpp"

namespace thermodon::server {

struct LiveGame {
  GameId id = 0;
  std::string black, white;
  rules::Position start, position;
  std::vector<game::PlayedMove> moves;
  std::optional<Duration> move_time;
  std::optional<TimePoint> deadline;       // of the running turn
  std::optional<Duration> paused;          // what was left of it when the clock was stopped
  std::optional<game::GameResult> result;  // nothing while it runs
  bool over = false;                       // also of games without a result
  std::optional<TournamentLink> tournament;
};

struct LiveRoom {
  std::string zone, name;
  rules::Color first = rules::Color::kBlack;  // who moves first on the board of a room without a game
  std::vector<RoomUser> users;
  std::optional<LiveGame> game;  // on the board: running, or the last
  std::optional<std::uint64_t> tournament;

  [[nodiscard]] std::string_view status() const;  // "free", "waiting", "playing", "over"
};

class LiveView {
 public:
  using Key = std::pair<std::string, std::string>;  // zone, room

  explicit LiveView(const LobbySettings& settings);

  // Takes an action in; true when a room changed, whose key is then in changed().
  bool take(const Action& action);

  [[nodiscard]] const LiveRoom* find(std::string_view zone, std::string_view room) const;
  // The room of a running game, or one that has just ended.
  [[nodiscard]] const LiveRoom* find(GameId game) const;
  // In the order of the settings.
  [[nodiscard]] std::vector<const LiveRoom*> rooms() const;
  // Those that changed since the last call.
  [[nodiscard]] std::vector<const LiveRoom*> take_changed();

 private:
  bool on(const RoomChanged& changed);
  bool on(const GameStarted& started);
  bool on(const GameResumed& resumed);
  bool on(const ClockStarted& started);
  bool on(const MoveMade& made);
  bool on(const GameEnded& ended);
  template <class Other>
  bool on(const Other&) {
    return false;
  }
  LiveRoom* room_of(GameId game);
  bool changed(const LiveRoom& room);

  std::vector<Key> order_;
  std::map<Key, LiveRoom> rooms_;
  std::unordered_map<GameId, Key> games_;
  std::set<Key> changed_;
};

}  // namespace thermodon::server
