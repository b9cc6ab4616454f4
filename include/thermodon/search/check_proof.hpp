// Checks a written proof of who wins, with the rules alone: nothing of the solver that wrote it is used.
//
// A proof names the winner's move for positions in which the winner is to move. The checker plays all of the
// loser's moves and the named replies, and wherever no reply is named it must be able to count by itself that
// the winner has won (docs/endgame.md says how and why).
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>

#include "thermodon/rules/position.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::search {

struct CheckedProof {
  rules::Position root;
  rules::Color winner = rules::Color::kWhite;
  std::uint64_t moves = 0;    // named in the proof
  std::uint64_t counted = 0;  // different positions that were decided by counting
  std::uint64_t unused = 0;   // named moves that the proof does not need
};

// The error names the line, or the position that is not proved. `should_stop` may be empty.
[[nodiscard]] rules::Result<CheckedProof> check_proof(std::istream& in,
                                                      const std::function<bool()>& should_stop = {});

}  // namespace thermodon::search
