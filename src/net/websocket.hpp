// WebSocket pipes, by Beast: both ends of the upgrade.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <memory>

#include "net/pipe.hpp"
#include "thermodon/net/connect.hpp"
#include "thermodon/net/listen.hpp"

namespace thermodon::net {

using OnPipe = std::function<void(Failure failure, std::unique_ptr<Pipe> pipe)>;

// Asks the server behind a connected socket for the upgrade. `done` is called once, unless the returned
// function is called before: it gives up.
[[nodiscard]] std::function<void()> upgrade_as_client(boost::asio::ip::tcp::socket socket,
                                                      const ConnectOptions& options, OnPipe done);

}  // namespace thermodon::net
