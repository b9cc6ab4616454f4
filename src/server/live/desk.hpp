// The engines behind analyses and house players: each searches on its own thread, answers come by the
// io_context. All calls on the io_context's thread.
#pragma once

#include <functional>
#include <map>
#include <memory>

#include "server/live/gateway.hpp"
#include "server/live/house.hpp"
#include "thermodon/search/engine.hpp"

namespace boost::asio {
class io_context;
}

namespace thermodon::server {

class AnalysisDesk {
 public:
  struct Callbacks {
    std::function<void(ConnectionId, const search::SearchInfo&)> on_info;
    std::function<void(ConnectionId, const search::SearchResult&)> on_done;
    std::function<void(ConnectionId, const std::string&)> on_failure;  // on_done follows
  };
  AnalysisDesk(boost::asio::io_context& io, std::size_t most, Callbacks callbacks);
  ~AnalysisDesk();

  // False when as many as may run do. Ends the connection's earlier one without a word.
  [[nodiscard]] bool start(const AnalysisOrder& order);
  void stop(ConnectionId connection);    // on_done follows
  void forget(ConnectionId connection);  // and does not

 private:
  struct Running {
    std::unique_ptr<search::Engine> engine;
    std::uint64_t serial = 0;
  };
  boost::asio::io_context& io_;
  const std::size_t most_;
  std::shared_ptr<Callbacks> callbacks_;  // alive as long as the desk
  std::uint64_t serial_ = 0;
  std::map<ConnectionId, Running> running_;
};

class HouseDesk {
 public:
  struct Callbacks {
    std::function<ConnectionId()> connect;  // a line of the house to the lobby
    std::function<void(ConnectionId, protocol::Request)> ask;
    std::function<void(ConnectionId)> disconnect;
  };
  HouseDesk(boost::asio::io_context& io, Callbacks callbacks);
  ~HouseDesk();

  void hire(HouseSettings settings, search::EngineSpec spec);
  void on_event(ConnectionId house, const protocol::Event& event, TimePoint now);
  void tick(TimePoint now);
  void clear();
  [[nodiscard]] bool knows(ConnectionId house) const { return players_.contains(house); }
  [[nodiscard]] bool has_name(std::string_view name) const;
  // Without those that stay in their rooms.
  [[nodiscard]] std::size_t hired() const;
  // Of a cut line, so that a room that always has its house gets it again.
  void lost(ConnectionId house);

 private:
  struct Player {
    HousePlayer player;
    search::EngineSpec spec;
    std::unique_ptr<search::Engine> engine;
    std::uint64_t serial = 0;  // of the search that is awaited
  };
  struct Return {
    TimePoint at;
    HouseSettings settings;
    search::EngineSpec spec;
  };
  void perform(ConnectionId house, HousePlayer::Steps steps);
  void search(ConnectionId house, Player& player, const HousePlayer::Search& search);

  boost::asio::io_context& io_;
  Callbacks callbacks_;
  std::shared_ptr<HouseDesk*> alive_;  // null when the desk is gone
  std::uint64_t serial_ = 0;
  std::map<ConnectionId, Player> players_;
  std::vector<Return> returns_;  // of those that stay in their rooms and could not
  TimePoint now_{};
};

}  // namespace thermodon::server
