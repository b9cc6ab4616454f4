#include "server/live/view.hpp"

#include <algorithm>

#include "thermodon/rules/legality.hpp"

namespace thermodon::server {

std::string_view LiveRoom::status() const {
  if (game && !game->over) return "playing";
  if (game) return "over";
  return std::ranges::any_of(users, &RoomUser::player) ? "waiting" : "free";
}

LiveView::LiveView(const LobbySettings& settings) {
  for (const std::string& zone : settings.zones) {
    for (const std::string& room : settings.rooms) {
      order_.emplace_back(zone, room);
      LiveRoom& made = rooms_[order_.back()];
      made.zone = zone;
      made.name = room;
      made.first = settings.preset.first;
    }
  }
}

bool LiveView::take(const Action& action) {
  return std::visit([this](const auto& a) { return on(a); }, action);
}

const LiveRoom* LiveView::find(std::string_view zone, std::string_view room) const {
  const auto found = rooms_.find(Key(zone, room));
  return found == rooms_.end() ? nullptr : &found->second;
}

const LiveRoom* LiveView::find(GameId game) const {
  const auto found = games_.find(game);
  return found == games_.end() ? nullptr : &rooms_.at(found->second);
}

std::vector<const LiveRoom*> LiveView::rooms() const {
  std::vector<const LiveRoom*> all;
  for (const Key& key : order_) all.push_back(&rooms_.at(key));
  return all;
}

std::vector<const LiveRoom*> LiveView::take_changed() {
  std::vector<const LiveRoom*> all;
  for (const Key& key : std::exchange(changed_, {})) all.push_back(&rooms_.at(key));
  return all;
}

bool LiveView::changed(const LiveRoom& room) {
  changed_.emplace(room.zone, room.name);
  return true;
}

LiveRoom* LiveView::room_of(GameId game) {
  const auto found = games_.find(game);
  return found == games_.end() ? nullptr : &rooms_.at(found->second);
}

bool LiveView::on(const RoomChanged& change) {
  const auto found = rooms_.find(Key(change.zone, change.room));
  if (found == rooms_.end()) return false;  // not a room for games
  LiveRoom& room = found->second;
  room.users = change.users;
  room.tournament = change.tournament;
  // The board of the last game stays as long as somebody is there to look at it.
  if (room.users.empty() && room.game && room.game->over) {
    games_.erase(room.game->id);
    room.game.reset();
  }
  return changed(room);
}

bool LiveView::on(const GameStarted& started) {
  const Key key(started.zone, started.room);
  const auto found = rooms_.find(key);
  if (found == rooms_.end()) return false;
  LiveRoom& room = found->second;
  if (room.game) games_.erase(room.game->id);
  LiveGame game;
  game.id = started.id;
  game.black = started.black;
  game.white = started.white;
  game.start = game.position = started.start;
  game.move_time = started.move_time;
  game.deadline = started.deadline;
  game.tournament = started.tournament;
  room.game = std::move(game);
  games_[started.id] = key;
  return changed(room);
}

bool LiveView::on(const GameResumed& resumed) {
  if (!on(resumed.game)) return false;
  LiveGame& game = *room_of(resumed.game.id)->game;
  for (const game::PlayedMove& played : resumed.moves) {
    game.moves.push_back(played);
    game.position.make(played.move);
  }
  if (game.move_time) game.paused = std::max(Duration(0), *game.move_time - resumed.elapsed);
  return true;
}

bool LiveView::on(const ClockStarted& started) {
  LiveRoom* const room = room_of(started.id);
  if (room == nullptr) return false;
  room->game->deadline = started.deadline;
  room->game->paused.reset();
  return changed(*room);
}

bool LiveView::on(const MoveMade& made) {
  LiveRoom* const room = room_of(made.id);
  if (room == nullptr) return false;
  LiveGame& game = *room->game;
  // A relaying server passes on what is not legal, and then this board stays as it is.
  if (!rules::is_legal(game.position, made.move)) return false;
  game.moves.push_back({made.move, made.taken});
  game.position.make(made.move);
  game.deadline = made.deadline;
  game.paused.reset();
  return changed(*room);
}

bool LiveView::on(const GameEnded& ended) {
  LiveRoom* const room = room_of(ended.id);
  if (room == nullptr) return false;
  LiveGame& game = *room->game;
  game.over = true;
  game.result = ended.record.result;
  game.deadline.reset();
  game.paused.reset();
  return changed(*room);
}

}  // namespace thermodon::server
