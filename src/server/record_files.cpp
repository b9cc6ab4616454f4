#include "server/record_files.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace thermodon::server {
namespace {

namespace fs = std::filesystem;

std::string append_text(const fs::path& path, const std::string& text) {
  std::error_code ec;
  const auto before = fs::exists(path, ec) ? fs::file_size(path, ec) : 0;
  errno = 0;
  std::ofstream file(path, std::ios::app | std::ios::binary);
  file << text;
  file.close();
  if (file) return {};
  const std::string why = errno != 0 ? std::generic_category().message(errno) : "write failed";
  if (fs::exists(path, ec)) fs::resize_file(path, before, ec);
  return path.string() + ": " + why;
}

}  // namespace

std::string RecordFiles::append(const game::GameRecord& record) const {
  const std::string lines = append_text(directory_ / "games.jsonl", game::to_json_line(record) + '\n');
  const std::string sgf = append_text(directory_ / "games.sgf", game::to_sgf(record) + '\n');
  return lines.empty() ? sgf : lines;
}

}  // namespace thermodon::server
