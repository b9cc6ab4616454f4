#include "thermodon/client/recorder.hpp"

#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace thermodon::client {
namespace {

constexpr std::array kExtensions = {".sgf", ".jsonl"};

struct CloseFile {
  void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// What may stand in a file's name on every system.
std::string plain(const std::string& text) {
  constexpr std::size_t kLongest = 40;
  std::string out;
  for (const char c : text) {
    if (out.size() == kLongest) break;
    const auto u = static_cast<unsigned char>(c);
    out += u < 0x80 && (std::isalnum(u) != 0 || c == '.' || c == '_') ? c : '-';
  }
  return out.empty() ? "nobody" : out;
}

// "2026-11-27T23:15:00Z" to "20261127-231500".
std::string compact(const std::string& date) {
  std::string out;
  for (const char c : date) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) out += c;
    if (c == 'T') out += '-';
  }
  return out;
}

}  // namespace

Recorder::Recorder(std::string folder, std::function<void(const std::string&)> warn)
    : folder_(std::move(folder)), warn_(std::move(warn)) {}

// Makes the file if none has its name.
bool Recorder::claim(const std::string& path) { return File(std::fopen(path.c_str(), "wx")) != nullptr; }

void Recorder::begin(const game::GameRecord& record) {
  path_.clear();
  if (folder_.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder_, error);  // what is wrong shows when the files are made
  const std::string stem =
      folder_ + '/' + compact(record.date) + '_' + plain(record.black) + "-vs-" + plain(record.white);
  constexpr int kTries = 1000;
  for (int i = 1; i <= kTries; ++i) {
    const std::string path = i == 1 ? stem : stem + '_' + std::to_string(i);
    errno = 0;
    if (claim(path + kExtensions[0])) {
      if (claim(path + kExtensions[1])) {
        path_ = path;
        return update(record);
      }
      std::remove((path + kExtensions[0]).c_str());
    }
    if (errno != EEXIST) break;
  }
  in_trouble_ = true;
  if (warn_) warn_("this game is not recorded: " + stem + ": " + std::strerror(errno));
}

void Recorder::update(const game::GameRecord& record) {
  if (path_.empty()) return;
  const bool was_in_trouble = std::exchange(in_trouble_, false);
  write(path_ + kExtensions[0], game::to_sgf(record) + '\n');
  if (!in_trouble_) write(path_ + kExtensions[1], game::to_json_line(record) + '\n');
  if (in_trouble_ == was_in_trouble || !warn_) return;
  if (in_trouble_)
    warn_("the record " + path_ + " cannot be written: " + std::strerror(errno) + "; the game goes on");
  else
    warn_("the record " + path_ + " is written again");
}

void Recorder::write(const std::string& path, const std::string& text) {
  const std::string beside = path + ".tmp";
  bool written = false;
  errno = 0;
  if (File file{std::fopen(beside.c_str(), "w")}) {
    written =
        std::fwrite(text.data(), 1, text.size(), file.get()) == text.size() && std::fflush(file.get()) == 0;
    written = std::fclose(file.release()) == 0 && written;
  }
  if (written && std::rename(beside.c_str(), path.c_str()) == 0) return;
  const int reason = errno;
  std::remove(beside.c_str());
  errno = reason;
  in_trouble_ = true;
}

}  // namespace thermodon::client
