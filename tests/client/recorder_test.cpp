#include "thermodon/client/recorder.hpp"

#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "thermodon/rules/movegen.hpp"

using namespace thermodon;
using client::Recorder;

namespace {

game::GameRecord record(std::size_t moves) {
  game::GameRecord r;
  r.black = "team 7/../x";
  r.white = "";
  r.date = "2026-11-27T23:15:00Z";
  rules::Position p = r.start;
  for (std::size_t i = 0; i < moves; ++i) {
    const auto move = rules::legal_moves(p).at(i * 31 % 100);
    p.make(move);
    r.moves.push_back({move, {}});
  }
  return r;
}

std::string contents(const std::string& path) {
  std::ifstream file(path);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

// While it lives no file can grow, which is what a full disk looks like.
class FullDisk {
 public:
  FullDisk() {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit now = before_;
    now.rlim_cur = 0;
    setrlimit(RLIMIT_FSIZE, &now);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, SIG_DFL);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
};

}  // namespace

TEST_CASE("a record is whole after every move") {
  const tests::TemporaryFolder folder;
  Recorder recorder(folder.path(), {});
  recorder.begin(record(0));
  for (std::size_t n = 1; n <= 5; ++n) {
    recorder.update(record(n));
    const auto games = game::parse_sgf(contents(recorder.path() + ".sgf"));
    REQUIRE(games.ok());
    CHECK(games.value().front().moves.size() == n);
    CHECK(game::parse_json_line(contents(recorder.path() + ".jsonl")).value().moves.size() == n);
  }
}

TEST_CASE("names become plain file names, and no file is touched twice") {
  const tests::TemporaryFolder folder;
  Recorder recorder(folder.path(), {});
  recorder.begin(record(1));
  const std::string first = recorder.path();
  CHECK(first == folder.path() + "/20261127-231500_team-7-..-x-vs-nobody");
  recorder.begin(record(2));
  CHECK(recorder.path() == first + "_2");
  Recorder another(folder.path(), {});
  another.begin(record(3));
  CHECK(another.path() == first + "_3");
  CHECK(game::parse_sgf(contents(first + ".sgf")).value().front().moves.size() == 1);
}

TEST_CASE("a full disk is told once and loses nothing that was there") {
  const tests::TemporaryFolder folder;
  std::vector<std::string> warnings;
  Recorder recorder(folder.path(), [&](const std::string& text) { warnings.push_back(text); });
  recorder.begin(record(1));
  {
    const FullDisk full;
    recorder.update(record(2));
    recorder.update(record(3));
  }
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings.front(), Catch::Contains("the game goes on"));
  CHECK(game::parse_sgf(contents(recorder.path() + ".sgf")).value().front().moves.size() == 1);
  recorder.update(record(4));
  CHECK(warnings.size() == 2);
  CHECK(game::parse_sgf(contents(recorder.path() + ".sgf")).value().front().moves.size() == 4);
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    CHECK(entry.path().extension() != ".tmp");
}

TEST_CASE("without a folder nothing is recorded") {
  Recorder recorder("", {});
  recorder.begin(record(1));
  recorder.update(record(2));
  CHECK(recorder.path().empty());
}
