// Finished games in files: games.jsonl and games.sgf in the data directory.
#pragma once

#include <filesystem>
#include <string>

#include "thermodon/game/record.hpp"

namespace thermodon::server {

// A write that fails (a full disk, a directory that is gone) leaves no half record behind; it is reported,
// and the next is tried anew.
class RecordFiles {
 public:
  explicit RecordFiles(std::filesystem::path directory) : directory_(std::move(directory)) {}

  // Appends to both files. Empty, or one line on what went wrong.
  [[nodiscard]] std::string append(const game::GameRecord& record) const;

 private:
  std::filesystem::path directory_;
};

}  // namespace thermodon::server
