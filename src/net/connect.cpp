#include "thermodon/net/connect.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <utility>

#include "net/tcp.hpp"
#include "net/websocket.hpp"

namespace thermodon::net {
namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;

// Name look-up, connection, upgrade: one after the other under one timer.
class Attempt : public std::enable_shared_from_this<Attempt> {
 public:
  Attempt(boost::asio::io_context& io, ConnectOptions options, OnConnect done)
      : options_(std::move(options)), done_(std::move(done)), resolver_(io), socket_(io), timer_(io) {}

  void start() {
    timer_.expires_after(options_.timeout);
    timer_.async_wait([self = shared_from_this()](error_code ec) {
      if (!ec) self->finish({Error::kConnectTimeout, {}}, nullptr);
    });
    resolver_.async_resolve(options_.host, std::to_string(options_.port),
                            [self = shared_from_this()](error_code ec, tcp::resolver::results_type found) {
                              self->on_resolved(ec, found);
                            });
  }

  void give_up() {
    done_ = nullptr;
    stop();
  }

 private:
  void on_resolved(error_code ec, const tcp::resolver::results_type& found) {
    if (!done_) return;
    if (ec) return finish({Error::kNoSuchHost, ec.message()}, nullptr);
    boost::asio::async_connect(
        socket_, found,
        [self = shared_from_this()](error_code failed, const tcp::endpoint&) { self->on_connected(failed); });
  }

  void on_connected(error_code ec) {
    if (!done_) return;
    if (ec) return finish(failure_of(ec), nullptr);
    tune(socket_);
    if (options_.kind == Kind::kTcp) return finish({}, make_tcp_pipe(std::move(socket_)));
    give_up_upgrade_ =
        upgrade_as_client(std::move(socket_), options_,
                          [self = shared_from_this()](Failure failure, std::unique_ptr<Pipe> pipe) {
                            self->finish(std::move(failure), std::move(pipe));
                          });
  }

  void finish(Failure failure, std::unique_ptr<Pipe> pipe) {
    const OnConnect done = std::exchange(done_, nullptr);
    if (!pipe) stop();
    timer_.cancel();
    give_up_upgrade_ = nullptr;
    if (!done) return;
    done(std::move(failure), pipe ? make_transport(std::move(pipe), options_.transport) : nullptr);
  }

  void stop() {
    timer_.cancel();
    resolver_.cancel();
    error_code ignored;
    socket_.close(ignored);
    if (const auto give_up_upgrade = std::exchange(give_up_upgrade_, nullptr)) give_up_upgrade();
  }

  ConnectOptions options_;
  OnConnect done_;
  tcp::resolver resolver_;
  tcp::socket socket_;
  boost::asio::steady_timer timer_;
  std::function<void()> give_up_upgrade_;
};

class ConnectingHandle final : public Connecting {
 public:
  explicit ConnectingHandle(std::shared_ptr<Attempt> attempt) : attempt_(std::move(attempt)) {}
  ~ConnectingHandle() override { attempt_->give_up(); }

 private:
  std::shared_ptr<Attempt> attempt_;
};

}  // namespace

std::unique_ptr<Connecting> connect(boost::asio::io_context& io, ConnectOptions options, OnConnect done) {
  auto attempt = std::make_shared<Attempt>(io, std::move(options), std::move(done));
  attempt->start();
  return std::make_unique<ConnectingHandle>(std::move(attempt));
}

}  // namespace thermodon::net
