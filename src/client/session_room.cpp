// Rooms: which one to join and when, who is in it, and leaving it.
#include <algorithm>
#include <cctype>

#include "client/refusals.hpp"
#include "thermodon/client/session.hpp"

namespace thermodon::client {
namespace {

constexpr Duration kLookAgain{5'000};  // in the lobby, when no event says that something has changed
constexpr int kSeats = 2;

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

bool Session::automatic() const { return settings_.room.empty() || settings_.room == "auto"; }

const protocol::RoomInfo* Session::find_room(std::string_view name) const {
  const auto exact = std::ranges::find(rooms_, name, &protocol::RoomInfo::name);
  if (exact != rooms_.end()) return &*exact;
  const auto loose = std::ranges::find_if(
      rooms_, [&](const protocol::RoomInfo& r) { return same_ignoring_case(r.name, name); });
  return loose == rooms_.end() ? nullptr : &*loose;
}

protocol::RoomInfo* Session::find_room(std::int32_t id) {
  const auto found = std::ranges::find(rooms_, id, &protocol::RoomInfo::id);
  return found == rooms_.end() ? nullptr : &*found;
}

std::string Session::room_list() const {
  constexpr std::size_t kShown = 30;
  if (rooms_.empty()) return "the server lists no rooms";
  std::string text = "its rooms are ";
  for (std::size_t i = 0; i < rooms_.size() && i < kShown; ++i)
    text += (i == 0 ? "\"" : ", \"") + rooms_[i].name + '"';
  return text + (rooms_.size() > kShown ? ", ..." : "");
}

// The best room for an automatic choice: a player prefers one where somebody waits, unless it wants to be
// Black where that takes to be first; a spectator one where a game is on.
const protocol::RoomInfo* Session::pick_room() const {
  const protocol::RoomInfo* best = nullptr;
  int best_rank = 0;
  for (const auto& room : rooms_) {
    if (!room.is_game || room.has_password || avoided_.contains(room.name)) continue;
    int rank = 0;
    switch (settings_.as) {
      case Wish::kSpectator:
        rank = room.users >= kSeats ? 3 : room.users + 1;
        break;
      case Wish::kBlack:
        rank = room.users == (seats_by_wish_ ? 1 : 0) ? 3 : room.users < kSeats ? 2 : 0;
        break;
      case Wish::kAny:
      case Wish::kWhite:
        rank = room.users == 1 ? 3 : room.users == 0 ? 2 : 0;
        break;
    }
    if (rank > best_rank) {
      best = &room;
      best_rank = rank;
    }
  }
  return best;
}

void Session::lobby() {
  if (!lobby_since_) lobby_since_ = now_;
  const auto wait = [this](std::optional<TimePoint> until = {}) {
    enter(State::kLobby, until ? *until : now_ + kLookAgain);
  };
  if (not_before_ && now_ < *not_before_) return wait(not_before_);
  const protocol::RoomInfo* room = nullptr;
  if (interrupted_) {
    room = find_room(last_room_);
  } else if (const std::string other = std::exchange(other_room_, {}); !other.empty()) {
    room = find_room(other);
  } else if (automatic()) {
    room = pick_room();
    if (room == nullptr) {
      if (state_ != State::kLobby) log(Level::kInfo, "no room has a free seat; waiting for one");
      return wait();
    }
  } else {
    room = find_room(settings_.room);
  }
  if (room == nullptr) {
    const std::string& name = interrupted_ ? last_room_ : settings_.room;
    if (join_attempts_ == 0)
      log(Level::kWarn, "the room \"" + name + "\" is not in the server's list (" + room_list() +
                            "); asking for it anyway");
    return join(name, false);
  }
  // After a game its other player must get out too, or the course's server starts no other one.
  const bool other_is_still_in = not_empty_after_ && room->name == last_room_ && room->users > 0;
  if (other_is_still_in && now_ < *not_empty_after_ && settings_.as != Wish::kSpectator)
    return wait(std::min(*not_empty_after_, now_ + kLookAgain));
  if (!interrupted_ && settings_.as == Wish::kWhite && room->users == 0 && !seats_by_wish_) {
    // Where the order of joining decides, White joins second.
    const TimePoint patience_ends = *lobby_since_ + settings_.patience.for_black;
    if (now_ < patience_ends) {
      if (state_ != State::kLobby)
        log(Level::kInfo,
            "waiting for somebody to sit down in \"" + room->name + "\": the first in it is Black");
      return wait(std::min(patience_ends, now_ + kLookAgain));
    }
  }
  if (settings_.as == Wish::kSpectator && join_by_command_ && room->users < kSeats) return wait();
  join(room->name, true);
}

void Session::join(const std::string& room, bool known) {
  target_ = room;
  target_known_ = known;
  ++join_attempts_;
  if (settings_.as == Wish::kSpectator && !join_by_command_) {
    protocol::JoinRoomRequest request;
    request.name = room;
    request.spectator = true;
    send(std::move(request));
  } else {
    protocol::JoinCommand command;
    command.room = room;
    send(std::move(command));
  }
  enter(State::kJoining, now_ + settings_.patience.reply);
}

// The course's server says nothing at all when it has no room of that name.
void Session::join_unanswered() {
  const bool again = join_attempts_ < settings_.patience.join_attempts;
  log(Level::kWarn, "no answer to joining \"" + target_ + '"' + (again ? "; asking again" : ""));
  if (settings_.as == Wish::kSpectator) join_by_command_ = true;
  if (again) return join(target_, target_known_);
  if (interrupted_) return abandon_interrupted();
  if (target_known_) {
    const std::string silent = target_;
    if (automatic()) {
      avoided_.insert(silent);
      join_attempts_ = 0;
      if (pick_room() != nullptr) return lobby();
    }
    return drop_line("the server does not let us into \"" + silent + "\", which it lists");
  }
  finish(Outcome::kNoRoom, "the server does not answer when asked for the room \"" + target_ +
                               "\": perhaps there is none of that name; " + room_list() + "; mend --room");
}

void Session::join_refused(const protocol::ErrorReply& reply) {
  using protocol::ErrorCode;
  const auto code = static_cast<ErrorCode>(reply.code);
  if (settings_.as == Wish::kSpectator && !join_by_command_ && code != ErrorCode::kRoomFull) {
    log(Level::kDebug, "the server refuses the system's join; using the game's");
    join_by_command_ = true;
    lobby();
    return;
  }
  if (code == ErrorCode::kAlreadyInRoom && join_attempts_ < settings_.patience.join_attempts) {
    log(Level::kWarn, "the server says that we are in \"" + target_ + "\" already; leaving it first");
    send(protocol::LeaveRoomRequest{});
    not_before_ = now_ + settings_.patience.between_games;
    enter(State::kLobby, not_before_);
    return;
  }
  if (code == ErrorCode::kRoomFull) {
    log(Level::kWarn, "the room \"" + target_ + "\" is full, also of spectators; waiting for a free place");
    if (automatic()) avoided_.insert(target_);
    join_attempts_ = 0;
    not_before_ = now_ + kLookAgain;
    enter(State::kLobby, not_before_);
    return;
  }
  const std::string why = explain_join_refusal(reply, target_);
  if (interrupted_) {
    log(Level::kWarn, why);
    return abandon_interrupted();
  }
  if (automatic()) {
    log(Level::kWarn, why + "; trying another");
    avoided_.insert(target_);
    lobby();
    return;
  }
  finish(Outcome::kNoRoom, why + "; " + room_list());
}

void Session::on(const protocol::JoinRoomReply& reply) {
  if (state_ != State::kJoining && state_ != State::kLobby) return;
  Room room;
  room.info = reply.room;
  room.users = reply.users;
  const auto self = std::ranges::find_if(
      room.users, [this](const protocol::UserInfo& u) { return u.id == user_id_ || u.name == own_name_; });
  room.seat = self != room.users.end() && self->player_id < 0 ? Seat::kSpectator : Seat::kPlayer;
  room_ = std::move(room);
  if (auto* known = find_room(reply.room.id)) *known = reply.room;
  join_attempts_ = 0;
  not_before_.reset();
  not_empty_after_.reset();
  lobby_since_.reset();
  enter(State::kInRoom, automatic() ? std::optional(now_ + settings_.patience.alone) : std::nullopt);
  out_.push_back(Joined{room_->info.name, room_->seat, room_->users});
  const bool watching = room_->seat == Seat::kSpectator;
  if (settings_.as == Wish::kSpectator && !watching) {
    log(Level::kWarn, "seated as a player though asked to watch; leaving until two players are there");
    join_by_command_ = true;
    leave(AfterLeave::kJoinLater);
  } else if (settings_.as != Wish::kSpectator && watching) {
    if (automatic() && !interrupted_) {
      log(Level::kInfo, "both seats of \"" + room_->info.name + "\" are taken; looking for another room");
      leave(AfterLeave::kJoinNow);
    } else {
      log(Level::kWarn, "both seats of \"" + room_->info.name + "\" are taken: watching until one is free");
    }
  }
}

// Two who chose their rooms by themselves must not wait for each other in two rooms: the one in the later
// room moves.
void Session::sit_with_another() {
  state_deadline_ = now_ + settings_.patience.alone;
  const auto players =
      std::ranges::count_if(room_->users, [](const protocol::UserInfo& u) { return u.player_id > 0; });
  if (playing() || room_->seat != Seat::kPlayer || players > 1) return;
  const auto waits = std::ranges::find_if(rooms_, [this](const protocol::RoomInfo& r) {
    return r.id < room_->info.id && r.is_game && !r.has_password && r.users == 1 &&
           !avoided_.contains(r.name);
  });
  if (waits == rooms_.end()) return;
  log(Level::kInfo, "nobody comes; joining the player who waits in \"" + waits->name + '"');
  other_room_ = waits->name;
  leave(AfterLeave::kJoinNow);
}

// The room of a game that a cut line interrupted is not to be had any more.
void Session::abandon_interrupted() {
  abort_game("the line was lost and its room cannot be joined again");
  if (all_played()) return finish_if_done();
  join_attempts_ = 0;
  lobby();
}

void Session::leave(AfterLeave after) {
  after_leave_ = after;
  stop_search();
  guard_at_ = claim_at_ = silence_at_ = verdict_at_ = std::nullopt;
  protocol::LeaveRoomRequest request;
  if (room_) {
    request.room_id = room_->info.id;
    last_room_ = room_->info.name;
  }
  send(std::move(request));
  enter(State::kLeaving, now_ + settings_.patience.reply);
}

void Session::left() {
  room_.reset();
  lobby_since_.reset();
  if (after_leave_ == AfterLeave::kFinish) {
    stopping_ = true;
    return finish_if_done();
  }
  if (after_leave_ == AfterLeave::kJoinLater) {
    not_before_ = now_ + settings_.patience.between_games;
    not_empty_after_ = now_ + settings_.patience.between_games + 2 * kLookAgain;
  }
  lobby();
}

// The server took us out of the room without our asking.
void Session::out_of_room() {
  stop_search();
  if (playing()) abort_game("the server took us out of the room");
  room_.reset();
  if (all_played()) return finish_if_done();
  not_before_ = now_ + settings_.patience.between_games;
  lobby();
}

bool Session::is_our_room(std::string_view name, std::int32_t id) const {
  if (state_ != State::kInRoom || !room_) return false;
  if (!name.empty()) return same_ignoring_case(name, room_->info.name);
  return id < 0 || id == room_->info.id;
}

bool Session::present(std::string_view name) const {
  return room_ && std::ranges::find(room_->users, name, &protocol::UserInfo::name) != room_->users.end();
}

void Session::on(const protocol::UserEnterRoom& event) {
  if (!is_our_room({}, event.room_id)) return;
  std::erase_if(room_->users, [&](const protocol::UserInfo& u) { return u.id == event.user.id; });
  room_->users.push_back(event.user);
  log(Level::kInfo, event.user.name + (event.user.player_id < 0 ? " watches" : " sits down"));
}

void Session::on(const protocol::SpectatorToPlayer& event) {
  if (!is_our_room({}, event.room_id)) return;
  change_seat(event.user_id, event.player_id);
}

void Session::on(const protocol::PlayerToSpectator& event) {
  if (!is_our_room({}, event.room_id)) return;
  change_seat(event.user_id, -1);
}

void Session::change_seat(std::int32_t user_id, std::int16_t player_id) {
  if (user_id == user_id_) room_->seat = player_id < 0 ? Seat::kSpectator : Seat::kPlayer;
  for (auto& user : room_->users)
    if (user.id == user_id) user.player_id = player_id;
}

void Session::on(const protocol::UserCountChange& event) {
  if (auto* room = find_room(event.room_id)) {
    room->users = event.users;
    if (event.spectators) room->spectators = *event.spectators;
    if (room->users == 0 && room->name == last_room_) not_empty_after_.reset();
    avoided_.erase(room->name);  // what was full may have a place now
  }
  if (state_ == State::kLobby) lobby();
}

void Session::on(const protocol::SubscribeGroup& reply) {
  for (const auto& room : reply.rooms) {
    if (auto* known = find_room(room.id))
      *known = room;
    else
      rooms_.push_back(room);
  }
}

void Session::on(const protocol::UserLost& event) { user_gone(event.user_id, true); }

void Session::on(const protocol::UserExitRoom& event) {
  if (event.user_id == user_id_) {
    if (state_ == State::kLeaving)
      left();
    else if (is_our_room({}, event.room_id))
      out_of_room();
    return;
  }
  if (is_our_room({}, event.room_id)) user_gone(event.user_id, false);
}

void Session::on(const protocol::RoomLost& event) {
  if (room_ && room_->info.id == event.room_id) {
    log(Level::kWarn, "the server has removed the room \"" + room_->info.name + '"');
    out_of_room();
  }
  std::erase_if(rooms_, [&](const protocol::RoomInfo& r) { return r.id == event.room_id; });
}

void Session::user_gone(std::int32_t user_id, bool line_lost) {
  if (state_ != State::kInRoom || !room_) return;
  const auto found = std::ranges::find(room_->users, user_id, &protocol::UserInfo::id);
  if (found == room_->users.end() || user_id == user_id_) return;
  const protocol::UserInfo user = *found;
  room_->users.erase(found);
  log(Level::kInfo, user.name + (line_lost ? " lost the line" : " left the room"));
  if (user.player_id < 0) return;
  player_gone(user.name, line_lost ? "lost the line" : "left the room");
}

void Session::on(const protocol::TextCommand& event) {
  if (is_our_room(event.room, event.room_id)) log(Level::kInfo, "message: " + event.text);
}

void Session::on(const protocol::PublicMessage& event) {
  if (!is_our_room({}, event.room_id) || event.user_id == user_id_) return;
  const auto user = std::ranges::find(room_->users, event.user_id, &protocol::UserInfo::id);
  log(Level::kInfo,
      (user == room_->users.end() ? std::string("somebody") : user->name) + " says: " + event.text);
}

}  // namespace thermodon::client
