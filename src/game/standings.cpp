#include "thermodon/game/standings.hpp"

#include <algorithm>
#include <tuple>

namespace thermodon::game {
namespace {

using rules::Color;

struct Sides {
  PlayerNumber winner, loser;
};

std::optional<Sides> sides(const TournamentGame& game) {
  if (!game.winner) return std::nullopt;
  if (*game.winner == Color::kWhite) return Sides{game.pairing.white, game.pairing.black};
  return Sides{game.pairing.black, game.pairing.white};
}

bool known(const TournamentGame& game, std::size_t players) {
  return game.pairing.white < players && game.pairing.black < players &&
         game.pairing.white != game.pairing.black;
}

int first_break(const Standing& s, TieBreak first) {
  return first == TieBreak::kBuchholz ? s.buchholz : s.sonneborn_berger;
}

}  // namespace

std::vector<Standing> standings(std::size_t players, std::span<const TournamentGame> games,
                                std::span<const PlayerNumber> byes, TieBreak first) {
  std::vector<Standing> table(players);
  for (PlayerNumber p = 0; p < players; ++p) table[p].player = p;
  for (const PlayerNumber p : byes)
    if (p < players) ++table[p].points;
  for (const TournamentGame& game : games) {
    if (!known(game, players)) continue;
    Standing& white = table[game.pairing.white];
    Standing& black = table[game.pairing.black];
    ++white.games;
    ++black.games;
    if (!game.forfeit) {
      ++white.as_white;
      ++black.as_black;
    }
    if (const auto who = sides(game)) {
      ++table[who->winner].points;
      ++table[who->winner].wins;
      ++table[who->loser].losses;
    }
  }
  for (const TournamentGame& game : games) {
    if (!known(game, players)) continue;
    table[game.pairing.white].buchholz += table[game.pairing.black].points;
    table[game.pairing.black].buchholz += table[game.pairing.white].points;
    if (const auto who = sides(game)) table[who->winner].sonneborn_berger += table[who->loser].points;
  }
  const auto level = [first](const Standing& a, const Standing& b) {
    return a.points == b.points && first_break(a, first) == first_break(b, first);
  };
  for (const TournamentGame& game : games) {
    if (!known(game, players)) continue;
    if (const auto who = sides(game); who && level(table[who->winner], table[who->loser]))
      ++table[who->winner].head_to_head;
  }
  const auto key = [first](const Standing& s) {
    return std::tuple(-s.points, -first_break(s, first), -s.head_to_head, -s.wins);
  };
  std::stable_sort(table.begin(), table.end(),
                   [&](const Standing& a, const Standing& b) { return key(a) < key(b); });
  for (std::size_t i = 1; i < table.size(); ++i)
    table[i].place = key(table[i]) == key(table[i - 1]) ? table[i - 1].place : static_cast<int>(i) + 1;
  return table;
}

std::vector<std::vector<std::optional<int>>> crosstable(std::size_t players,
                                                        std::span<const TournamentGame> games) {
  std::vector<std::vector<std::optional<int>>> table(players, std::vector<std::optional<int>>(players));
  for (const TournamentGame& game : games) {
    if (!known(game, players)) continue;
    auto& white = table[game.pairing.white][game.pairing.black];
    auto& black = table[game.pairing.black][game.pairing.white];
    white = white.value_or(0) + (game.winner == Color::kWhite ? 1 : 0);
    black = black.value_or(0) + (game.winner == Color::kBlack ? 1 : 0);
  }
  return table;
}

}  // namespace thermodon::game
