#include "thermodon/server/storage.hpp"

#include <sys/resource.h>

#include <atomic>
#include <condition_variable>
#include <csignal>
#include <fstream>
#include <iterator>
#include <mutex>

#include "server/sqlite.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::server {
namespace {

namespace fs = std::filesystem;
using tests::TemporaryFolder;
using namespace std::chrono_literals;

rules::Move move(const std::string& text) { return *rules::parse_move(text); }

GameStarted started(GameId id) {
  return {id, "cosc322-2", "Wood Lake", "alice", "bob", rules::Position::start({}, rules::Color::kBlack),
          30s};
}

GameEnded ended(GameId id) {
  GameEnded game{id, "cosc322-2", "Wood Lake", {}};
  game.record.black = "alice";
  game.record.white = "bob";
  game.record.start = rules::Position::start({}, rules::Color::kBlack);
  game.record.result = game::GameResult{rules::Color::kBlack, game::EndReason::kTimeout, "white was late"};
  return game;
}

// Waits for the worker with a bound.
class Signals {
 public:
  Storage::Callbacks callbacks() {
    Storage::Callbacks both;
    both.on_stored = [this](std::uint64_t number) {
      const std::lock_guard lock(mutex_);
      stored_ = number;
      changed_.notify_all();
    };
    both.on_trouble = [this](std::string what) {
      const std::lock_guard lock(mutex_);
      troubles_.push_back(std::move(what));
    };
    return both;
  }
  void wait(std::uint64_t number) {
    std::unique_lock lock(mutex_);
    CHECK(changed_.wait_for(lock, 20s, [&] { return stored_ >= number; }));
  }
  std::vector<std::string> troubles() {
    const std::lock_guard lock(mutex_);
    return troubles_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t stored_ = 0;
  std::vector<std::string> troubles_;
};

struct Clock {
  std::shared_ptr<std::atomic<std::int64_t>> ms = std::make_shared<std::atomic<std::int64_t>>(1'000'000'000);
  [[nodiscard]] WallClock get() const {
    return [now = ms] { return now->load(); };
  }
};

// As long as it lives no file may grow beyond what any of these has: as when the disk is full.
class FullDisk {
 public:
  FullDisk() {
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before_) == 0);
    rlimit full = before_;
    full.rlim_cur = 4096;
    REQUIRE(setrlimit(RLIMIT_FSIZE, &full) == 0);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
  void (*old_handler_)(int) = std::signal(SIGXFSZ, SIG_IGN);
};

std::unique_ptr<Storage> open(const fs::path& directory, const Clock& clock = {}) {
  auto storage = Storage::open(directory, clock.get());
  INFO((storage.ok() ? "" : storage.error()));
  REQUIRE(storage.ok());
  return std::move(storage).value();
}

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_CASE("running games come back with moves and clock, ended ones do not") {
  TemporaryFolder directory;
  Clock clock;
  {
    const auto storage = open(fs::path(directory.path()) / "made" / "here", clock);
    CHECK(storage->running_games().empty());
    CHECK(storage->next_game_id() == 1);
    Signals signals;
    storage->start(signals.callbacks());
    storage->put(started(1));
    storage->put(started(2));
    *clock.ms += 2000;
    storage->put(MoveMade{1, 1, move("d10-d4/c3"), 2s});
    *clock.ms += 3500;
    storage->put(MoveMade{1, 2, move("d1-i6/i7"), 3500ms});
    signals.wait(storage->put(ended(2)));
    *clock.ms += 1250;
    signals.wait(storage->put(started(3)));
  }
  *clock.ms += 1'000'000;  // the server is down
  const auto storage = open(fs::path(directory.path()) / "made" / "here", clock);
  CHECK(storage->next_game_id() == 4);
  const auto games = storage->running_games();
  REQUIRE(games.size() == 2);
  const SavedGame& first = games[0];
  CHECK(first.id == 1);
  CHECK(first.zone == "cosc322-2");
  CHECK(first.room == "Wood Lake");
  CHECK(first.black == "alice");
  CHECK(first.white == "bob");
  CHECK(first.start == rules::Position::start({}, rules::Color::kBlack));
  CHECK(first.move_time == Duration(30s));
  REQUIRE(first.moves.size() == 2);
  CHECK(first.moves[1].move == move("d1-i6/i7"));
  CHECK(first.moves[1].taken == 3500ms);
  CHECK(first.elapsed == 1250ms);
  CHECK(first.fault.empty());
  CHECK(games[1].id == 3);
  CHECK(games[1].moves.empty());
  CHECK(games[1].elapsed == 0ms);
}

TEST_CASE("a clock that stood still after a restart goes on from what it was in the next") {
  TemporaryFolder directory;
  Clock clock;
  const auto elapsed = [](Storage& storage) {
    const auto games = storage.running_games();
    REQUIRE_FALSE(games.empty());
    return games[0].elapsed;
  };
  GameResumed back;
  back.game = started(1);
  back.moves = {{move("d10-d4/c3"), 2s}};
  {
    const auto storage = open(directory.path(), clock);
    storage->start({});
    storage->put(started(1));
    storage->put(MoveMade{1, 1, move("d10-d4/c3"), 2s});
    *clock.ms += 1250;
  }
  {
    const auto storage = open(directory.path(), clock);
    back.elapsed = elapsed(*storage);
    CHECK(back.elapsed == 1250ms);
    storage->start({});
    storage->put(back);
    *clock.ms += 10'000;  // nobody comes
  }
  {
    const auto storage = open(directory.path(), clock);
    CHECK(elapsed(*storage) == 1250ms);
    storage->start({});
    storage->put(back);
    *clock.ms += 5000;
    storage->put(ClockStarted{1, {}});
    *clock.ms += 700;
  }
  {
    const auto storage = open(directory.path(), clock);
    CHECK(elapsed(*storage) == 1950ms);
    storage->start({});
    storage->put(MoveMade{1, 2, move("d1-i6/i7"), 3500ms});
    *clock.ms += 300;
  }
  CHECK(elapsed(*open(directory.path(), clock)) == 300ms);  // of the next turn
}

TEST_CASE("games that have just ended come back with their results, one of each room") {
  TemporaryFolder directory;
  Clock clock;
  {
    const auto storage = open(directory.path(), clock);
    Signals signals;
    storage->start(signals.callbacks());
    for (const GameId id : {GameId{1}, GameId{2}, GameId{3}}) storage->put(started(id));
    storage->put(MoveMade{2, 1, move("d10-d4/c3"), 2s});
    storage->put(ended(1));
    storage->put(ended(2));
    GameEnded nobody = ended(3);
    nobody.record.result = game::GameResult{std::nullopt, game::EndReason::kAborted, "the end"};
    signals.wait(storage->put(nobody));
  }
  const auto games = open(directory.path(), clock)->games_just_ended();
  REQUIRE(games.size() == 1);
  CHECK(games[0].id == 2);
  CHECK(games[0].moves.size() == 1);
  REQUIRE(games[0].result);
  CHECK(games[0].result->winner == rules::Color::kBlack);
  CHECK(games[0].result->reason == game::EndReason::kTimeout);
  CHECK(games[0].result->detail == "white was late");
  *clock.ms += 600'001;
  CHECK(open(directory.path(), clock)->games_just_ended().empty());
}

TEST_CASE("games without a clock, and those whose other player changes") {
  TemporaryFolder directory;
  {
    const auto storage = open(directory.path());
    Signals signals;
    storage->start(signals.callbacks());
    GameStarted game = started(1);
    game.move_time.reset();
    storage->put(game);
    game.white = "carol";
    signals.wait(storage->put(game));
  }
  const auto games = open(directory.path())->running_games();
  REQUIRE(games.size() == 1);
  CHECK_FALSE(games[0].move_time);
  CHECK(games[0].white == "carol");
}

TEST_CASE("what is put is stored before the storage goes") {
  TemporaryFolder directory;
  {
    const auto storage = open(directory.path());
    storage->start({});
    storage->put(started(1));
    for (std::size_t n = 1; n <= 500; ++n) storage->put(MoveMade{1, n, move("d10-d4/c3"), 1s});
  }
  const auto games = open(directory.path())->running_games();
  REQUIRE(games.size() == 1);
  CHECK(games[0].moves.size() == 500);
}

TEST_CASE("finished games are also in the record files") {
  TemporaryFolder directory;
  {
    const auto storage = open(directory.path());
    Signals signals;
    storage->start(signals.callbacks());
    storage->put(started(1));
    signals.wait(storage->put(ended(1)));
    CHECK(signals.troubles().empty());
  }
  const auto records = game::parse_records(contents(fs::path(directory.path()) / "games.jsonl"));
  REQUIRE((records.ok() && records->size() == 1 && (*records)[0].record.ok()));
  const game::GameRecord& record = *(*records)[0].record;
  CHECK(record.date.substr(0, 10) == "1970-01-12");
  CHECK(record.place == "cosc322-2");
}

TEST_CASE("finished games that a record file does not take wait for it, in order") {
  TemporaryFolder directory;
  const fs::path lines = fs::path(directory.path()) / "games.jsonl";
  const fs::path sgf = fs::path(directory.path()) / "games.sgf";
  const auto storage = open(directory.path());
  Signals signals;
  storage->start(signals.callbacks());
  const auto play = [&](GameId id) {
    GameEnded end = ended(id);
    end.record.event = "game " + std::to_string(id);
    storage->put(started(id));
    signals.wait(storage->put(end));
  };
  const auto check_records = [&](std::size_t count) {
    for (const fs::path& path : {lines, sgf}) {
      const auto records = game::parse_records(contents(path));
      REQUIRE((records.ok() && records->size() == count));
      for (std::size_t i = 0; i < count; ++i) {
        REQUIRE((*records)[i].record.ok());
        CHECK((*records)[i].record->event == "game " + std::to_string(i + 1));
      }
    }
  };
  play(1);
  fs::rename(sgf, sgf.string() + ".aside");
  fs::create_directory(sgf);
  play(2);
  play(3);
  REQUIRE(signals.troubles().size() == 1);
  CHECK(signals.troubles()[0].find("wait for the next attempt") != std::string::npos);
  SECTION("until the end") {
    CHECK(storage->stop() == 2);
    REQUIRE(signals.troubles().size() == 2);
    CHECK(signals.troubles()[1].find("2 finished games could not be written") == 0);
  }
  SECTION("until the next write") {
    fs::remove(sgf);
    fs::rename(sgf.string() + ".aside", sgf);
    play(4);
    check_records(4);
  }
  SECTION("until the storage stops") {
    fs::remove(sgf);
    fs::rename(sgf.string() + ".aside", sgf);
    CHECK(storage->stop() == 0);
    check_records(3);
  }
}

TEST_CASE("one server a directory, and directories that can be") {
  TemporaryFolder directory;
  {
    const auto first = open(directory.path());
    const auto second = Storage::open(directory.path());
    REQUIRE_FALSE(second.ok());
    CHECK(second.error().find("another server") != std::string::npos);
  }
  CHECK(Storage::open(directory.path()).ok());
  CHECK_FALSE(Storage::open("/dev/null/here").ok());
}

TEST_CASE("databases that are none, or of a newer program, are left alone") {
  TemporaryFolder directory;
  SECTION("not a database") {
    std::ofstream(fs::path(directory.path()) / "thermodon.db") << std::string(5000, 'x');
    const auto storage = Storage::open(directory.path());
    REQUIRE_FALSE(storage.ok());
    CHECK(storage.error().find("not a database") != std::string::npos);
  }
  SECTION("newer") {
    {
      sqlite::Database database((fs::path(directory.path()) / "thermodon.db").string());
      database.execute("PRAGMA user_version = 1000");
    }
    const auto storage = Storage::open(directory.path());
    REQUIRE_FALSE(storage.ok());
    CHECK(storage.error().find("use a newer program") != std::string::npos);
  }
}

TEST_CASE("damage is found and named") {
  TemporaryFolder directory;
  {
    const auto storage = open(directory.path());
    Signals signals;
    storage->start(signals.callbacks());
    for (GameId id = 1; id <= 3; ++id) storage->put(started(id));
    for (GameId id = 1; id <= 3; ++id)
      for (std::size_t n = 1; n <= 3; ++n) storage->put(MoveMade{id, n, move("d10-d4/c3"), 1s});
    signals.wait(12);
  }
  {
    sqlite::Database database((fs::path(directory.path()) / "thermodon.db").string());
    database.execute("DELETE FROM moves WHERE game = 1 AND number = 2");
    database.execute("UPDATE moves SET move = 'nonsense' WHERE game = 2 AND number = 3");
    database.execute("UPDATE games SET start = '10/10' WHERE id = 3");
  }
  const auto games = open(directory.path())->running_games();
  REQUIRE(games.size() == 3);
  CHECK(games[0].fault == "its move 2 is missing");
  CHECK(games[1].fault.find("its move 3: ") == 0);
  CHECK(games[2].fault.find("its start: ") == 0);
}

TEST_CASE("a full disk holds nothing up, and what waited is stored when there is room again") {
  TemporaryFolder directory;
  Clock clock;
  {
    const auto storage = open(directory.path(), clock);
    Signals signals;
    storage->start(signals.callbacks());
    signals.wait(storage->put(started(1)));

    {
      const FullDisk full;
      signals.wait(storage->put(MoveMade{1, 1, move("d10-d4/c3"), 1s}));
    }
    REQUIRE(signals.troubles().size() == 1);
    CHECK(signals.troubles()[0].find("wait for the next attempt") != std::string::npos);
    signals.wait(storage->put(MoveMade{1, 2, move("d1-i6/i7"), 1s}));
  }
  const auto games = open(directory.path(), clock)->running_games();
  REQUIRE(games.size() == 1);
  CHECK(games[0].moves.size() == 2);
  CHECK(games[0].fault.empty());
}

TEST_CASE("a disk that is full to the end costs what waited, and that is told") {
  TemporaryFolder directory;
  const auto storage = open(directory.path());
  Signals signals;
  storage->start(signals.callbacks());
  signals.wait(storage->put(started(1)));
  {
    const FullDisk full;
    storage->put(MoveMade{1, 1, move("d10-d4/c3"), 1s});
    storage->put(MoveMade{1, 2, move("d1-i6/i7"), 1s});
    CHECK(storage->stop() == 2);
  }
  CHECK(storage->stop() == 2);
  REQUIRE_FALSE(signals.troubles().empty());
  const std::string last = signals.troubles().back();
  CHECK(last.find("2 writes of games could not be made and are lost: ") == 0);
  CHECK(last.find("free space on " + std::string(directory.path())) != std::string::npos);
}

TEST_CASE("a backup is whole, also while the server writes") {
  TemporaryFolder directory;
  const fs::path copy = fs::path(directory.path()) / "copy" / "thermodon.db";
  fs::create_directories(copy.parent_path());
  const auto storage = open(directory.path());
  Signals signals;
  storage->start(signals.callbacks());
  storage->put(started(1));
  signals.wait(storage->put(MoveMade{1, 1, move("d10-d4/c3"), 1s}));
  CHECK(Storage::back_up(directory.path(), copy).empty());
  CHECK(Storage::back_up(directory.path(), copy).find("exists already") != std::string::npos);
  CHECK_FALSE(
      Storage::back_up(fs::path(directory.path()) / "nowhere", fs::path(directory.path()) / "other").empty());
  const auto games = open(copy.parent_path())->running_games();
  REQUIRE(games.size() == 1);
  CHECK(games[0].moves.size() == 1);
}

}  // namespace
}  // namespace thermodon::server
