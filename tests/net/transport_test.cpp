#include <boost/asio/post.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/loop.hpp"
#include "support/raw_socket.hpp"
#include "thermodon/net/connect.hpp"
#include "thermodon/net/listen.hpp"
#include "thermodon/sfs2x/frame.hpp"

namespace thermodon::net {
namespace {

using sfs2x::Bytes;
using sfs2x::Object;
using test::RawSocket;
using test::run_until;
using namespace std::chrono_literals;

Bytes numbered_frame(std::int32_t n) {
  Object body;
  body.put("n", n);
  return sfs2x::make_frame(body);
}

// A transport with all that its callbacks said.
struct Peer {
  std::unique_ptr<Transport> transport;
  std::vector<std::int64_t> numbers;  // of the good frames
  std::vector<sfs2x::FrameError> errors;
  std::optional<Failure> closed;
  int closings = 0;

  void start() {
    transport->start({[this](sfs2x::FrameReader::Frame frame) {
                        std::int64_t n = -1;
                        if (frame.error != sfs2x::FrameError::kNone)
                          errors.push_back(frame.error);
                        else if (frame.body.integer("n", n))
                          numbers.push_back(n);
                      },
                      [this](Failure why) {
                        closed = std::move(why);
                        ++closings;
                      }});
  }
};

// A listener and the peers that came to it, started.
struct Host {
  explicit Host(Kind kind, ListenOptions options = {}) {
    auto accept = [this](std::unique_ptr<Transport> transport) {
      peers.push_back(std::make_unique<Peer>());
      peers.back()->transport = std::move(transport);
      peers.back()->start();
    };
    Listening listening =
        kind == Kind::kTcp ? listen_tcp(io, options, accept) : listen_web(io, options, {accept, {}, {}});
    REQUIRE_FALSE(listening.failure);
    listener = std::move(listening.listener);
  }

  // Connects and starts.
  std::unique_ptr<Peer> join(Kind kind, TransportOptions options = {}) {
    ConnectOptions wanted;
    wanted.kind = kind;
    wanted.host = "127.0.0.1";
    wanted.port = listener->port();
    wanted.transport = options;
    auto peer = std::make_unique<Peer>();
    const std::size_t before = peers.size();
    Failure failure;
    const auto attempt = connect(io, wanted, [&](Failure why, std::unique_ptr<Transport> transport) {
      failure = std::move(why);
      peer->transport = std::move(transport);
    });
    REQUIRE(run_until(io, [&] { return failure || (peer->transport && peers.size() > before); }));
    REQUIRE_FALSE(failure);
    peer->start();
    return peer;
  }

  boost::asio::io_context io;
  std::vector<std::unique_ptr<Peer>> peers;
  std::unique_ptr<Listener> listener;
};

// How an attempt to connect ends.
Failure attempt(boost::asio::io_context& io, const ConnectOptions& options) {
  std::optional<Failure> outcome;
  const auto connecting =
      connect(io, options, [&](Failure why, std::unique_ptr<Transport>) { outcome = std::move(why); });
  REQUIRE(run_until(io, [&] { return outcome.has_value(); }));
  return *outcome;
}

TEST_CASE("frames go both ways over either kind of transport") {
  const Kind kind = GENERATE(Kind::kTcp, Kind::kWebSocket);
  Host host(kind);
  const auto guest = host.join(kind);
  Peer& server = *host.peers[0];
  CHECK(server.transport->peer_address() == "127.0.0.1");
  CHECK(guest->transport->peer() == "127.0.0.1:" + std::to_string(host.listener->port()));

  for (int n = 0; n < 300; ++n) {
    guest->transport->send(numbered_frame(n));
    server.transport->send(numbered_frame(1000 + n));
  }
  REQUIRE(run_until(host.io, [&] { return server.numbers.size() == 300 && guest->numbers.size() == 300; }));
  for (int n = 0; n < 300; ++n) {
    CHECK(server.numbers[static_cast<std::size_t>(n)] == n);
    CHECK(guest->numbers[static_cast<std::size_t>(n)] == 1000 + n);
  }
}

TEST_CASE("a close delivers what was sent before it, and both sides learn the kind of end") {
  const Kind kind = GENERATE(Kind::kTcp, Kind::kWebSocket);
  Host host(kind);
  const auto guest = host.join(kind);
  Peer& server = *host.peers[0];
  for (int n = 0; n < 100; ++n) server.transport->send(numbered_frame(n));
  server.transport->close();
  server.transport->close();                    // a second one changes nothing
  server.transport->send(numbered_frame(999));  // nor does this
  REQUIRE(run_until(host.io, [&] { return guest->closed && server.closed; }));
  CHECK(guest->numbers.size() == 100);
  CHECK(guest->closed->error == Error::kClosedByPeer);
  CHECK(server.closed->error == Error::kNone);
  CHECK(server.closings == 1);
  CHECK(guest->closings == 1);
}

TEST_CASE("destroying a transport drops the line and silences it") {
  const Kind kind = GENERATE(Kind::kTcp, Kind::kWebSocket);
  Host host(kind);
  const auto guest = host.join(kind);
  host.peers[0]->transport.reset();
  REQUIRE(run_until(host.io, [&] { return guest->closed.has_value(); }));
  CHECK((guest->closed->error == Error::kClosedByPeer || guest->closed->error == Error::kReset));
  CHECK(host.peers[0]->closings == 0);
}

TEST_CASE("a transport may be destroyed inside its own callbacks") {
  const Kind kind = GENERATE(Kind::kTcp, Kind::kWebSocket);
  Host host(kind);
  bool in_frame = false;
  bool in_close = false;
  ConnectOptions options;
  options.kind = kind;
  options.host = "127.0.0.1";
  options.port = host.listener->port();
  std::unique_ptr<Transport> mine;
  const auto connecting = connect(
      host.io, options, [&](Failure, std::unique_ptr<Transport> transport) { mine = std::move(transport); });
  REQUIRE(run_until(host.io, [&] { return mine && host.peers.size() == 1; }));
  SECTION("in on_frame, with more frames behind it") {
    mine->start({[&](sfs2x::FrameReader::Frame) {
                   in_frame = true;
                   mine.reset();
                 },
                 [&](Failure) { in_close = true; }});
    host.peers[0]->transport->send(numbered_frame(1));
    host.peers[0]->transport->send(numbered_frame(2));
    REQUIRE(run_until(host.io, [&] { return host.peers[0]->closed.has_value(); }));
    CHECK(in_frame);
    CHECK_FALSE(in_close);
  }
  SECTION("in on_close") {
    mine->start({[](sfs2x::FrameReader::Frame) {},
                 [&](Failure) {
                   in_close = true;
                   mine.reset();
                 }});
    host.peers[0]->transport->close();
    REQUIRE(run_until(host.io, [&] { return in_close; }));
    CHECK(mine == nullptr);
  }
}

TEST_CASE("bytes may come one at a time, and the frame that is cut is not delivered") {
  Host host(Kind::kTcp);
  RawSocket raw(host.listener->port());
  REQUIRE(run_until(host.io, [&] { return host.peers.size() == 1; }));
  Bytes bytes = numbered_frame(7);
  const Bytes second = numbered_frame(8);
  bytes.insert(bytes.end(), second.begin(), second.end());
  for (const std::uint8_t byte : bytes) {
    raw.write(std::span(&byte, 1));
    test::run_ready(host.io);
  }
  raw.write(std::span(second).first(second.size() - 1));
  REQUIRE(run_until(host.io, [&] { return host.peers[0]->numbers.size() == 2; }));
  raw.finish_writing();
  REQUIRE(run_until(host.io, [&] { return host.peers[0]->closed.has_value(); }));
  CHECK(host.peers[0]->numbers == std::vector<std::int64_t>{7, 8});
  CHECK(host.peers[0]->closed->error == Error::kClosedByPeer);
}

TEST_CASE("after garbage the handler's answer still goes out, then the line ends") {
  Host host(Kind::kTcp);
  host.peers.reserve(1);
  RawSocket raw(host.listener->port());
  REQUIRE(run_until(host.io, [&] { return host.peers.size() == 1; }));
  Peer& server = *host.peers[0];
  raw.write("GET / HTTP/1.1\r\n\r\n");
  REQUIRE(run_until(host.io, [&] { return !server.errors.empty(); }));
  CHECK(server.errors == std::vector{sfs2x::FrameError::kBadHeader});
  REQUIRE(run_until(host.io, [&] { return raw.wait_end(1ms); }));
  raw.finish_writing();
  REQUIRE(run_until(host.io, [&] { return server.closed.has_value(); }));
}

TEST_CASE("what a handler sends on a fatal frame arrives before the end") {
  boost::asio::io_context io;
  std::unique_ptr<Transport> server;
  std::optional<Failure> closed;
  auto listening = listen_tcp(io, {}, [&](std::unique_ptr<Transport> transport) {
    server = std::move(transport);
    server->start({[&](sfs2x::FrameReader::Frame frame) {
                     CHECK(sfs2x::is_fatal(frame.error));
                     server->send(numbered_frame(5));
                   },
                   [&](Failure why) { closed = std::move(why); }});
  });
  REQUIRE_FALSE(listening.failure);
  RawSocket raw(listening.listener->port());
  raw.write(std::string(30'000, 'x'));  // more than one read takes: the rest must not become a reset
  Bytes got;
  bool ended = false;
  REQUIRE(run_until(io, [&] {
    const auto piece = raw.read_some(0ms);
    got.insert(got.end(), piece.begin(), piece.end());
    if (got.size() == numbered_frame(5).size() && !ended) {
      raw.finish_writing();
      ended = true;
    }
    return closed.has_value();
  }));
  CHECK(got == numbered_frame(5));
  CHECK(closed->error == Error::kBadFrame);
}

TEST_CASE("a damaged body loses its frame alone") {
  Host host(Kind::kTcp);
  RawSocket raw(host.listener->port());
  const std::uint8_t damaged[] = {0x80, 0, 3, 0x12, 0, 1};
  raw.write(damaged);
  raw.write(numbered_frame(3));
  REQUIRE(run_until(host.io, [&] { return host.peers.size() == 1 && !host.peers[0]->numbers.empty(); }));
  CHECK(host.peers[0]->errors == std::vector{sfs2x::FrameError::kBody});
  CHECK_FALSE(host.peers[0]->closed);
}

TEST_CASE("a length above the limit ends the connection at once") {
  ListenOptions options;
  options.transport.limits.max_body = 1000;
  Host host(Kind::kTcp, options);
  RawSocket raw(host.listener->port());
  const std::uint8_t header[] = {0x88, 0x7f, 0xff, 0xff, 0xff};
  raw.write(header);
  REQUIRE(run_until(host.io, [&] { return host.peers.size() == 1 && !host.peers[0]->errors.empty(); }));
  CHECK(host.peers[0]->errors == std::vector{sfs2x::FrameError::kTooLarge});
}

TEST_CASE("a peer that does not read is dropped when the outbox is full") {
  ListenOptions options;
  options.transport.max_outbox = 200'000;
  Host host(Kind::kTcp, options);
  RawSocket raw(host.listener->port());
  REQUIRE(run_until(host.io, [&] { return host.peers.size() == 1; }));
  Object body;
  body.put("filler", Bytes(50'000, 1));
  const auto frame = std::make_shared<const Bytes>(sfs2x::make_frame(body));
  Peer& server = *host.peers[0];
  for (int n = 0; n < 10'000 && !server.closed; ++n) {
    server.transport->send(frame);
    test::run_ready(host.io);
  }
  REQUIRE(server.closed);
  CHECK(server.closed->error == Error::kSlowReader);
  CHECK(server.closings == 1);
}

TEST_CASE("a close does not wait for ever for a peer that does not read") {
  ListenOptions options;
  options.transport.max_outbox = 64 << 20;
  options.transport.close_timeout = 50ms;
  Host host(Kind::kTcp, options);
  RawSocket raw(host.listener->port());
  REQUIRE(run_until(host.io, [&] { return host.peers.size() == 1; }));
  Object body;
  body.put("filler", Bytes(16 << 20, 1));
  Peer& server = *host.peers[0];
  server.transport->send(sfs2x::make_frame(body));
  server.transport->close();
  REQUIRE(run_until(host.io, [&] { return server.closed.has_value(); }));
}

TEST_CASE("silence ends a connection where the options bound it") {
  const Kind kind = GENERATE(Kind::kTcp, Kind::kWebSocket);
  ListenOptions options;
  options.transport.idle_timeout = 60ms;
  Host host(kind, options);
  const auto guest = host.join(kind);
  REQUIRE(run_until(host.io, [&] { return host.peers[0]->closed && guest->closed; }));
  CHECK(host.peers[0]->closed->error == Error::kIdleTimeout);
}

TEST_CASE("a broken line is told apart from an orderly end") {
  Host host(Kind::kTcp);
  RawSocket raw(host.listener->port());
  REQUIRE(run_until(host.io, [&] { return host.peers.size() == 1; }));
  raw.reset();
  REQUIRE(run_until(host.io, [&] { return host.peers[0]->closed.has_value(); }));
  CHECK(host.peers[0]->closed->error == Error::kReset);
}

TEST_CASE("failed connections say why") {
  boost::asio::io_context io;
  ConnectOptions options;
  options.host = "127.0.0.1";
  SECTION("nothing listens") {
    {
      auto listening = listen_tcp(io, {}, [](std::unique_ptr<Transport>) {});
      options.port = listening.listener->port();
    }
    const Failure failure = attempt(io, options);
    CHECK(failure.error == Error::kRefused);
    CHECK(describe(failure, "127.0.0.1:9933").find("127.0.0.1:9933: connection refused") == 0);
  }
  SECTION("no such host") {
    options.host = "no such host";
    options.port = 9933;
    CHECK(attempt(io, options).error == Error::kNoSuchHost);
  }
  SECTION("a WebSocket server that never answers the upgrade") {
    std::unique_ptr<Transport> held;
    auto listening = listen_tcp(io, {}, [&](std::unique_ptr<Transport> transport) {
      held = std::move(transport);  // and never read
    });
    options.kind = Kind::kWebSocket;
    options.port = listening.listener->port();
    options.timeout = 80ms;
    CHECK(attempt(io, options).error == Error::kConnectTimeout);
  }
  SECTION("a server of frames where a WebSocket is wanted") {
    Host host(Kind::kTcp);
    options.kind = Kind::kWebSocket;
    options.port = host.listener->port();
    CHECK(attempt(host.io, options).error == Error::kUpgradeRefused);
  }
  SECTION("a web server without that WebSocket") {
    Host host(Kind::kWebSocket);
    options.kind = Kind::kWebSocket;
    options.port = host.listener->port();
    options.path = "/elsewhere";
    CHECK(attempt(host.io, options).error == Error::kUpgradeRefused);
  }
}

TEST_CASE("an attempt that is given up calls nobody") {
  const Kind kind = GENERATE(Kind::kTcp, Kind::kWebSocket);
  boost::asio::io_context io;
  std::vector<std::unique_ptr<Transport>> held;
  auto listening = listen_tcp(io, {}, [&](std::unique_ptr<Transport> t) { held.push_back(std::move(t)); });
  ConnectOptions options;
  options.kind = kind;
  options.host = "127.0.0.1";
  options.port = listening.listener->port();
  bool called = false;
  auto connecting = connect(io, options, [&](Failure, std::unique_ptr<Transport>) { called = true; });
  if (kind == Kind::kWebSocket) REQUIRE(run_until(io, [&] { return held.size() == 1; }));
  connecting.reset();
  listening.listener.reset();
  held.clear();
  io.restart();
  io.run();  // ends: nothing is left waiting
  CHECK_FALSE(called);
}

TEST_CASE("listening fails with a reason") {
  boost::asio::io_context io;
  ListenOptions options;
  auto first = listen_tcp(io, options, [](std::unique_ptr<Transport>) {});
  options.port = first.listener->port();
  CHECK(listen_tcp(io, options, [](std::unique_ptr<Transport>) {}).failure.error == Error::kAddressInUse);
  options.address = "localhost";
  CHECK(listen_web(io, options, {}).failure.error == Error::kNotPermitted);
  options.address = "192.0.2.1";  // nobody's address
  CHECK(listen_tcp(io, options, [](std::unique_ptr<Transport>) {}).failure.error == Error::kNotPermitted);
}

std::string http(boost::asio::io_context& io, RawSocket& raw, std::string_view request,
                 std::string_view until) {
  raw.write(request);
  std::string answer;
  const bool came = run_until(io, [&] {
    const auto piece = raw.read_some(1ms);
    answer.append(piece.begin(), piece.end());
    return answer.find(until) != std::string::npos;
  });
  CHECK(came);
  return answer;
}

TEST_CASE("the web listener answers plain HTTP beside the WebSocket") {
  boost::asio::io_context io;
  WebHandlers handlers;
  handlers.on_frames = [](std::unique_ptr<Transport>) {};
  handlers.on_http = [&io](const HttpRequest& request, HttpReply reply) {
    HttpResponse response;
    response.body = request.method + ' ' + request.target + ' ' + request.body + '!';
    response.headers = {{"X-Peer", request.peer_address}};
    boost::asio::post(io, [reply = std::move(reply), response] { reply(response); });
  };
  auto listening = listen_web(io, {}, handlers);
  RawSocket raw(listening.listener->port());
  CHECK(http(io, raw, "GET /a?b HTTP/1.1\r\nHost: x\r\n\r\n", "GET /a?b !").find("HTTP/1.1 200 OK") == 0);
  CHECK(
      http(io, raw, "POST /c HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi", "POST /c hi!").find("200") <
      20);
  CHECK(http(io, raw, "GET /BlueBox/websocket HTTP/1.1\r\nHost: x\r\n\r\n", "WebSocket").find("426") < 20);
  raw.write("no HTTP at all\r\n\r\n");
  CHECK(run_until(io, [&] { return raw.wait_end(1ms); }));
}

TEST_CASE("the web listener bounds what one address has open without an upgrade") {
  boost::asio::io_context io;
  ListenOptions options;
  options.max_pending_per_address = 2;
  auto listening = listen_web(io, options, {});
  RawSocket first(listening.listener->port()), second(listening.listener->port());
  io.poll();
  RawSocket third(listening.listener->port());
  CHECK(run_until(io, [&] { return third.wait_end(1ms); }));
  CHECK(http(io, first, "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "not found").find("404") < 20);
}

TEST_CASE("an HTTP request has its size and its time") {
  boost::asio::io_context io;
  ListenOptions options;
  options.request_timeout = 60s;  // longer than this test waits
  std::string request;
  SECTION("a head that is too long") {
    request = "GET / HTTP/1.1\r\nX: " + std::string(8 << 10, 'x') + "\r\n\r\n";
  }
  SECTION("a body that is too long") {
    request = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1048577\r\n\r\n";
  }
  SECTION("one that is not finished") {
    options.request_timeout = 20ms;
    request = "GET / HT";
  }
  auto listening = listen_web(io, options, {});
  RawSocket raw(listening.listener->port());
  raw.write(request);
  CHECK(run_until(io, [&] { return raw.wait_end(1ms); }));
}

// One masked WebSocket message of a client.
Bytes web_message(std::uint8_t opcode, const Bytes& payload) {
  Bytes message{
      static_cast<std::uint8_t>(0x80 | opcode), static_cast<std::uint8_t>(0x80 | payload.size()), 0, 0, 0, 0};
  REQUIRE(payload.size() < 126);
  message.insert(message.end(), payload.begin(), payload.end());
  return message;
}

TEST_CASE("text comes and goes whole on the live path, and nothing else does") {
  boost::asio::io_context io;
  std::vector<std::unique_ptr<Transport>> peers;
  std::vector<std::string> texts;
  std::optional<Failure> end;
  WebHandlers handlers;
  handlers.on_text = [&](std::unique_ptr<Transport> transport) {
    Transport::Handlers on;
    on.on_message = [&](std::string_view text) {
      texts.emplace_back(text);
      const std::string answer = "<" + texts.back() + ">";
      peers.back()->send(Bytes(answer.begin(), answer.end()));
    };
    on.on_close = [&](Failure why) { end = std::move(why); };
    peers.push_back(std::move(transport));
    peers.back()->start(std::move(on));
  };
  auto listening = listen_web(io, {}, handlers);
  RawSocket raw(listening.listener->port());
  const std::string head =
      "Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
  CHECK(http(io, raw, "GET /api/live HTTP/1.1\r\n" + head, "\r\n\r\n").find("101") < 20);
  const auto text = web_message(1, {'h', 'i'});
  raw.write({reinterpret_cast<const char*>(text.data()), text.size()});
  std::string answer;
  CHECK(run_until(io, [&] {
    const auto piece = raw.read_some(1ms);
    answer.append(piece.begin(), piece.end());
    return answer.find("<hi>") != std::string::npos;
  }));
  CHECK(texts == std::vector<std::string>{"hi"});
  CHECK(answer[0] == static_cast<char>(0x81));  // text, whole
  const auto binary = web_message(2, {'h', 'i'});
  raw.write({reinterpret_cast<const char*>(binary.data()), binary.size()});
  CHECK(run_until(io, [&] { return end.has_value(); }));
  CHECK(texts.size() == 1);
}

TEST_CASE("WebSocket messages must hold whole frames in binary") {
  ListenOptions options;
  // This peer answers neither a closing handshake nor a ping.
  options.transport.close_timeout = 50ms;
  options.transport.ping_interval = 300ms;
  Host host(Kind::kWebSocket, options);
  RawSocket raw(host.listener->port());
  http(host.io, raw,
       "GET /BlueBox/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
       "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: 293hDWnHUygihAccUgFBiw==\r\n"
       "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n",
       "\r\n\r\n");
  REQUIRE(run_until(host.io, [&] { return host.peers.size() == 1; }));
  Peer& server = *host.peers[0];
  raw.write(web_message(2, numbered_frame(1)));
  Bytes two = numbered_frame(2);
  const Bytes third = numbered_frame(3);
  two.insert(two.end(), third.begin(), third.end());
  raw.write(web_message(2, two));
  REQUIRE(run_until(host.io, [&] { return server.numbers.size() == 3; }));
  Error expected = Error::kBadFrame;
  SECTION("half a frame") { raw.write(web_message(2, Bytes(third.begin(), third.end() - 1))); }
  SECTION("text") { raw.write(web_message(1, Bytes{'h', 'i'})); }
  SECTION("an opcode that does not exist, and no end from this side") {
    raw.write(web_message(5, third));
    expected = Error::kReset;
  }
  SECTION("nothing, not even an answer to pings") { expected = Error::kReset; }
  REQUIRE(run_until(host.io, [&] { return raw.wait_end(1ms); }));
  REQUIRE(run_until(host.io, [&] { return server.closed.has_value(); }));
  CHECK(server.closed->error == expected);
  CHECK(server.numbers.size() == 3);
}

}  // namespace
}  // namespace thermodon::net
