// A lobby with clients that are plain calls: what each was sent lies in its inbox, the clock is moved by
// hand.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/server/lobby.hpp"

namespace thermodon::server {

using namespace std::chrono_literals;

class LobbyDriver {
 public:
  using Client = ConnectionId;

  explicit LobbyDriver(LobbySettings settings = {})
      : preset(settings.preset),
        lobby(std::move(settings), [this] { return "token" + std::to_string(++tokens); }) {}

  Client connect(const std::string& address = "10.0.0.1") {
    const Client client{++last_};
    open_.insert(client);
    perform(lobby.connected(now, client, address));
    return client;
  }
  void send(Client client, const protocol::Request& request) {
    // Through the wire's form, so that what is tested is what a client can say.
    const auto parsed = protocol::parse_request(protocol::to_object(request));
    REQUIRE(parsed.ok());
    perform(lobby.received(now, client, *parsed));
  }
  void cut(Client client) {
    open_.erase(client);
    perform(lobby.disconnected(now, client, "cut"));
  }
  void advance(Duration time) {
    // In steps as the shell's.
    for (const TimePoint end = now + time; now < end;) {
      now = std::min(end, now + 50ms);
      perform(lobby.tick(now));
    }
  }
  void perform(Actions actions) {
    for (Action& action : actions) {
      if (observe) observe(action);
      if (auto* sent = std::get_if<Send>(&action)) {
        CHECK_FALSE(sent->to.empty());
        for (const Client client : sent->to) {
          CHECK(open_.contains(client));
          inbox[client].push_back(sent->event);
        }
      } else if (auto* close = std::get_if<Close>(&action)) {
        open_.erase(close->connection);
      } else if (auto* ended = std::get_if<GameEnded>(&action)) {
        games.push_back(ended->record);
      } else if (auto* made = std::get_if<MoveMade>(&action)) {
        moves.push_back(*made);
      } else if (auto* started = std::get_if<GameStarted>(&action)) {
        starts.push_back(*started);
      }
    }
  }
  // A connection that was not made by connect().
  void adopt(Client client) { open_.insert(client); }
  [[nodiscard]] bool is_open(Client client) const { return open_.contains(client); }

  // The client's oldest message of a type, which with all before it is taken out of the inbox.
  template <class Message>
  std::optional<Message> take(Client client) {
    auto& messages = inbox[client];
    while (!messages.empty()) {
      const protocol::Event event = std::move(messages.front());
      messages.pop_front();
      if (const auto* found = std::get_if<Message>(&event)) return *found;
    }
    return std::nullopt;
  }
  // Whether such a message waits.
  template <class Message>
  [[nodiscard]] bool has(Client client) {
    for (const auto& event : inbox[client])
      if (std::holds_alternative<Message>(event)) return true;
    return false;
  }
  void clear() { inbox.clear(); }

  // --- shortcuts
  Client shake(const std::string& address = "10.0.0.1") {
    const Client client = connect(address);
    send(client, protocol::HandshakeRequest{"1.6.1", "test", true, {}});
    return client;
  }
  static protocol::LoginRequest login(const std::string& name, const std::string& as = "",
                                      bool series = false) {
    protocol::LoginRequest request;
    request.zone = "cosc322-2";
    request.name = name;
    if (!as.empty() || series) request.wishes = protocol::LoginWishes{as, series};
    return request;
  }
  Client enter(const std::string& name, const std::string& as = "", bool series = false) {
    const Client client = shake();
    send(client, login(name, as, series));
    const auto reply = take<protocol::LoginReply>(client);
    REQUIRE(reply);
    ids[client] = reply->user_id;
    return client;
  }
  void join(Client client, const std::string& room = "Okanagan Lake") {
    send(client, protocol::JoinCommand{room});
  }
  Client seat(const std::string& name, const std::string& as = "", bool series = false,
              const std::string& room = "Okanagan Lake") {
    const Client client = enter(name, as, series);
    join(client, room);
    return client;
  }
  // "d10-d4/c3"
  void move(Client client, const std::string& text, std::int32_t room_id = 0) {
    const auto move = rules::parse_move(text);
    REQUIRE(move.ok());
    protocol::MoveCommand command;
    command.room_id = room_id;
    command.move = protocol::to_wire(*move, preset);
    send(client, command);
  }
  std::string last_text(Client client) {
    std::string text;
    for (const auto& event : inbox[client])
      if (const auto* message = std::get_if<protocol::TextCommand>(&event)) text = message->text;
    return text;
  }

  TimePoint now{1h};
  protocol::Preset preset;
  int tokens = 0;
  std::map<Client, std::deque<protocol::Event>> inbox;
  std::map<Client, std::int32_t> ids;
  std::vector<GameStarted> starts;
  std::vector<MoveMade> moves;
  std::vector<game::GameRecord> games;
  std::function<void(const Action&)> observe;  // may be empty
  Lobby lobby;

 private:
  std::uint64_t last_ = 0;
  std::set<Client> open_;
};

}  // namespace thermodon::server
