#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <mutex>
#include <sstream>

#include "lab/players.hpp"
#include "lab/process.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::lab {
namespace {

using Clock = Process::Clock;

constexpr std::chrono::seconds kHandshake{10};  // to answer uci and isready
constexpr std::chrono::seconds kPatience{3};    // after a move's time, before an engine counts as hanging
constexpr std::chrono::minutes kWithoutClock{30};

struct UciCommand {
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> options;
};

// PATH [argument...][,Option=value...]
rules::Result<UciCommand> parse_command(std::string_view text) {
  UciCommand command;
  const auto comma = text.find(',');
  std::istringstream words{std::string(text.substr(0, comma))};
  for (std::string word; words >> word;) command.arguments.push_back(word);
  if (command.arguments.empty())
    return rules::Error{"uci:" + std::string(text) +
                        ": no program is named; write uci:PATH[,Option=value...]"};
  for (auto rest = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
       !rest.empty();) {
    const auto end = std::min(rest.find(','), rest.size());
    const auto part = rest.substr(0, end);
    const auto equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0)
      return rules::Error{"uci:" + std::string(text) + ": \"" + std::string(part) + "\" is not Option=value"};
    command.options.emplace_back(part.substr(0, equals), part.substr(equals + 1));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return command;
}

bool can_be_run(const std::string& program) {
  if (program.find('/') != std::string::npos) return ::access(program.c_str(), X_OK) == 0;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((std::filesystem::path(folder) / program).c_str(), X_OK) == 0) return true;
  return false;
}

// What the last "info" said of the main line.
void read_info(const std::string& line, game::MoveNote& note) {
  std::istringstream words(line);
  game::MoveNote said;
  bool main_line = true;
  for (std::string word; words >> word;) {
    if (word == "string" || word == "pv") break;
    long long value = 0;
    // A record with a number that no search gives could not be read again.
    if (word == "depth" && words >> value && value >= 0 && value <= std::numeric_limits<int>::max())
      said.depth = static_cast<int>(value);
    if (word == "nodes" && words >> value && value >= 0) said.nodes = static_cast<std::uint64_t>(value);
    if (word == "multipv" && words >> value) main_line = value == 1;
    if (word == "cp" && words >> value) said.score = static_cast<double>(value) / 100;
    if (word == "mate" && words >> value) said.score = value > 0 ? 300 : -300;
  }
  if (!main_line) return;
  if (said.depth) note.depth = said.depth;
  if (said.nodes) note.nodes = said.nodes;
  if (said.score) note.score = said.score;
}

std::string position_command(const Situation& situation) {
  std::string text = situation.start == rules::Position::start()
                         ? "position startpos"
                         : "position fen " + rules::to_fen(situation.start);
  if (!situation.moves.empty()) text += " moves";
  for (const rules::Move move : situation.moves) text += " " + rules::to_uci(move);
  return text;
}

std::string go_command(const TurnLimits& limits) {
  std::string text = "go";
  if (limits.move_time) text += " movetime " + std::to_string(limits.move_time->count());
  if (limits.nodes) text += " nodes " + std::to_string(*limits.nodes);
  if (limits.depth) text += " depth " + std::to_string(*limits.depth);
  return text;
}

// A program that speaks UCI in Fairy-Stockfish's dialect. After a failure it is killed, and started again for
// the next game.
class UciPlayer final : public Player {
 public:
  explicit UciPlayer(UciCommand command) : command_(std::move(command)) {}

  void new_game(std::uint64_t) override {
    problem_.reset();
    if (!process_) start();
    if (!problem_ && say("ucinewgame") && say("isready")) await("readyok", Clock::now() + kHandshake);
  }

  Answer choose(const Situation& situation, const TurnLimits& limits) override {
    if (problem_) return *problem_;
    process_->refill();
    if (!say(position_command(situation)) || !say(go_command(limits))) return *problem_;
    const auto deadline =
        limits.move_time ? Clock::now() + *limits.move_time + kPatience : Clock::now() + kWithoutClock;
    Answer answer;
    for (std::string line; read(line, deadline);) {
      if (line.starts_with("info ")) read_info(line, answer.note);
      if (!line.starts_with("bestmove")) continue;
      std::istringstream words(line);
      std::string word, move_text;
      words >> word >> move_text;
      const auto move = rules::parse_move(move_text);
      if (!move.ok())
        return fail(Failure::kNonsense, "answered \"" + line.substr(0, 100) + "\": " + move.error());
      answer.move = move.value();
      answer.detail = process_->last_lines();
      return answer;
    }
    return *problem_;
  }

  std::string identify() override {
    if (!process_) start();
    return name_;
  }

  void cancel() noexcept override {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    if (process_) process_->interrupt();
  }

 private:
  void start() {
    auto started = Process::start(command_.arguments);
    if (!started.ok()) {
      problem_ = Answer{{}, {}, Failure::kCrash, started.error()};
      return;
    }
    {
      const std::lock_guard lock(mutex_);
      process_ = std::move(started).value();
      if (cancelled_) process_->interrupt();
    }
    if (!say("uci") || !greeted(Clock::now() + kHandshake)) return;
    if (!say("setoption name UCI_Variant value amazons")) return;
    for (const auto& [name, value] : command_.options)
      if (!say("setoption name " + name + " value " + value)) return;
  }

  Answer fail(Failure failure, const std::string& what) {
    std::string detail = what;
    if (process_) {
      if (failure == Failure::kCrash) detail += " (" + process_->how_it_ended() + ")";
      if (const std::string lines = process_->last_lines(); !lines.empty()) detail += "\n" + lines;
    }
    const std::lock_guard lock(mutex_);
    process_.reset();
    problem_ = Answer{{}, {}, failure, detail};
    return *problem_;
  }

  bool say(const std::string& line) {
    if (process_->write_line(line)) return true;
    fail(Failure::kCrash, "did not take \"" + line.substr(0, line.find(' ')) + "\"");
    return false;
  }

  // False, with problem_ set, when no line came.
  bool read(std::string& line, Clock::time_point deadline) {
    switch (process_->read_line(line, deadline)) {
      case Process::Read::kLine:
        return true;
      case Process::Read::kTimeout:
        fail(Failure::kHang, "gave no answer in time");
        break;
      case Process::Read::kClosed:
        fail(Failure::kCrash, "ended");
        break;
      case Process::Read::kFlood:
        fail(Failure::kNonsense, "wrote more than 16 MiB for one move");
        break;
      case Process::Read::kInterrupted:
        fail(Failure::kHang, "was cancelled");
        break;
    }
    return false;
  }

  bool greeted(Clock::time_point deadline) {
    constexpr std::string_view kName = "id name ";
    for (std::string line; read(line, deadline);) {
      if (line.starts_with(kName)) name_ = line.substr(kName.size());
      if (line == "uciok") return true;
    }
    return false;
  }

  bool await(std::string_view word, Clock::time_point deadline) {
    for (std::string line; read(line, deadline);)
      if (line == word) return true;
    return false;
  }

  UciCommand command_;
  std::string name_;
  std::optional<Answer> problem_;
  std::mutex mutex_;  // guards the pointer and the flag against cancel()
  std::unique_ptr<Process> process_;
  bool cancelled_ = false;
};

}  // namespace

rules::Result<std::unique_ptr<Player>> make_uci_player(std::string_view text) {
  auto command = parse_command(text);
  if (!command.ok()) return rules::Error{command.error()};
  if (!can_be_run(command->arguments.front()))
    return rules::Error{"uci:" + command->arguments.front() + ": no such program that can be run"};
  return std::unique_ptr<Player>(std::make_unique<UciPlayer>(std::move(command).value()));
}

}  // namespace thermodon::lab
