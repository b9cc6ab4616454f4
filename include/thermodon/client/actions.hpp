// What the session state machine asks of the shell around it, and what it tells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "thermodon/client/settings.hpp"
#include "thermodon/game/record.hpp"
#include "thermodon/protocol/messages.hpp"
#include "thermodon/rules/position.hpp"

namespace thermodon::client {

using SearchNumber = std::uint64_t;

// --- things to do

struct Connect {};     // open the line; answered by connected() or disconnected()
struct Disconnect {};  // flush what was sent and close; no disconnected() follows
struct Send {
  protocol::Request request;
};
// Answered by searched() under the same number, at the latest at `deadline`. A search that still runs is
// dropped.
struct StartSearch {
  SearchNumber number = 0;
  rules::Position position;
  TimePoint began;
  TimePoint deadline;
};
struct TakeBest {  // the guard: time is up, answer searched() with the best move so far, now
  SearchNumber number = 0;
};
struct StopSearch {};  // its answer is not wanted any more, or no more thinking on the opponent's time
// Think on the opponent's time, for what the next search can use of it. No answer is wanted; the next
// StartSearch, StartPonder or StopSearch ends it.
struct StartPonder {
  rules::Position position;  // with the opponent to move
};

// Why a session ended.
enum class Outcome : std::uint8_t {
  kDone,      // all games are played, or it was told to stop where no number of games was asked for
  kStopped,   // told to stop before all games were played
  kRefused,   // the server refused the login, for good
  kNoRoom,    // the room is not to be had
  kNoServer,  // no line, or none that held, until the patience ended
  kAborted,   // too many games in a row ended without a winner
  kOwnFault,  // all games are played, but we lost one by time or by an illegal move
};
[[nodiscard]] std::string_view to_string(
    Outcome outcome) noexcept;  // "done", "stopped", "refused", "no-room", ...
struct Finish {                 // the last action
  Outcome outcome = Outcome::kDone;
  std::string why;
  [[nodiscard]] bool ok() const noexcept { return outcome == Outcome::kDone; }
};

// --- things to tell

enum class Level : std::uint8_t { kDebug, kInfo, kWarn, kError };
struct Log {
  Level level = Level::kInfo;
  std::string text;  // one line
};
struct LoggedIn {
  std::string name, zone;
  std::vector<protocol::RoomInfo> rooms;
};
enum class Seat : std::uint8_t { kPlayer, kSpectator };
struct Joined {
  std::string room;
  Seat seat = Seat::kPlayer;
  std::vector<protocol::UserInfo> users;
};
struct GameStarted {
  int number = 1;  // in this series
  std::string room, black, white;
  std::optional<rules::Color> own;            // nothing: a spectator
  rules::Color first = rules::Color::kBlack;  // moves first in this game
  rules::Position position;                   // with the side to move
  Duration move_time{};                       // in force
  bool resumed = false;                       // a game that a cut line had interrupted
};
struct MovePlayed {
  rules::Color by = rules::Color::kBlack;
  rules::Move move;
  bool own = false;
  Duration taken{};
  rules::Position after;
};
struct GameEnded {
  game::GameResult result;
  std::optional<rules::Color> own;
  rules::Position position;
  game::GameRecord record;
};

using Action = std::variant<Connect, Disconnect, Send, StartSearch, TakeBest, StopSearch, StartPonder, Finish,
                            Log, LoggedIn, Joined, GameStarted, MovePlayed, GameEnded>;
using Actions = std::vector<Action>;

}  // namespace thermodon::client
