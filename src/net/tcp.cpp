#include "net/tcp.hpp"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <utility>
#include <vector>

namespace thermodon::net {

using boost::asio::ip::tcp;
using boost::system::error_code;

namespace {

class TcpPipe final : public Pipe {
 public:
  explicit TcpPipe(tcp::socket socket) : socket_(std::move(socket)) {
    error_code ec;
    const auto peer = socket_.remote_endpoint(ec);
    if (ec) return;  // already gone: the first read says so
    address_ = peer.address().to_string();
    port_ = peer.port();
  }

  void read(std::shared_ptr<PipeOwner> owner) override {
    socket_.async_read_some(boost::asio::buffer(buffer_),
                            [this, owner = std::move(owner)](error_code ec, std::size_t size) {
                              owner->on_read(ec, std::span(buffer_).first(size));
                            });
  }
  // Many small frames go out in one system call.
  std::size_t write(std::shared_ptr<PipeOwner> owner, const std::deque<SharedFrame>& outbox) override {
    gathered_.clear();
    for (const SharedFrame& frame : outbox) {
      if (gathered_.size() == kMostGathered) break;
      gathered_.push_back(boost::asio::buffer(*frame));
    }
    boost::asio::async_write(socket_, gathered_, [owner = std::move(owner)](error_code ec, std::size_t) {
      owner->on_written(ec);
    });
    return gathered_.size();
  }
  void finish(std::shared_ptr<PipeOwner>) override {
    error_code ignored;  // not connected any more: the read says so
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
  }
  void abort() noexcept override {
    error_code ignored;
    socket_.close(ignored);
  }
  bool made_of_messages() const noexcept override { return false; }
  boost::asio::any_io_executor executor() override { return socket_.get_executor(); }
  const std::string& address() const noexcept override { return address_; }
  std::uint16_t port() const noexcept override { return port_; }

 private:
  static constexpr std::size_t kMostGathered = 64;

  tcp::socket socket_;
  std::array<std::uint8_t, 4096> buffer_;
  std::vector<boost::asio::const_buffer> gathered_;
  std::string address_;
  std::uint16_t port_ = 0;
};

constexpr auto kAcceptPause = std::chrono::milliseconds(100);

class AcceptLoop : public std::enable_shared_from_this<AcceptLoop> {
 public:
  AcceptLoop(boost::asio::io_context& io, OnSocket on_socket)
      : acceptor_(io), pause_(io), on_socket_(std::move(on_socket)) {}

  Failure open(const ListenOptions& options) {
    error_code ec;
    const auto address = boost::asio::ip::make_address(options.address, ec);
    if (ec) return {Error::kNotPermitted, options.address + " is no numeric address"};
    const tcp::endpoint endpoint(address, options.port);
    acceptor_.open(endpoint.protocol(), ec);
    if (!ec) acceptor_.set_option(tcp::acceptor::reuse_address(true), ec);
    if (!ec && address.is_v6()) acceptor_.set_option(boost::asio::ip::v6_only(false), ec);
    if (!ec) acceptor_.bind(endpoint, ec);
    if (!ec) acceptor_.listen(boost::asio::socket_base::max_listen_connections, ec);
    if (!ec) port_ = acceptor_.local_endpoint(ec).port();
    return failure_of(ec);
  }

  void accept() {
    acceptor_.async_accept([self = shared_from_this()](error_code ec, tcp::socket socket) {
      if (self->stopped_) return;
      if (ec) return self->accept_after_pause();
      tune(socket);
      self->on_socket_(std::move(socket));
      if (!self->stopped_) self->accept();
    });
  }

  void stop() {
    stopped_ = true;
    error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
  }

  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

 private:
  // Out of descriptors or memory: others will end, and then it goes on.
  void accept_after_pause() {
    pause_.expires_after(kAcceptPause);
    pause_.async_wait([self = shared_from_this()](error_code ec) {
      if (!ec && !self->stopped_) self->accept();
    });
  }

  tcp::acceptor acceptor_;
  boost::asio::steady_timer pause_;
  OnSocket on_socket_;
  std::uint16_t port_ = 0;
  bool stopped_ = false;
};

class ListenerHandle final : public Listener {
 public:
  explicit ListenerHandle(std::shared_ptr<AcceptLoop> loop) : loop_(std::move(loop)) {}
  ~ListenerHandle() override { loop_->stop(); }
  std::uint16_t port() const noexcept override { return loop_->port(); }

 private:
  std::shared_ptr<AcceptLoop> loop_;
};

}  // namespace

void tune(tcp::socket& socket) {
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  socket.set_option(boost::asio::socket_base::keep_alive(true), ignored);
}

std::unique_ptr<Pipe> make_tcp_pipe(tcp::socket socket) {
  return std::make_unique<TcpPipe>(std::move(socket));
}

Listening listen_sockets(boost::asio::io_context& io, const ListenOptions& options, OnSocket on_socket) {
  auto loop = std::make_shared<AcceptLoop>(io, std::move(on_socket));
  if (Failure failure = loop->open(options)) return {std::move(failure), nullptr};
  loop->accept();
  return {{}, std::make_unique<ListenerHandle>(std::move(loop))};
}

Listening listen_tcp(boost::asio::io_context& io, const ListenOptions& options, OnAccept on_accept) {
  return listen_sockets(
      io, options, [on_accept = std::move(on_accept), transport = options.transport](tcp::socket socket) {
        on_accept(make_transport(make_tcp_pipe(std::move(socket)), transport));
      });
}

}  // namespace thermodon::net
