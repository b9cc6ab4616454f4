// One connection that carries SFS2X frames, whatever lies below (TCP, WebSocket): what client and server
// share.
//
// Thread rule: a transport, its creation and its callbacks belong to the one thread that runs the io_context.
// No call blocks, and no callback runs inside the call that causes it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "thermodon/sfs2x/frame.hpp"

namespace thermodon::net {

using Duration = std::chrono::milliseconds;

enum class Error : std::uint8_t {
  kNone,  // an orderly end that this side asked for
  kNoSuchHost,
  kRefused,         // nothing listens there
  kUnreachable,     // no route to that host or network
  kConnectTimeout,  // name look-up, connection and upgrade took too long
  kUpgradeRefused,  // the peer answered HTTP, but not with a WebSocket
  kBadFrame,        // the peer sent what is not a frame
  kClosedByPeer,    // an orderly end from the other side
  kReset,           // the line broke
  kIdleTimeout,     // no frame came for idle_timeout
  kSlowReader,      // the peer does not read what it is sent: the outbox is full
  kAddressInUse,    // listening: another program has the port
  kNotPermitted,    // listening: the port or address is not ours to use
  kBadCertificate,  // listening: the files of TLS are none, or do not belong together
  kOther,
};
[[nodiscard]] std::string_view to_string(Error error) noexcept;  // "refused", "no-such-host", ...

struct Failure {
  Error error = Error::kNone;
  std::string detail;  // the system's or the codec's own words, perhaps empty

  explicit operator bool() const noexcept { return error != Error::kNone; }
};
// One line for people: what failed and what to try. `where` is "host:port", or empty.
[[nodiscard]] std::string describe(const Failure& failure, std::string_view where = {});

struct TransportOptions {
  sfs2x::FrameLimits limits;
  // Bytes waiting to be written. A send that exceeds them ends the connection with kSlowReader.
  std::size_t max_outbox = 1 << 20;
  Duration idle_timeout{0};  // longest silence of the peer; 0: for ever
  // WebSocket only: a silent peer is pinged, and dropped when it then stays silent as long again; 0: never.
  Duration ping_interval{30'000};
  Duration close_timeout{2000};  // how long close() may take to write what is waiting
  // WebSocket only: text messages, handed over whole by on_message, instead of frames. Then limits.max_body
  // bounds a message, and a SharedFrame is a message's text.
  bool raw = false;
};

// A whole frame (sfs2x::make_frame), shared so that one encoding serves every receiver of a broadcast.
using SharedFrame = std::shared_ptr<const sfs2x::Bytes>;

// Destroying a transport drops the line at once and silences its callbacks; that is allowed inside them.
class Transport {
 public:
  struct Handlers {
    // Every frame in order, also a broken one (Frame::error): after a fatal error nothing more is read, what
    // this handler sends still goes out, and then the connection ends with kBadFrame.
    std::function<void(sfs2x::FrameReader::Frame)> on_frame;
    // Exactly once, as the last callback.
    std::function<void(Failure)> on_close;
    // A raw transport's messages, instead of on_frame; valid during the call.
    std::function<void(std::string_view)> on_message = {};
  };

  virtual ~Transport() = default;
  // Begins to read. Call it once; frames that came before wait for it.
  virtual void start(Handlers handlers) = 0;
  // Queues a frame; nothing happens after close() or the end.
  virtual void send(SharedFrame frame) = 0;
  void send(sfs2x::Bytes frame) { send(std::make_shared<const sfs2x::Bytes>(std::move(frame))); }
  // Writes what is queued, tells the peer, then on_close(kNone). No more frames are delivered.
  virtual void close() = 0;
  // The peer's numeric address, without and with its port.
  [[nodiscard]] virtual std::string peer_address() const = 0;
  [[nodiscard]] virtual std::string peer() const = 0;
};

}  // namespace thermodon::net
