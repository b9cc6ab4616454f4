// What outlives the server: its games, in SQLite, and the records of those that are finished.
//
// Writes are handed to a worker thread that stores many at a time; each is on the disk before it is reported
// as stored, so that what waits for the report can be sent with a good conscience. A disk that is full or
// broken never stops a game: the writes wait, in memory, for the next attempt, and are reported all the same.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "thermodon/rules/result.hpp"
#include "thermodon/server/lobby.hpp"

namespace thermodon::server {

// What a player of the house plays with, by its name.
struct HouseHired {
  std::string name, spec;
  game::Duration move_time{};
};
// GameResumed and ClockStarted: of the clock alone, which stands still between the two.
using Stored = std::variant<GameStarted, MoveMade, GameEnded, GameResumed, ClockStarted, TournamentAdded,
                            TournamentLogged, HouseHired>;

// Milliseconds since 1970.
using WallClock = std::function<std::int64_t()>;
[[nodiscard]] WallClock system_wall_clock();

class Storage {
 public:
  struct Callbacks {
    // Everything up to the write of this number is stored. From the worker thread.
    std::function<void(std::uint64_t number)> on_stored;
    // One line of warning. From the worker thread.
    std::function<void(std::string)> on_trouble;
  };

  // Opens or creates the directory and thermodon.db in it, and brings an older schema up to date. An error is
  // one line: not to be written, another server's, or of a newer version than this program.
  [[nodiscard]] static rules::Result<std::unique_ptr<Storage>> open(const std::filesystem::path& directory,
                                                                    WallClock clock = system_wall_clock());
  ~Storage();  // stops
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  // --- before start()
  // Games that had begun and not ended, oldest first.
  [[nodiscard]] std::vector<SavedGame> running_games();
  // The last game of each room whose end is not ten minutes old, with its result.
  [[nodiscard]] std::vector<SavedGame> games_just_ended();
  [[nodiscard]] GameId next_game_id();
  // All, oldest first.
  [[nodiscard]] std::vector<SavedTournament> tournaments();
  [[nodiscard]] std::optional<HouseHired> house(const std::string& name);

  void start(Callbacks callbacks);
  // Hands a write to the worker; returns its number, counted from 1.
  std::uint64_t put(Stored what);
  // Several that are stored together or not at all.
  std::uint64_t put(std::vector<Stored> what);
  // Stores what has been put, and what could not be stored before, and ends the worker. A disk that takes
  // nothing is tried for about a second; then how many writes are lost, of which on_trouble is told as well.
  // Once more: the same number.
  std::size_t stop();

  // Copies the database of `directory`, also while a server uses it, to a file that must not exist yet, or to
  // thermodon.db in a directory that must. Empty, or one line on what went wrong.
  [[nodiscard]] static std::string back_up(const std::filesystem::path& directory,
                                           std::filesystem::path copy);

 private:
  class State;
  explicit Storage(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace thermodon::server
