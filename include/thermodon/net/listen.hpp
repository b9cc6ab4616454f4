// Accepting connections by TCP and, beside plain HTTP, by WebSocket.
#pragma once

#include <utility>
#include <vector>

#include "thermodon/net/connect.hpp"
#include "thermodon/net/transport.hpp"

namespace thermodon::net {

struct ListenOptions {
  std::string address = "127.0.0.1";  // numeric; "0.0.0.0" or "::" for every interface
  std::uint16_t port = 0;             // 0: a free one
  TransportOptions transport;
  // Longest time for a peer's HTTP request, WebSocket listener only.
  Duration request_timeout{10'000};
  // Peers that have connected and not yet sent their HTTP request; more are dropped.
  std::size_t max_pending_requests = 256;
  std::size_t max_pending_per_address = 64;  // of these
  // PEM files, both or neither, web listener only: it speaks TLS then, 1.2 or later.
  std::string tls_certificate, tls_key;
};

// A transport, not yet started.
using OnAccept = std::function<void(std::unique_ptr<Transport> transport)>;

// Destroying it stops listening, and nothing is handed over any more; connections that were, live on.
class Listener {
 public:
  virtual ~Listener() = default;
  [[nodiscard]] virtual std::uint16_t port() const noexcept = 0;
};

struct Listening {
  Failure failure;
  std::unique_ptr<Listener> listener;  // null when it failed
};

// Listens at once. Faults of a single accept (no descriptors left) pause the listener shortly and do not end
// it.
[[nodiscard]] Listening listen_tcp(boost::asio::io_context& io, const ListenOptions& options,
                                   OnAccept on_accept);

struct HttpRequest {
  std::string method;
  std::string target;  // path and query
  std::string body;
  std::string authorization;  // the header, as it came
  std::string if_none_match;  // likewise
  std::string peer_address;
};
struct HttpResponse {
  unsigned status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;  // further ones
};
// Answers once, at once or later, on the io_context's thread; a request that is not answered within
// request_timeout ends its connection.
using HttpReply = std::function<void(HttpResponse response)>;
using OnHttp = std::function<void(const HttpRequest& request, HttpReply reply)>;

// Where text messages come and go by WebSocket.
inline constexpr std::string_view kLivePath = "/api/live";

// What a web listener hands over. Requests without a handler are answered with 404.
struct WebHandlers {
  OnAccept on_frames;  // upgrades of kWebSocketPath
  OnAccept on_text;    // upgrades of kLivePath: transports with TransportOptions::raw
  OnHttp on_http;      // everything else
};
[[nodiscard]] Listening listen_web(boost::asio::io_context& io, const ListenOptions& options,
                                   WebHandlers handlers);

}  // namespace thermodon::net
