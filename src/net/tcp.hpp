// Sockets: the TCP pipe and the loop that accepts.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <memory>

#include "net/pipe.hpp"
#include "thermodon/net/listen.hpp"

namespace thermodon::net {

// What every connection wants: no delay for small frames, and dead peers found in the end.
void tune(boost::asio::ip::tcp::socket& socket);

[[nodiscard]] std::unique_ptr<Pipe> make_tcp_pipe(boost::asio::ip::tcp::socket socket);

using OnSocket = std::function<void(boost::asio::ip::tcp::socket socket)>;

// Listens and hands over every socket that was accepted.
[[nodiscard]] Listening listen_sockets(boost::asio::io_context& io, const ListenOptions& options,
                                       OnSocket on_socket);

}  // namespace thermodon::net
