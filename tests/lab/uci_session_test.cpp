#include "thermodon/lab/uci_session.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "lab/uci_go.hpp"
#include "support/catch.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/notation.hpp"

using namespace thermodon;
using namespace std::chrono_literals;

namespace {

// A session whose lines are kept.
class Conversation {
 public:
  explicit Conversation(const std::string& spec = "alphabeta:terrain,hash=1")
      : session_({"Thermodon test", "nobody", spec}, [this](std::string_view line) {
          const std::lock_guard lock(mutex_);
          lines_.emplace_back(line);
          said_.notify_all();
        }) {}

  bool tell(const std::string& line) { return session_.handle(line); }
  // The first line from where the last search for one ended that begins with `start`, or "".
  std::string hear(const std::string& start, std::chrono::seconds patience = 60s) {
    std::unique_lock lock(mutex_);
    std::string found;
    said_.wait_for(lock, patience, [&] {
      for (; next_ < lines_.size(); ++next_)
        if (lines_[next_].starts_with(start)) {
          found = lines_[next_++];
          return true;
        }
      return false;
    });
    return found;
  }
  std::vector<std::string> lines() {
    const std::lock_guard lock(mutex_);
    return lines_;
  }
  int count(const std::string& start) {
    int n = 0;
    for (const auto& line : lines()) n += line.starts_with(start) ? 1 : 0;
    return n;
  }
  lab::UciSession& session() { return session_; }

 private:
  std::mutex mutex_;
  std::condition_variable said_;
  std::vector<std::string> lines_;
  std::size_t next_ = 0;
  lab::UciSession session_;  // last: it writes to the others until it is gone
};

rules::Move best_of(const std::string& line) {
  REQUIRE(line.starts_with("bestmove "));
  const auto text = line.substr(9, line.find(' ', 9) - 9);
  const auto move = rules::parse_move(text);
  REQUIRE(move.ok());
  CHECK(rules::to_uci(move.value()) == text);
  return move.value();
}

const std::string kSmall = "position fen 1q2q1/6/Q4q/q4Q/6/1Q2Q1 w";

}  // namespace

TEST_CASE("a GUI's greeting is answered with name, options and uciok") {
  Conversation c;
  CHECK(c.tell("uci"));
  CHECK(c.hear("id name") == "id name Thermodon test");
  for (const char* option :
       {"Threads type spin default 1", "Hash type spin default 1 ", "Ponder type check",
        "MultiPV type spin default 1", "UCI_Variant type combo default amazons var amazons",
        "Searcher type combo default alphabeta var ", "Evaluator type combo default terrain var "})
    CHECK(c.count(std::string("option name ") + option) == 1);
  CHECK(c.lines().back() == "uciok");
  CHECK(c.tell("isready"));
  CHECK(c.lines().back() == "readyok");
  CHECK(c.tell("ucinewgame"));
  CHECK(c.tell(""));
  CHECK(c.tell("debug on"));
  CHECK_FALSE(c.tell("quit"));
}

TEST_CASE("a position is searched to depth, nodes or time, with info lines, and every go gets one bestmove") {
  Conversation c;
  const auto start = rules::parse_position("startpos moves d1-d7/g7").value();
  for (const char* go : {"go depth 1", "go nodes 300", "go movetime 30",
                         "go wtime 1000 btime 500 winc 10 binc 10", "go movetime 30 searchmoves a7a6,a6b6"}) {
    CAPTURE(go);
    c.tell("position startpos moves d1d7,d7g7");
    c.tell(go);
    const auto move = best_of(c.hear("bestmove"));
    CHECK(rules::is_legal(start, move));
    if (std::string(go).find("searchmoves") != std::string::npos) CHECK(rules::to_uci(move) == "a7a6,a6b6");
  }
  CHECK(c.count("bestmove") == 5);
  bool whole = false;
  for (const auto& line : c.lines())
    whole = whole ||
            (line.starts_with("info depth 1 multipv 1 score ") && line.find(" nodes ") != std::string::npos &&
             line.find(" nps ") != std::string::npos && line.find(" hashfull ") != std::string::npos &&
             line.find(" time ") != std::string::npos && line.find(" pv ") != std::string::npos);
  CHECK(whole);
}

TEST_CASE("an infinite search answers after stop and not before") {
  Conversation c;
  c.tell(kSmall);
  c.tell("go infinite depth 1");
  CHECK(c.hear("info depth 1 ").find(" pv ") != std::string::npos);
  CHECK(c.tell("isready"));  // answered while it searches
  CHECK(c.count("readyok") == 1);
  CHECK(c.count("bestmove") == 0);
  c.tell("stop");
  CHECK(c.count("bestmove") == 1);
  c.tell("stop");
  CHECK(c.count("bestmove") == 1);
}

TEST_CASE("pondering becomes thinking by ponderhit, or ends by stop") {
  Conversation c;
  c.tell(kSmall);
  c.tell("go ponder movetime 20");
  c.hear("info depth 1 ");
  CHECK(c.count("bestmove") == 0);
  c.tell("ponderhit");
  best_of(c.hear("bestmove"));
  c.tell("ponderhit");  // nothing to hit
  c.tell("go ponder wtime 1000 btime 1000");
  c.tell("stop");
  best_of(c.hear("bestmove"));
  CHECK(c.count("bestmove") == 2);
  c.tell("go ponder depth 1");
  c.hear("info depth 1 ");
  c.tell("ponderhit");
  best_of(c.hear("bestmove"));
  CHECK(c.count("bestmove") == 3);
}

TEST_CASE("a command that comes during a search ends it with its answer first") {
  Conversation c;
  c.tell(kSmall);
  c.tell("go infinite");
  c.tell("position startpos");
  CHECK(c.count("bestmove") == 1);
  c.tell("go infinite");
  c.tell("go depth 1");
  c.hear("bestmove");
  c.hear("bestmove");
  c.session().wait_for_answer();
  CHECK(c.count("bestmove") == 3);
}

TEST_CASE("MultiPV gives that many ranked lines") {
  Conversation c;
  c.tell("setoption name MultiPV value 3");
  c.tell(kSmall);
  c.tell("go depth 1");
  best_of(c.hear("bestmove"));
  for (const char* rank : {"1", "2", "3"})
    CHECK(c.count(std::string("info depth 1 multipv ") + rank + " ") >= 1);
  CHECK(c.count("info depth 1 multipv 4 ") == 0);
}

TEST_CASE("perft tells each move's leaves and the sum") {
  Conversation c;
  c.tell("position fen Q2q/4/4/4 w");
  c.tell("go perft 2");
  std::uint64_t sum = 0;
  int moves = 0;
  for (const auto& line : c.lines())
    if (const auto colon = line.find(": ");
        colon != std::string::npos && line.find(',') != std::string::npos) {
      sum += std::stoull(line.substr(colon + 2));
      ++moves;
    }
  CHECK(moves > 0);
  CHECK(c.lines().back() == "Nodes searched: " + std::to_string(sum));
  CHECK(c.count("bestmove") == 0);
}

TEST_CASE("the engine is changed by options, and bad ones are told and change nothing") {
  Conversation c;
  c.tell("setoption name Searcher value greedy");
  c.tell("setoption name Evaluator value amazong");
  c.tell("setoption name hash value 2");
  c.tell("setoption name Clear Hash");
  c.tell("setoption name Move Overhead value 5");
  c.tell("setoption name UCI_Variant value amazons");
  c.tell("setoption name Ponder value true");
  CHECK(c.count("info string") == 0);
  c.tell(kSmall);
  c.tell("go movetime 1000");
  best_of(c.hear("bestmove"));
  for (const char* bad :
       {"setoption name Nothing value 1", "setoption name Threads value many", "setoption name Hash value -1",
        "setoption name Searcher value chess", "setoption name UCI_Variant value chess", "setoption Hash"}) {
    CAPTURE(bad);
    c.tell(bad);
    CHECK(c.lines().back().starts_with("info string "));
  }
  c.tell("setoption name Parameters value no-such-key=1");
  c.tell("isready");
  CHECK(c.count("info string") == 7);
  CHECK(c.lines().back() == "readyok");
  c.tell("go depth 1");
  best_of(c.hear("bestmove"));
}

TEST_CASE("what is no command or no position is told, and the session goes on") {
  Conversation c;
  c.tell("xyzzy");
  CHECK(c.lines().back() == "Unknown command: 'xyzzy'.");
  c.tell("position");
  CHECK(c.lines().back().starts_with("info string position: "));
  c.tell("position fen rubbish w");
  CHECK(c.lines().back().starts_with("info string position: "));
  // The moves up to the first bad one hold.
  c.tell("position startpos moves d1d7,d7g7 d1d2,d2d3 a7a6,a6b6");
  CHECK(c.lines().back().starts_with("info string position: d1d2,d2d3: "));
  c.tell("d");
  CHECK(c.lines().back() ==
        "Fen: " + rules::to_fen(rules::parse_position("startpos moves d1-d7/g7").value()));
  c.tell("go depth");
  CHECK(c.hear("info string go: ") == "info string go: depth needs a number");  // and it searches
  c.tell("stop");
  CHECK(c.count("bestmove") == 1);
  c.tell(std::string(100'000, 'x'));
  c.tell("position fen " + std::string(100'000, '/'));
}

TEST_CASE("the first search of a session has its time, whatever making the engine takes") {
  for (const char* go : {"go movetime 40", "go wtime 2000 btime 2000"}) {
    CAPTURE(go);
    Conversation c("alphabeta:terrain,hash=256");  // a table that takes longer to make
    c.tell(go);
    best_of(c.hear("bestmove"));
    CHECK(c.count("info depth 1 ") >= 1);
  }
}

TEST_CASE("the engine is made before the first go, at isready, ucinewgame or position") {
  for (const char* idle : {"isready", "ucinewgame", "position startpos"}) {
    CAPTURE(idle);
    Conversation c;
    c.tell("setoption name Parameters value no-such-key=1");
    CHECK(c.count("info string") == 0);
    c.tell(idle);
    CHECK(c.count("info string") == 1);  // what hinders it is known by then
    c.tell("go depth 1");
    best_of(c.hear("bestmove"));
    CHECK(c.count("info string") == 1);
  }
}

TEST_CASE("searchmoves that are no moves or illegal are told, and the others searched") {
  Conversation c;
  c.tell("go depth 1 searchmoves zz a7a6,a6b6 d1d4,d4d5");
  CHECK(c.hear("info string ").starts_with("info string go: searchmoves: zz: "));
  CHECK(c.hear("info string ").starts_with("info string go: searchmoves: a7a6,a6b6: "));  // Black's
  CHECK(rules::to_uci(best_of(c.hear("bestmove"))) == "d1d4,d4d5");
  // Without one that is left any move will do; a word of "go" ends the list.
  c.tell("go searchmoves zz depth 1");
  CHECK(c.hear("info string ").starts_with("info string go: searchmoves: zz: "));
  CHECK(rules::is_legal(rules::Position::start(), best_of(c.hear("bestmove"))));
  CHECK(c.count("info string") == 3);
}

TEST_CASE("a perft without a number is told and searches nothing") {
  Conversation c;
  for (const char* go : {"go perft x", "go perft"}) {
    c.tell(go);
    CHECK(c.lines().back() == "info string go: perft needs a number");
  }
  c.session().wait_for_answer();
  CHECK(c.count("bestmove") == 0);
  CHECK(c.count("info depth") == 0);
}

TEST_CASE("no legal move is told as (none)") {
  Conversation c;
  c.tell("position fen Q*q w");
  c.tell("go depth 3");
  CHECK(c.hear("bestmove") == "bestmove (none)");
}

TEST_CASE("a session that ends while it searches ends the search") {
  Conversation c;
  c.tell("position startpos");
  c.tell("go infinite");
  CHECK_FALSE(c.tell("quit"));
}

TEST_CASE("the end of the input stops a search that only stop would end, with its answer") {
  for (const char* go : {"go", "go depth", "go infinite", "go infinite depth 1", "go ponder movetime 20",
                         "go movetime 99999999999999999999", "go nodes 99999999999999999999",
                         "go wtime 99999999999999999999 btime 99999999999999999999"}) {
    CAPTURE(go);
    Conversation c;
    c.tell("position startpos");
    c.tell(go);
    c.session().wait_for_answer();
    best_of(c.hear("bestmove", 0s));
    CHECK(c.count("bestmove") == 1);
  }
}

TEST_CASE("the end of the input leaves a search with an end of its own the whole of it") {
  Conversation c;
  c.tell(kSmall);
  c.tell("go depth 2");
  c.session().wait_for_answer();
  CHECK(c.count("info depth 2 ") >= 1);
  best_of(c.hear("bestmove", 0s));
  c.session().wait_for_answer();  // nothing is owed
  CHECK(c.count("bestmove") == 1);
}

TEST_CASE("a number out of range is the nearest in it, and the words behind it are read") {
  const auto parsed = [](const char* text) { return lab::parse_go(text).value(); };
  const auto go = parsed("movetime 99999999999999999999 depth 99999999999999999999 nodes 7");
  CHECK(go.move_time == parsed("movetime 999999999999").move_time);
  CHECK(go.move_time > 1'000h);
  CHECK(go.depth == 1'000);
  CHECK(go.nodes == 7u);
  CHECK(parsed("movetime -99999999999999999999").move_time == 0ms);
  CHECK(parsed("nodes -1").nodes == 1u);
  CHECK(lab::parse_go("movetime soon").error() == "movetime needs a number");
  CHECK(lab::parse_go("movetime").error() == "movetime needs a number");
}

TEST_CASE("scores are told in hundredths or as moves to the proved end") {
  CHECK(lab::score_text(40) == "cp 40");
  CHECK(lab::score_text(-120) == "cp -120");
  CHECK(lab::score_text(search::kWin - 1) == "mate 1");
  CHECK(lab::score_text(search::kWin - 2) == "mate 1");
  CHECK(lab::score_text(search::kWin - 3) == "mate 2");
  CHECK(lab::score_text(-search::kWin) == "mate 0");
  CHECK(lab::score_text(-search::kWin + 2) == "mate -1");
}

TEST_CASE("a game's clock is shared out so that it lasts") {
  // Played out with every share used up, whatever the clock, nobody runs out before ply 90.
  for (const auto& [total, increment] : {std::pair{60'000ms, 0ms}, {1'000ms, 10ms}, {300'000ms, 2'000ms}}) {
    auto left = total;
    for (int ply = 0; ply < 92; ply += 2) {
      const auto share = lab::share_of_clock(left, increment, std::nullopt, ply);
      CHECK(share <= left);
      left += increment - share;
      CHECK(left > 0ms);
    }
    CHECK(left < total / 2 + 10 * increment);  // and it is used
  }
  CHECK(lab::share_of_clock(10'000ms, 0ms, 1, 0) == 10'000ms);
  CHECK(lab::share_of_clock(10'000ms, 0ms, 10, 0) == 1'000ms);
}
