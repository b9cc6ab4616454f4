#include "thermodon/lab/uci_session.hpp"

#include <condition_variable>
#include <mutex>
#include <sstream>

#include "lab/uci_go.hpp"
#include "lab/uci_options.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/search/engine.hpp"

namespace thermodon::lab {
namespace {

using rules::Position;

// The rest of a stream's line.
std::string rest_of(std::istringstream& words) {
  std::string rest;
  std::getline(words, rest);
  const auto first = rest.find_first_not_of(" \t");
  return first == std::string::npos ? std::string() : rest.substr(first);
}

}  // namespace

class UciSession::Impl {
 public:
  Impl(Identity identity, Write write)
      : identity_(std::move(identity)), write_(std::move(write)), options_(identity_.spec) {}

  ~Impl() { stop_quietly(); }

  bool handle(std::string_view line) {
    std::istringstream words{std::string(line)};
    std::string command;
    words >> command;
    if (command.empty()) return true;
    if (command == "quit") {
      stop_quietly();
      return false;
    }
    if (command == "uci") return introduce();
    if (command == "isready") return ready();
    if (command == "ucinewgame") return new_game();
    if (command == "setoption") return set_option(rest_of(words));
    if (command == "position") return set_position(rest_of(words));
    if (command == "go") return go(rest_of(words));
    if (command == "stop") return stop();
    if (command == "ponderhit") return ponder_hit();
    if (command == "d") return show_board();
    if (command == "debug" || command == "register") return true;
    say("Unknown command: '" + std::string(line.substr(0, 200)) + "'.");
    return true;
  }

  void wait_for_answer() {
    if (needs_stop()) stop();
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return !answering_; });
  }

 private:
  bool needs_stop() {
    const std::lock_guard lock(mutex_);
    return answering_ && (held_ || endless_);
  }

  void say(std::string_view line) {
    const std::lock_guard lock(mutex_);
    write_(line);
  }

  bool introduce() {
    say("id name " + identity_.name);
    say("id author " + identity_.author);
    for (const std::string& line : options_.describe()) say(line);
    say("uciok");
    return true;
  }

  bool ready() {
    prepare();
    say("readyok");
    return true;
  }

  bool new_game() {
    stop();
    if (engine_)
      engine_->new_game();
    else
      prepare();
    return true;
  }

  bool set_option(const std::string& text) {
    stop();
    const auto problem = options_.set(text);
    if (problem) {
      say("info string " + *problem);
    } else if (options_.spec_changed()) {
      engine_.reset();  // made anew when it is needed
    }
    return true;
  }

  // Makes the engine that the options ask for: whenever nothing is to be done yet, since it takes longer (the
  // table) than the shortest searches. Not at "uci", behind which the options come. An error leaves the last
  // good one's settings in force.
  bool prepare() {
    if (engine_) return true;
    auto searcher = options_.make_searcher();
    if (!searcher.ok()) {
      say("info string " + searcher.error());
      searcher = options_.restore_and_make();
      if (!searcher.ok()) return false;
    }
    engine_ = std::make_unique<search::Engine>(std::move(searcher).value());
    return true;
  }

  // `startpos` or `fen FEN`, then moves. As Fairy-Stockfish does, the moves up to the first illegal one hold.
  bool set_position(const std::string& text) {
    stop();
    prepare();
    std::string_view what = text;
    const auto at = what.find("moves");
    const std::string_view moves = at == std::string_view::npos ? std::string_view{} : what.substr(at + 5);
    what = what.substr(0, at);
    if (what.starts_with("fen ")) what.remove_prefix(4);
    auto position = rules::parse_position(what);
    if (!position.ok()) {
      say("info string position: " + position.error());
      return true;
    }
    Position board = std::move(position).value();
    std::istringstream words{std::string(moves)};
    for (std::string word; words >> word;) {
      const auto move = rules::parse_move(word);
      const auto illegal = move.ok() ? rules::why_illegal(board, move.value()) : std::nullopt;
      if (!move.ok() || illegal) {
        say("info string position: " + word.substr(0, 40) + ": " +
            (illegal ? std::string(rules::to_string(*illegal)) : move.error()));
        break;
      }
      board.make(move.value());
    }
    position_ = board;
    return true;
  }

  bool show_board() {
    std::istringstream lines(rules::to_ascii(position_));
    for (std::string line; std::getline(lines, line);) say(line);
    say("Fen: " + rules::to_fen(position_));
    return true;
  }

  bool perft(int depth) {
    std::uint64_t total = 0;
    Position board = position_;
    for (const rules::Move move : depth > 0 ? rules::legal_moves(board) : rules::MoveList{}) {
      board.make(move);
      const auto nodes = rules::perft(board, depth - 1);
      board.unmake(move);
      total += nodes;
      say(rules::to_uci(move) + ": " + std::to_string(nodes));
    }
    say("");
    say("Nodes searched: " + std::to_string(depth > 0 ? total : 1));
    return true;
  }

  bool go(const std::string& text) {
    auto arrived = search::Clock::now();
    stop();
    auto parsed = parse_go(text);
    if (!parsed.ok()) {
      say("info string go: " + parsed.error());
      if (asks_perft(text)) return true;  // which owes no move
      parsed = GoCommand{};               // the engine must answer something sooner or later: until "stop"
    }
    go_ = std::move(parsed).value();
    if (go_.perft) return perft(*go_.perft);
    leave_out_illegal();
    if (!engine_) {
      if (!prepare()) return true;
      arrived = search::Clock::now();  // else a short time would be over before the search begins
    }
    start(arrived, go_.infinite || go_.ponder);
    return true;
  }

  // Tells what cannot be searched of "searchmoves"; where nothing is left all moves are searched.
  void leave_out_illegal() {
    for (const std::string& what : go_.left_out) say("info string go: " + what);
    std::erase_if(go_.search_moves, [this](rules::Move move) {
      const auto illegal = rules::why_illegal(position_, move);
      if (illegal)
        say("info string go: searchmoves: " + rules::to_uci(move) + ": " +
            std::string(rules::to_string(*illegal)));
      return illegal.has_value();
    });
  }

  // `held`: the answer may be given only after "stop" or "ponderhit", even if the search ends by itself.
  void start(search::Clock::time_point arrived, bool held) {
    const GoCommand asked = held ? go_.without_clock() : go_;
    const auto limits = asked.limits(position_, arrived, options_.move_overhead(), options_.multi_pv());
    std::uint64_t search = 0;
    {
      const std::lock_guard lock(mutex_);
      answering_ = true;
      held_ = held;
      endless_ = !asked.ends_by_itself(position_.side_to_move());
      result_.reset();
      search = ++current_;
    }
    // Callbacks may come before the engine's start has told its id, so each search carries a number of ours.
    search::EngineCallbacks callbacks;
    callbacks.on_info = [this, search](search::SearchId, const search::SearchInfo& info) {
      on_info(search, info);
    };
    callbacks.on_done = [this, search](search::SearchId, const search::SearchResult& result) {
      on_done(search, result);
    };
    engine_->start(position_, limits, std::move(callbacks));
  }

  void on_info(std::uint64_t search, const search::SearchInfo& info) {
    const std::lock_guard lock(mutex_);
    if (answering_ && search == current_) write_(info_line(info));
  }

  void on_done(std::uint64_t search, const search::SearchResult& result) {
    const std::lock_guard lock(mutex_);
    if (!answering_ || search != current_) return;
    result_ = result;
    if (!held_) answer();
  }

  // With `mutex_` held and `result_` set.
  void answer() {
    for (const auto& opinion : result_->opinions) write_(opinion_line(opinion));
    write_(bestmove_line(*result_));
    answering_ = false;
    done_.notify_all();
  }

  // Every "go" gets its "bestmove", also when another command comes before its time. The engine stops at
  // once.
  bool stop() {
    std::unique_lock lock(mutex_);
    if (!answering_) return true;
    held_ = false;
    if (result_) {
      answer();
      return true;
    }
    lock.unlock();
    engine_->stop();
    lock.lock();
    done_.wait(lock, [this] { return !answering_; });
    return true;
  }

  bool ponder_hit() {
    {
      const std::lock_guard lock(mutex_);
      if (!answering_ || !go_.ponder) return true;
      go_.ponder = false;
      if (result_) {  // it has seen to the end already
        answer();
        return true;
      }
    }
    // The same search under the clock; what was found stays in the hash table.
    start(search::Clock::now(), go_.infinite);
    return true;
  }

  void stop_quietly() {
    {
      const std::lock_guard lock(mutex_);
      answering_ = false;
      done_.notify_all();
    }
    if (engine_) engine_->wait_idle();
  }

  Identity identity_;
  Write write_;
  UciOptions options_;
  Position position_ = Position::start();
  GoCommand go_;
  std::unique_ptr<search::Engine> engine_;

  std::mutex mutex_;  // guards what follows and the order of lines
  std::condition_variable done_;
  bool answering_ = false;  // a bestmove is owed
  bool held_ = false;
  bool endless_ = false;  // only "stop" ends the search
  std::uint64_t current_ = 0;
  std::optional<search::SearchResult> result_;
};

UciSession::UciSession(Identity identity, Write write)
    : impl_(std::make_unique<Impl>(std::move(identity), std::move(write))) {}
UciSession::~UciSession() = default;
bool UciSession::handle(std::string_view line) { return impl_->handle(line); }
void UciSession::wait_for_answer() { impl_->wait_for_answer(); }

}  // namespace thermodon::lab
