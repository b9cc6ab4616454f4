#include "thermodon/server/server.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/null_sink.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <map>
#include <unordered_map>

#include "server/live/live_shell.hpp"
#include "thermodon/net/listen.hpp"
#include "thermodon/server/storage.hpp"

namespace thermodon::server {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kTick = 50ms;
// A write that takes longer than this stops the clocks.
constexpr auto kSlowWrite = 100ms;

spdlog::level::level_enum level_of(Level level) {
  switch (level) {
    case Level::kDebug:
      return spdlog::level::debug;
    case Level::kInfo:
      return spdlog::level::info;
    case Level::kWarn:
      return spdlog::level::warn;
  }
  return spdlog::level::info;
}

}  // namespace

// Callbacks of transports end with the transports, which this owns; the others hold it weakly.
class Server::State : public std::enable_shared_from_this<Server::State> {
 public:
  State(boost::asio::io_context& io, Settings settings, std::shared_ptr<spdlog::logger> log)
      : io_(io),
        settings_(std::move(settings)),
        log_(log ? std::move(log)
                 : std::make_shared<spdlog::logger>("server",
                                                    std::make_shared<spdlog::sinks::null_sink_mt>())),
        lobby_(settings_.lobby),
        timer_(io),
        live_(std::make_unique<LiveShell>(io, settings_, lobby_, log_, live_callbacks())) {}

  std::optional<std::string> start() {
    if (auto error = open_storage()) return error;
    net::ListenOptions options;
    options.address = settings_.bind;
    options.port = settings_.port;
    options.transport.limits.max_body = settings_.lobby.limits.max_message;
    options.transport.limits.max_inflated = 4 * settings_.lobby.limits.max_message;
    options.transport.max_outbox = settings_.max_outbox;
    const auto accept = [weak = weak_from_this()](std::unique_ptr<net::Transport> transport) {
      if (const auto self = weak.lock()) self->accept(std::move(transport));
    };
    auto tcp = net::listen_tcp(io_, options, accept);
    if (tcp.failure) return cannot_listen(options, tcp.failure);
    if (settings_.http) {
      options.port = *settings_.http;
      options.tls_certificate = settings_.tls_certificate;
      options.tls_key = settings_.tls_key;
      net::WebHandlers handlers;
      handlers.on_frames = accept;
      handlers.on_text = [weak = weak_from_this()](std::unique_ptr<net::Transport> transport) {
        if (const auto self = weak.lock()) self->accept_live(std::move(transport));
      };
      handlers.on_http = [weak = weak_from_this()](const net::HttpRequest& request, net::HttpReply reply) {
        if (const auto self = weak.lock()) self->live_->on_http(request, std::move(reply));
      };
      auto web = net::listen_web(io_, options, std::move(handlers));
      if (web.failure) return cannot_listen(options, web.failure);
      web_ = std::move(web.listener);
    }
    tcp_ = std::move(tcp.listener);
    if (auto error = take_up_games()) return error;
    schedule_tick();
    return std::nullopt;
  }

  void stop(std::function<void()> done) {
    end_listening();
    live_->stopping();
    stopped_ = std::move(done);
    if (!stopped_) stopped_ = [] {};
    if (held_.empty()) close_lines();  // else when they have been sent
  }

  // At once and without a word.
  void drop() {
    end_listening();
    live_.reset();
    lines_.clear();
  }

  std::size_t lost_writes() { return storage_ ? storage_->stop() : 0; }

  [[nodiscard]] std::uint16_t port() const noexcept { return tcp_ ? tcp_->port() : 0; }
  [[nodiscard]] std::optional<std::uint16_t> http_port() const noexcept {
    return web_ ? std::optional(web_->port()) : std::nullopt;
  }
  [[nodiscard]] Lobby::Counts counts() const noexcept { return lobby_.counts(); }

 private:
  static std::string cannot_listen(const net::ListenOptions& options, const net::Failure& failure) {
    return "cannot listen on " + net::describe(failure, options.address + ":" + std::to_string(options.port));
  }

  void end_listening() {
    tcp_.reset();
    web_.reset();
    timer_.cancel();
    running_ = false;
  }

  std::optional<std::string> open_storage() {
    if (settings_.data.empty()) return std::nullopt;
    auto storage = Storage::open(settings_.data);
    if (!storage.ok())
      return "--data " + storage.error() + "; name a directory that can be written and is free";
    storage_ = std::move(storage).value();
    return std::nullopt;
  }

  std::optional<std::string> take_up_games() {
    TakenUp stored;
    if (storage_) stored = take_up_stored();
    for (const std::string& text : settings_.tournaments)
      if (auto error = hold_tournament(text); !error.empty()) return "--" + error;
    live_->open_rooms(stored.games, stored.houses);
    drain();
    return std::nullopt;
  }

  // A tournament that is held already, by its text, is not begun again. Empty, or why it cannot be held.
  std::string hold_tournament(const std::string& text) {
    for (const Tournament* held : lobby_.tournaments())
      if (held->spec().source == text) return {};
    OrganiserOrder order;
    auto spec = parse_tournament(text);
    if (!spec.ok()) return spec.error();
    order.spec = std::move(spec).value();
    auto organised = lobby_.organise(now(), order);
    perform(std::move(organised.actions));
    return organised.error;
  }

  struct TakenUp {
    std::vector<SavedGame> games;
    std::map<std::string, HouseHired> houses;  // of those games, by name
  };
  // All that is read is read before the storage runs: from then on the database is its worker's.
  TakenUp take_up_stored() {
    TakenUp stored;
    auto& games = stored.games;
    games = storage_->running_games();
    std::ranges::move(storage_->games_just_ended(), std::back_inserter(games));
    const auto tournaments = storage_->tournaments();
    const GameId next = storage_->next_game_id();
    for (const SavedGame& game : games)
      for (const std::string& name : {game.black, game.white})
        if (auto house = storage_->house(name)) stored.houses.emplace(name, *std::move(house));
    // From the worker's thread: hand over to ours.
    Storage::Callbacks callbacks;
    callbacks.on_stored = [this, weak = weak_from_this()](std::uint64_t number) {
      boost::asio::post(io_, [weak, number] {
        if (const auto self = weak.lock()) self->stored(number);
      });
    };
    callbacks.on_trouble = [log = log_](const std::string& what) { log->warn("{}", what); };
    // Before the storage runs, so that its first write says of each clock that it stands still.
    perform(lobby_.restore(now(), games, next, tournaments));
    storage_->start(std::move(callbacks));
    return stored;
  }

  LiveShell::Callbacks live_callbacks() {
    LiveShell::Callbacks callbacks;
    callbacks.send = [this](ConnectionId id, const std::shared_ptr<const std::string>& text) {
      const auto line = lines_.find(id);
      if (line == lines_.end()) return;
      line->second->send(std::make_shared<const sfs2x::Bytes>(text->begin(), text->end()));
    };
    callbacks.close = [this](ConnectionId id) {
      if (const auto line = lines_.find(id); line != lines_.end()) line->second->close();
    };
    callbacks.ask = [this](ConnectionId id, protocol::Request request) {
      later([this, id, request = std::move(request)] { perform(lobby_.received(now(), id, request)); });
    };
    callbacks.connect_house = [this] {
      const ConnectionId id{next_id_++};
      later([this, id] { perform(lobby_.connected(now(), id, "house", LineKind::kHouse)); });
      return id;
    };
    callbacks.disconnect_house = [this](ConnectionId id) {
      later([this, id] { perform(lobby_.disconnected(now(), id, "the house goes")); });
    };
    callbacks.organise = [this](const OrganiserOrder& order) {
      auto organised = lobby_.organise(now(), order);
      perform(std::exchange(organised.actions, {}));
      return organised;
    };
    callbacks.now = [this] { return now(); };
    callbacks.keep = [this](HouseHired hired) {
      if (storage_) storage_->put(std::move(hired));
    };
    return callbacks;
  }

  // Calls of the lobby that are made while its actions are carried out wait until they have been.
  void later(std::function<void()> call) {
    later_.push_back(std::move(call));
    drain();
  }
  void drain() {
    if (busy_) return;
    busy_ = true;
    while (!later_.empty()) {
      const auto call = std::move(later_.front());
      later_.pop_front();
      call();
    }
    busy_ = false;
  }

  // Sends what was held back until it was stored.
  void stored(std::uint64_t number) {
    stored_ = number;
    const auto at = Clock::now();
    stood_ += std::max(Clock::duration::zero(), at - stands_still_from());
    first_since_ = at;
    const bool outermost = !std::exchange(busy_, true);
    while (!held_.empty() && held_.front().after <= stored_) {
      const Action action = std::move(held_.front().action);
      held_.pop_front();
      carry_out(action);
    }
    if (outermost) unbusy();
    if (stopped_ && held_.empty()) close_lines();
  }

  void close_lines() {
    for (const auto& [id, transport] : lines_) transport->close();
    tell_when_empty();
  }

  void tell_when_empty() {
    if (!stopped_ || !lines_.empty()) return;
    boost::asio::post(io_, std::exchange(stopped_, nullptr));
  }

  void schedule_tick() {
    running_ = true;
    timer_.expires_after(kTick);
    timer_.async_wait([weak = weak_from_this()](boost::system::error_code ec) {
      const auto self = weak.lock();
      if (ec || !self || !self->running_) return;
      self->perform(self->lobby_.tick(self->now()));
      self->live_->tick();
      self->drain();
      self->schedule_tick();
    });
  }

  void accept(std::unique_ptr<net::Transport> transport) {
    const ConnectionId id{next_id_++};
    const std::string address = transport->peer_address();
    net::Transport& line = *lines_.emplace(id, std::move(transport)).first->second;
    line.start({[this, id](sfs2x::FrameReader::Frame frame) { read(id, frame); },
                [this, id](const net::Failure& why) { ended(id, why); }});
    perform(lobby_.connected(now(), id, address));
  }

  void accept_live(std::unique_ptr<net::Transport> transport) {
    const ConnectionId id{next_id_++};
    const std::string address = transport->peer_address();
    net::Transport& line = *lines_.emplace(id, std::move(transport)).first->second;
    net::Transport::Handlers handlers;
    handlers.on_message = [this, id](std::string_view text) { live_->received(id, text); };
    handlers.on_close = [this, id](const net::Failure& why) {
      live_->closed(id);
      ended(id, why);
    };
    line.start(std::move(handlers));
    // The lobby first: what it refuses is closed.
    Actions actions = lobby_.connected(now(), id, address, LineKind::kLive);
    live_->opened(id);
    perform(std::move(actions));
  }

  void read(ConnectionId id, const sfs2x::FrameReader::Frame& frame) {
    const auto at = now();
    if (frame.error != sfs2x::FrameError::kNone)
      return perform(lobby_.unreadable(at, id, sfs2x::to_string(frame.error), sfs2x::is_fatal(frame.error)));
    const auto request = protocol::parse_request(frame.body);
    if (!request.ok()) return perform(lobby_.unreadable(at, id, request.error(), false));
    perform(lobby_.received(at, id, *request));
  }

  void ended(ConnectionId id, const net::Failure& why) {
    lines_.erase(id);
    if (running_) perform(lobby_.disconnected(now(), id, net::describe(why)));
    tell_when_empty();
  }

  // A game's start, move or end is stored before anybody hears of it.
  void perform(Actions actions) {
    const bool outermost = !std::exchange(busy_, true);
    if (storage_) store(actions);
    for (Action& action : actions) {
      if (awaited_ > stored_)
        hold_back(std::move(action));
      else
        carry_out(action);
    }
    if (outermost) unbusy();
  }

  // The time of the lobby and the page. It stands still while the storage is slow to take what was said:
  // nobody's clock runs for a move that he has not been shown.
  [[nodiscard]] Clock::time_point now() const { return std::min(Clock::now(), stands_still_from()) - stood_; }

  [[nodiscard]] Clock::time_point stands_still_from() const {
    if (held_.empty()) return Clock::time_point::max();
    return std::max(held_.front().since + kSlowWrite, first_since_);
  }

  void hold_back(Action action) {
    const auto since = Clock::now();
    if (held_.empty()) first_since_ = since;
    held_.push_back({awaited_, std::move(action), since});
  }

  void unbusy() {
    busy_ = false;
    drain();
  }

  // What one call of the lobby has to keep is kept together.
  void store(const Actions& actions) {
    std::vector<Stored> kept, clocks;
    for (const Action& action : actions) {
      if (const auto* resumed = std::get_if<GameResumed>(&action)) clocks.emplace_back(*resumed);
      if (const auto* clock = std::get_if<ClockStarted>(&action)) clocks.emplace_back(*clock);
      if (const auto* began = std::get_if<GameStarted>(&action)) kept.emplace_back(*began);
      if (const auto* move = std::get_if<MoveMade>(&action)) kept.emplace_back(*move);
      if (const auto* ended = std::get_if<GameEnded>(&action)) kept.emplace_back(*ended);
      if (const auto* added = std::get_if<TournamentAdded>(&action)) kept.emplace_back(*added);
      if (const auto* entry = std::get_if<TournamentLogged>(&action)) kept.emplace_back(*entry);
    }
    if (!clocks.empty()) storage_->put(std::move(clocks));  // nobody waits for these
    if (!kept.empty()) awaited_ = storage_->put(std::move(kept));
  }

  void carry_out(const Action& action) {
    std::visit([this](const auto& a) { perform(a); }, action);
    if (live_) live_->performed(action);
  }

  void perform(const Send& send) {
    for (const ConnectionId id : send.to)
      if (live_ && live_->is_house(id))
        later([this, id, event = send.event] { live_->house_event(id, event); });
    const auto speaks_protocol = [this](ConnectionId id) { return lines_.contains(id) && !live_->knows(id); };
    if (std::ranges::none_of(send.to, speaks_protocol)) return;
    // One encoding serves every receiver.
    const auto threshold = static_cast<std::size_t>(settings_.lobby.compression_threshold);
    const auto frame =
        std::make_shared<const sfs2x::Bytes>(sfs2x::make_frame(protocol::to_object(send.event), threshold));
    for (const ConnectionId id : send.to)
      if (speaks_protocol(id)) lines_.at(id)->send(frame);
  }
  void perform(const Close& close) {
    if (live_ && live_->is_house(close.connection))
      later([this, id = close.connection] { live_->house_lost(id); });
    if (const auto line = lines_.find(close.connection); line != lines_.end()) line->second->close();
  }
  void perform(const Log& log) { log_->log(level_of(log.level), "{}", log.text); }
  void perform(const GameStarted& game) {
    log_->info("game {} begins in {}: {} (black) against {} (white)", game.id, game.room, game.black,
               game.white);
  }
  void perform(const MoveMade&) {}
  void perform(const RoomChanged&) {}
  void perform(const GameResumed&) {}
  void perform(const ClockStarted&) {}
  void perform(const SessionResumed&) {}
  void perform(const TournamentAdded& added) { log_->info("tournament {} is made", added.id); }
  void perform(const TournamentLogged&) {}
  void perform(const TournamentChanged&) {}
  void perform(const GameEnded& game) {
    const auto& result = game.record.result;
    log_->info("game {} in {} is over after {} moves: {}", game.id, game.room, game.record.moves.size(),
               result ? result->detail : "not played out");
  }

  struct Held {
    std::uint64_t after = 0;  // the write that must be stored first
    Action action;
    Clock::time_point since;
  };

  boost::asio::io_context& io_;
  Settings settings_;
  std::shared_ptr<spdlog::logger> log_;
  Lobby lobby_;
  boost::asio::steady_timer timer_;
  std::unique_ptr<Storage> storage_;
  std::deque<Held> held_;
  std::uint64_t awaited_ = 0, stored_ = 0;  // numbers of writes
  Clock::time_point first_since_{};         // since when the first of held_ is the first
  Clock::duration stood_{};                 // how long now() has stood still, in all
  std::unique_ptr<net::Listener> tcp_, web_;
  std::unordered_map<ConnectionId, std::unique_ptr<net::Transport>> lines_;
  std::uint64_t next_id_ = 1;
  std::deque<std::function<void()>> later_;
  bool busy_ = false;  // with later_
  std::unique_ptr<LiveShell> live_;
  bool running_ = false;
  std::function<void()> stopped_;
};

Server::Server(boost::asio::io_context& io, Settings settings, std::shared_ptr<spdlog::logger> log)
    : state_(std::make_shared<State>(io, std::move(settings), std::move(log))) {}
Server::~Server() { state_->drop(); }

std::optional<std::string> Server::start() { return state_->start(); }
std::uint16_t Server::port() const noexcept { return state_->port(); }
std::optional<std::uint16_t> Server::http_port() const noexcept { return state_->http_port(); }
void Server::stop(std::function<void()> done) { state_->stop(std::move(done)); }
std::size_t Server::lost_writes() { return state_->lost_writes(); }
Lobby::Counts Server::counts() const noexcept { return state_->counts(); }

}  // namespace thermodon::server
