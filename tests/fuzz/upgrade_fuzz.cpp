// What a peer sends to the HTTP port: requests, upgrades to WebSocket, and what follows them. Whatever it is,
// the listener answers or hangs up, and goes on listening.
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <list>

#include "check.hpp"
#include "thermodon/net/listen.hpp"

namespace net = thermodon::net;
namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

// One listener for all inputs: what one of them leaves behind is the next one's trouble, as on a real server.
class Web {
 public:
  Web() {
    net::ListenOptions options;
    options.transport.limits = {1 << 16, 1 << 18};
    net::WebHandlers handlers;
    handlers.on_frames = [this](auto transport) { accept(std::move(transport)); };
    handlers.on_text = handlers.on_frames;
    handlers.on_http = [](const net::HttpRequest& request, const net::HttpReply& reply) {
      net::HttpResponse response;
      response.body = request.method + ' ' + request.target + '\n';
      reply(std::move(response));
    };
    auto listening = net::listen_web(io_, options, handlers);
    FUZZ_CHECK(listening.listener != nullptr);
    listener_ = std::move(listening.listener);
  }

  void feed(asio::const_buffer input) {
    tcp::socket peer(io_);
    peer.connect(tcp::endpoint(asio::ip::address_v4::loopback(), listener_->port()));
    peer.non_blocking(true);
    boost::system::error_code ec;
    peer.send(input, 0, ec);  // small enough for the system's buffer
    peer.shutdown(tcp::socket::shutdown_send, ec);
    // The other side sees the end of the stream, so it always ends, too. The bound is for a bug.
    std::array<char, 4096> answer;
    for (int turns = 0;; ++turns) {
      io_.restart();
      io_.poll();
      peer.receive(asio::buffer(answer), 0, ec);
      if (ec && ec != asio::error::would_block) break;
      FUZZ_CHECK(turns < 1'000'000);
    }
    peer.set_option(tcp::socket::linger(true, 0), ec);  // no port is kept waiting
    peer.close(ec);
    for (int turns = 0; !transports_.empty(); ++turns) {
      io_.restart();
      io_.poll();
      FUZZ_CHECK(turns < 1'000'000);
    }
  }

 private:
  void accept(std::unique_ptr<net::Transport> transport) {
    const auto at = transports_.insert(transports_.end(), std::move(transport));
    net::Transport::Handlers handlers;
    handlers.on_frame = [at](thermodon::sfs2x::FrameReader::Frame frame) {
      if (frame.error == thermodon::sfs2x::FrameError::kNone)
        (*at)->send(thermodon::sfs2x::make_frame(frame.body));
    };
    handlers.on_close = [this, at](const net::Failure&) { transports_.erase(at); };
    (*at)->start(std::move(handlers));
  }

  asio::io_context io_{1};
  std::unique_ptr<net::Listener> listener_;
  std::list<std::unique_ptr<net::Transport>> transports_;
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Web web;
  if (size <= 16'384) web.feed(asio::buffer(data, size));
  return 0;
}
