// Keeps games in files while they are played: NAME.sgf and NAME.jsonl in one folder.
#pragma once

#include <functional>
#include <string>

#include "thermodon/game/record.hpp"

namespace thermodon::client {

// Both files hold the whole game so far after every call: each is written beside its old self and then put in
// its place, so whoever reads them, or whatever ends this process, finds a complete record. Existing files
// are never touched. A fault (a full disk, a folder that is gone) is told by `warn` once and costs no more
// than the record; when writing works again that is told too.
class Recorder {
 public:
  // An empty folder: nothing is recorded. `warn` may be empty.
  Recorder(std::string folder, std::function<void(const std::string&)> warn);

  // A new game: its files' names come from the record's date and players.
  void begin(const game::GameRecord& record);
  void update(const game::GameRecord& record);
  // Of the running game, without the extension; empty when nothing is recorded.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  [[nodiscard]] bool claim(const std::string& path);
  void write(const std::string& path, const std::string& text);

  std::string folder_;
  std::function<void(const std::string&)> warn_;
  std::string path_;
  bool in_trouble_ = false;
};

}  // namespace thermodon::client
