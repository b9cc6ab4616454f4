#include "server/record_files.hpp"

#include <algorithm>
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

RecordFiles::RecordFiles(const fs::path& directory)
    : lines_{directory / "games.jsonl", {}}, sgf_{directory / "games.sgf", {}} {}

void RecordFiles::add(const game::GameRecord& record) {
  lines_.waiting.push_back(game::to_json_line(record) + '\n');
  sgf_.waiting.push_back(game::to_sgf(record) + '\n');
}

std::string RecordFiles::write() {
  std::string trouble;
  for (File* file : {&lines_, &sgf_}) {
    while (!file->waiting.empty()) {
      std::string error = append_text(file->path, file->waiting.front());
      if (!error.empty()) {
        if (trouble.empty()) trouble = std::move(error);
        break;
      }
      file->waiting.pop_front();
    }
  }
  return trouble;
}

std::size_t RecordFiles::waiting() const noexcept {
  return std::max(lines_.waiting.size(), sgf_.waiting.size());
}

}  // namespace thermodon::server
