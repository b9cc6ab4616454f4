// A tournament: who plays whom next, and how it stands. A state machine without I/O whose whole history is a
// list of entries: applied again, in order, they give the same tournament, so that is what is stored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "thermodon/game/pairings.hpp"
#include "thermodon/game/standings.hpp"
#include "thermodon/rules/position.hpp"
#include "thermodon/rules/result.hpp"
#include "thermodon/server/settings.hpp"

namespace thermodon::server {

using TournamentId = std::uint64_t;

enum class TournamentSystem : std::uint8_t { kRoundRobin, kDoubleRoundRobin, kSwiss, kKnockOut };
[[nodiscard]] std::string_view to_string(TournamentSystem system) noexcept;  // "round-robin", ...

struct TournamentSpec {
  std::string name;
  std::string zone;                  // empty: the server's first
  std::vector<std::string> players;  // in order of seeding; 2 to kMostPlayers different names
  std::vector<std::string> rooms;    // empty: all of the zone's
  TournamentSystem system = TournamentSystem::kRoundRobin;
  std::optional<int> rounds;              // Swiss: nothing is swiss_rounds()
  int games_per_tie = 1;                  // knock-out; odd
  std::optional<Duration> move_time;      // nothing: the server's
  std::optional<rules::Color> first;      // nothing: the server's
  std::vector<rules::Position> openings;  // taken in turn, by round; empty: the usual start
  Duration grace{120'000};                // for a player who is awaited in the room
  bool waits_for_all = true;              // begins when all players have come; else at once
  std::string source;                     // the text that it was read from
};
inline constexpr std::size_t kMostPlayers = 512;
// JSON with comments, as config/tournament.json. An error names the key; so does an unknown key.
[[nodiscard]] rules::Result<TournamentSpec> parse_tournament(std::string_view text);

// One game that is to be played, or a bye.
struct Encounter {
  enum class Status : std::uint8_t { kWaiting, kCalled, kPlaying, kOver };

  std::uint32_t number = 0;  // from 1
  std::uint32_t round = 0;   // from 1
  game::PlayerNumber black = 0;
  std::optional<game::PlayerNumber> white;  // nothing: a bye
  Status status = Status::kWaiting;
  std::string room;                   // since it was called
  std::optional<std::uint64_t> game;  // the last one played for it
  std::optional<rules::Color> winner;
  std::string reason;    // game::EndReason as text; "bye", "absent", "withdrawn", "corrected"
  bool forfeit = false;  // decided without a game
  int replays = 0;       // games that ended without a winner and were played again

  [[nodiscard]] bool has(game::PlayerNumber player) const noexcept {
    return black == player || white == player;
  }
  [[nodiscard]] bool over() const noexcept { return status == Status::kOver; }
};

struct Correction {
  std::int64_t at_ms = 0;  // since 1970
  std::uint32_t number = 0;
  std::optional<rules::Color> from, to;
  std::string why;
};

// What happened, as it is stored.
struct TournamentEntry {
  enum class Kind : std::uint8_t {
    kBegun,
    kPaired,
    kResult,
    kReplay,
    kCorrected,
    kWithdrawn,
    kOver,
    kCancelled
  };

  Kind kind = Kind::kBegun;
  std::uint32_t number = 0;                 // of the encounter
  std::uint32_t round = 0;                  // paired
  game::PlayerNumber black = 0;             // paired; withdrawn: who
  std::optional<game::PlayerNumber> white;  // paired
  std::optional<std::uint64_t> game;        // result, replay
  std::optional<rules::Color> winner;       // result, corrected
  std::string reason;                       // result; else why
  bool forfeit = false;                     // result
  std::int64_t at_ms = 0;                   // corrected

  [[nodiscard]] std::string to_json() const;
};
[[nodiscard]] rules::Result<TournamentEntry> parse_tournament_entry(std::string_view json);

class Tournament {
 public:
  enum class Status : std::uint8_t { kWaiting, kRunning, kOver, kCancelled };

  Tournament(TournamentId id, TournamentSpec spec);

  // Empty, or why the entry does not fit.
  [[nodiscard]] std::string apply(const TournamentEntry& entry);

  // Entries that follow from how it stands and are not yet applied: the next pairings, or the end.
  [[nodiscard]] std::vector<TournamentEntry> due() const;
  // Encounters that could be called now, in the order in which they should be: both players have nothing
  // earlier to play.
  [[nodiscard]] std::vector<std::uint32_t> ready() const;

  // Passing states that are not history: after a restart every encounter waits again.
  void called(std::uint32_t number, std::string room);
  void playing(std::uint32_t number, std::uint64_t game, std::string room);
  void waiting(std::uint32_t number);

  [[nodiscard]] TournamentId id() const noexcept { return id_; }
  [[nodiscard]] const TournamentSpec& spec() const noexcept { return spec_; }
  [[nodiscard]] Status status() const noexcept { return status_; }
  [[nodiscard]] const std::vector<Encounter>& encounters() const noexcept { return encounters_; }
  [[nodiscard]] const Encounter* find(std::uint32_t number) const noexcept;
  [[nodiscard]] const std::vector<Correction>& corrections() const noexcept { return corrections_; }
  [[nodiscard]] const std::vector<game::PlayerNumber>& withdrawn() const noexcept { return withdrawn_; }
  [[nodiscard]] std::uint32_t entries() const noexcept { return entries_; }
  [[nodiscard]] std::optional<game::PlayerNumber> player(std::string_view name) const noexcept;
  // The encounter that a player is called to or plays; else the first that waits for him.
  [[nodiscard]] const Encounter* next_of(game::PlayerNumber player) const noexcept;
  [[nodiscard]] std::uint32_t round() const noexcept;        // that is being played
  [[nodiscard]] std::optional<int> rounds() const noexcept;  // in all, where it is known
  [[nodiscard]] std::vector<game::Standing> standings() const;
  [[nodiscard]] std::vector<std::vector<std::optional<int>>> crosstable() const;
  // Who gets the point of an encounter that neither player has won: nobody, but somebody must go on in a
  // knock-out, and that is the one seeded higher.
  [[nodiscard]] std::optional<rules::Color> undecided(const Encounter& encounter) const noexcept;
  [[nodiscard]] rules::Position start_of(const Encounter& encounter, rules::Color first) const;

 private:
  [[nodiscard]] std::vector<game::TournamentGame> results() const;
  [[nodiscard]] std::vector<game::PlayerNumber> byes() const;
  [[nodiscard]] std::vector<TournamentEntry> paired(const game::Round& round, std::uint32_t number) const;
  [[nodiscard]] bool is_withdrawn(game::PlayerNumber player) const noexcept;
  [[nodiscard]] Encounter* encounter(std::uint32_t number) noexcept;

  TournamentId id_;
  TournamentSpec spec_;
  Status status_ = Status::kWaiting;
  std::vector<Encounter> encounters_;  // number n at n - 1
  std::vector<Correction> corrections_;
  std::vector<game::PlayerNumber> withdrawn_;
  std::uint32_t entries_ = 0;  // applied
};

// A tournament of before a restart.
struct SavedTournament {
  TournamentId id = 0;
  std::string spec;                  // its text
  std::vector<std::string> entries;  // as JSON, in order
};

// What an organiser may do.
struct OrganiserOrder {
  enum class Kind : std::uint8_t { kAdd, kStart, kResult, kWithdraw, kCancel };

  Kind kind = Kind::kAdd;
  TournamentId tournament = 0;         // all but add
  TournamentSpec spec;                 // add
  std::uint32_t number = 0;            // result
  std::optional<rules::Color> winner;  // result
  std::string player;                  // withdraw
  std::string why;
  std::int64_t at_ms = 0;  // result: now, since 1970
};

}  // namespace thermodon::server
