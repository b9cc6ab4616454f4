#include "server/live/desk.hpp"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include "server/live/engines.hpp"

namespace thermodon::server {
namespace {

// Where two others sit in its room, the house looks again so often.
constexpr Duration kReturnAfter{20'000};

}  // namespace

AnalysisDesk::AnalysisDesk(boost::asio::io_context& io, std::size_t most, Callbacks callbacks)
    : io_(io), most_(most), callbacks_(std::make_shared<Callbacks>(std::move(callbacks))) {}
AnalysisDesk::~AnalysisDesk() = default;

bool AnalysisDesk::start(const AnalysisOrder& order) {
  running_.erase(order.from);
  if (running_.size() >= most_) return false;
  Running& running = running_[order.from];
  running.serial = ++serial_;
  search::SearchLimits limits;
  limits.deadline = limits.start + order.time;
  limits.use_all_time = true;
  limits.multipv = order.multipv;
  // From the engine's thread: hand over to ours, and there drop what is of an analysis that was given up.
  const auto on_io = [this, weak = std::weak_ptr(callbacks_), from = order.from,
                      serial = serial_](auto deliver) {
    boost::asio::post(io_, [this, weak, from, serial, deliver = std::move(deliver)] {
      const auto callbacks = weak.lock();
      if (!callbacks) return;
      const auto found = running_.find(from);
      if (found != running_.end() && found->second.serial == serial) deliver(*callbacks);
    });
  };
  const auto on_failure = [on_io, from = order.from](const std::string& why) {
    on_io([from, why](const Callbacks& callbacks) { callbacks.on_failure(from, why); });
  };
  running.engine = std::make_unique<search::Engine>(lazy_searcher(order.spec, on_failure));
  search::EngineCallbacks engine;
  engine.on_info = [on_io, from = order.from](search::SearchId, const search::SearchInfo& info) {
    on_io([from, info](const Callbacks& callbacks) { callbacks.on_info(from, info); });
  };
  engine.on_done = [this, on_io, from = order.from](search::SearchId, const search::SearchResult& result) {
    on_io([this, from, result](const Callbacks& callbacks) {
      running_.erase(from);
      callbacks.on_done(from, result);
    });
  };
  running.engine->start(order.position, limits, std::move(engine));
  return true;
}

void AnalysisDesk::stop(ConnectionId connection) {
  if (const auto found = running_.find(connection); found != running_.end()) found->second.engine->stop();
}

void AnalysisDesk::forget(ConnectionId connection) { running_.erase(connection); }

HouseDesk::HouseDesk(boost::asio::io_context& io, Callbacks callbacks)
    : io_(io), callbacks_(std::move(callbacks)), alive_(std::make_shared<HouseDesk*>(this)) {}
HouseDesk::~HouseDesk() { *alive_ = nullptr; }

void HouseDesk::hire(HouseSettings settings, search::EngineSpec spec) {
  const ConnectionId house = callbacks_.connect();
  Player player{HousePlayer(std::move(settings)), spec, nullptr, 0};
  // Where memory lacks later, the engine plays any legal move.
  player.engine = std::make_unique<search::Engine>(lazy_searcher(std::move(spec)));
  players_.emplace(house, std::move(player));
  perform(house, HousePlayer::begin());
}

bool HouseDesk::has_name(std::string_view name) const {
  return std::ranges::any_of(players_,
                             [&](const auto& p) { return p.second.player.settings().name == name; });
}

std::size_t HouseDesk::hired() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(players_, [](const auto& p) { return !p.second.player.settings().stays; }));
}

void HouseDesk::on_event(ConnectionId house, const protocol::Event& event, TimePoint now) {
  if (const auto found = players_.find(house); found != players_.end())
    perform(house, found->second.player.on_event(event, now));
}

void HouseDesk::tick(TimePoint now) {
  now_ = now;
  std::vector<Return> due;
  const auto later =
      std::stable_partition(returns_.begin(), returns_.end(), [&](const Return& r) { return r.at > now; });
  std::move(later, returns_.end(), std::back_inserter(due));
  returns_.erase(later, returns_.end());
  for (Return& r : due) hire(std::move(r.settings), std::move(r.spec));
  std::vector<std::pair<ConnectionId, HousePlayer::Steps>> all;
  for (auto& [house, player] : players_)
    if (auto steps = player.player.tick(now); !steps.empty()) all.emplace_back(house, std::move(steps));
  for (auto& [house, steps] : all) perform(house, std::move(steps));
}

void HouseDesk::clear() {
  players_.clear();
  returns_.clear();
}

void HouseDesk::lost(ConnectionId house) {
  const auto found = players_.find(house);
  if (found == players_.end()) return;
  const HouseSettings& settings = found->second.player.settings();
  if (settings.stays) returns_.push_back({now_ + kReturnAfter, settings, found->second.spec});
  players_.erase(found);
}

void HouseDesk::perform(ConnectionId house, HousePlayer::Steps steps) {
  for (HousePlayer::Step& step : steps) {
    const auto found = players_.find(house);
    if (found == players_.end()) return;
    if (auto* request = std::get_if<protocol::Request>(&step)) {
      callbacks_.ask(house, std::move(*request));
    } else if (const auto* wanted = std::get_if<HousePlayer::Search>(&step)) {
      search(house, found->second, *wanted);
    } else {
      lost(house);
      callbacks_.disconnect(house);
    }
  }
}

void HouseDesk::search(ConnectionId house, Player& player, const HousePlayer::Search& wanted) {
  const std::uint64_t serial = player.serial = ++serial_;
  search::SearchLimits limits;
  limits.deadline = limits.start + wanted.time;
  search::EngineCallbacks engine;
  engine.on_done = [&io = io_, alive = alive_, house, serial](search::SearchId,
                                                              const search::SearchResult& result) {
    boost::asio::post(io, [alive, house, serial, best = result.best] {
      if (*alive == nullptr) return;
      HouseDesk& self = **alive;
      const auto found = self.players_.find(house);
      if (found == self.players_.end() || found->second.serial != serial) return;
      self.perform(house, found->second.player.on_move(best));
    });
  };
  player.engine->start(wanted.position, limits, std::move(engine));
}

}  // namespace thermodon::server
