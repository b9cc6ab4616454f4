// Who plays whom in a tournament. Pure: results in, pairings out; the same input gives the same output.
//
// Players are numbers from 0 in order of seeding. The game has no draws; a game without a winner (aborted, or
// both players missing) gives nobody a point.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "thermodon/rules/types.hpp"

namespace thermodon::game {

using PlayerNumber = std::size_t;

struct Pairing {
  PlayerNumber white = 0;
  PlayerNumber black = 0;
  friend bool operator==(const Pairing&, const Pairing&) = default;
};

// A pairing that was played, or decided without a game (a player was missing).
struct TournamentGame {
  Pairing pairing;
  std::optional<rules::Color> winner;
  bool forfeit = false;  // not played: counts for points, not for who has met or had which colour
};

struct Round {
  std::vector<Pairing> pairings;
  std::vector<PlayerNumber> byes;  // get a point without a game
};

// Everybody meets everybody once, or twice with colours exchanged. Each player's whites and blacks differ by
// one at most (with an even number of players) or not at all (odd, or twice). With an odd number each round
// has one who is free; those are not byes: they give no point.
[[nodiscard]] std::vector<Round> round_robin(std::size_t players, bool twice);

// The next round of a Swiss tournament after `games` and `byes` of the earlier ones. Nobody meets twice
// unless it cannot be helped; players of equal points meet, the upper half of a group the lower; colours are
// balanced. With an odd number the lowest-placed player without one has a bye. `withdrawn` players are left
// out.
[[nodiscard]] Round swiss_round(std::size_t players, std::span<const TournamentGame> games,
                                std::span<const PlayerNumber> byes,
                                std::span<const PlayerNumber> withdrawn = {});
// Rounds after which one of `players` can be alone in front.
[[nodiscard]] int swiss_rounds(std::size_t players) noexcept;

// --- knock-out ---

// A tie between two players: the better of `games_per_tie` games, an odd number, colours alternating; the one
// seeded higher has White first in every other tie.
struct Tie {
  PlayerNumber higher = 0;  // seeded higher
  PlayerNumber lower = 0;
  int higher_wins = 0;
  int lower_wins = 0;
  int games = 0;  // played, with those without a winner, which are played again
  [[nodiscard]] std::optional<PlayerNumber> winner(int games_per_tie) const noexcept;
  friend bool operator==(const Tie&, const Tie&) = default;
};

struct Bracket {
  std::vector<std::vector<Tie>> rounds;  // the first to the last that is known; ties in the order of the tree
  std::vector<PlayerNumber> byes;        // players who skip the first round: the highest seeds
  std::optional<PlayerNumber> champion;
};

// The bracket as the games so far make it. Seeds are spread so that 1 and 2 can meet in the last round only.
// Games between players who have no tie are left out.
[[nodiscard]] Bracket knock_out(std::size_t players, int games_per_tie,
                                std::span<const TournamentGame> games);
// What is to be played next: a game of each undecided tie of the last round.
[[nodiscard]] std::vector<Pairing> next_games(const Bracket& bracket, int games_per_tie);

}  // namespace thermodon::game
