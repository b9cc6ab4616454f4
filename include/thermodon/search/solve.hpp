// The exact winner of a position, with a proof that can be written down.
//
// Proof-number search (depth first, with a table of bounded size) decides which moves to look at; where few
// squares are left it hands over to a plain depth-first search; positions that counting decides (see
// eval/filling.hpp) end both. docs/endgame.md has the figures.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>

#include "thermodon/rules/position.hpp"

namespace thermodon::search {

struct SolveOptions {
  // Memory of the table, the whole of what grows with the work; a proof being written may take as much again.
  // At least 1.
  std::size_t memory_megabytes = 512;
  // Empty squares at which the depth-first search takes over.
  int depth_first_squares = 9;
};

// What is known on the way.
struct SolveProgress {
  std::uint64_t positions = 0;
  std::chrono::nanoseconds elapsed{};
  // How hard it still seems to prove that the side to move at the root wins, and that it loses.
  std::uint32_t proof = 0;
  std::uint32_t disproof = 0;
  int table_permille = 0;
  std::optional<rules::Move> move;  // at the root, looked at now
};

struct SolveResult {
  std::optional<rules::Color> winner;  // nothing when the search was stopped
  std::optional<rules::Move> best;     // a move that wins, if the side to move at the root has one
  std::uint64_t positions = 0;         // looked at, those reached again included
  std::chrono::nanoseconds elapsed{};
};

// The size of a written proof.
struct ProofSize {
  std::uint64_t moves = 0;      // positions for which it names the winner's move
  std::uint64_t positions = 0;  // solved again or for the first time while it was put together
  bool finished = true;         // false when it was stopped, could not be written or is too large
  bool too_large = false;       // more positions than the memory holds
};

// Used by one thread.
class WinnerSolver {
 public:
  WinnerSolver(const rules::Position& root, const SolveOptions& options);
  ~WinnerSolver();
  WinnerSolver(const WinnerSolver&) = delete;
  WinnerSolver& operator=(const WinnerSolver&) = delete;

  // Asked some hundred times a second; true ends the search. May be empty.
  std::function<bool()> should_stop;
  // Called about once in `progress_interval`, first after that. May be empty.
  std::function<void(const SolveProgress&)> on_progress;
  std::chrono::milliseconds progress_interval{1000};

  [[nodiscard]] SolveResult solve();
  // Writes the proof that `winner` wins (as `solve` found): see docs/endgame.md for the format. Solves again
  // what the table has forgotten.
  [[nodiscard]] ProofSize write_proof(rules::Color winner, std::ostream& out);

 private:
  class Impl;
  template <class Set>
  class ImplOn;
  std::unique_ptr<Impl> impl_;
};

}  // namespace thermodon::search
