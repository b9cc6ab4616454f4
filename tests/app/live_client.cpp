#include "app/live_client.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <optional>

#include "support/catch.hpp"
#include "support/loop.hpp"

namespace thermodon::tests {
namespace {

namespace asio = boost::asio;
namespace ssl = asio::ssl;
namespace websocket = boost::beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;
using nlohmann::json;
using Secure = ssl::stream<tcp::socket>;

tcp::socket connected(asio::io_context& io, std::uint16_t port) {
  tcp::socket socket(io);
  socket.connect({asio::ip::address_v4::loopback(), port});
  return socket;
}

// Begins one operation with its handler and runs it to its end; no error where it was not done in time.
template <class Begin>
std::optional<error_code> run(asio::io_context& io, Begin begin) {
  const auto done = std::make_shared<std::optional<error_code>>();
  begin([done](error_code ec, auto&&...) { *done = ec; });
  (void)test::run_until(io, [&] { return done->has_value(); });
  return *done;
}

ssl::context trusting(const std::string& certificate) {
  ssl::context context(ssl::context::tls_client);
  context.load_verify_file(certificate);
  context.set_verify_mode(ssl::verify_peer);
  context.set_verify_callback(ssl::host_name_verification("127.0.0.1"));
  return context;
}

}  // namespace

class LiveClient::Line {
 public:
  virtual ~Line() = default;
  virtual bool send(const std::string& text) = 0;
  virtual std::optional<error_code> read(std::string& text) = 0;
};

namespace {

template <class Stream>
class LineOver final : public LiveClient::Line {
 public:
  explicit LineOver(std::uint16_t port, const std::string& trusted = {}) {
    if constexpr (std::is_same_v<Stream, Secure>) {
      tls_.emplace(trusting(trusted));
      socket_.emplace(connected(io_, port), *tls_);
      const auto begin = [&](auto handler) {
        socket_->next_layer().async_handshake(ssl::stream_base::client, std::move(handler));
      };
      REQUIRE(run(io_, begin) == error_code());
    } else {
      socket_.emplace(connected(io_, port));
    }
    const auto upgrade = [&](auto handler) {
      socket_->async_handshake("127.0.0.1", "/api/live", std::move(handler));
    };
    REQUIRE(run(io_, upgrade) == error_code());
  }
  bool send(const std::string& text) override {
    return run(io_, [&](auto handler) { socket_->async_write(asio::buffer(text), std::move(handler)); }) ==
           error_code();
  }
  std::optional<error_code> read(std::string& text) override {
    buffer_.consume(buffer_.size());
    const auto ec = run(io_, [&](auto handler) { socket_->async_read(buffer_, std::move(handler)); });
    const auto data = buffer_.cdata();
    text.assign(static_cast<const char*>(data.data()), data.size());
    return ec;
  }

 private:
  asio::io_context io_;
  std::optional<ssl::context> tls_;
  boost::beast::flat_buffer buffer_;
  std::optional<websocket::stream<Stream>> socket_;
};

}  // namespace

LiveClient::LiveClient(std::uint16_t port, const std::string& trusted) {
  if (trusted.empty())
    line_ = std::make_unique<LineOver<tcp::socket>>(port);
  else
    line_ = std::make_unique<LineOver<Secure>>(port, trusted);
}
LiveClient::~LiveClient() = default;

void LiveClient::send(const json& message) { REQUIRE(send_text(message.dump())); }
bool LiveClient::send_text(const std::string& text) { return line_->send(text); }

json LiveClient::wait(std::initializer_list<std::string_view> types) {
  std::string wanted;
  for (const auto type : types) wanted += std::string(type) + ' ';
  INFO("waiting for " << wanted);
  for (;;) {
    std::string text;
    REQUIRE(line_->read(text) == error_code());
    json message = json::parse(text, nullptr, false);
    REQUIRE(message.is_object());
    if (std::ranges::find(types, message["type"].get<std::string>()) != types.end()) return message;
  }
}

bool LiveClient::wait_end() {
  for (std::string text;;) {
    const auto ec = line_->read(text);
    if (!ec || *ec) return ec.has_value();
  }
}

json LiveClient::login(const std::string& name, const std::string& password) {
  send({{"type", "login"}, {"name", name}, {"password", password}});
  return wait({"login", "error"});
}

std::string https_get(std::uint16_t port, const std::string& target, const std::string& trusted) {
  asio::io_context io;
  ssl::context tls = trusting(trusted);
  Secure socket(connected(io, port), tls);
  const auto shake = [&](auto handler) {
    socket.async_handshake(ssl::stream_base::client, std::move(handler));
  };
  if (const auto ec = run(io, shake); ec != error_code()) return "! " + (ec ? ec->message() : "not in time");
  const std::string request = "GET " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  const auto write = [&](auto handler) {
    asio::async_write(socket, asio::buffer(request), std::move(handler));
  };
  REQUIRE(run(io, write) == error_code());
  std::string answer;
  const auto read = [&](auto handler) {
    asio::async_read(socket, asio::dynamic_buffer(answer), std::move(handler));
  };
  // An end that TLS says, so that nobody can have cut the answer short.
  if (const auto ec = run(io, read); ec != asio::error::eof)
    return "! " + (ec ? ec->message() : "not in time");
  return answer;
}

}  // namespace thermodon::tests
