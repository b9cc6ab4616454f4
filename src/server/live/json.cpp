#include "server/live/json.hpp"

#include "thermodon/rules/notation.hpp"

namespace thermodon::server {
namespace {

using rules::Color;

double seconds_of(Duration time) { return std::chrono::duration<double>(time).count(); }

Json or_null(std::optional<Duration> time) {
  return time ? Json(std::max<std::int64_t>(0, time->count())) : Json(nullptr);
}

Json color_or_null(const std::optional<Color>& color) {
  return color ? Json(rules::to_string(*color)) : Json(nullptr);
}

std::optional<Duration> remaining(const LiveGame& game, TimePoint now) {
  if (game.paused) return game.paused;
  if (!game.deadline) return std::nullopt;
  return std::chrono::duration_cast<Duration>(*game.deadline - now);
}

Json result_json(const std::optional<game::GameResult>& result) {
  if (!result) return nullptr;
  return {{"winner", color_or_null(result->winner)},
          {"reason", game::to_string(result->reason)},
          {"detail", result->detail}};
}

Json link_json(const std::optional<TournamentLink>& link) {
  if (!link) return nullptr;
  return {{"id", link->tournament}, {"number", link->number}, {"round", link->round}};
}

Json empty_game(const LiveRoom& room, const LobbySettings& settings) {
  const auto start = rules::Position::start({}, settings.preset.first);
  const std::string fen = rules::to_fen(start);
  return {{"id", nullptr},
          {"black", ""},
          {"white", ""},
          {"first", rules::to_string(start.side_to_move())},
          {"start", fen},
          {"position", fen},
          {"moves", Json::array()},
          {"ply", 0},
          {"status", room.status()},
          {"to_move", rules::to_string(start.side_to_move())},
          {"move_time_ms", or_null(settings.move_time)},
          {"remaining_ms", nullptr},
          {"result", nullptr},
          {"tournament", nullptr}};
}

}  // namespace

Json room_json(const LiveRoom& room) {
  Json players = Json::array();
  std::size_t spectators = 0;
  for (const RoomUser& user : room.users) {
    if (user.player)
      players.push_back(user.name);
    else
      ++spectators;
  }
  const LiveGame* const game = room.game ? &*room.game : nullptr;
  const bool moved = game != nullptr && !game->moves.empty();
  return {
      {"name", room.name},
      {"zone", room.zone},
      {"players", std::move(players)},
      {"spectators", spectators},
      {"black", game != nullptr ? game->black : ""},
      {"white", game != nullptr ? game->white : ""},
      {"position", rules::to_fen(game != nullptr ? game->position : rules::Position::start({}, room.first))},
      {"status", room.status()},
      {"ply", game != nullptr ? game->moves.size() : 0},
      {"last", moved ? Json(rules::to_string(game->moves.back().move)) : Json(nullptr)},
      {"game", game != nullptr ? Json(game->id) : Json(nullptr)},
      {"tournament", room.tournament ? Json(*room.tournament) : Json(nullptr)}};
}

Json game_json(const LiveRoom& room, TimePoint now, const LobbySettings& settings) {
  if (!room.game) return empty_game(room, settings);
  const LiveGame& game = *room.game;
  Json moves = Json::array();
  for (const auto& played : game.moves)
    moves.push_back({{"move", rules::to_string(played.move)}, {"seconds", seconds_of(played.taken)}});
  Json json = {{"id", game.id},
               {"black", game.black},
               {"white", game.white},
               {"first", rules::to_string(game.start.side_to_move())},
               {"start", rules::to_fen(game.start)},
               {"position", rules::to_fen(game.position)},
               {"moves", std::move(moves)},
               {"ply", game.moves.size()},
               {"status", room.status()},
               {"to_move", rules::to_string(game.position.side_to_move())},
               {"move_time_ms", or_null(game.move_time)},
               {"remaining_ms", or_null(remaining(game, now))},
               {"result", result_json(game.result)},
               {"tournament", link_json(game.tournament)}};
  if (game.paused) json["paused"] = true;
  return json;
}

Json clock_json(const LiveRoom& room, TimePoint now) {
  return {{"type", "clock"},
          {"room", room.name},
          {"id", room.game->id},
          {"to_move", rules::to_string(room.game->position.side_to_move())},
          {"remaining_ms", or_null(remaining(*room.game, now))}};
}

Json move_json(const LiveRoom& room, TimePoint now) {
  const LiveGame& game = *room.game;
  const auto& played = game.moves.back();
  const Color to_move = game.position.side_to_move();
  return {{"type", "move"},
          {"room", room.name},
          {"id", game.id},
          {"by", rules::to_string(!to_move)},
          {"move", rules::to_string(played.move)},
          {"seconds", seconds_of(played.taken)},
          {"ply", game.moves.size()},
          {"to_move", rules::to_string(to_move)},
          {"remaining_ms", or_null(remaining(game, now))},
          {"position", rules::to_fen(game.position)}};
}

Json record_json(const game::GameRecord& record, GameId id) {
  Json moves = Json::array();
  for (const auto& recorded : record.moves)
    moves.push_back(
        {{"move", rules::to_string(recorded.move)}, {"seconds", recorded.note.seconds.value_or(0)}});
  const auto position = game::position_after(record, record.moves.size());
  return {{"id", id},
          {"black", record.black},
          {"white", record.white},
          {"first", rules::to_string(record.start.side_to_move())},
          {"start", rules::to_fen(record.start)},
          {"position", rules::to_fen(position)},
          {"moves", std::move(moves)},
          {"ply", record.moves.size()},
          {"status", record.result ? "over" : "playing"},
          {"to_move", rules::to_string(position.side_to_move())},
          {"move_time_ms", nullptr},
          {"remaining_ms", nullptr},
          {"result", result_json(record.result)},
          {"tournament", nullptr}};
}

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace thermodon::server
