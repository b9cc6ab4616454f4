#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>

#include "thermodon/game/pairings.hpp"
#include "thermodon/game/standings.hpp"

namespace thermodon::game {
namespace {

// What pairing needs to know of a player.
struct Entrant {
  PlayerNumber player = 0;
  int points = 0;
  int balance = 0;  // whites minus blacks
  int streak = 0;   // of the last games with the same colour: positive white, negative black
  std::size_t rank_in_group = 0;
  std::size_t group_size = 0;
};

// More than this many steps of search and rematches are allowed instead; far more than any real tournament
// needs.
constexpr int kMaxSteps = 200'000;

class SwissPairer {
 public:
  SwissPairer(std::vector<Entrant> entrants, std::set<std::pair<PlayerNumber, PlayerNumber>> met)
      : entrants_(std::move(entrants)), met_(std::move(met)), partner_(entrants_.size(), kNone) {}

  // Partners by index: kNone nowhere (the number of entrants is even).
  std::vector<std::size_t> pair() {
    for (const bool rematches : {false, true}) {
      rematches_ = rematches;
      steps_ = 0;
      std::fill(partner_.begin(), partner_.end(), kNone);
      if (place_next()) break;
    }
    return partner_;
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

 private:
  // Depth first: the best-placed player who is still free tries its opponents from the most fitting on.
  bool place_next() {
    const auto free = std::find(partner_.begin(), partner_.end(), kNone);
    if (free == partner_.end()) return true;
    const auto a = static_cast<std::size_t>(free - partner_.begin());
    for (const std::size_t b : candidates(a)) {
      // With rematches allowed the first candidate always leads to an end.
      if (++steps_ > kMaxSteps && !rematches_) return false;
      partner_[a] = b;
      partner_[b] = a;
      if (place_next()) return true;
      partner_[a] = partner_[b] = kNone;
    }
    return false;
  }

  std::vector<std::size_t> candidates(std::size_t a) const {
    std::vector<std::size_t> list;
    for (std::size_t b = a + 1; b < entrants_.size(); ++b)
      if (partner_[b] == kNone && (rematches_ || !has_met(a, b))) list.push_back(b);
    std::stable_sort(list.begin(), list.end(),
                     [&](std::size_t x, std::size_t y) { return fit(a, x) < fit(a, y); });
    return list;
  }

  // The smaller the better: a rematch last, then equal points, then colours that both can bear, then the
  // upper half of a group against the lower.
  std::tuple<bool, int, int, long> fit(std::size_t ai, std::size_t bi) const {
    const Entrant& a = entrants_[ai];
    const Entrant& b = entrants_[bi];
    const auto half = static_cast<long>((a.group_size + 1) / 2);
    const long wanted = static_cast<long>(a.rank_in_group) + half;
    const long distance = std::labs(static_cast<long>(b.rank_in_group) - wanted);
    return {has_met(ai, bi), std::abs(a.points - b.points), colour_strain(a, b), distance};
  }

  static int colour_strain(const Entrant& a, const Entrant& b) {
    // Both long for the same colour: the sum of how much is the worse.
    const int both = a.balance + b.balance;
    const bool same_streak = (a.streak >= 2 && b.streak >= 2) || (a.streak <= -2 && b.streak <= -2);
    return (a.balance != 0 && a.balance * b.balance > 0 ? std::abs(both) : 0) + (same_streak ? 4 : 0);
  }

  [[nodiscard]] bool has_met(std::size_t a, std::size_t b) const {
    return met_.contains(std::minmax(entrants_[a].player, entrants_[b].player));
  }

  std::vector<Entrant> entrants_;
  std::set<std::pair<PlayerNumber, PlayerNumber>> met_;
  std::vector<std::size_t> partner_;
  bool rematches_ = false;
  int steps_ = 0;
};

// White goes to the one who had it less, then to the one who had it longer ago, then by turns down the table.
Pairing with_colours(const Entrant& a, const Entrant& b, std::size_t table) {
  const Pairing a_white{a.player, b.player}, b_white{b.player, a.player};
  if (a.balance != b.balance) return a.balance < b.balance ? a_white : b_white;
  if (a.streak != b.streak) return a.streak < b.streak ? a_white : b_white;
  return table % 2 == 0 ? a_white : b_white;
}

void add_colour(Entrant& e, bool white) {
  e.balance += white ? 1 : -1;
  if (white)
    e.streak = e.streak > 0 ? e.streak + 1 : 1;
  else
    e.streak = e.streak < 0 ? e.streak - 1 : -1;
}

}  // namespace

int swiss_rounds(std::size_t players) noexcept {
  int rounds = 0;
  for (std::size_t n = 1; n < players; n *= 2) ++rounds;
  return rounds;
}

Round swiss_round(std::size_t players, std::span<const TournamentGame> games,
                  std::span<const PlayerNumber> byes, std::span<const PlayerNumber> withdrawn) {
  Round round;
  std::vector<Entrant> entrants;
  for (const Standing& s : standings(players, games, byes, TieBreak::kBuchholz))
    if (std::find(withdrawn.begin(), withdrawn.end(), s.player) == withdrawn.end())
      entrants.push_back({s.player, s.points, 0, 0, 0, 0});
  if (entrants.size() % 2 == 1) {
    auto out = entrants.end() - 1;
    for (auto e = entrants.end(); e-- != entrants.begin();)
      if (std::find(byes.begin(), byes.end(), e->player) == byes.end()) {
        out = e;
        break;
      }
    round.byes.push_back(out->player);
    entrants.erase(out);
  }
  std::set<std::pair<PlayerNumber, PlayerNumber>> met;
  for (const TournamentGame& game : games) {
    if (game.forfeit) continue;
    met.insert(std::minmax(game.pairing.white, game.pairing.black));
    for (Entrant& e : entrants) {
      if (e.player == game.pairing.white) add_colour(e, true);
      if (e.player == game.pairing.black) add_colour(e, false);
    }
  }
  for (std::size_t i = 0; i < entrants.size();) {
    std::size_t end = i;
    while (end < entrants.size() && entrants[end].points == entrants[i].points) ++end;
    for (std::size_t k = i; k < end; ++k) {
      entrants[k].rank_in_group = k - i;
      entrants[k].group_size = end - i;
    }
    i = end;
  }
  const auto partner = SwissPairer(entrants, std::move(met)).pair();
  for (std::size_t i = 0; i < entrants.size(); ++i)
    if (partner[i] != SwissPairer::kNone && partner[i] > i)
      round.pairings.push_back(with_colours(entrants[i], entrants[partner[i]], round.pairings.size()));
  return round;
}

}  // namespace thermodon::game
