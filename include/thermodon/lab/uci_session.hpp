// The engine's side of the UCI protocol in Fairy-Stockfish's dialect. Lines in, lines out; no streams here.
//
// Differences to chess: UCI_Variant is always amazons, moves are "d1d7,d7g7", a mate score counts the moves
// of the side to move until the end that is proved, and FEN is that of rules/notation.hpp.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace thermodon::lab {

class UciSession {
 public:
  struct Identity {
    std::string name;  // of the program, with its version
    std::string author;
    std::string spec;  // the engine's SPEC at first
  };
  // `write` gets one line without its end; it is called from the caller's thread and from the searching one,
  // never from both at once.
  using Write = std::function<void(std::string_view)>;

  UciSession(Identity identity, Write write);
  // Ends a running search; nothing is written any more once it returns.
  ~UciSession();

  // Handles one line. False after "quit". Never throws for what stands in the line, and never waits for a
  // search to end by itself; one that runs is stopped by every command that changes what it looks at.
  bool handle(std::string_view line);
  // Waits until no search is running, and first stops one that only "stop" could end: what a program does at
  // the end of its input, so that `echo "go depth 3" | thermodon uci` answers and `echo go` does not run on.
  void wait_for_answer();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace thermodon::lab
