#include "app/read_games.hpp"

#include <fstream>
#include <iterator>

#include "app/command.hpp"

namespace thermodon::app {

std::vector<game::GameRecord> read_games(std::string_view command, const std::vector<std::string>& paths) {
  std::vector<game::GameRecord> records;
  for (const std::string& path : paths) {
    const std::string place = std::string(command) + ": " + path;
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file.is_open())
      throw UsageError(place + ": cannot be read; give a file of SGF or JSON-lines records");
    auto parsed = game::parse_records(text);
    if (!parsed.ok()) throw UsageError(place + ": " + parsed.error());
    for (game::ParsedGame& game : *parsed) {
      const auto fault = game.record.ok() ? check(game.record.value()) : std::nullopt;
      if (!game.record.ok() || fault)
        throw UsageError(place + ", line " + std::to_string(game.line) + ": " +
                         (fault ? fault->reason : game.record.error()) + "; see `thermodon records check`");
      records.push_back(std::move(game.record).value());
    }
  }
  return records;
}

}  // namespace thermodon::app
