// The whole server as a state machine without I/O: zones, users, rooms and their games. Connections, requests
// and the time go in, actions come out.
//
// Not thread-safe. Time is what the caller says and never goes back.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "thermodon/protocol/messages.hpp"
#include "thermodon/server/actions.hpp"
#include "thermodon/server/settings.hpp"
#include "thermodon/server/tournament.hpp"

namespace thermodon::server {

// A new session token: unique and not to be guessed, ASCII, not empty.
using TokenSource = std::function<std::string()>;
[[nodiscard]] TokenSource random_tokens();  // 32 hexadecimal digits from the system's source

// A game that was running when the server ended, or whose end its players may not have heard of.
struct SavedGame {
  GameId id = 0;
  std::string zone, room, black, white;
  rules::Position start;
  std::optional<Duration> move_time;
  std::vector<game::PlayedMove> moves;
  Duration elapsed{};  // of the running turn
  std::optional<TournamentLink> tournament = std::nullopt;
  std::string fault;                       // why it cannot go on, where what was kept is damaged
  std::optional<game::GameResult> result;  // of one that had ended
};

enum class LineKind : std::uint8_t {
  kProtocol,
  kLive,   // may look on without a login, and idle: its transport knows by itself whether it lives
  kHouse,  // the server's own: needs no password, and no limit holds for it
};
// Names that begin so are the house's.
inline constexpr std::string_view kHouseName = "House#";

// Whether a user may have that name: printable ASCII, no blank at either end, not the house's. An empty one
// is a guest's and no name.
[[nodiscard]] bool is_user_name(std::string_view name, std::size_t longest = Limits{}.name_length);

class Lobby {
 public:
  explicit Lobby(LobbySettings settings, TokenSource tokens = random_tokens());
  ~Lobby();
  Lobby(const Lobby&) = delete;
  Lobby& operator=(const Lobby&) = delete;

  // Puts games back into their rooms; their players have the usual grace to come, and the clock stands still
  // until the side to move is back. Before any connection.
  // A game that cannot go on (its room is gone, its moves are not legal) is ended as aborted. One that had
  // ended is remembered by its room, which tells its players of it when they come.
  // Tournaments (on a checking server) call their next games into the rooms that those games leave free. One
  // that cannot go on is left out, with a warning.
  [[nodiscard]] Actions restore(TimePoint now, const std::vector<SavedGame>& games, GameId next_id,
                                const std::vector<SavedTournament>& tournaments = {});

  // A connection that is not welcome gets a Close and is not known afterwards.
  [[nodiscard]] Actions connected(TimePoint now, ConnectionId connection, std::string_view address,
                                  LineKind kind = LineKind::kProtocol);
  [[nodiscard]] Actions received(TimePoint now, ConnectionId connection, const protocol::Request& request);
  // A frame or message that could not be read; `fatal` when the stream cannot be followed any more.
  [[nodiscard]] Actions unreadable(TimePoint now, ConnectionId connection, std::string_view what, bool fatal);
  // The line is gone. Connections that were told to Close may or may not come here.
  [[nodiscard]] Actions disconnected(TimePoint now, ConnectionId connection, std::string_view why);
  // Clocks, grace, idleness, user counts. To be called every 50 ms or so.
  [[nodiscard]] Actions tick(TimePoint now);

  // --- tournaments, on a checking server
  struct Organised {
    std::string error;  // one line; nothing was done
    TournamentId tournament = 0;
    Actions actions;
  };
  [[nodiscard]] Organised organise(TimePoint now, const OrganiserOrder& order);
  [[nodiscard]] const Tournament* find_tournament(TournamentId id) const;
  [[nodiscard]] std::vector<const Tournament*> tournaments() const;  // oldest first
  // Of the tournament's players, those who are logged in, by number.
  [[nodiscard]] std::vector<game::PlayerNumber> present(const Tournament& tournament) const;

  struct Counts {
    std::size_t connections = 0, users = 0, games = 0;
  };
  [[nodiscard]] Counts counts() const noexcept;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace thermodon::server
