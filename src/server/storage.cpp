#include "thermodon/server/storage.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>

#include "server/record_files.hpp"
#include "server/schema.hpp"
#include "thermodon/game/date.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::server {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDatabaseFile = "thermodon.db";
constexpr auto kHeartbeat = std::chrono::seconds(1);
// Writes that wait for a disk that takes none; beyond this the oldest are given up.
constexpr std::size_t kMostPending = 1'000'000;
constexpr std::int64_t kTroubleEveryMs = 60'000;
constexpr int kLastAttempts = 4;  // at the end, with a pause before each
constexpr auto kLastPause = std::chrono::milliseconds(250);
constexpr std::int64_t kJustEndedMs = 600'000;

// Held as long as it lives, and gone with the process however that ends.
class DirectoryLock {
 public:
  explicit DirectoryLock(const fs::path& directory)
      : fd_(open((directory / "server.lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
    if (fd_ < 0) throw sqlite::Error(std::generic_category().message(errno));
    if (flock(fd_, LOCK_EX | LOCK_NB) != 0) {
      ::close(fd_);
      throw sqlite::Error("another server uses this directory");
    }
  }
  ~DirectoryLock() { ::close(fd_); }
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  int fd_;
};

}  // namespace

WallClock system_wall_clock() {
  return [] {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<std::int64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
  };
}

class Storage::State {
 public:
  State(const fs::path& directory, WallClock clock)
      : directory_(directory),
        clock_(std::move(clock)),
        lock_(directory),
        database_((directory / kDatabaseFile).string()),
        records_(directory) {
    database_.execute("PRAGMA journal_mode = WAL");
    database_.execute("PRAGMA synchronous = FULL");  // a commit survives a power cut
    bring_up_to_date(database_);
    insert_game_.emplace(
        database_.prepare("INSERT INTO games (id, zone, room, black, white, start, move_time_ms, began_ms, "
                          "tournament, pairing, "
                          "round) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                          "white = excluded.white"));
    insert_move_.emplace(database_.prepare(
        "INSERT OR REPLACE INTO moves (game, number, move, taken_ms, made_ms) VALUES (?, ?, ?, ?, ?)"));
    end_game_.emplace(database_.prepare(
        "UPDATE games SET ended_ms = ?, winner = ?, reason = ?, detail = ?, illegal = ? WHERE id = ?"));
    stop_clock_.emplace(database_.prepare(
        "UPDATE games SET stopped_after = ?, stopped_elapsed_ms = ?, restarted_ms = NULL WHERE id = ?"));
    restart_clock_.emplace(database_.prepare("UPDATE games SET restarted_ms = ? WHERE id = ?"));
    insert_tournament_.emplace(
        database_.prepare("INSERT OR REPLACE INTO tournaments (id, spec, made_ms) VALUES (?, ?, ?)"));
    insert_entry_.emplace(database_.prepare(
        "INSERT OR REPLACE INTO tournament_log (tournament, number, entry, at_ms) VALUES (?, ?, ?, ?)"));
    insert_house_.emplace(
        database_.prepare("INSERT OR REPLACE INTO houses (name, spec, move_time_ms) VALUES (?, ?, ?)"));
    set_alive_.emplace(database_.prepare("INSERT OR REPLACE INTO state (key, value) VALUES ('alive_ms', ?)"));
  }
  ~State() { stop(); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  std::vector<SavedGame> running_games() {
    const std::int64_t alive = alive_ms();
    std::vector<SavedGame> games;
    auto query = database_.prepare(std::string(kGameColumns) + "WHERE ended_ms IS NULL ORDER BY id");
    while (query.step()) {
      std::int64_t turn_began = 0;
      SavedGame game = read_game(query, turn_began);
      game.elapsed = elapsed(query, game.moves.size(), turn_began, alive);
      games.push_back(std::move(game));
    }
    running_ = games.size();
    return games;
  }

  std::vector<SavedGame> games_just_ended() {
    std::vector<SavedGame> games;
    auto query = database_.prepare(std::string(kGameColumns) +
                                   "WHERE id IN (SELECT max(id) FROM games WHERE ended_ms >= ? AND winner "
                                   "IS NOT NULL GROUP BY zone, room) ORDER BY id");
    query.bind(1, clock_() - kJustEndedMs);
    while (query.step()) {
      std::int64_t turn_began = 0;
      SavedGame game = read_game(query, turn_began);
      const auto winner = rules::parse_color(query.text(8));
      const auto reason = game::parse_end_reason(query.text(9));
      if (!game.fault.empty() || !winner.ok() || !reason) continue;
      game.result = game::GameResult{*winner, *reason, query.text(10)};
      games.push_back(std::move(game));
    }
    return games;
  }

  GameId next_game_id() {
    auto query = database_.prepare("SELECT coalesce(max(id), 0) + 1 FROM games");
    return query.step() ? static_cast<GameId>(query.integer(0)) : 1;
  }

  std::vector<SavedTournament> tournaments() {
    std::vector<SavedTournament> all;
    auto query = database_.prepare("SELECT id, spec FROM tournaments ORDER BY id");
    while (query.step()) {
      SavedTournament saved;
      saved.id = static_cast<TournamentId>(query.integer(0));
      saved.spec = query.text(1);
      auto entries =
          database_.prepare("SELECT entry FROM tournament_log WHERE tournament = ? ORDER BY number");
      entries.bind(1, query.integer(0));
      while (entries.step()) saved.entries.push_back(entries.text(0));
      all.push_back(std::move(saved));
    }
    return all;
  }

  std::optional<HouseHired> house(const std::string& name) {
    auto query = database_.prepare("SELECT spec, move_time_ms FROM houses WHERE name = ?");
    query.bind(1, name);
    if (!query.step()) return std::nullopt;
    return HouseHired{name, query.text(0), Duration(query.integer(1))};
  }

  void start(Callbacks callbacks) {
    callbacks_ = std::move(callbacks);
    worker_ = std::thread([this] { work(); });
  }

  std::uint64_t put(std::vector<Stored> what) {
    const std::int64_t now = clock_();
    std::uint64_t number = 0;
    {
      // The worker takes all that is here into one transaction.
      const std::lock_guard lock(mutex_);
      for (Stored& one : what) incoming_.push_back({std::move(one), now});
      number = put_ += what.size();
    }
    wake_.notify_one();
    return number;
  }

  std::size_t stop() {
    if (!worker_.joinable()) return lost_;
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    wake_.notify_one();
    worker_.join();
    return lost_;
  }

 private:
  static constexpr std::string_view kGameColumns =
      "SELECT id, zone, room, black, white, start, move_time_ms, began_ms, winner, reason, detail, "
      "tournament, pairing, round, stopped_after, stopped_elapsed_ms, restarted_ms FROM games ";

  // What had passed of the running turn when the server was last known to run.
  static Duration elapsed(const sqlite::Statement& query, std::size_t moves, std::int64_t turn_began,
                          std::int64_t alive) {
    constexpr int kStoppedAfter = 14, kStoppedElapsed = 15, kRestarted = 16;
    const auto since = [alive](std::int64_t ms) { return Duration(std::max<std::int64_t>(0, alive - ms)); };
    const bool was_stopped =
        !query.is_null(kStoppedAfter) && query.integer(kStoppedAfter) == static_cast<std::int64_t>(moves);
    if (!was_stopped) return since(turn_began);
    const Duration before(query.integer(kStoppedElapsed));
    return query.is_null(kRestarted) ? before : before + since(query.integer(kRestarted));
  }

  SavedGame read_game(sqlite::Statement& query, std::int64_t& turn_began) {
    SavedGame game;
    game.id = static_cast<GameId>(query.integer(0));
    game.zone = query.text(1);
    game.room = query.text(2);
    game.black = query.text(3);
    game.white = query.text(4);
    if (const auto start = rules::parse_fen(query.text(5)); start.ok())
      game.start = *start;
    else
      game.fault = "its start: " + start.error();
    if (!query.is_null(6)) game.move_time = Duration(query.integer(6));
    if (!query.is_null(11))
      game.tournament = TournamentLink{static_cast<TournamentId>(query.integer(11)),
                                       static_cast<std::uint32_t>(query.integer(12)),
                                       static_cast<std::uint32_t>(query.integer(13))};
    turn_began = read_moves(game, query.integer(7));
    return game;
  }

  struct Job {
    Stored what;
    std::int64_t at_ms = 0;
  };

  std::int64_t alive_ms() {
    auto query = database_.prepare("SELECT value FROM state WHERE key = 'alive_ms'");
    return query.step() ? query.integer(0) : 0;
  }

  // Returns when the running turn began.
  std::int64_t read_moves(SavedGame& game, std::int64_t began_ms) {
    auto query =
        database_.prepare("SELECT number, move, taken_ms, made_ms FROM moves WHERE game = ? ORDER BY number");
    query.bind(1, static_cast<std::int64_t>(game.id));
    while (query.step()) {
      const auto expected = static_cast<std::int64_t>(game.moves.size()) + 1;
      const auto move = rules::parse_move(query.text(1));
      if (query.integer(0) != expected || !move.ok()) {
        game.fault =
            "its move " + std::to_string(expected) + (move.ok() ? " is missing" : ": " + move.error());
        break;
      }
      game.moves.push_back({*move, Duration(query.integer(2))});
      began_ms = query.integer(3);
    }
    return began_ms;
  }

  // --- the worker's
  void work() {
    for (bool stopping = false; !stopping;) {
      std::uint64_t number = 0;
      {
        std::unique_lock lock(mutex_);
        wake_.wait_for(lock, kHeartbeat, [this] { return stop_ || !incoming_.empty(); });
        for (Job& job : incoming_) pending_.push_back(std::move(job));
        incoming_.clear();
        number = put_;
        stopping = stop_;
      }
      if (!pending_.empty() || running_ > 0) write();
      write_records();
      if (number != reported_ && callbacks_.on_stored) callbacks_.on_stored(number);
      reported_ = number;
    }
    make_last_attempts();
  }

  void make_last_attempts() {
    for (int left = kLastAttempts; left > 0 && (!pending_.empty() || records_.waiting() > 0); --left) {
      std::this_thread::sleep_for(kLastPause);
      if (!pending_.empty()) write();
      write_records();
    }
    const std::size_t unstored = given_up_ + pending_.size();
    if (unstored > 0)
      tell(std::to_string(unstored) + " writes of games could not be made and are lost: " + database_error_ +
           "; free space on " + directory_.string());
    if (records_.waiting() > 0)
      tell(std::to_string(records_.waiting()) +
           " finished games could not be written to the record files and are in the database alone: " +
           records_error_ + "; free space on " + directory_.string());
    lost_ = unstored + records_.waiting();
  }

  void write() {
    try {
      sqlite::Transaction transaction(database_);
      for (const Job& job : pending_) std::visit([&](const auto& what) { store(what, job.at_ms); }, job.what);
      set_alive_->bind(1, clock_()).run();
      transaction.commit();
    } catch (const sqlite::Error& error) {
      database_error_ = error.what();
      trouble(database_error_ + "; " + std::to_string(pending_.size()) + " writes wait for the next attempt");
      for (; pending_.size() > kMostPending; ++given_up_) pending_.pop_front();
      return;
    }
    for (Job& job : pending_) keep_count_and_record(job);
    pending_.clear();
  }

  void store(const GameStarted& game, std::int64_t at_ms) {
    (*insert_game_)
        .bind(1, static_cast<std::int64_t>(game.id))
        .bind(2, game.zone)
        .bind(3, game.room)
        .bind(4, game.black)
        .bind(5, game.white)
        .bind(6, rules::to_fen(game.start))
        .bind(7, game.move_time ? std::optional<std::int64_t>(game.move_time->count()) : std::nullopt)
        .bind(8, at_ms);
    const auto& link = game.tournament;
    insert_game_->bind(9, link ? std::optional<std::int64_t>(link->tournament) : std::nullopt)
        .bind(10, link ? std::optional<std::int64_t>(link->number) : std::nullopt)
        .bind(11, link ? std::optional<std::int64_t>(link->round) : std::nullopt)
        .run();
  }
  void store(const TournamentAdded& added, std::int64_t at_ms) {
    insert_tournament_->bind(1, static_cast<std::int64_t>(added.id)).bind(2, added.spec).bind(3, at_ms).run();
  }
  void store(const TournamentLogged& logged, std::int64_t at_ms) {
    (*insert_entry_)
        .bind(1, static_cast<std::int64_t>(logged.id))
        .bind(2, static_cast<std::int64_t>(logged.number))
        .bind(3, logged.entry)
        .bind(4, at_ms)
        .run();
  }
  void store(const HouseHired& hired, std::int64_t) {
    (*insert_house_)
        .bind(1, hired.name)
        .bind(2, hired.spec)
        .bind(3, static_cast<std::int64_t>(hired.move_time.count()))
        .run();
  }
  void store(const MoveMade& made, std::int64_t at_ms) {
    (*insert_move_)
        .bind(1, static_cast<std::int64_t>(made.id))
        .bind(2, static_cast<std::int64_t>(made.number))
        .bind(3, rules::to_string(made.move))
        .bind(4, static_cast<std::int64_t>(made.taken.count()))
        .bind(5, at_ms)
        .run();
  }
  void store(const GameResumed& resumed, std::int64_t) {
    (*stop_clock_)
        .bind(1, static_cast<std::int64_t>(resumed.moves.size()))
        .bind(2, static_cast<std::int64_t>(resumed.elapsed.count()))
        .bind(3, static_cast<std::int64_t>(resumed.game.id))
        .run();
  }
  void store(const ClockStarted& started, std::int64_t at_ms) {
    restart_clock_->bind(1, at_ms).bind(2, static_cast<std::int64_t>(started.id)).run();
  }
  void store(const GameEnded& ended, std::int64_t at_ms) {
    const auto& result = ended.record.result;
    end_game_->bind(1, at_ms);
    if (result && result->winner)
      end_game_->bind(2, rules::to_string(*result->winner));
    else
      end_game_->bind_null(2);
    end_game_->bind(3, result ? game::to_string(result->reason) : std::string_view("unfinished"))
        .bind(4, result ? std::string_view(result->detail) : std::string_view())
        .bind(5, ended.record.illegal)
        .bind(6, static_cast<std::int64_t>(ended.id))
        .run();
  }

  void keep_count_and_record(Job& job) {
    if (std::holds_alternative<GameStarted>(job.what)) ++running_;
    auto* const ended = std::get_if<GameEnded>(&job.what);
    if (ended == nullptr) return;
    if (running_ > 0) --running_;
    ended->record.date = game::iso_time(job.at_ms);
    ended->record.place = ended->zone;
    records_.add(ended->record);
  }

  void write_records() {
    if (records_.waiting() == 0) return;
    if (std::string error = records_.write(); !error.empty()) {
      records_error_ = std::move(error);
      trouble(records_error_ + "; " + std::to_string(records_.waiting()) +
              " finished games wait for the next attempt");
    }
  }

  void trouble(std::string what) {
    const std::int64_t now = clock_();
    if (last_trouble_ms_ && now - *last_trouble_ms_ < kTroubleEveryMs) return;
    last_trouble_ms_ = now;
    tell(std::move(what));
  }
  void tell(std::string what) {
    if (callbacks_.on_trouble) callbacks_.on_trouble(std::move(what));
  }

  fs::path directory_;
  WallClock clock_;
  DirectoryLock lock_;
  sqlite::Database database_;
  RecordFiles records_;
  std::optional<sqlite::Statement> insert_game_, insert_move_, end_game_, stop_clock_, restart_clock_,
      insert_tournament_, insert_entry_, insert_house_, set_alive_;
  Callbacks callbacks_;

  // Shared with the worker, under mutex_.
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Job> incoming_;
  std::uint64_t put_ = 0;
  bool stop_ = false;

  // The worker's own once it runs.
  std::deque<Job> pending_;
  std::uint64_t reported_ = 0;
  std::size_t running_ = 0;  // games
  std::optional<std::int64_t> last_trouble_ms_;
  std::string database_error_, records_error_;  // the last of each
  std::size_t given_up_ = 0, lost_ = 0;         // writes; `lost_` is for all once the worker has ended
  std::thread worker_;
};

Storage::Storage(std::unique_ptr<State> state) : state_(std::move(state)) {}
Storage::~Storage() = default;

rules::Result<std::unique_ptr<Storage>> Storage::open(const fs::path& directory, WallClock clock) {
  std::error_code ec;
  fs::create_directories(directory, ec);
  if (ec) return rules::Error{directory.string() + ": " + ec.message()};
  try {
    return std::unique_ptr<Storage>(new Storage(std::make_unique<State>(directory, std::move(clock))));
  } catch (const sqlite::Error& error) {
    return rules::Error{directory.string() + ": " + error.what()};
  }
}

std::vector<SavedGame> Storage::running_games() { return state_->running_games(); }
std::vector<SavedGame> Storage::games_just_ended() { return state_->games_just_ended(); }
GameId Storage::next_game_id() { return state_->next_game_id(); }
void Storage::start(Callbacks callbacks) { state_->start(std::move(callbacks)); }
std::vector<SavedTournament> Storage::tournaments() { return state_->tournaments(); }
std::optional<HouseHired> Storage::house(const std::string& name) { return state_->house(name); }
std::uint64_t Storage::put(Stored what) {
  std::vector<Stored> one;
  one.push_back(std::move(what));
  return state_->put(std::move(one));
}
std::size_t Storage::stop() { return state_->stop(); }
std::uint64_t Storage::put(std::vector<Stored> what) { return state_->put(std::move(what)); }

std::string Storage::back_up(const fs::path& directory, fs::path copy) {
  std::error_code ec;
  if (fs::is_directory(copy, ec)) copy /= kDatabaseFile;
  if (fs::exists(copy, ec)) return copy.string() + ": exists already";
  try {
    sqlite::Database::open_read_only((directory / kDatabaseFile).string()).back_up(copy.string());
  } catch (const sqlite::Error& error) {
    fs::remove(copy, ec);
    return error.what();
  }
  return {};
}

}  // namespace thermodon::server
