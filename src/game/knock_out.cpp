#include <algorithm>

#include "thermodon/game/pairings.hpp"

namespace thermodon::game {
namespace {

using rules::Color;

// Seeds in the order of the tree's leaves: 0 against the last, each half again so.
std::vector<PlayerNumber> seeded_leaves(std::size_t size) {
  std::vector<PlayerNumber> order = {0};
  while (order.size() < size) {
    const std::size_t doubled = order.size() * 2;
    std::vector<PlayerNumber> next;
    for (const PlayerNumber seed : order) {
      next.push_back(seed);
      next.push_back(doubled - 1 - seed);
    }
    order = std::move(next);
  }
  return order;
}

Tie tie_of(PlayerNumber a, PlayerNumber b, std::span<const TournamentGame> games) {
  Tie tie{std::min(a, b), std::max(a, b)};
  for (const TournamentGame& game : games) {
    const auto [low, high] = std::minmax(game.pairing.white, game.pairing.black);
    if (low != tie.higher || high != tie.lower) continue;
    ++tie.games;
    if (!game.winner) continue;
    const PlayerNumber winner = *game.winner == Color::kWhite ? game.pairing.white : game.pairing.black;
    ++(winner == tie.higher ? tie.higher_wins : tie.lower_wins);
  }
  return tie;
}

}  // namespace

std::optional<PlayerNumber> Tie::winner(int games_per_tie) const noexcept {
  const int needed = games_per_tie / 2 + 1;
  if (higher_wins >= needed) return higher;
  if (lower_wins >= needed) return lower;
  return std::nullopt;
}

Bracket knock_out(std::size_t players, int games_per_tie, std::span<const TournamentGame> games) {
  Bracket bracket;
  if (players == 0) return bracket;
  std::size_t size = 1;
  while (size < players) size *= 2;
  // Who stands at each leaf or has won there; nobody where the tie is open.
  std::vector<std::optional<PlayerNumber>> alive;
  for (const PlayerNumber seed : seeded_leaves(size)) {
    alive.push_back(seed);  // numbers from `players` on are free places
    if (seed < size - players) bracket.byes.push_back(seed);
  }
  std::sort(bracket.byes.begin(), bracket.byes.end());
  while (alive.size() > 1) {
    std::vector<Tie> ties;
    std::vector<std::optional<PlayerNumber>> winners;
    for (std::size_t i = 0; i < alive.size(); i += 2) {
      const auto a = alive[i], b = alive[i + 1];
      if (!a || !b) {
        winners.emplace_back();
      } else if (*a >= players || *b >= players) {
        winners.emplace_back(std::min(*a, *b));
      } else {
        ties.push_back(tie_of(*a, *b, games));
        winners.push_back(ties.back().winner(games_per_tie));
      }
    }
    const bool complete =
        std::all_of(winners.begin(), winners.end(), [](const auto& w) { return w.has_value(); });
    if (!ties.empty()) bracket.rounds.push_back(std::move(ties));
    alive = std::move(winners);
    // A round begins when the one before is over, so that everybody plays at the same time.
    if (!complete) return bracket;
  }
  bracket.champion = alive.front();
  return bracket;
}

std::vector<Pairing> next_games(const Bracket& bracket, int games_per_tie) {
  std::vector<Pairing> next;
  if (bracket.rounds.empty()) return next;
  const std::vector<Tie>& ties = bracket.rounds.back();
  for (std::size_t i = 0; i < ties.size(); ++i) {
    const Tie& tie = ties[i];
    if (tie.winner(games_per_tie)) continue;
    const bool higher_white = (i + bracket.rounds.size() + static_cast<std::size_t>(tie.games)) % 2 == 1;
    next.push_back(higher_white ? Pairing{tie.higher, tie.lower} : Pairing{tie.lower, tie.higher});
  }
  return next;
}

}  // namespace thermodon::game
