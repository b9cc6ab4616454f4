// The line and the login.
#include "thermodon/client/session.hpp"

#include <algorithm>

#include "client/refusals.hpp"

namespace thermodon::client {

std::string_view to_string(Wish wish) noexcept {
  switch (wish) {
    case Wish::kAny:
      return "any";
    case Wish::kBlack:
      return "black";
    case Wish::kWhite:
      return "white";
    case Wish::kSpectator:
      return "spectator";
  }
  return "any";
}

std::string_view to_string(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::kDone:
      return "done";
    case Outcome::kStopped:
      return "stopped";
    case Outcome::kRefused:
      return "refused";
    case Outcome::kNoRoom:
      return "no-room";
    case Outcome::kNoServer:
      return "no-server";
    case Outcome::kAborted:
      return "aborted";
    case Outcome::kOwnFault:
      return "own-fault";
  }
  return "done";
}

Session::Session(Settings settings) : settings_(std::move(settings)), pause_(settings_.patience.first_pause) {
  settings_.margin = std::min(settings_.margin, settings_.move_time / 2);
}

std::string_view Session::state_name() const noexcept {
  switch (state_) {
    case State::kIdle:
      return "not started";
    case State::kConnecting:
      return "connecting";
    case State::kHandshaking:
      return "greeting the server";
    case State::kLoggingIn:
      return "logging in";
    case State::kLobby:
      return "looking for a room";
    case State::kJoining:
      return "joining a room";
    case State::kInRoom:
      if (!playing() || interrupted_) return "waiting for a game";
      if (!game_->own()) return "watching";
      return game_->own_turn() ? "thinking" : "waiting for the opponent";
    case State::kLeaving:
      return "leaving the room";
    case State::kPausing:
      return "waiting to connect again";
    case State::kFinished:
      return "finished";
  }
  return "";
}

// --- small steps

void Session::send(protocol::Request request) {
  last_request_ = now_;
  out_.push_back(Send{std::move(request)});
}

void Session::log(Level level, std::string text) { out_.push_back(Log{level, std::move(text)}); }

void Session::enter(State state, std::optional<TimePoint> deadline) {
  state_ = state;
  state_deadline_ = deadline;
}

// The trouble is over: from now on a fault starts with the shortest pause again.
void Session::settle() {
  trouble_since_.reset();
  settles_at_.reset();
  pause_ = settings_.patience.first_pause;
}

void Session::finish(Outcome outcome, std::string why) {
  if (state_ == State::kFinished) return;
  if (playing()) abort_game("this client ended: " + why);
  if (state_ != State::kPausing && state_ != State::kIdle) out_.push_back(Disconnect{});
  enter(State::kFinished, std::nullopt);
  out_.push_back(Finish{outcome, std::move(why)});
}

// A player who only watches for want of a seat has not had its game yet.
int Session::games_done() const {
  return settings_.as == Wish::kSpectator ? tally_.watched : tally_.won + tally_.lost;
}

bool Session::all_played() const { return settings_.games > 0 && games_done() >= settings_.games; }

// Ends the session after its last game, or when it was told to stop.
void Session::finish_if_done() {
  if (!all_played() && !stopping_) return;
  if (tally_.own_faults > 0)
    finish(Outcome::kOwnFault,
           std::to_string(tally_.own_faults) + " game(s) lost by our own fault; see the log");
  else if (all_played())
    finish(Outcome::kDone, "all games are played");
  else if (settings_.games == 0)
    finish(Outcome::kDone, "stopped");
  else
    finish(Outcome::kStopped, "stopped after " + std::to_string(games_done()) + " of " +
                                  std::to_string(settings_.games) + " games");
}

void Session::lose_line(std::string_view why, Duration least_pause) {
  if (state_ == State::kFinished) return;
  stop_search();
  room_.reset();
  guard_at_ = claim_at_ = silence_at_ = verdict_at_ = std::nullopt;
  if (settles_at_ && now_ >= *settles_at_) settle();
  settles_at_.reset();
  if (stopping_ || all_played()) {
    enter(State::kPausing, std::nullopt);  // there is no line to be closed
    finish_if_done();
    return;
  }
  if (playing() && !interrupted_) {
    interrupted_ = true;
    log(Level::kWarn, "the line was lost in the game " + game_->record().black + " - " +
                          game_->record().white + " after move " +
                          std::to_string(game_->record().moves.size()));
  }
  if (!trouble_since_) trouble_since_ = now_;
  const Duration give_up = settings_.patience.give_up;
  if (give_up.count() > 0 && now_ - *trouble_since_ >= give_up) {
    finish(
        Outcome::kNoServer,
        std::string(why) + "; given up after " +
            std::to_string(std::chrono::duration_cast<std::chrono::seconds>(now_ - *trouble_since_).count()) +
            " s of trouble (--give-up sets how long to go on)");
    return;
  }
  const Duration pause = std::max(pause_, least_pause);
  pause_ = std::min(pause_ * 2, settings_.patience.longest_pause);
  log(Level::kWarn, std::string(why) + "; trying again in " + std::to_string(pause.count()) + " ms");
  enter(State::kPausing, now_ + pause);
}

void Session::drop_line(std::string_view why) {
  out_.push_back(Disconnect{});
  lose_line(why);
}

// --- inputs

Actions Session::start(TimePoint now) {
  now_ = now;
  last_request_ = now;
  enter(State::kConnecting, now + 2 * settings_.patience.connect);
  out_.push_back(Connect{});
  return std::exchange(out_, {});
}

Actions Session::connected(TimePoint now) {
  now_ = now;
  if (state_ != State::kConnecting) return std::exchange(out_, {});
  unreadable_ = 0;
  farewell_.reset();
  protocol::HandshakeRequest handshake;
  handshake.client = "Thermodon";
  send(std::move(handshake));
  enter(State::kHandshaking, now + settings_.patience.reply);
  return std::exchange(out_, {});
}

Actions Session::disconnected(TimePoint now, std::string_view why) {
  now_ = now;
  if (state_ == State::kFinished || state_ == State::kPausing || state_ == State::kIdle)
    return std::exchange(out_, {});
  if (state_ == State::kLeaving && after_leave_ == AfterLeave::kFinish) {
    stopping_ = true;
    enter(State::kPausing, std::nullopt);
    finish_if_done();
    return std::exchange(out_, {});
  }
  if (was_logged_in_ && state_ != State::kConnecting) ++tally_.reconnections;
  if (farewell_) {
    // A second login under the same name throws this one out: coming back at once would do the same to it.
    // Nor does a server that we ask too much want us back at once.
    constexpr Duration kAfterKick{10'000};
    lose_line(*farewell_, kAfterKick);
  } else {
    lose_line(why);
  }
  return std::exchange(out_, {});
}

Actions Session::received(TimePoint now, const protocol::Event& event) {
  now_ = now;
  if (state_ == State::kFinished || state_ == State::kPausing) return {};
  std::visit([this](const auto& message) { on(message); }, event);
  return std::exchange(out_, {});
}

Actions Session::unreadable(TimePoint now, std::string_view what) {
  now_ = now;
  if (state_ == State::kFinished || state_ == State::kPausing) return {};
  constexpr int kTooMany =
      200;  // on one line: then whatever is at the other end does not speak this protocol
  constexpr int kLogged = 10;
  ++unreadable_;
  if (unreadable_ <= kLogged)
    log(Level::kWarn, "skipped a message that cannot be read: " + std::string(what) +
                          (unreadable_ == kLogged ? " (more of them are not logged)" : ""));
  if (unreadable_ > kTooMany) drop_line("the server sends nothing but unreadable messages");
  return std::exchange(out_, {});
}

Actions Session::tick(TimePoint now) {
  now_ = now;
  if (state_ == State::kFinished || state_ == State::kIdle) return {};
  if (settles_at_ && now >= *settles_at_) settle();
  if (state_deadline_ && now >= *state_deadline_) {
    state_deadline_.reset();
    state_timer();
  }
  if (state_ == State::kInRoom) game_timers();
  const bool logged_in = state_ == State::kLobby || state_ == State::kInRoom;
  if (logged_in && now - last_request_ >= settings_.patience.idle) {
    log(Level::kDebug, "a harmless request, so that the server does not drop us as idle");
    protocol::SubscribeGroup harmless;
    harmless.group = "default";
    send(std::move(harmless));
  }
  return std::exchange(out_, {});
}

Actions Session::stop(TimePoint now, bool at_once) {
  now_ = now;
  if (state_ == State::kFinished) return {};
  const bool again = std::exchange(stopping_, true);
  if (playing() && game_->own() && !interrupted_ && !at_once && !again) {
    log(Level::kWarn, "stopping after this game; once more to leave it at once");
    return std::exchange(out_, {});
  }
  if (playing()) abort_game("this client was told to stop");
  if (state_ == State::kInRoom)
    leave(AfterLeave::kFinish);
  else if (state_ != State::kLeaving || again)
    finish_if_done();
  else
    after_leave_ = AfterLeave::kFinish;
  return std::exchange(out_, {});
}

std::optional<TimePoint> Session::next_tick() const {
  if (state_ == State::kFinished || state_ == State::kIdle) return std::nullopt;
  std::optional<TimePoint> next = state_deadline_;
  const auto sooner = [&next](const std::optional<TimePoint>& t) {
    if (t && (!next || *t < *next)) next = t;
  };
  if (state_ == State::kInRoom)
    for (const auto& t : {guard_at_, claim_at_, silence_at_, verdict_at_}) sooner(t);
  if (state_ == State::kLobby || state_ == State::kInRoom) sooner(last_request_ + settings_.patience.idle);
  return next;
}

void Session::state_timer() {
  switch (state_) {
    case State::kConnecting:
      drop_line("no connection was made in time");
      break;
    case State::kHandshaking:
      drop_line("the server does not answer the greeting: is it an SFS2X server, and the port right?");
      break;
    case State::kLoggingIn:
      drop_line("the server does not answer the login");
      break;
    case State::kLobby:
      lobby();
      break;
    case State::kJoining:
      join_unanswered();
      break;
    case State::kLeaving:
      log(Level::kDebug, "the server did not confirm that we left the room");
      left();
      break;
    case State::kPausing:
      enter(State::kConnecting, now_ + 2 * settings_.patience.connect);
      out_.push_back(Connect{});
      break;
    case State::kInRoom:
      sit_with_another();
      break;
    case State::kIdle:
    case State::kFinished:
      break;
  }
}

// --- handshake and login

std::string Session::wanted_name() const {
  if (name_number_ == 1 || settings_.name.empty()) return settings_.name;
  return settings_.name + "-" + std::to_string(name_number_);
}

void Session::on(const protocol::HandshakeReply& reply) {
  if (state_ != State::kHandshaking) return;
  token_ = reply.token;
  log_in();
}

void Session::log_in() {
  protocol::LoginRequest login;
  login.zone = settings_.zone;
  login.name = wanted_name();
  login.password_hash = protocol::password_hash(token_, settings_.password);
  protocol::LoginWishes wishes;
  wishes.as = to_string(settings_.as);
  wishes.series = settings_.games != 1;
  login.wishes = std::move(wishes);
  send(std::move(login));
  enter(State::kLoggingIn, now_ + settings_.patience.reply);
}

void Session::on(const protocol::LoginReply& reply) {
  if (state_ != State::kLoggingIn) return;
  if (!settings_.name.empty() && reply.name != wanted_name())
    log(Level::kWarn, "the server calls us \"" + reply.name + "\" instead of \"" + wanted_name() + '"');
  own_name_ = reply.name;
  user_id_ = reply.user_id;
  rooms_ = reply.rooms;
  seats_by_wish_ = reply.reconnection_seconds > 0;
  was_logged_in_ = true;
  settles_at_ = now_ + settings_.patience.settled;
  avoided_.clear();
  join_attempts_ = 0;
  not_before_.reset();
  not_empty_after_.reset();
  out_.push_back(LoggedIn{own_name_, reply.zone, rooms_});
  lobby();
}

void Session::on(const protocol::ErrorReply& reply) {
  using protocol::SystemAction;
  if (reply.action == static_cast<std::int16_t>(SystemAction::kHandshake) && state_ == State::kHandshaking)
    login_refused(reply);
  else if (reply.action == static_cast<std::int16_t>(SystemAction::kLogin) && state_ == State::kLoggingIn)
    login_refused(reply);
  else if (reply.action == static_cast<std::int16_t>(SystemAction::kJoinRoom) && state_ == State::kJoining)
    join_refused(reply);
  else
    log(Level::kDebug, "the server refused request " + std::to_string(reply.action) + " with code " +
                           std::to_string(reply.code));
}

void Session::login_refused(const protocol::ErrorReply& reply) {
  const Refusal refusal = explain_login_refusal(reply, settings_, wanted_name());
  switch (refusal.remedy) {
    case Remedy::kGiveUp:
      finish(Outcome::kRefused, refusal.text);
      return;
    case Remedy::kTryLater:
      drop_line(refusal.text);
      return;
    case Remedy::kOtherName:
      break;
  }
  if (was_logged_in_) {
    // Ours from before the line was cut: the server has not noticed yet that nobody is there.
    drop_line("the server still holds our old login under this name");
  } else if (settings_.rename && !settings_.name.empty()) {
    const std::string taken = wanted_name();
    ++name_number_;
    log(Level::kWarn, "the name \"" + taken + "\" is in use; logging in as \"" + wanted_name() + '"');
    log_in();
  } else {
    finish(Outcome::kRefused, refusal.text);
  }
}

void Session::on(const protocol::Disconnection& event) {
  switch (event.reason) {
    case 0:
      farewell_ = "the server dropped us as idle";
      break;
    case 2:
      finish(Outcome::kRefused, "the server has banned \"" + own_name_ + "\"; ask its owner");
      return;
    default:
      farewell_ = "the server threw us out: perhaps another program logged in as \"" + own_name_ +
                  "\" (a --name of its own for each avoids that), or we sent more requests at a time than "
                  "the server takes";
      if (settings_.rename && !settings_.name.empty()) ++name_number_;
      break;
  }
  log(Level::kWarn, *farewell_);
}

}  // namespace thermodon::client
