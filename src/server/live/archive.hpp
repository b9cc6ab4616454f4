// The games of the past, read from the server's database beside the thread that writes it.
#pragma once

#include <filesystem>
#include <optional>

#include "server/live/json.hpp"

namespace thermodon::server {

// Each call opens the database anew and may be made from any thread. Errors are one line.
class Archive {
 public:
  explicit Archive(std::filesystem::path directory) : directory_(std::move(directory)) {}

  // Newest first, those with an id below `before` (0: all), at most `limit`.
  [[nodiscard]] rules::Result<Json> list(int limit, GameId before) const;
  struct Kept {
    GameId id = 0;
    std::string room;
    std::optional<std::int64_t> move_time_ms;
    std::optional<TournamentLink> tournament;
    game::GameRecord record;
  };
  [[nodiscard]] rules::Result<std::optional<Kept>> find(GameId id) const;
  // Of a tournament, oldest first.
  [[nodiscard]] rules::Result<std::vector<Kept>> of_tournament(TournamentId id) const;

 private:
  std::filesystem::path directory_;
};

[[nodiscard]] Json game_json(const Archive::Kept& kept);

}  // namespace thermodon::server
