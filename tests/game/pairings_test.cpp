#include "thermodon/game/pairings.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "support/catch.hpp"
#include "thermodon/game/standings.hpp"

using namespace thermodon;
using game::Pairing;
using game::TournamentGame;
using rules::Color;

namespace {

struct Colours {
  int white = 0, black = 0;
};

std::map<std::size_t, Colours> colours_of(const std::vector<TournamentGame>& games) {
  std::map<std::size_t, Colours> c;
  for (const auto& g : games) {
    ++c[g.pairing.white].white;
    ++c[g.pairing.black].black;
  }
  return c;
}

// The lower number always wins.
TournamentGame favourite_wins(const Pairing& p) {
  return {p, p.white < p.black ? Color::kWhite : Color::kBlack, false};
}

}  // namespace

TEST_CASE("a round robin is everybody against everybody, once a round, colours balanced") {
  CHECK(game::round_robin(0, false).empty());
  CHECK(game::round_robin(1, true).empty());
  for (std::size_t n = 2; n <= 15; ++n) {
    for (const bool twice : {false, true}) {
      CAPTURE(n, twice);
      const auto rounds = game::round_robin(n, twice);
      CHECK(rounds.size() == (n + n % 2 - 1) * (twice ? 2 : 1));
      std::set<std::pair<std::size_t, std::size_t>> met;
      std::vector<TournamentGame> games;
      for (const auto& round : rounds) {
        std::set<std::size_t> busy;
        for (const auto& p : round.pairings) {
          CHECK(busy.insert(p.white).second);
          CHECK(busy.insert(p.black).second);
          const bool keep = twice || p.white < p.black;
          CHECK(met.insert(keep ? std::pair(p.white, p.black) : std::pair(p.black, p.white)).second);
          games.push_back({p, std::nullopt, false});
        }
        CHECK(round.pairings.size() == n / 2);
      }
      CHECK(met.size() == n * (n - 1) / (twice ? 1 : 2));
      for (const auto& [player, c] : colours_of(games))
        CHECK(std::abs(c.white - c.black) <= (twice || n % 2 == 1 ? 0 : 1));
    }
  }
}

TEST_CASE("a Swiss tournament never repeats a meeting, gives one bye each at most, and balances colours") {
  for (const std::size_t n : {2u, 3u, 7u, 8u, 16u, 25u, 40u}) {
    std::mt19937 random(static_cast<unsigned>(n));
    std::vector<TournamentGame> games;
    std::vector<std::size_t> byes;
    std::set<std::pair<std::size_t, std::size_t>> met;
    const int rounds = std::min<int>(game::swiss_rounds(n) + 1, static_cast<int>(n) - 1);
    for (int r = 0; r < rounds; ++r) {
      const auto round = game::swiss_round(n, games, byes);
      CAPTURE(n, r);
      std::set<std::size_t> busy;
      REQUIRE(round.pairings.size() == n / 2);
      REQUIRE(round.byes.size() == n % 2);
      for (const auto& p : round.pairings) {
        CHECK(busy.insert(p.white).second);
        CHECK(busy.insert(p.black).second);
        CHECK(met.insert(std::minmax(p.white, p.black)).second);
        games.push_back({p, random() % 2 == 0 ? Color::kWhite : Color::kBlack, false});
      }
      for (const auto p : round.byes) {
        CHECK(std::find(byes.begin(), byes.end(), p) == byes.end());
        byes.push_back(p);
        CHECK(busy.insert(p).second);
      }
      CHECK(busy.size() == n);
    }
    if (n >= 7)
      for (const auto& [player, c] : colours_of(games)) CHECK(std::abs(c.white - c.black) <= 2);
  }
}

TEST_CASE("the first Swiss round is the upper half against the lower, later ones equals against equals") {
  std::vector<TournamentGame> games;
  const auto first = game::swiss_round(8, games, {});
  REQUIRE(first.pairings.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(std::min(first.pairings[i].white, first.pairings[i].black) == i);
    CHECK(std::max(first.pairings[i].white, first.pairings[i].black) == i + 4);
    games.push_back(favourite_wins(first.pairings[i]));
  }
  const auto second = game::swiss_round(8, games, {});
  for (const auto& p : second.pairings) CHECK((p.white < 4) == (p.black < 4));
  // After three rounds of favourites' wins one is alone in front.
  for (const auto& p : second.pairings) games.push_back(favourite_wins(p));
  for (const auto& p : game::swiss_round(8, games, {}).pairings) games.push_back(favourite_wins(p));
  const auto table = game::standings(8, games, {}, game::TieBreak::kBuchholz);
  CHECK(table[0].player == 0);
  CHECK(table[0].points == 3);
  CHECK(table[1].points == 2);
}

TEST_CASE("withdrawn players are left out, and rematches come only when nothing else is left") {
  std::vector<TournamentGame> games;
  const std::vector<std::size_t> gone = {1, 2};
  const auto round = game::swiss_round(4, games, {}, gone);
  REQUIRE(round.pairings.size() == 1);
  games = {favourite_wins(round.pairings[0])};
  const auto again = game::swiss_round(4, games, {}, gone);
  REQUIRE(again.pairings.size() == 1);
  CHECK(again.pairings[0].white == round.pairings[0].black);  // colours exchanged at least
}

TEST_CASE("a table is ordered by points, Sonneborn-Berger, head to head") {
  // 0 beats 1, 1 beats 2, 2 beats 0, all beat 3; then nothing tells 0, 1 and 2 apart.
  std::vector<TournamentGame> games = {{{0, 1}, Color::kWhite, false}, {{1, 2}, Color::kWhite, false},
                                       {{0, 2}, Color::kBlack, false}, {{0, 3}, Color::kWhite, false},
                                       {{3, 1}, Color::kBlack, false}, {{2, 3}, Color::kWhite, true}};
  auto table = game::standings(4, games);
  REQUIRE(table.size() == 4);
  for (int i = 0; i < 3; ++i) {
    CHECK(table[static_cast<std::size_t>(i)].place == 1);
    CHECK(table[static_cast<std::size_t>(i)].points == 2);
    CHECK(table[static_cast<std::size_t>(i)].sonneborn_berger == 2);
    CHECK(table[static_cast<std::size_t>(i)].head_to_head == 1);
  }
  CHECK(table[3].player == 3);
  CHECK(table[3].place == 4);
  CHECK(table[2].as_white == 0);  // the forfeit was not played
  CHECK(table[2].games == 3);

  // A result without a winner gives no point; a bye gives one.
  games[0].winner.reset();
  const std::vector<std::size_t> byes = {3};
  table = game::standings(4, games, byes);
  CHECK(table[0].player == 1);  // 1 beat 2 (two points) and 3 (the bye's one)
  CHECK(table[0].points == 2);
  CHECK(table[0].sonneborn_berger == 3);
  CHECK(table[1].player == 2);  // 2 beat 0 and 3, who have one each
  CHECK(table[1].points == 2);
  CHECK(table[1].sonneborn_berger == 2);
  const auto cross = game::crosstable(4, games);
  CHECK(cross[0][1] == 0);
  CHECK(cross[2][0] == 1);
  CHECK(cross[0][2] == 0);
  CHECK_FALSE(cross[0][0]);
}

TEST_CASE("head to head decides between two who are level otherwise") {
  const std::vector<TournamentGame> games = {{{0, 1}, Color::kBlack, false},
                                             {{0, 2}, Color::kWhite, false},
                                             {{1, 3}, Color::kBlack, false},
                                             {{2, 3}, Color::kWhite, false}};
  const auto table = game::standings(4, games);
  // All have one point and beat one with one point; 1 beat 0, 0 beat 2, 2 beat 3, 3 beat 1: a circle.
  for (const auto& s : table) CHECK(s.place == 1);
  const std::vector<TournamentGame> two = {{{0, 1}, Color::kBlack, false}, {{0, 2}, Color::kWhite, false},
                                           {{0, 3}, Color::kWhite, false}, {{1, 2}, Color::kWhite, false},
                                           {{1, 3}, Color::kBlack, false}, {{2, 3}, Color::kBlack, false}};
  // 0: beat 2, 3. 1: beat 0, 2. 3: beat 1, 2.
  const auto ordered = game::standings(4, two);
  CHECK(ordered[0].points == 2);
  CHECK(ordered[3].player == 2);
}

TEST_CASE("a knock-out spreads the seeds, gives the highest the byes, and ends with a champion") {
  for (const std::size_t n : {1u, 2u, 3u, 5u, 8u, 13u, 16u}) {
    for (const int games_per_tie : {1, 3}) {
      CAPTURE(n, games_per_tie);
      std::vector<TournamentGame> games;
      std::size_t steps = 0;
      auto bracket = game::knock_out(n, games_per_tie, games);
      if (n == 5) CHECK(bracket.byes == std::vector<std::size_t>{0, 1, 2});
      for (; !bracket.champion && steps < 1'000; ++steps) {
        const auto next = game::next_games(bracket, games_per_tie);
        REQUIRE_FALSE(next.empty());
        for (const auto& p : next) games.push_back(favourite_wins(p));
        bracket = game::knock_out(n, games_per_tie, games);
      }
      REQUIRE(bracket.champion);
      CHECK(*bracket.champion == 0);
      CHECK(game::next_games(bracket, games_per_tie).empty());
      if (n > 1) {
        CHECK(bracket.rounds.size() == static_cast<std::size_t>(game::swiss_rounds(n)));
        CHECK(bracket.rounds.back().size() == 1);
        CHECK(bracket.rounds.back()[0].lower == 1);  // the two best meet last
        CHECK(games.size() == (n - 1) * static_cast<std::size_t>(games_per_tie / 2 + 1));
      }
    }
  }
}

TEST_CASE("a tie's colours alternate, and a game without a winner is played again") {
  std::vector<TournamentGame> games;
  const auto first = game::next_games(game::knock_out(2, 3, games), 3);
  games.push_back({first[0], std::nullopt, false});
  const auto second = game::next_games(game::knock_out(2, 3, games), 3);
  CHECK(second[0].white == first[0].black);
  games.push_back({second[0], Color::kWhite, false});
  games.push_back({game::next_games(game::knock_out(2, 3, games), 3)[0], Color::kBlack, false});
  const auto bracket = game::knock_out(2, 3, games);
  CHECK(bracket.champion == second[0].white);
}
