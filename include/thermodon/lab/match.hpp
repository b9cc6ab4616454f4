// Games between engines: which are played, and their playing on several threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "thermodon/game/record.hpp"
#include "thermodon/lab/openings.hpp"
#include "thermodon/lab/player.hpp"

namespace thermodon::lab {

struct EngineEntry {
  std::string spec;
  std::string name;  // in records; unique within the match
  TurnLimits limits;
};

enum class Format : std::uint8_t {
  kRoundRobin,  // everybody meets everybody
  kGauntlet,    // the first engine meets every other
};

// One game to be played. Numbers count from 0.
struct GameTask {
  std::size_t game = 0;
  std::size_t pair = 0;  // two games with the same opening, engines and colours exchanged
  std::size_t opening = 0;
  std::size_t first = 0;  // engines; `first` is the one of smaller number
  std::size_t second = 1;
  bool first_is_white = true;

  [[nodiscard]] std::size_t white() const noexcept { return first_is_white ? first : second; }
  [[nodiscard]] std::size_t black() const noexcept { return first_is_white ? second : first; }
  friend bool operator==(const GameTask&, const GameTask&) = default;
};

// `games` games for each pairing of `engines` engines, in pairs; an odd number leaves each last pair with one
// game. All pairings play an opening before the next one's turn comes, so that a match that is stopped is
// even.
[[nodiscard]] std::vector<GameTask> schedule(std::size_t engines, std::size_t games, std::size_t openings,
                                             Format format);

struct MatchSettings {
  int concurrency = 1;
  std::chrono::milliseconds grace{200};  // a move that comes later than its time and this loses
  bool adjudicate = true;  // end a game when exact counts of the filling say who wins (see eval/filling.hpp)
  std::uint64_t seed = 1;
  std::string event = "match";
};

struct FinishedGame {
  GameTask task;
  game::GameRecord record;  // notes hold the time of each move as measured here
  std::string log;          // what is known of an engine's failure: its last lines
};

// True when the game began as the opening says.
[[nodiscard]] bool begins_with(const game::GameRecord& record, const Opening& opening);

// Plays games. An engine that fails loses that game only.
class Match {
 public:
  Match(std::vector<EngineEntry> engines, std::vector<Opening> openings, MatchSettings settings);

  // Called after each game, one call at a time, from the playing threads; false begins no further game.
  using OnGame = std::function<bool(const FinishedGame&)>;
  // Plays `tasks` in their order on `concurrency` threads; returns when the last running game has ended.
  // Throws std::runtime_error if an engine cannot be made or on_game threw.
  void run(std::span<const GameTask> tasks, const OnGame& on_game);

  // From any thread. stop: the running games are finished, no further one begins. abort: they are dropped,
  // too.
  void stop() noexcept { stopped_ = true; }
  void abort() noexcept;

 private:
  struct Seats;
  class Table;
  void work(std::span<const GameTask> tasks, const OnGame& on_game);
  [[nodiscard]] FinishedGame play(const GameTask& task, Seats& seats);
  void fail(const std::string& why);

  std::vector<EngineEntry> engines_;
  std::vector<Opening> openings_;
  MatchSettings settings_;
  std::atomic<bool> stopped_{false};
  std::atomic<bool> aborted_{false};
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;  // guards what follows, and calls of on_game
  std::vector<Player*> players_;
  std::string failure_;
};

}  // namespace thermodon::lab
