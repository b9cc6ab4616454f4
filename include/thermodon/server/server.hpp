// The server: a lobby behind sockets. Runs on the given io_context's thread, in this process or another's.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "thermodon/server/lobby.hpp"
#include "thermodon/server/settings.hpp"

namespace boost::asio {
class io_context;
}

namespace spdlog {
class logger;
}

namespace thermodon::server {

class Server {
 public:
  // `io` must outlive the server. All calls on the thread that runs it, or before it runs. Without a `log`
  // nothing is logged.
  Server(boost::asio::io_context& io, Settings settings, std::shared_ptr<spdlog::logger> log = nullptr);
  ~Server();  // drops every line at once
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Listens. An error is one line that says what and how to mend it.
  [[nodiscard]] std::optional<std::string> start();
  [[nodiscard]] std::uint16_t port() const noexcept;
  [[nodiscard]] std::optional<std::uint16_t> http_port() const noexcept;
  // Tells everybody, writes what is waiting and ends; then nothing of the server keeps `io` running. `done`
  // may be empty.
  void stop(std::function<void()> done = {});
  // Makes the last writes to --data, for about a second where the disk takes none, and tells how many are
  // lost; 0 without --data. For when `io` runs no more: what happens afterwards is not stored.
  [[nodiscard]] std::size_t lost_writes();
  [[nodiscard]] Lobby::Counts counts() const noexcept;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace thermodon::server
