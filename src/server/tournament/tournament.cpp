#include "thermodon/server/tournament.hpp"

#include <algorithm>

namespace thermodon::server {

using game::PlayerNumber;
using rules::Color;
using Kind = TournamentEntry::Kind;

Tournament::Tournament(TournamentId id, TournamentSpec spec) : id_(id), spec_(std::move(spec)) {}

const Encounter* Tournament::find(std::uint32_t number) const noexcept {
  return number >= 1 && number <= encounters_.size() ? &encounters_[number - 1] : nullptr;
}
Encounter* Tournament::encounter(std::uint32_t number) noexcept {
  return number >= 1 && number <= encounters_.size() ? &encounters_[number - 1] : nullptr;
}

std::optional<PlayerNumber> Tournament::player(std::string_view name) const noexcept {
  const auto found = std::ranges::find(spec_.players, name);
  if (found == spec_.players.end()) return std::nullopt;
  return static_cast<PlayerNumber>(found - spec_.players.begin());
}

bool Tournament::is_withdrawn(PlayerNumber player) const noexcept {
  return std::ranges::find(withdrawn_, player) != withdrawn_.end();
}

std::string Tournament::apply(const TournamentEntry& entry) {
  Encounter* const played = encounter(entry.number);
  const bool of_encounter =
      entry.kind == Kind::kResult || entry.kind == Kind::kReplay || entry.kind == Kind::kCorrected;
  if (of_encounter && played == nullptr) return "there is no game " + std::to_string(entry.number);
  switch (entry.kind) {
    case Kind::kBegun:
      status_ = Status::kRunning;
      break;
    case Kind::kPaired: {
      const std::size_t players = spec_.players.size();
      if (entry.number != encounters_.size() + 1) return "pairings out of order";
      if (entry.black >= players || (entry.white && (*entry.white >= players || *entry.white == entry.black)))
        return "a pairing of nobody";
      Encounter made;
      made.number = entry.number;
      made.round = entry.round;
      made.black = entry.black;
      made.white = entry.white;
      if (!made.white) {
        made.status = Encounter::Status::kOver;
        made.winner = Color::kBlack;
        made.reason = "bye";
        made.forfeit = true;
      }
      encounters_.push_back(std::move(made));
      break;
    }
    case Kind::kResult:
      if (played->over()) return "game " + std::to_string(entry.number) + " is over already";
      played->status = Encounter::Status::kOver;
      if (entry.game) played->game = entry.game;
      played->winner = entry.winner;
      played->reason = entry.reason;
      played->forfeit = entry.forfeit;
      break;
    case Kind::kReplay:
      played->status = Encounter::Status::kWaiting;
      played->room.clear();
      if (entry.game) played->game = entry.game;
      ++played->replays;
      break;
    case Kind::kCorrected:
      if (!played->white) return "a bye has no result to correct";
      corrections_.push_back({entry.at_ms, entry.number, played->winner, entry.winner, entry.reason});
      // What was played still counts as a meeting with those colours; what was not, does not.
      if (!played->over()) played->forfeit = !played->game;
      played->status = Encounter::Status::kOver;
      played->winner = entry.winner;
      played->reason = "corrected";
      break;
    case Kind::kWithdrawn:
      if (entry.black >= spec_.players.size()) return "there is no such player";
      if (is_withdrawn(entry.black)) return spec_.players[entry.black] + " has withdrawn already";
      withdrawn_.push_back(entry.black);
      break;
    case Kind::kOver:
      status_ = Status::kOver;
      break;
    case Kind::kCancelled:
      status_ = Status::kCancelled;
      break;
  }
  ++entries_;
  return {};
}

std::vector<game::TournamentGame> Tournament::results() const {
  std::vector<game::TournamentGame> games;
  for (const Encounter& e : encounters_)
    if (e.white && e.over()) games.push_back({{*e.white, e.black}, e.winner, e.forfeit});
  return games;
}

std::vector<PlayerNumber> Tournament::byes() const {
  std::vector<PlayerNumber> byes;
  for (const Encounter& e : encounters_)
    if (!e.white) byes.push_back(e.black);
  return byes;
}

std::vector<TournamentEntry> Tournament::paired(const game::Round& round, std::uint32_t number) const {
  std::vector<TournamentEntry> entries;
  const auto add = [&](PlayerNumber black, std::optional<PlayerNumber> white) {
    TournamentEntry entry;
    entry.kind = Kind::kPaired;
    entry.number = static_cast<std::uint32_t>(encounters_.size() + entries.size() + 1);
    entry.round = number;
    entry.black = black;
    entry.white = white;
    entries.push_back(std::move(entry));
  };
  for (const game::Pairing& pairing : round.pairings) add(pairing.black, pairing.white);
  for (const PlayerNumber player : round.byes) add(player, std::nullopt);
  return entries;
}

std::vector<TournamentEntry> Tournament::due() const {
  std::vector<TournamentEntry> entries;
  if (status_ != Status::kRunning) return entries;
  // Those who have withdrawn lose what is left, unless it is being played.
  for (const Encounter& e : encounters_) {
    const bool open = e.status == Encounter::Status::kWaiting || e.status == Encounter::Status::kCalled;
    if (!open || !e.white) continue;
    const bool black = is_withdrawn(e.black), white = is_withdrawn(*e.white);
    if (!black && !white) continue;
    TournamentEntry entry;
    entry.kind = Kind::kResult;
    entry.number = e.number;
    entry.winner = black && white ? undecided(e) : black ? Color::kWhite : Color::kBlack;
    entry.reason = "withdrawn";
    entry.forfeit = true;
    entries.push_back(std::move(entry));
  }
  if (!entries.empty() || !std::ranges::all_of(encounters_, &Encounter::over)) return entries;

  const std::size_t players = spec_.players.size();
  const std::uint32_t next = encounters_.empty() ? 1 : encounters_.back().round + 1;
  if (spec_.system == TournamentSystem::kSwiss) {
    if (static_cast<int>(next) <= *rounds() && withdrawn_.size() + 1 < players) {
      const auto games = results();
      entries = paired(game::swiss_round(players, games, byes(), withdrawn_), next);
    }
  } else if (spec_.system == TournamentSystem::kKnockOut) {
    const auto bracket = game::knock_out(players, spec_.games_per_tie, results());
    game::Round round;
    round.pairings = game::next_games(bracket, spec_.games_per_tie);
    entries = paired(round, static_cast<std::uint32_t>(bracket.rounds.size()));
  } else if (encounters_.empty()) {
    const auto all = game::round_robin(players, spec_.system == TournamentSystem::kDoubleRoundRobin);
    game::Round whole;
    std::vector<std::uint32_t> round_of;
    for (std::size_t r = 0; r < all.size(); ++r) {
      for (const auto& pairing : all[r].pairings) {
        whole.pairings.push_back(pairing);
        round_of.push_back(static_cast<std::uint32_t>(r + 1));
      }
    }
    entries = paired(whole, 1);
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i].round = round_of[i];
  }
  if (entries.empty()) {
    TournamentEntry over;
    over.kind = Kind::kOver;
    entries.push_back(std::move(over));
  }
  return entries;
}

std::vector<std::uint32_t> Tournament::ready() const {
  std::vector<std::uint32_t> numbers;
  if (status_ != Status::kRunning) return numbers;
  std::vector<bool> busy(spec_.players.size());
  for (const Encounter& e : encounters_) {
    if (e.over()) continue;
    if (e.status == Encounter::Status::kWaiting && !busy[e.black] && !busy[*e.white])
      numbers.push_back(e.number);
    busy[e.black] = busy[*e.white] = true;
  }
  return numbers;
}

void Tournament::called(std::uint32_t number, std::string room) {
  Encounter& e = *encounter(number);
  e.status = Encounter::Status::kCalled;
  e.room = std::move(room);
}

void Tournament::playing(std::uint32_t number, std::uint64_t game, std::string room) {
  Encounter& e = *encounter(number);
  e.status = Encounter::Status::kPlaying;
  e.game = game;
  e.room = std::move(room);
}

void Tournament::waiting(std::uint32_t number) {
  Encounter& e = *encounter(number);
  if (e.over()) return;
  e.status = Encounter::Status::kWaiting;
  e.room.clear();
}

const Encounter* Tournament::next_of(PlayerNumber player) const noexcept {
  for (const Encounter& e : encounters_)
    if (e.has(player) && (e.status == Encounter::Status::kCalled || e.status == Encounter::Status::kPlaying))
      return &e;
  for (const Encounter& e : encounters_)
    if (e.has(player) && !e.over()) return &e;
  return nullptr;
}

std::uint32_t Tournament::round() const noexcept {
  for (const Encounter& e : encounters_)
    if (!e.over()) return e.round;
  return encounters_.empty() ? 0 : encounters_.back().round;
}

std::optional<int> Tournament::rounds() const noexcept {
  const std::size_t players = spec_.players.size();
  const int once = static_cast<int>(players + players % 2 - 1);
  switch (spec_.system) {
    case TournamentSystem::kRoundRobin:
      return once;
    case TournamentSystem::kDoubleRoundRobin:
      return 2 * once;
    case TournamentSystem::kSwiss:
      return spec_.rounds.value_or(game::swiss_rounds(players));
    case TournamentSystem::kKnockOut: {
      int rounds = 0;
      while ((std::size_t{1} << rounds) < players) ++rounds;
      return rounds;
    }
  }
  return std::nullopt;
}

std::vector<game::Standing> Tournament::standings() const {
  const bool swiss = spec_.system == TournamentSystem::kSwiss;
  return game::standings(spec_.players.size(), results(), byes(),
                         swiss ? game::TieBreak::kBuchholz : game::TieBreak::kSonnebornBerger);
}

std::vector<std::vector<std::optional<int>>> Tournament::crosstable() const {
  return game::crosstable(spec_.players.size(), results());
}

std::optional<Color> Tournament::undecided(const Encounter& encounter) const noexcept {
  if (spec_.system != TournamentSystem::kKnockOut || !encounter.white) return std::nullopt;
  return encounter.black < *encounter.white ? Color::kBlack : Color::kWhite;
}

rules::Position Tournament::start_of(const Encounter& encounter, Color first) const {
  if (spec_.openings.empty()) return rules::Position::start({}, spec_.first.value_or(first));
  return spec_.openings[(encounter.round - 1) % spec_.openings.size()];
}

}  // namespace thermodon::server
