// What a tournament client is told before it starts.
#pragma once

#include <string>

#include "thermodon/game/clock.hpp"
#include "thermodon/protocol/preset.hpp"
#include "thermodon/rules/types.hpp"

namespace thermodon::client {

using game::Duration;
using game::TimePoint;

// The seat that is asked for. The course's server seats by the order of joining and knows no wishes, so there
// the client waits for the right moment to join; our server is told in the login's parameters.
enum class Wish : std::uint8_t { kAny, kBlack, kWhite, kSpectator };
[[nodiscard]] std::string_view to_string(Wish wish) noexcept;  // "any", "black", "white", "spectator"

// How long things may take. Zero means "for ever" where it says so.
struct Patience {
  Duration reply{5'000};      // an answer to the handshake, login, join or leave
  Duration connect{10'000};   // the line's opening
  Duration first_pause{500};  // before the first new attempt; doubled each time
  Duration longest_pause{30'000};
  Duration give_up{300'000};           // of trouble without a break, then the client fails; zero: never
  Duration settled{30'000};            // logged in for so long, the trouble counts as over
  Duration opponent_grace{2'000};      // past the opponent's allowance, before the game is claimed in the log
  Duration opponent_silence{120'000};  // since its turn began, before the game is ended as won; zero: never
  Duration between_games{1'500};       // out of the room after a game, so that its other player gets out too
  Duration for_black{60'000};          // how long a white client waits outside an empty room
  Duration alone{20'000};  // in a room of our own choice, before the player who waits in another is joined
  Duration idle{600'000};  // without a request of ours, before a harmless one (servers drop at 900 s)
  int join_attempts = 3;   // without an answer, before a room counts as unknown
  int aborted_games = 10;  // in a row, before the client fails
};

struct Settings {
  std::string zone;
  std::string name;  // empty: a guest
  std::string password;
  std::string room;  // empty or "auto": the first with a free seat
  Wish as = Wish::kAny;
  protocol::Preset preset;                    // board codes
  rules::Color first = rules::Color::kBlack;  // who moves first, unless the server says
  Duration move_time{30'000};  // the whole allowance of a move, from the receipt of the opponent's
  Duration margin{500};        // of it, kept for the network; at most half of it
  int games = 1;               // to be played to an end; 0: until told to stop
  bool ponder = false;         // think on the opponent's time, too
  bool rename = false;         // a name in use: log in as NAME-2, NAME-3, ...
  Patience patience;
};

}  // namespace thermodon::client
