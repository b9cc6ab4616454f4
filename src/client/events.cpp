#include "thermodon/client/events.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "thermodon/rules/notation.hpp"

namespace thermodon::client {
namespace {

using nlohmann::ordered_json;
using rules::Color;

double seconds(Duration d) { return std::chrono::duration<double>(d).count(); }

std::string text_of(std::optional<Color> color, const char* nobody) {
  return color ? std::string(rules::to_string(*color)) : nobody;
}

ordered_json json_of(std::optional<Color> color) {
  return color ? ordered_json(rules::to_string(*color)) : ordered_json(nullptr);
}

std::string seat_of(const protocol::UserInfo& user) {
  return user.player_id < 0 ? "spectator" : "player " + std::to_string(user.player_id);
}

// Names come from the wire and may hold any bytes.
std::string dump(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

struct Json {
  ordered_json operator()(const LoggedIn& e) const {
    return {{"event", "login"}, {"name", e.name}, {"zone", e.zone}, {"rooms", e.rooms.size()}};
  }
  ordered_json operator()(const Joined& e) const {
    ordered_json users = ordered_json::array();
    for (const auto& user : e.users) users.push_back({{"name", user.name}, {"seat", seat_of(user)}});
    return {{"event", "joined"},
            {"room", e.room},
            {"seat", e.seat == Seat::kPlayer ? "player" : "spectator"},
            {"users", users}};
  }
  ordered_json operator()(const GameStarted& e) const {
    return {{"event", "start"},
            {"game", e.number},
            {"room", e.room},
            {"black", e.black},
            {"white", e.white},
            {"own", json_of(e.own)},
            {"first", rules::to_string(e.first)},
            {"to_move", rules::to_string(e.position.side_to_move())},
            {"position", rules::to_fen(e.position)},
            {"move_time", seconds(e.move_time)},
            {"resumed", e.resumed}};
  }
  ordered_json operator()(const MovePlayed& e) const {
    return {{"event", "move"},
            {"by", rules::to_string(e.by)},
            {"move", rules::to_string(e.move)},
            {"seconds", seconds(e.taken)},
            {"own", e.own}};
  }
  ordered_json operator()(const GameEnded& e) const {
    return {{"event", "end"},
            {"winner", json_of(e.result.winner)},
            {"reason", game::to_string(e.result.reason)},
            {"detail", e.result.detail},
            {"own", json_of(e.own)},
            {"moves", e.record.moves.size()},
            {"position", rules::to_fen(e.position)}};
  }
  template <class Other>
  ordered_json operator()(const Other&) const {
    return {};
  }
};

struct Text {
  std::optional<std::string> operator()(const LoggedIn& e) const {
    return fmt::format("logged in to zone {} as {}; {} rooms", e.zone, e.name, e.rooms.size());
  }
  std::optional<std::string> operator()(const Joined& e) const {
    std::string users;
    for (const auto& user : e.users)
      users += fmt::format("{}{} ({})", users.empty() ? "" : ", ", user.name, seat_of(user));
    return fmt::format("in room {} as {}; here: {}", e.room,
                       e.seat == Seat::kPlayer ? "a player" : "a spectator", users);
  }
  std::optional<std::string> operator()(const GameStarted& e) const {
    std::string text = fmt::format("game {} in {}: black {}, white {}; {} moves first; ", e.number, e.room,
                                   e.black, e.white, rules::to_string(e.first));
    if (e.own)
      text += fmt::format("we are {}; {} to move; {} s a move", rules::to_string(*e.own),
                          e.position.side_to_move() == *e.own ? "we are" : "the opponent is",
                          seconds(e.move_time));
    else
      text += fmt::format("we watch; {} to move", rules::to_string(e.position.side_to_move()));
    if (e.resumed) text += "; going on after a lost line";
    return text;
  }
  std::optional<std::string> operator()(const MovePlayed& e) const {
    return fmt::format("{}. {} {} ({:.2f} s)", e.after.ply(), rules::to_string(e.by),
                       rules::to_string(e.move), seconds(e.taken));
  }
  std::optional<std::string> operator()(const GameEnded& e) const {
    const std::string own = !e.own || !e.result.winner   ? ""
                            : *e.own == *e.result.winner ? " (ours)"
                                                         : " (not ours)";
    return fmt::format("the game ended after {} moves: {}{}, {}{}", e.record.moves.size(),
                       e.result.winner ? text_of(e.result.winner, "") + " wins" : "nobody wins", own,
                       game::to_string(e.result.reason),
                       e.result.detail.empty() ? "" : ": " + e.result.detail);
  }
  template <class Other>
  std::optional<std::string> operator()(const Other&) const {
    return std::nullopt;
  }
};

}  // namespace

std::optional<std::string> to_json_line(const Action& action) {
  const ordered_json json = std::visit(Json{}, action);
  if (json.is_null()) return std::nullopt;
  return dump(json);
}

std::optional<std::string> to_text(const Action& action) { return std::visit(Text{}, action); }

}  // namespace thermodon::client
