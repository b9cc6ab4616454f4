// Where the games of a match begin.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "thermodon/rules/position.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::lab {

struct Opening {
  rules::Position start;
  std::vector<rules::Move> moves;  // legal from `start`

  [[nodiscard]] rules::Position position() const;
  [[nodiscard]] std::string to_string() const;  // a line of an openings file
};

// An openings file: SGF (the first `sgf_plies` moves of each game are the opening), JSON lines of records
// (the same), or one position a line as --position takes it ("startpos moves d1-d7/g7 ..." or a FEN), # for
// comments. An opening whose game is over is an error; so is a file without any. Errors name the line.
[[nodiscard]] rules::Result<std::vector<Opening>> parse_openings(std::string_view text,
                                                                 std::size_t sgf_plies = 4);

struct OpeningGenerator {
  rules::BoardSize size;
  int plies = 4;                  // random moves, an even number keeps the first mover on the move
  std::string judge = "amazong";  // an evaluator: who says whether the position is balanced
  // Squares. Accepted when the judge's value for the side to move, averaged over either side's being on the
  // move so that the tempo does not count, lies within +-limit.
  double limit = 1.0;
  std::uint64_t seed = 1;
};

// `count` different openings, none a mirror image of another. The same settings give the same list on every
// machine. An error names a bad judge, or says that balanced positions are too rare.
[[nodiscard]] rules::Result<std::vector<Opening>> generate_openings(const OpeningGenerator& settings,
                                                                    std::size_t count);

}  // namespace thermodon::lab
