// Every capture of the official clients, replayed: given the clients' bytes, the lobby says what the captured
// server said, message by message and in the same order.
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "support/captures.hpp"
#include "support/catch.hpp"
#include "thermodon/server/lobby.hpp"
#include "thermodon/sfs2x/frame.hpp"

namespace thermodon::server {
namespace {

using sfs2x::Object;
using test::CapturedFrame;

Object decode(const std::vector<std::uint8_t>& bytes) {
  sfs2x::FrameReader reader;
  reader.push(bytes);
  const auto frame = reader.next();
  REQUIRE(frame);
  REQUIRE(frame->error == sfs2x::FrameError::kNone);
  REQUIRE(reader.pending() == 0);
  return frame->body;
}

const Object& params(const Object& envelope) {
  const Object* p = envelope.object("p");
  REQUIRE(p != nullptr);
  return *p;
}

std::string command_of(const Object& envelope) {
  const std::string* command = params(envelope).string("c");
  return command != nullptr ? *command : std::string();
}

std::string text(const Object& object) { return sfs2x::to_text(object, 10'000); }

// `envelope` without what our checked games say beyond the course's server.
Object as_the_course_says(const Object& envelope) {
  const Object* inner = params(envelope).object("p");
  if (inner == nullptr) return envelope;
  const bool lost = command_of(envelope) == "cosc322.game-state.userlost";
  Object kept;
  for (const auto& [key, value] : inner->entries()) {
    const bool course_key = key == "game-state" || key.starts_with("player-") || key.starts_with("queen-") ||
                            key == "arrow-position" || key.starts_with("__") || (key == "room.name" && !lost);
    if (course_key) kept.put(key, value);
  }
  Object outer = params(envelope);
  outer.put("p", kept);
  Object result = envelope;
  result.put("p", outer);
  return result;
}

struct Player {
  std::string name;  // of the capture
  ConnectionId id{};
  std::vector<CapturedFrame> transcript;
  std::size_t at = 0;
  std::deque<Object> received;
};

class Replay {
 public:
  explicit Replay(LobbySettings settings)
      : checked_(settings.rules == Rules::kChecked), lobby_(std::move(settings), [this] { return token_; }) {}

  // Plays captures that ran at the same time, in the order of their connecting. `ends` are cut when nobody
  // can go on.
  void play(const std::vector<std::string>& names, const std::vector<std::string>& ends) {
    std::vector<Player> players;
    for (const std::string& name : names) {
      Player player;
      player.name = name;
      player.id = ConnectionId{++last_id_};
      player.transcript = test::load_capture(name);
      players.push_back(std::move(player));
    }
    current_ = &players;
    for (Player& player : players) perform(lobby_.connected(now_, player.id, "127.0.0.1"));
    pump(players);
    for (const std::string& name : ends) {
      for (Player& player : players)
        if (player.name == name) perform(lobby_.disconnected(now_, player.id, "end of the capture"));
      pump(players);
    }
    for (Player& player : players) {
      INFO(player.name);
      CHECK(player.received.empty());
      // What remains came to a client that had gone: the captured server told the leaver, too, what it told
      // the zone.
      for (; player.at < player.transcript.size(); ++player.at) {
        INFO("frame " << player.at << ' ' << player.transcript[player.at].title);
        CHECK_FALSE(player.transcript[player.at].from_client);
        CHECK(player.transcript[player.at].action == 1001);
      }
      perform(lobby_.disconnected(now_, player.id, "the end"));
    }
  }

 private:
  void pump(std::vector<Player>& players) {
    for (bool moved = true; moved;) {
      moved = false;
      for (Player& player : players)
        while (step(player)) moved = true;
    }
  }

  bool step(Player& player) {
    if (player.at >= player.transcript.size()) return false;
    const CapturedFrame& frame = player.transcript[player.at];
    const Object captured = decode(frame.bytes);
    INFO(player.name << " frame " << player.at << ' ' << frame.title);
    if (frame.from_client) {
      const auto request = protocol::parse_request(captured);
      REQUIRE(request.ok());
      if (std::holds_alternative<protocol::HandshakeRequest>(*request)) token_ = coming_token(player);
      ++player.at;
      perform(lobby_.received(now_, player.id, *request));
      return true;
    }
    while (checked_ && !player.received.empty() && is_ours(player.received.front(), captured))
      player.received.pop_front();
    if (player.received.empty()) return false;
    Object got = player.received.front();
    player.received.pop_front();
    if (checked_) got = as_the_course_says(got);
    const Object wanted = checked_ ? as_the_course_says(captured) : captured;
    CHECK(text(got) == text(wanted));
    CHECK(got == wanted);
    ++player.at;
    return true;
  }

  // Messages of checked games that the course's server does not send.
  static bool is_ours(const Object& got, const Object& wanted) {
    const std::string command = command_of(got);
    return command == "cosc322.game-state.textmessage" || command == "cosc322.game-state.result" ||
           (command == "cosc322.game-action.start" && command_of(wanted) != command);
  }

  static std::string coming_token(const Player& player) {
    for (std::size_t i = player.at; i < player.transcript.size(); ++i) {
      if (player.transcript[i].from_client || player.transcript[i].action != 0) continue;
      return *params(decode(player.transcript[i].bytes)).string("tk");
    }
    return "none";
  }

  void perform(const Actions& actions) {
    for (const Action& action : actions) {
      const auto* send = std::get_if<Send>(&action);
      if (send == nullptr) continue;
      for (const ConnectionId id : send->to)
        for (Player& player : *current_)
          if (player.id == id) player.received.push_back(protocol::to_object(send->event));
    }
  }

  bool checked_;
  std::string token_;
  TimePoint now_{std::chrono::hours(1)};
  std::uint64_t last_id_ = 0;
  std::vector<Player>* current_ = nullptr;
  Lobby lobby_;
};

LobbySettings settings_for(Rules rules) {
  LobbySettings settings = rules == Rules::kRelay ? relay_settings() : LobbySettings();
  settings.user_count_interval = Duration(0);  // as the captured server, which did not batch them
  settings.grace = Duration(0);
  settings.limits.max_message = 500'000;
  return settings;
}

TEST_CASE("captures of the course client 2.1 replay: a game, a visitor in the lobby, a refused name") {
  const Rules rules = GENERATE(Rules::kRelay, Rules::kChecked);
  LobbySettings settings = settings_for(rules);
  Replay replay(settings);
  replay.play({"java21_player_black", "java21_spectator_lobby", "java21_player_white"}, {});
}

TEST_CASE("a capture of a name that is not welcome replays") {
  LobbySettings settings = settings_for(Rules::kRelay);
  settings.users.registered_only = true;
  Replay replay(settings);
  replay.play({"java21_login_error2"}, {});
}

TEST_CASE("captures of a person's game with a spectator replay") {
  const Rules rules = GENERATE(Rules::kRelay, Rules::kChecked);
  Replay replay(settings_for(rules));
  replay.play(
      {"java21_humanplayer_gui_guest_black", "java21_player_white_vs_human", "java21_spectator_gui_guest"},
      {"java21_humanplayer_gui_guest_black", "java21_spectator_gui_guest"});
}

TEST_CASE("the capture of a join and a logout replays") {
  const Rules rules = GENERATE(Rules::kRelay, Rules::kChecked);
  Replay replay(settings_for(rules));
  replay.play({"java21_cosc322test_join_logout"}, {});
}

TEST_CASE("captures of the course client of 2017 replay, with a broken line") {
  const Rules rules = GENERATE(Rules::kRelay, Rules::kChecked);
  Replay replay(settings_for(rules));
  replay.play({"java2017_player_black", "java2017_player_white"}, {"java2017_player_white"});
}

TEST_CASE("captures of the official JavaScript client replay") {
  const Rules rules = GENERATE(Rules::kRelay, Rules::kChecked);
  Replay replay(settings_for(rules));
  replay.play({"js186_ws_player_black", "js186_ws_player_white"}, {"js186_ws_player_white"});
  replay.play({"js186_ws_bad_zone"}, {});
  if (rules == Rules::kRelay) replay.play({"js186_ws_unknown_room"}, {});
}

TEST_CASE("no capture is left out") { CHECK(test::capture_names().size() == 14); }

}  // namespace
}  // namespace thermodon::server
