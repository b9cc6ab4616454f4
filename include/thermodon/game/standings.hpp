// A tournament's table: points, Sonneborn-Berger, head to head.
#pragma once

#include <vector>

#include "thermodon/game/pairings.hpp"

namespace thermodon::game {

struct Standing {
  PlayerNumber player = 0;
  int place = 1;   // shared by those whom nothing tells apart
  int points = 0;  // a win or a bye is one
  int games = 0;   // played, forfeits among them
  int wins = 0;
  int losses = 0;
  // The sum of the points of the opponents that were beaten.
  int sonneborn_berger = 0;
  // Points from the games against those with the same points and Sonneborn-Berger.
  int head_to_head = 0;
  // The sum of the points of all opponents.
  int buchholz = 0;
  int as_white = 0;  // games played (without forfeits) with White
  int as_black = 0;
};

enum class TieBreak { kSonnebornBerger, kBuchholz };  // the first one; Swiss tournaments use Buchholz

// The best first: by points, the first tie-break, head to head among those still level, wins; then by number.
[[nodiscard]] std::vector<Standing> standings(std::size_t players, std::span<const TournamentGame> games,
                                              std::span<const PlayerNumber> byes = {},
                                              TieBreak first = TieBreak::kSonnebornBerger);

// Points that the row's player took from the column's; nothing where they have not met.
[[nodiscard]] std::vector<std::vector<std::optional<int>>> crosstable(std::size_t players,
                                                                      std::span<const TournamentGame> games);

}  // namespace thermodon::game
