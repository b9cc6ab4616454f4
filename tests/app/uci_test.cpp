// `uci` as a program: a GUI's conversation over its pipes. What the lines mean is tested in tests/lab.
#include <algorithm>
#include <sstream>

#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/notation.hpp"

using namespace thermodon;
using tests::run_thermodon;

namespace {

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> found;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) found.push_back(line);
  return found;
}

long count(const std::vector<std::string>& said, const std::string& start) {
  return std::count_if(said.begin(), said.end(), [&](const auto& line) { return line.starts_with(start); });
}

}  // namespace

TEST_CASE("a GUI's conversation from greeting to quit, line by line") {
  const auto run = run_thermodon({"uci", "--engine", "alphabeta:terrain,hash=1"},
                                 "uci\r\n"
                                 "setoption name UCI_Variant value amazons\r\n"
                                 "isready\n"
                                 "ucinewgame\n"
                                 "position startpos moves d1d7,d7g7\n"
                                 "go depth 1\n"
                                 "isready\n"
                                 "go movetime 20\n"
                                 "position startpos\n"
                                 "go infinite\n"
                                 "stop\n"
                                 "go perft 1\n"
                                 "d\n"
                                 "quit\n"
                                 "never read\n");
  CAPTURE(run.err, run.out);
  CHECK(run.status == 0);
  CHECK(run.err.empty());
  const auto said = lines(run.out);
  CHECK(said.front() == "id name Thermodon " + lines(run_thermodon({"--version"}).out)[0].substr(10));
  CHECK(count(said, "uciok") == 1);
  CHECK(count(said, "readyok") == 2);
  CHECK(count(said, "bestmove ") == 3);
  CHECK(count(said, "Nodes searched: 2176") == 1);
  CHECK(count(said, "Fen: 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w") == 1);
  CHECK(count(said, "info string") == 0);
  auto board = rules::parse_position("startpos moves d1-d7/g7").value();
  const auto best =
      std::find_if(said.begin(), said.end(), [](const auto& l) { return l.starts_with("bestmove"); });
  const auto move = rules::parse_move(best->substr(9, best->find(' ', 9) - 9));
  REQUIRE(move.ok());
  CHECK(rules::is_legal(board, move.value()));
}

TEST_CASE(
    "the conversation of a site's worker, with options of Fairy-Stockfish that this engine does not have") {
  // As pychess.org's fairyfishnet sends it.
  const std::string fen = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1";
  const auto run = run_thermodon({"uci", "--engine", "alphabeta:terrain"},
                                 "uci\n"
                                 "setoption name Threads value 1\n"
                                 "setoption name Hash value 16\n"
                                 "isready\n"
                                 "setoption name VariantPath value variants.ini\n"
                                 "setoption name UCI_Chess960 value false\n"
                                 "setoption name UCI_Variant value amazons\n"
                                 "setoption name Skill Level value 20\n"
                                 "setoption name UCI_AnalyseMode value false\n"
                                 "isready\n"
                                 "position fen " +
                                     fen + " moves \nd\nposition fen " + fen +
                                     " moves d1d7,d7g7\n"
                                     "d\n"
                                     "go movetime 100 depth 1 wtime 60000 btime 60000 winc 1000 binc 1000\n");
  CAPTURE(run.err, run.out);
  CHECK(run.status == 0);
  const auto said = lines(run.out);
  CHECK(count(said, "info string No such option: ") == 3);
  CHECK(count(said, "info string") == 3);
  CHECK(count(said, "readyok") == 2);
  CHECK(count(said, "Fen: " + fen.substr(0, fen.find(' ')) + " w - - ") == 1);
  CHECK(count(said, "Fen: 3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b - - ") == 1);
  CHECK(said.back().starts_with("bestmove "));
}

TEST_CASE("the end of the input lets a bounded search answer, and ends an unbounded one") {
  const auto bounded = run_thermodon({"uci", "--engine", "alphabeta:terrain,hash=1"},
                                     "setoption name MultiPV value 2\ngo depth 1\n");
  CHECK(bounded.status == 0);
  CHECK(count(lines(bounded.out), "bestmove ") == 1);
  CHECK(count(lines(bounded.out), "info depth 1 multipv 2 score cp ") == 1);
  const auto unbounded = run_thermodon({"uci"}, "go infinite\n");
  CHECK(unbounded.status == 0);
}

TEST_CASE("an ensemble tells each member's choice before the move") {
  const auto run = run_thermodon({"uci", "--engine", "ensemble,members=greedy:terrain+greedy:mobility"},
                                 "position startpos\ngo depth 1\n");
  const auto said = lines(run.out);
  CHECK(count(said, "info string choice ") == 2);
  CHECK(said.back().starts_with("bestmove "));
  CHECK_THAT(run.out, Catch::Contains(" by greedy:mobility\n"));
}

TEST_CASE("rubbish on the input is survived") {
  std::string rubbish;
  for (int i = 0; i < 2'000; ++i) rubbish += static_cast<char>((i * 37 + i / 7) % 256);
  const auto run =
      run_thermodon({"uci", "--engine", "random"}, rubbish + "\n" + std::string(300'000, 'x') +
                                                       "\nposition fen 0/0/0 w\nposition startpos moves "
                                                       "z9z9\ngo movetime -5\nisready\nquit\n");
  CHECK(run.status == 0);
  CHECK(count(lines(run.out), "readyok") == 1);
}

TEST_CASE("a bad engine is told before the conversation begins") {
  const auto run = run_thermodon({"uci", "--engine", "alphabeta:nonsense"}, "uci\n");
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK_THAT(run.err, Catch::Contains("unknown evaluator \"nonsense\""));
}
