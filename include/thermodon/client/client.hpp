// The tournament client: a session behind a socket, with an engine on its own thread and records on disk.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "thermodon/client/session.hpp"
#include "thermodon/net/connect.hpp"
#include "thermodon/search/searcher.hpp"

namespace spdlog {
class logger;
}

namespace thermodon::client {

struct Options {
  Settings session;
  net::ConnectOptions server;
  std::string record;  // a folder for the games' records; empty: none
};

// At least one. Games take them in turn, so that a series can compare evaluators.
using Searchers = std::vector<std::unique_ptr<search::Searcher>>;

struct Callbacks {
  std::function<void(const Action& fact)> on_fact;  // LoggedIn, Joined, GameStarted, MovePlayed, GameEnded
  std::function<void(const Finish& finish)> on_finish;  // exactly once, last; the lines are closed then
};

class Client {
 public:
  // `io` must outlive the client. All calls, and all callbacks, on the thread that runs it. Whoever destroys
  // the client before it has finished drops its line at once and hears nothing more. `log` may be null.
  Client(boost::asio::io_context& io, Options options, Searchers searchers,
         std::shared_ptr<spdlog::logger> log, Callbacks callbacks);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void start();
  // See Session::stop.
  void stop(bool at_once = false);
  [[nodiscard]] const Session& session() const noexcept;
  // Of the running or last game's record, without the extension; empty when nothing is recorded.
  [[nodiscard]] const std::string& record_path() const noexcept;

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace thermodon::client
