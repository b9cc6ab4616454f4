// A UCI engine that behaves as its first argument says: it plays well enough (the first legal move), or fails
// in one of the ways in which outside engines fail. The second argument is the number of the "go" at which it
// does (from 1).
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

using namespace thermodon;

namespace {

void say(const std::string& line) { std::cout << line << std::endl; }

[[noreturn]] void wait_for_the_end() {
  while (true) std::this_thread::sleep_for(std::chrono::seconds(1));
}

void answer(const std::string& position, const std::string& counts = "depth 3 nodes 42") {
  const auto board = rules::parse_position(position);
  rules::Move move;
  if (!board.ok() || !rules::first_legal_move(board.value(), move)) return say("bestmove (none)");
  say("info " + counts + " score cp 150 pv " + rules::to_uci(move));
  say("info depth 3 multipv 2 nodes 99 score cp -150");
  say("bestmove " + rules::to_uci(move));
}

void misbehave(const std::string& how, const std::string& position) {
  if (how == "crash") {
    std::cerr << "mock: out of cheese" << std::endl;
    std::exit(3);
  }
  if (how == "segv") {
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would catch it
    std::raise(SIGSEGV);
  }
  if (how == "hang") wait_for_the_end();
  if (how == "late") {
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    return answer(position);
  }
  if (how == "nonsense") return say("bestmove e2e4");
  if (how == "illegal") return say("bestmove a1a2,a2a3");
  if (how == "none") return say("bestmove (none)");
  if (how == "flood") {
    const std::string line(1'000, 'x');
    while (std::cout) std::cout << "info string " << line << '\n';
    std::exit(0);
  }
  if (how == "odd-counts") return answer(position, "depth -3 nodes -42");
  if (how == "long-line") {
    std::cout << std::string(1'000'000, 'y') << std::endl;
    return answer(position);
  }
  if (how == "binary") {
    for (int i = 0; i < 5'000; ++i) std::cout << static_cast<char>(i % 256);
    std::cout << std::endl;
    return answer(position);
  }
  answer(position);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string how = argc > 1 ? argv[1] : "good";
  const int when = argc > 2 ? std::atoi(argv[2]) : 1;
  int searches = 0;
  std::string position = "startpos";
  if (how == "mute") wait_for_the_end();
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "uci") {
      say("id name mock");
      say("uciok");
    } else if (line == "isready") {
      say("readyok");
    } else if (line.starts_with("position ")) {
      position = line.substr(line.starts_with("position fen ") ? 13 : 9);
    } else if (line.starts_with("go")) {
      if (++searches == when)
        misbehave(how, position);
      else
        answer(position);
    } else if (line == "quit") {
      return 0;
    }
  }
}
