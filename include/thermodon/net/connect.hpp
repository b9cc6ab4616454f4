// Connecting to a server by TCP or WebSocket.
#pragma once

#include "thermodon/net/transport.hpp"

namespace boost::asio {
class io_context;
}

namespace thermodon::net {

enum class Kind : std::uint8_t { kTcp, kWebSocket };

inline constexpr std::string_view kWebSocketPath = "/BlueBox/websocket";

struct ConnectOptions {
  Kind kind = Kind::kTcp;
  std::string host;  // a name or a numeric address
  std::uint16_t port = 0;
  std::string path{kWebSocketPath};  // WebSocket only
  Duration timeout{10'000};          // for look-up, connection and WebSocket upgrade together
  TransportOptions transport;
};

// An attempt in progress. Destroying it gives the attempt up and silences its callback.
class Connecting {
 public:
  virtual ~Connecting() = default;
};

// Either a transport, not yet started, or why there is none.
using OnConnect = std::function<void(Failure failure, std::unique_ptr<Transport> transport)>;

// `done` is called exactly once, later, from the io_context. Every address of the name is tried in turn.
[[nodiscard]] std::unique_ptr<Connecting> connect(boost::asio::io_context& io, ConnectOptions options,
                                                  OnConnect done);

}  // namespace thermodon::net
