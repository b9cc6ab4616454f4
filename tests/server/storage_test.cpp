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

    // No file may grow beyond what any of these has now: as when the disk is full.
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit full = before;
    full.rlim_cur = 4096;
    REQUIRE(setrlimit(RLIMIT_FSIZE, &full) == 0);
    const auto last = storage->put(MoveMade{1, 1, move("d10-d4/c3"), 1s});
    signals.wait(last);
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, old_handler);

    REQUIRE(signals.troubles().size() == 1);
    CHECK(signals.troubles()[0].find("wait for the next attempt") != std::string::npos);
    signals.wait(storage->put(MoveMade{1, 2, move("d1-i6/i7"), 1s}));
  }
  const auto games = open(directory.path(), clock)->running_games();
  REQUIRE(games.size() == 1);
  CHECK(games[0].moves.size() == 2);
  CHECK(games[0].fault.empty());
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
