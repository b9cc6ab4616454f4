// What is played in a room. The lobby seats users and tells of it; the table plays the game between them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "server/model.hpp"
#include "server/outbox.hpp"
#include "thermodon/server/lobby.hpp"

namespace thermodon::server {

// Gives games their numbers.
struct GameNumbers {
  GameId next = 1;
};

class Table {
 public:
  virtual ~Table() = default;

  // A member has come, has been seated or has come back, and has the JoinRoom reply already.
  virtual void joined(Member& member, TimePoint now) = 0;
  // A member has gone; the room is without him and has been told by SFS2X's own event.
  virtual void left(const User& user, bool was_player, Departure how, TimePoint now) = 0;
  virtual void moved(Member& member, const protocol::MoveCommand& command, TimePoint now) = 0;
  // Text is already fit to be passed on.
  virtual void said(const Member& member, std::string text) = 0;
  // A game here ended, as `saved.result` says, before the server did: to be told to its players once more.
  virtual void remember(const SavedGame& saved) = 0;
  virtual void asked_for_game(Member& member, TimePoint now) = 0;
  // Whether a player whose line broke may come back to this seat.
  [[nodiscard]] virtual bool keeps_seat(const User& user) const = 0;
  virtual void line_lost(const Member& member) = 0;
  // Ends the running game, if any, without a winner; those in the room are told why.
  virtual void abandon(std::string why, TimePoint now) = 0;
  virtual void tick(TimePoint now) = 0;
  [[nodiscard]] virtual bool playing() const noexcept = 0;
};

// `room`, `settings` and `out` must outlive the table.
[[nodiscard]] std::unique_ptr<Table> make_relay_table(Room& room, const LobbySettings& settings, Outbox& out,
                                                      GameNumbers& numbers);
[[nodiscard]] std::unique_ptr<Table> make_checked_table(Room& room, const LobbySettings& settings,
                                                        Outbox& out, GameNumbers& numbers);
// Nothing is played there.
[[nodiscard]] std::unique_ptr<Table> make_hall_table();
// A checked table in the middle of `saved`; null, and `why`, when that game cannot go on.
[[nodiscard]] std::unique_ptr<Table> resume_checked_table(Room& room, const LobbySettings& settings,
                                                          Outbox& out, GameNumbers& numbers,
                                                          const SavedGame& saved, TimePoint now,
                                                          std::string& why);

}  // namespace thermodon::server
