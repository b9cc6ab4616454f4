// Finished games in files: games.jsonl and games.sgf in the data directory.
#pragma once

#include <deque>
#include <filesystem>
#include <string>

#include "thermodon/game/record.hpp"

namespace thermodon::server {

// A write that fails (a full disk, a directory that is gone) leaves no half record behind, and is tried again
// at the next write().
class RecordFiles {
 public:
  explicit RecordFiles(const std::filesystem::path& directory);

  // Takes a record, for write() to append.
  void add(const game::GameRecord& record);
  // Appends what waits, in order, to both files. Empty, or one line on what went wrong.
  [[nodiscard]] std::string write();
  // Records that are not in both files yet.
  [[nodiscard]] std::size_t waiting() const noexcept;

 private:
  struct File {
    std::filesystem::path path;
    std::deque<std::string> waiting;
  };
  File lines_, sgf_;
};

}  // namespace thermodon::server
