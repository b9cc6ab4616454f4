#include "server/live/live_shell.hpp"

#include <spdlog/logger.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include "server/live/engines.hpp"
#include "thermodon/server/password.hpp"
#include "thermodon/server/storage.hpp"

namespace thermodon::server {
namespace {

constexpr std::size_t kLongestQueue = 64;  // of the worker

}  // namespace

LiveShell::LiveShell(boost::asio::io_context& io, const Settings& settings, const Lobby& lobby,
                     std::shared_ptr<spdlog::logger> log, Callbacks callbacks)
    : io_(io),
      settings_(settings),
      log_(std::move(log)),
      callbacks_(std::move(callbacks)),
      gateway_(settings, lobby),
      http_(settings, lobby, gateway_.view()),
      analyses_(
          io, settings.live.analyses,
          {[this](ConnectionId c, const search::SearchInfo& info) { run(gateway_.analysis_info(c, info)); },
           [this](ConnectionId c, const search::SearchResult& r) { run(gateway_.analysis_done(c, r)); },
           [this](ConnectionId c, const std::string& why) { run(gateway_.refused(c, why)); }}),
      houses_(io, {callbacks_.connect_house, callbacks_.ask, callbacks_.disconnect_house}),
      alive_(std::make_shared<LiveShell*>(this)),
      worker_(kLongestQueue) {}
LiveShell::~LiveShell() { *alive_ = nullptr; }

template <class Job, class Done>
bool LiveShell::work(Job job, Done done) {
  return worker_.post([&io = io_, alive = alive_, job = std::move(job), done = std::move(done)] {
    boost::asio::post(io, [alive, done, result = job()]() mutable {
      if (*alive != nullptr) done(**alive, std::move(result));
    });
  });
}

void LiveShell::opened(ConnectionId connection) { run(gateway_.opened(callbacks_.now(), connection)); }
void LiveShell::received(ConnectionId connection, std::string_view text) {
  run(gateway_.received(callbacks_.now(), connection, text));
}
void LiveShell::closed(ConnectionId connection) {
  analyses_.forget(connection);
  run(gateway_.closed(connection));
}
void LiveShell::performed(const Action& action) { run(gateway_.performed(callbacks_.now(), action)); }
void LiveShell::house_event(ConnectionId house, const protocol::Event& event) {
  houses_.on_event(house, event, callbacks_.now());
}
void LiveShell::tick() {
  run(gateway_.tick(callbacks_.now()));
  houses_.tick(callbacks_.now());
}

void LiveShell::stopping() {
  run(gateway_.stopping());
  houses_.clear();
}

void LiveShell::run(Effects effects) {
  for (const Effect& effect : effects) std::visit([this](const auto& e) { run(e); }, effect);
}
void LiveShell::run(const Say& say) {
  for (const ConnectionId id : say.to) callbacks_.send(id, say.text);
}
void LiveShell::run(const Ask& ask) { callbacks_.ask(ask.from, ask.request); }
void LiveShell::run(const Cut& cut) {
  log_->info("a JSON connection is cut: {}", cut.why);
  callbacks_.close(cut.connection);
}

void LiveShell::run(const CheckPassword& check) {
  const auto job = [password = check.password, hash = check.hash] { return scrypt_verify(password, hash); };
  const auto done = [from = check.from](LiveShell& self, bool right) {
    self.run(self.gateway_.password_checked(from, right));
  };
  if (!work(job, done)) run(gateway_.refused(check.from, "the server is busy; try again"));
}

void LiveShell::run(const AnalysisOrder& order) {
  if (analyses_.start(order)) return;
  run(gateway_.refused(order.from, "as many analyses as this server allows are running; try again later"));
  run(gateway_.analysis_done(order.from, {}));
}
void LiveShell::run(const StopAnalysis& stop) { analyses_.stop(stop.from); }

void LiveShell::run(const HouseOrder& order) {
  if (houses_.hired() >= settings_.live.houses)
    return run(gateway_.refused(order.from, "as many house players as this server allows are playing"));
  HouseSettings house;
  house.zone = order.zone;
  house.room = order.room;
  do house.name = std::string(kHouseName) + std::to_string(next_house_++);
  while (houses_.has_name(house.name));
  house.preset = settings_.lobby.preset;
  house.move_time = order.move_time;
  callbacks_.keep({house.name, order.spec.to_string(), order.move_time});
  houses_.hire(std::move(house), order.spec);
}

void LiveShell::open_rooms(const std::vector<SavedGame>& games,
                           const std::map<std::string, HouseHired>& kept) {
  const auto hire = [this](std::string zone, std::string room, std::string name, const std::string& text,
                           Duration time, bool stays) {
    const auto spec = admit_spec(text, settings_.live.hash_mb);
    if (!spec.ok()) return log_->warn("no house player for {}: {}", room, spec.error());
    HouseSettings house{
        std::move(zone), std::move(room), std::move(name), settings_.lobby.preset, time, stays};
    houses_.hire(std::move(house), *spec);
  };
  for (const PracticeRoom& room : settings_.practice)
    hire(settings_.lobby.zones.front(), room.room, std::string(kHouseName) + room.room, room.spec,
         room.move_time, true);
  for (const SavedGame& game : games) {
    if (game.result) continue;
    for (const std::string& name : {game.black, game.white}) {
      if (!name.starts_with(kHouseName) || houses_.has_name(name)) continue;
      if (const auto hired = kept.find(name); hired != kept.end())
        hire(game.zone, game.room, name, hired->second.spec, hired->second.move_time, false);
    }
  }
}

void LiveShell::on_http(const net::HttpRequest& request, net::HttpReply reply) {
  auto outcome = http_.handle(request, callbacks_.now(), system_wall_clock()());
  if (auto* response = std::get_if<net::HttpResponse>(&outcome)) return reply(std::move(*response));
  if (const auto* order = std::get_if<HttpApi::Order>(&outcome))
    return reply(http_.done(order->order, callbacks_.organise(order->order)));
  const auto done = [reply](LiveShell&, net::HttpResponse response) { reply(std::move(response)); };
  if (work(std::move(std::get<HttpApi::Job>(outcome)), done)) return;
  net::HttpResponse busy;
  busy.status = 429;
  busy.content_type = "application/json";
  busy.body = "{\"error\":\"the server is busy; try again\"}";
  reply(std::move(busy));
}

}  // namespace thermodon::server
