// Collects the actions of one call of the lobby.
#pragma once

#include <string>
#include <utility>

#include "server/model.hpp"

namespace thermodon::server {

class Outbox {
 public:
  void send(const Line& line, protocol::Event event);
  void send(const User& user, protocol::Event event);  // nothing while his line is broken
  void send(const Member& member, protocol::Event event);
  // To everybody who is present in the room, but `except`.
  void send(const Room& room, protocol::Event event, const User* except = nullptr);
  // To everybody who is logged in to the zone.
  void send(const Zone& zone, protocol::Event event);
  void add(Action action) { actions_.push_back(std::move(action)); }
  void log(Level level, std::string text) { add(Log{level, std::move(text)}); }
  [[nodiscard]] const Actions& actions() const noexcept { return actions_; }
  [[nodiscard]] Actions take() { return std::exchange(actions_, {}); }

 private:
  void send(std::vector<ConnectionId> to, protocol::Event event);

  Actions actions_;
};

}  // namespace thermodon::server
