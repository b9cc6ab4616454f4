// A course's server with one opponent in it, over a real loopback socket, that misbehaves as told.
#pragma once

#include <boost/asio/io_context.hpp>
#include <map>
#include <memory>

#include "client/session_driver.hpp"
#include "thermodon/net/listen.hpp"

namespace thermodon::client::test {

struct Script {
  Color client = Color::kBlack;  // the client's colour in every game
  bool keeps_games = false;      // over a lost line, as our own server does
  bool byte_by_byte = false;     // each byte in a write of its own
  bool compress = false;         // every body above 101 bytes
  int cut_after = -1;            // the line is dropped instead of the n-th message, counted over all lines
  std::map<int, sfs2x::Bytes> instead;  // raw bytes instead of the n-th message, counted over all lines
};

class ScriptedServer {
 public:
  ScriptedServer(boost::asio::io_context& io, Script script) : script_(std::move(script)) {
    auto listening =
        net::listen_tcp(io, {}, [this](std::unique_ptr<net::Transport> t) { accepted(std::move(t)); });
    REQUIRE(listening.listener);
    listener_ = std::move(listening.listener);
  }
  [[nodiscard]] std::uint16_t port() const { return listener_->port(); }
  [[nodiscard]] int lines() const { return lines_; }
  [[nodiscard]] int messages() const { return messages_; }
  [[nodiscard]] int illegal() const { return illegal_; }
  void stop() {
    listener_.reset();
    line_.reset();
    old_.clear();
  }

 private:
  void accepted(std::unique_ptr<net::Transport> transport) {
    ++lines_;
    if (line_) old_.push_back(std::move(line_));
    line_ = std::move(transport);
    net::Transport::Handlers handlers;
    handlers.on_frame = [this, line = line_.get()](sfs2x::FrameReader::Frame frame) {
      if (line != line_.get()) return;
      REQUIRE(frame.error == sfs2x::FrameError::kNone);
      const auto request = protocol::parse_request(frame.body);
      REQUIRE(request.ok());
      std::visit([this](const auto& r) { on(r); }, request.value());
    };
    handlers.on_close = [](const net::Failure&) {};
    line_->start(std::move(handlers));
  }

  void send(const protocol::Event& event) {
    if (!line_) return;
    const int number = messages_++;
    if (number == script_.cut_after) {
      line_.reset();
      return;
    }
    const auto raw = script_.instead.find(number);
    if (raw != script_.instead.end()) {
      line_->send(raw->second);
      return;
    }
    const auto frame =
        sfs2x::make_frame(protocol::to_object(event), script_.compress ? 101 : sfs2x::kNeverCompress);
    if (script_.byte_by_byte)
      for (const auto byte : frame) line_->send(sfs2x::Bytes{byte});
    else
      line_->send(frame);
  }

  void on(const protocol::HandshakeRequest&) {
    protocol::HandshakeReply reply;
    reply.token = "0123456789abcdef0123456789abcdef";
    reply.compression_threshold = script_.compress ? 101 : 100'000;
    send(reply);
  }
  void on(const protocol::LoginRequest& request) {
    protocol::LoginReply reply;
    reply.user_id = kOwnId;
    reply.name = request.name;
    reply.zone = request.zone;
    reply.rooms = {room(0, "Okanagan Lake"), room(6, "Oyama Lake", 1)};
    name_ = request.name;
    send(reply);
  }
  void on(const protocol::JoinCommand& request) {
    const bool black = script_.client == Color::kBlack;
    protocol::JoinRoomReply reply;
    reply.room = room(6, request.room, 2);
    reply.users = {user(kPeerId, "peer", black ? 2 : 1), user(kOwnId, name_, black ? 1 : 2)};
    send(reply);
    const bool resumes = script_.keeps_games && position_;
    if (!resumes) position_ = rules::Position::start({}, Color::kBlack);
    protocol::BoardCommand board;
    board.room = request.room;
    board.board = protocol::to_wire(*position_, protocol::default_preset());
    if (script_.keeps_games) board.to_move = position_->side_to_move();
    send(board);
    protocol::StartCommand start;
    start.room = request.room;
    start.black = black ? name_ : "peer";
    start.white = black ? "peer" : name_;
    send(start);
    room_ = request.room;
    peer_moves();
  }
  void on(const protocol::MoveCommand& request) {
    const auto move = protocol::to_move(request.move, protocol::default_preset());
    if (!position_ || !move || !rules::is_legal(*position_, *move)) {
      ++illegal_;
      return;
    }
    position_->make(*move);
    peer_moves();
  }
  void on(const protocol::LeaveRoomRequest&) {
    position_.reset();
    protocol::UserExitRoom exit;
    exit.room_id = 6;
    exit.user_id = kOwnId;
    send(exit);
    protocol::UserCountChange empty;
    empty.room_id = 6;
    send(empty);
  }
  template <class Other>
  void on(const Other&) {}

  void peer_moves() {
    if (!position_ || position_->side_to_move() == script_.client || !rules::has_legal_move(*position_))
      return;
    const auto move = some_move(*position_, static_cast<std::size_t>(position_->ply()) + 31);
    position_->make(move);
    protocol::MoveCommand command;
    command.room = room_;
    command.room_id = 6;
    command.move = protocol::to_wire(move, protocol::default_preset());
    send(command);
  }

  Script script_;
  std::unique_ptr<net::Listener> listener_;
  std::unique_ptr<net::Transport> line_;
  std::vector<std::unique_ptr<net::Transport>> old_;
  std::optional<rules::Position> position_;
  std::string name_, room_;
  int lines_ = 0, messages_ = 0, illegal_ = 0;
};

}  // namespace thermodon::client::test
