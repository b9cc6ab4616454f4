#include "net/websocket.hpp"

#include <openssl/err.h>
#include <openssl/x509err.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "net/tcp.hpp"

namespace thermodon::net {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::asio::ip::tcp;
using boost::system::error_code;

namespace {

namespace ssl = boost::asio::ssl;
using Plain = tcp::socket;
using Secure = ssl::stream<tcp::socket>;

// Without permessage-deflate: frames are small, and SFS2X compresses them itself.
template <class Stream>
using WebSocketOver = websocket::stream<Stream, false>;
using WebSocket = WebSocketOver<Plain>;

constexpr std::size_t kFrameOverhead = 5;  // an SFS2X frame's header and length
constexpr std::size_t kMaxRequestHeader = 8 << 10;
constexpr std::size_t kMaxRequestBody = 1 << 20;

template <class Stream>
class WebSocketPipe final : public Pipe {
 public:
  WebSocketPipe(WebSocketOver<Stream> socket, const TransportOptions& options)
      : socket_(std::move(socket)), binary_(!options.raw) {
    socket_.binary(binary_);
    socket_.auto_fragment(false);
    socket_.read_message_max(options.limits.max_body + (binary_ ? kFrameOverhead : 0));
    // Beast pings after half of its idle timeout. That timer also bounds its wait for a peer that does not
    // end its side after a protocol error.
    const auto idle =
        options.ping_interval.count() > 0 ? 2 * options.ping_interval : websocket::stream_base::none();
    socket_.set_option(websocket::stream_base::timeout{options.close_timeout, idle, true});
    error_code ec;
    const auto peer = beast::get_lowest_layer(socket_).remote_endpoint(ec);
    if (ec) return;  // already gone: the first read says so
    address_ = peer.address().to_string();
    port_ = peer.port();
  }

  void read(std::shared_ptr<PipeOwner> owner) override {
    buffer_.consume(buffer_.size());
    socket_.async_read(buffer_, [this, owner = std::move(owner)](error_code ec, std::size_t) {
      if (ec == websocket::error::closed) ec = boost::asio::error::eof;
      if (!ec && socket_.got_binary() != binary_) ec = make_error_code(boost::system::errc::protocol_error);
      const auto data = buffer_.cdata();
      const std::span bytes(static_cast<const std::uint8_t*>(data.data()), data.size());
      owner->on_read(ec, ec ? std::span<const std::uint8_t>() : bytes);
    });
  }
  // One frame a message: the JavaScript client reads no more.
  std::size_t write(std::shared_ptr<PipeOwner> owner, const std::deque<SharedFrame>& outbox) override {
    socket_.async_write(boost::asio::buffer(*outbox.front()),
                        [owner = std::move(owner)](error_code ec, std::size_t) { owner->on_written(ec); });
    return 1;
  }
  void finish(std::shared_ptr<PipeOwner> owner) override {
    socket_.async_close(websocket::close_code::normal, [owner = std::move(owner)](error_code) {});
  }
  void abort() noexcept override {
    error_code ignored;
    beast::get_lowest_layer(socket_).close(ignored);
  }
  bool made_of_messages() const noexcept override { return true; }
  boost::asio::any_io_executor executor() override { return socket_.get_executor(); }
  const std::string& address() const noexcept override { return address_; }
  std::uint16_t port() const noexcept override { return port_; }

 private:
  WebSocketOver<Stream> socket_;
  bool binary_;
  beast::flat_buffer buffer_;
  std::string address_;
  std::uint16_t port_ = 0;
};

class ClientUpgrade : public std::enable_shared_from_this<ClientUpgrade> {
 public:
  ClientUpgrade(tcp::socket socket, const ConnectOptions& options, OnPipe done)
      : socket_(std::move(socket)),
        host_(options.host + ':' + std::to_string(options.port)),
        path_(options.path),
        transport_(options.transport),
        done_(std::move(done)) {}

  void start() {
    socket_.async_handshake(host_, path_, [self = shared_from_this()](error_code ec) {
      const OnPipe done = std::exchange(self->done_, nullptr);
      if (!done) return;
      // Whatever it said, it was not a WebSocket's yes.
      if (ec) return done({Error::kUpgradeRefused, ec.message()}, nullptr);
      done({}, std::make_unique<WebSocketPipe<Plain>>(std::move(self->socket_), self->transport_));
    });
  }

  void give_up() {
    done_ = nullptr;
    error_code ignored;
    socket_.next_layer().close(ignored);
  }

 private:
  WebSocket socket_;
  std::string host_;
  std::string path_;
  TransportOptions transport_;
  OnPipe done_;
};

// An HTTP connection that has not become a transport.
class Pending {
 public:
  virtual ~Pending() = default;
  virtual void drop() = 0;
};

// What the sessions of one listener share.
struct WebSettings {
  ListenOptions options;
  WebHandlers handlers;
  std::optional<ssl::context> tls;
  std::unordered_set<Pending*> sessions;
  std::unordered_map<std::string, std::size_t> by_address;  // of the sessions
};

// One HTTP connection until it is upgraded or ends.
template <class Stream>
class HttpSession final : public Pending, public std::enable_shared_from_this<HttpSession<Stream>> {
 public:
  HttpSession(Stream stream, std::shared_ptr<WebSettings> settings)
      : socket_(std::move(stream)), timer_(socket_.get_executor()), settings_(std::move(settings)) {
    error_code ignored;
    address_ = beast::get_lowest_layer(socket_).remote_endpoint(ignored).address().to_string();
    settings_->sessions.insert(this);
    ++settings_->by_address[address_];
  }
  ~HttpSession() override {
    settings_->sessions.erase(this);
    if (--settings_->by_address[address_] == 0) settings_->by_address.erase(address_);
  }
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;

  [[nodiscard]] bool one_too_many() const {
    return settings_->sessions.size() > settings_->options.max_pending_requests ||
           settings_->by_address[address_] > settings_->options.max_pending_per_address;
  }

  void start() {
    if constexpr (std::is_same_v<Stream, Secure>) {
      bound();
      socket_.async_handshake(ssl::stream_base::server, [self = this->shared_from_this()](error_code ec) {
        if (ec || self->dropped_) return self->drop();
        self->read();
      });
    } else {
      read();
    }
  }

  void read() {
    parser_.emplace();
    parser_->header_limit(kMaxRequestHeader);
    parser_->body_limit(kMaxRequestBody);
    bound();
    http::async_read(socket_, buffer_, *parser_,
                     [self = this->shared_from_this()](error_code ec, std::size_t) { self->on_request(ec); });
  }

  // Ends everything that this session waits for.
  void drop() override {
    dropped_ = true;
    timer_.cancel();
    error_code ignored;
    if (upgraded_)
      beast::get_lowest_layer(*upgraded_).close(ignored);
    else
      beast::get_lowest_layer(socket_).close(ignored);
  }

 private:
  void bound() {
    timer_.expires_after(settings_->options.request_timeout);
    timer_.async_wait([self = this->shared_from_this()](error_code ec) {
      if (!ec) self->drop();
    });
  }

  void on_request(error_code ec) {
    if (ec || dropped_) return drop();
    const auto& request = parser_->get();
    const std::string_view target(request.target().data(), request.target().size());
    const std::string_view path = target.substr(0, target.find('?'));
    const WebHandlers& handlers = settings_->handlers;
    const bool is_live = path == kLivePath && handlers.on_text;
    const bool is_game = path == kWebSocketPath && handlers.on_frames;
    if (is_live || is_game) {
      if (websocket::is_upgrade(request)) return upgrade(is_live);
      return respond({426, "text/plain; charset=utf-8", "this is a WebSocket\n", {}});
    }
    if (!handlers.on_http) return respond({404, "text/plain; charset=utf-8", "not found\n", {}});
    HttpRequest plain;
    plain.method = request.method_string();
    plain.target = target;
    plain.body = request.body();
    plain.authorization = request[http::field::authorization];
    plain.if_none_match = request[http::field::if_none_match];
    plain.peer_address = address_;
    // The timer keeps this session alive meanwhile.
    handlers.on_http(plain, [weak = this->weak_from_this()](HttpResponse answer) {
      if (const auto self = weak.lock(); self && !self->dropped_) self->respond(std::move(answer));
    });
  }

  void respond(HttpResponse answer) {
    const auto& request = parser_->get();
    response_ = {};
    response_.version(request.version());
    response_.result(answer.status);
    response_.set(http::field::server, "thermodon");
    response_.set(http::field::content_type, answer.content_type);
    for (const auto& [name, value] : answer.headers) response_.set(name, value);
    response_.body() = std::move(answer.body);
    response_.keep_alive(request.keep_alive());
    response_.prepare_payload();
    if (request.method() == http::verb::head) response_.body().clear();
    bound();
    http::async_write(socket_, response_, [self = this->shared_from_this()](error_code ec, std::size_t) {
      if (ec || self->dropped_) return self->drop();
      if (self->response_.keep_alive()) return self->read();
      self->finish();
    });
  }

  // An orderly end. By TLS it is said, so that nobody can have cut the answer short.
  void finish() {
    if constexpr (std::is_same_v<Stream, Secure>)
      socket_.async_shutdown([self = this->shared_from_this()](error_code) { self->drop(); });
    else
      drop();
  }

  void upgrade(bool live) {
    upgraded_.emplace(std::move(socket_));
    bound();
    upgraded_->async_accept(parser_->get(), [self = this->shared_from_this(), live](error_code ec) {
      if (ec || self->dropped_) return self->drop();
      self->timer_.cancel();
      TransportOptions transport = self->settings_->options.transport;
      transport.raw = live;
      auto pipe = std::make_unique<WebSocketPipe<Stream>>(std::move(*self->upgraded_), transport);
      const WebHandlers& handlers = self->settings_->handlers;
      (live ? handlers.on_text : handlers.on_frames)(make_transport(std::move(pipe), transport));
    });
  }

  Stream socket_;
  std::optional<WebSocketOver<Stream>> upgraded_;
  boost::asio::steady_timer timer_;
  beast::flat_buffer buffer_{kMaxRequestHeader + kMaxRequestBody};
  std::optional<http::request_parser<http::string_body>> parser_;
  http::response<http::string_body> response_;
  std::shared_ptr<WebSettings> settings_;
  std::string address_;
  bool dropped_ = false;
};

// The sessions that have not become transports end with their listener.
class WebListener final : public Listener {
 public:
  WebListener(std::unique_ptr<Listener> sockets, std::shared_ptr<WebSettings> settings)
      : sockets_(std::move(sockets)), settings_(std::move(settings)) {}
  ~WebListener() override {
    for (Pending* session : settings_->sessions) session->drop();
  }
  std::uint16_t port() const noexcept override { return sockets_->port(); }

 private:
  std::unique_ptr<Listener> sockets_;
  std::shared_ptr<WebSettings> settings_;
};

template <class Stream>
void serve(Stream stream, const std::shared_ptr<WebSettings>& settings) {
  const auto session = std::make_shared<HttpSession<Stream>>(std::move(stream), settings);
  if (!session->one_too_many()) session->start();  // else the socket closes
}

// The library's words name its own parts ("DECODER routines"), so these are ours.
Failure load_tls(ssl::context& context, const ListenOptions& options) {
  const auto bad = [](const std::string& file, const std::string& what) {
    return Failure{Error::kBadCertificate, file + ": " + what};
  };
  error_code ec;
  // Else a key with a password is asked for at the terminal.
  context.set_password_callback([](std::size_t, ssl::context::password_purpose) { return std::string(); },
                                ec);
  context.set_options(ssl::context::default_workarounds | ssl::context::no_sslv2 | ssl::context::no_sslv3 |
                          ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1,
                      ec);
  if (ec) return {Error::kOther, ec.message()};
  context.use_certificate_chain_file(options.tls_certificate, ec);
  if (ec) return bad(options.tls_certificate, "holds no certificate");
  context.use_private_key_file(options.tls_key, ssl::context::pem, ec);
  if (ERR_GET_REASON(static_cast<unsigned long>(ec.value())) == X509_R_KEY_VALUES_MISMATCH)
    return bad(options.tls_key, "is the key of another certificate than " + options.tls_certificate);
  if (ec) return bad(options.tls_key, "holds no private key that can be read without a password");
  return {};
}

}  // namespace

std::function<void()> upgrade_as_client(tcp::socket socket, const ConnectOptions& options, OnPipe done) {
  auto upgrade = std::make_shared<ClientUpgrade>(std::move(socket), options, std::move(done));
  upgrade->start();
  return [upgrade] { upgrade->give_up(); };
}

Listening listen_web(boost::asio::io_context& io, const ListenOptions& options, WebHandlers handlers) {
  auto settings = std::make_shared<WebSettings>();
  settings->options = options;
  settings->handlers = std::move(handlers);
  if (!options.tls_certificate.empty()) {
    settings->tls.emplace(ssl::context::tls_server);
    if (Failure failure = load_tls(*settings->tls, options)) return {std::move(failure), nullptr};
  }
  Listening listening = listen_sockets(io, options, [settings](tcp::socket socket) {
    if (settings->tls)
      serve(Secure(std::move(socket), *settings->tls), settings);
    else
      serve(std::move(socket), settings);
  });
  if (listening.listener)
    listening.listener = std::make_unique<WebListener>(std::move(listening.listener), std::move(settings));
  return listening;
}

}  // namespace thermodon::net
