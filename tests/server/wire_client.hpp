// A client over real sockets that keeps every event it is sent.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "support/catch.hpp"
#include "support/loop.hpp"
#include "thermodon/net/connect.hpp"
#include "thermodon/protocol/messages.hpp"

namespace thermodon::server {

class WireClient {
 public:
  WireClient(boost::asio::io_context& io, net::Kind kind, std::uint16_t port) : io_(io) {
    net::ConnectOptions options;
    options.kind = kind;
    options.host = "127.0.0.1";
    options.port = port;
    net::Failure failure;
    const auto connecting =
        net::connect(io, options, [&](net::Failure why, std::unique_ptr<net::Transport> line) {
          failure = std::move(why);
          line_ = std::move(line);
        });
    REQUIRE(test::run_until(io, [&] { return failure || line_; }));
    REQUIRE_FALSE(failure);
    line_->start({[this](const sfs2x::FrameReader::Frame& frame) {
                    REQUIRE(frame.error == sfs2x::FrameError::kNone);
                    const auto event = protocol::parse_event(frame.body);
                    REQUIRE(event.ok());
                    events_.push_back(*event);
                  },
                  [this](net::Failure why) { closed = std::move(why); }});
  }

  void send(const protocol::Request& request) {
    line_->send(sfs2x::make_frame(protocol::to_object(request)));
  }
  // The oldest message of a type that has come; it and what came before it are dropped.
  template <class Message>
  std::optional<Message> take() {
    while (!events_.empty()) {
      const protocol::Event event = std::move(events_.front());
      events_.pop_front();
      if (const auto* message = std::get_if<Message>(&event)) return *message;
    }
    return std::nullopt;
  }
  // The oldest event that has come.
  std::optional<protocol::Event> next() {
    if (events_.empty()) return std::nullopt;
    protocol::Event event = std::move(events_.front());
    events_.pop_front();
    return event;
  }
  // Waits for one of a type.
  template <class Message>
  Message wait() {
    std::optional<Message> found;
    REQUIRE(test::run_until(io_, [&] { return (found = take<Message>()).has_value(); }));
    return *found;
  }
  void enter(const std::string& name, const std::string& room) {
    send(protocol::HandshakeRequest{"1.6.1", "test", true, {}});
    wait<protocol::HandshakeReply>();
    protocol::LoginRequest login;
    login.zone = "cosc322-2";
    login.name = name;
    send(login);
    wait<protocol::LoginReply>();
    send(protocol::JoinCommand{room});
    wait<protocol::JoinRoomReply>();
  }
  void move(std::int32_t room_id, const protocol::WireMove& move) {
    protocol::MoveCommand command;
    command.room_id = room_id;
    command.move = move;
    send(command);
  }
  [[nodiscard]] net::Transport& line() { return *line_; }

  std::optional<net::Failure> closed;

 private:
  boost::asio::io_context& io_;
  std::unique_ptr<net::Transport> line_;
  std::deque<protocol::Event> events_;
};

}  // namespace thermodon::server
