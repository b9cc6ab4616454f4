#include "thermodon/game/pairings.hpp"

namespace thermodon::game {
namespace {

// The circle method: the last player stays, the others turn around it, one place a round. Sides alternate
// along the circle, which keeps every player's colours balanced (Berger's tables).
Round circle_round(std::size_t players, std::size_t round) {
  const std::size_t even = players + players % 2;  // an odd one out meets nobody
  const std::size_t ring = even - 1;
  Round result;
  const auto add = [&](PlayerNumber white, PlayerNumber black) {
    if (white < players && black < players) result.pairings.push_back({white, black});
  };
  const PlayerNumber fixed = ring;
  if (round % 2 == 0)
    add(round, fixed);
  else
    add(fixed, round);
  for (std::size_t k = 1; k < even / 2; ++k) {
    const PlayerNumber ahead = (round + k) % ring;
    const PlayerNumber behind = (round + ring - k) % ring;
    if (k % 2 == 1)
      add(ahead, behind);
    else
      add(behind, ahead);
  }
  return result;
}

}  // namespace

std::vector<Round> round_robin(std::size_t players, bool twice) {
  std::vector<Round> rounds;
  if (players < 2) return rounds;
  const std::size_t once = players + players % 2 - 1;
  for (std::size_t r = 0; r < once; ++r) rounds.push_back(circle_round(players, r));
  if (!twice) return rounds;
  for (std::size_t r = 0; r < once; ++r) {
    Round back = rounds[r];
    for (Pairing& p : back.pairings) std::swap(p.white, p.black);
    rounds.push_back(std::move(back));
  }
  return rounds;
}

}  // namespace thermodon::game
