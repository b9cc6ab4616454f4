// One JSON connection, as the gateway knows it.
#pragma once

#include <deque>

#include "server/live/gateway.hpp"

namespace thermodon::server {

struct Gateway::Session {
  struct User {
    std::string name;
    bool player = false;
  };
  struct Analysis {
    Json id;
    int multipv = 1;
    std::vector<search::SearchInfo> lines;  // of the depth that is being reported
  };

  ConnectionId id{};
  std::string token;       // of the lobby's handshake
  std::string zone, name;  // empty until logged in
  std::optional<std::int32_t> room_id;
  std::string room;
  std::map<std::int32_t, User> users;  // in the room, with oneself
  Rate rate;
  int bad_messages = 0;
  Json ref;  // of the request that is being carried out, or was last
  std::optional<Analysis> analysis;
  std::optional<protocol::LoginRequest> login;  // waits for its password to be checked
  int wrong_passwords = 0;
  bool entering = false;            // a login, resumption or logout is not answered yet
  std::deque<std::string> waiting;  // messages that came behind it

  [[nodiscard]] bool logged_in() const noexcept { return !name.empty(); }
  [[nodiscard]] LiveView::Key key() const { return {zone, room}; }
};

}  // namespace thermodon::server
