// Drives a client session by plain calls: a server, an opponent, an engine and a clock in a few lines.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "thermodon/client/session.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::client::test {

using namespace std::chrono_literals;
using protocol::RoomInfo;
using protocol::UserInfo;
using rules::Color;

inline constexpr std::int32_t kOwnId = 7;
inline constexpr std::int32_t kPeerId = 8;

inline RoomInfo room(std::int32_t id, std::string name, std::int16_t users = 0) {
  RoomInfo r;
  r.id = id;
  r.name = std::move(name);
  r.users = users;
  return r;
}

inline UserInfo user(std::int32_t id, std::string name, std::int16_t player_id) {
  UserInfo u;
  u.id = id;
  u.name = std::move(name);
  u.player_id = player_id;
  return u;
}

inline protocol::ErrorReply error_reply(std::int16_t action, std::int16_t code) {
  protocol::ErrorReply e;
  e.action = action;
  e.code = code;
  return e;
}

inline Settings settings() {
  Settings s;
  s.zone = "cosc322-2";
  s.name = "me";
  s.room = "Oyama Lake";
  s.preset = protocol::default_preset();
  return s;
}

// A legal move chosen by `seed` alone.
inline rules::Move some_move(const rules::Position& position, std::size_t seed = 0) {
  const auto moves = rules::legal_moves(position);
  return moves.at((seed * 7919 + 13) % moves.size());
}

class Driver {
 public:
  explicit Driver(Settings s = settings()) : preset(s.preset), session(std::move(s)) {}

  // --- inputs; each stores its actions in `last` and adds them to `all`
  void take(Actions actions) {
    last = std::move(actions);
    all.insert(all.end(), last.begin(), last.end());
  }
  void start() { take(session.start(now)); }
  void connected() { take(session.connected(now)); }
  void cut(const std::string& why = "the line was cut") { take(session.disconnected(now, why)); }
  void event(const protocol::Event& e) { take(session.received(now, e)); }
  void wait(Duration d) {  // every timer on the way fires at its time
    const TimePoint until = now + d;
    while (const auto next = session.next_tick()) {
      if (*next > until) break;
      now = std::max(now, *next);
      take(session.tick(now));
    }
    now = std::max(now, until);
  }
  // To the next timer.
  void wait_for_timer() {
    const auto next = session.next_tick();
    REQUIRE(next);
    now = std::max(now, *next);
    take(session.tick(now));
  }
  void answer(std::optional<rules::Move> move) { take(session.searched(now, search().number, move, {})); }
  void think(std::size_t seed = 0, Duration taken = 10ms) {
    now += taken;
    answer(some_move(search().position, seed));
  }

  // --- a server's usual messages
  void shake_hands() {
    protocol::HandshakeReply reply;
    reply.token = "78b1e6d775cec5260001af137a79dbd5";
    event(reply);
  }
  void login(std::vector<RoomInfo> rooms = {room(0, "Okanagan Lake"), room(6, "Oyama Lake")},
             std::string name = "me") {
    protocol::LoginReply reply;
    reply.user_id = kOwnId;
    reply.name = std::move(name);
    reply.zone = "cosc322-2";
    reply.rooms = std::move(rooms);
    event(reply);
  }
  void to_login() {
    start();
    connected();
    shake_hands();
  }
  void to_lobby() {
    to_login();
    login();
  }
  void come_back() {  // after a cut line
    wait_for_timer();
    REQUIRE(has<Connect>());
    connected();
    shake_hands();
    login();
  }
  void joined(std::vector<UserInfo> users, RoomInfo r = room(6, "Oyama Lake", 1)) {
    protocol::JoinRoomReply reply;
    reply.room = std::move(r);
    reply.users = std::move(users);
    event(reply);
  }
  void board(const rules::Position& position) {
    protocol::BoardCommand b;
    b.room = "Oyama Lake";
    b.board = protocol::to_wire(position, preset);
    event(b);
  }
  void start_message(const std::string& black, const std::string& white) {
    protocol::StartCommand s;
    s.room = "Oyama Lake";
    s.black = black;
    s.white = white;
    s.room_id = 6;
    event(s);
  }
  void as_black() {  // joins first
    joined({user(kOwnId, "me", 1)});
    board(rules::Position::start({}, Color::kBlack));
    protocol::UserEnterRoom enter;
    enter.room_id = 6;
    enter.user = user(kPeerId, "peer", 2);
    event(enter);
    start_message("me", "peer");
  }
  void as_white() {  // joins second
    joined({user(kPeerId, "peer", 1), user(kOwnId, "me", 2)});
    board(rules::Position::start({}, Color::kBlack));
    start_message("peer", "me");
  }
  void to_game(Color own) {
    to_lobby();
    own == Color::kBlack ? as_black() : as_white();
  }
  void peer_wire(const protocol::WireMove& move) {
    protocol::MoveCommand m;
    m.room = "Oyama Lake";
    m.room_id = 6;
    m.move = move;
    event(m);
  }
  void peer_move(rules::Move move) { peer_wire(protocol::to_wire(move, preset)); }
  void peer_moves(std::size_t seed = 0) { peer_move(some_move(position(), seed)); }
  void left(std::int32_t id) {
    protocol::UserExitRoom e;
    e.user_id = id;
    e.room_id = 6;
    event(e);
  }
  void lost(std::int32_t id) {
    protocol::UserLost e;
    e.user_id = id;
    event(e);
  }
  void player_lost(const std::string& name, const std::string& room_name = "") {
    protocol::PlayerLost e;
    e.player = name;
    e.room = room_name;
    event(e);
  }
  void count(std::int32_t id, std::int16_t users) {
    protocol::UserCountChange e;
    e.room_id = id;
    e.users = users;
    event(e);
  }
  // Our own server's; with a board as it is told again to those who may have missed it.
  void tell_result(Color winner, const std::string& reason, std::optional<rules::Position> last_board = {}) {
    protocol::ResultCommand e;
    e.room = "Oyama Lake";
    e.color = rules::to_string(winner);
    e.winner = session.game() != nullptr ? session.game()->name_of(winner) : "me";
    e.reason = reason;
    if (last_board) {
      e.black = session.game() != nullptr ? session.game()->record().black : "me";
      e.white = session.game() != nullptr ? session.game()->record().white : "peer";
      e.board = protocol::to_wire(*last_board, preset);
    }
    event(e);
  }
  // A random game to its end, at most `plies` of it.
  void play_on(std::size_t plies = 200, std::size_t seed = 1) {
    for (std::size_t i = 0; i < plies && running(); ++i) {
      if (!rules::has_legal_move(position()))
        tell_result(!position().side_to_move(), "no-moves");
      else if (session.game()->own_turn())
        think(seed + i);
      else
        peer_moves(seed + i);
    }
  }

  // --- what came out
  template <class T>
  [[nodiscard]] std::vector<T> get_all() const {
    std::vector<T> found;
    for (const auto& a : all)
      if (const auto* t = std::get_if<T>(&a)) found.push_back(*t);
    return found;
  }
  template <class T>
  [[nodiscard]] bool has() const {
    return std::any_of(last.begin(), last.end(),
                       [](const Action& a) { return std::holds_alternative<T>(a); });
  }
  template <class T>
  [[nodiscard]] T get() const {  // the last one in `last`
    for (auto a = last.rbegin(); a != last.rend(); ++a)
      if (const auto* t = std::get_if<T>(&*a)) return *t;
    FAIL("no such action");
    throw 0;
  }
  template <class R>
  [[nodiscard]] static std::vector<R> requests_in(const Actions& actions) {
    std::vector<R> found;
    for (const auto& a : actions)
      if (const auto* s = std::get_if<Send>(&a))
        if (const auto* r = std::get_if<R>(&s->request)) found.push_back(*r);
    return found;
  }
  template <class R>
  [[nodiscard]] bool sent() const {
    return !requests_in<R>(last).empty();
  }
  template <class R>
  [[nodiscard]] R request() const {
    const auto found = requests_in<R>(last);
    REQUIRE_FALSE(found.empty());
    return found.back();
  }
  template <class R>
  [[nodiscard]] std::size_t sent_so_far() const {
    return requests_in<R>(all).size();
  }
  [[nodiscard]] StartSearch search() const {
    const auto searches = get_all<StartSearch>();
    REQUIRE_FALSE(searches.empty());
    return searches.back();
  }
  [[nodiscard]] bool logged(const std::string& part) const {
    return std::any_of(all.begin(), all.end(), [&](const Action& a) {
      const auto* l = std::get_if<Log>(&a);
      return l != nullptr && l->text.find(part) != std::string::npos;
    });
  }
  [[nodiscard]] const rules::Position& position() const {
    REQUIRE(session.game() != nullptr);
    return session.game()->position();
  }
  [[nodiscard]] bool running() const { return session.game() != nullptr && !session.game()->over(); }
  [[nodiscard]] game::GameResult result() const {
    REQUIRE(session.game() != nullptr);
    REQUIRE(session.game()->record().result);
    return *session.game()->record().result;
  }
  [[nodiscard]] Finish finished() const {
    const auto f = get_all<Finish>();
    REQUIRE(f.size() == 1);
    REQUIRE(session.finished());
    return f.front();
  }

  protocol::Preset preset;
  Session session;
  TimePoint now{1'000s};
  Actions last, all;
};

}  // namespace thermodon::client::test
