// What the JSON side needs around its state machines: engines, a worker thread, answers to HTTP.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "server/live/desk.hpp"
#include "server/live/gateway.hpp"
#include "server/live/http_api.hpp"
#include "server/live/worker.hpp"
#include "thermodon/server/storage.hpp"

namespace spdlog {
class logger;
}

namespace thermodon::server {

class LiveShell {
 public:
  // What the server does for it. None of them may call back into the shell before it returns.
  struct Callbacks {
    std::function<void(ConnectionId, std::shared_ptr<const std::string>)> send;
    std::function<void(ConnectionId)> close;
    std::function<void(ConnectionId, protocol::Request)> ask;  // the lobby, in this line's name
    std::function<ConnectionId()> connect_house;
    std::function<void(ConnectionId)> disconnect_house;
    std::function<Lobby::Organised(const OrganiserOrder&)> organise;
    std::function<void(HouseHired)> keep;  // in the storage
    std::function<game::TimePoint()> now;  // the lobby's time
  };
  LiveShell(boost::asio::io_context& io, const Settings& settings, const Lobby& lobby,
            std::shared_ptr<spdlog::logger> log, Callbacks callbacks);
  ~LiveShell();

  void opened(ConnectionId connection);
  void received(ConnectionId connection, std::string_view text);
  void closed(ConnectionId connection);
  [[nodiscard]] bool knows(ConnectionId connection) const { return gateway_.knows(connection); }
  [[nodiscard]] bool is_house(ConnectionId connection) const { return houses_.knows(connection); }

  void performed(const Action& action);
  void house_event(ConnectionId house, const protocol::Event& event);
  void house_lost(ConnectionId house) { houses_.lost(house); }
  void tick();
  void on_http(const net::HttpRequest& request, net::HttpReply reply);
  // House players of the settings, and of games that go on, as they are `kept` by name.
  void open_rooms(const std::vector<SavedGame>& games, const std::map<std::string, HouseHired>& kept);
  void stopping();

 private:
  void run(Effects effects);
  void run(const Say& say);
  void run(const Ask& ask);
  void run(const CheckPassword& check);
  void run(const AnalysisOrder& order);
  void run(const StopAnalysis& stop);
  void run(const HouseOrder& order);
  void run(const Cut& cut);
  // A job for the worker, whose end `done` is called on the io thread.
  template <class Job, class Done>
  [[nodiscard]] bool work(Job job, Done done);

  boost::asio::io_context& io_;
  const Settings& settings_;
  std::shared_ptr<spdlog::logger> log_;
  Callbacks callbacks_;
  Gateway gateway_;
  HttpApi http_;
  AnalysisDesk analyses_;
  HouseDesk houses_;
  std::uint64_t next_house_ = 1;
  std::shared_ptr<LiveShell*> alive_;  // null when the shell is gone
  Worker worker_;                      // last: its jobs see the rest
};

}  // namespace thermodon::server
