#include "thermodon/server/server.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/null_sink.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <unordered_map>

#include "thermodon/net/listen.hpp"
#include "thermodon/server/storage.hpp"

namespace thermodon::server {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kTick = 50ms;

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
        timer_(io) {}

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
      auto web = net::listen_web(io_, options, {accept, {}, {}});
      if (web.failure) return cannot_listen(options, web.failure);
      web_ = std::move(web.listener);
    }
    tcp_ = std::move(tcp.listener);
    if (storage_) take_up_games();
    schedule_tick();
    return std::nullopt;
  }

  void stop(std::function<void()> done) {
    end_listening();
    stopped_ = std::move(done);
    if (!stopped_) stopped_ = [] {};
    if (held_.empty()) close_lines();  // else when they have been sent
  }

  // At once and without a word.
  void drop() {
    end_listening();
    lines_.clear();
  }

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

  void take_up_games() {
    auto games = storage_->running_games();
    std::ranges::move(storage_->games_just_ended(), std::back_inserter(games));
    const GameId next = storage_->next_game_id();
    // From the worker's thread: hand over to ours.
    Storage::Callbacks callbacks;
    callbacks.on_stored = [this, weak = weak_from_this()](std::uint64_t number) {
      boost::asio::post(io_, [weak, number] {
        if (const auto self = weak.lock()) self->stored(number);
      });
    };
    callbacks.on_trouble = [log = log_](const std::string& what) { log->warn("{}", what); };
    storage_->start(std::move(callbacks));
    perform(lobby_.restore(Clock::now(), games, next));
  }

  // Sends what was held back until it was stored.
  void stored(std::uint64_t number) {
    stored_ = number;
    while (!held_.empty() && held_.front().after <= stored_) {
      Action action = std::move(held_.front().action);
      held_.pop_front();
      std::visit([this](auto& a) { perform(a); }, action);
    }
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
      self->perform(self->lobby_.tick(Clock::now()));
      self->schedule_tick();
    });
  }

  void accept(std::unique_ptr<net::Transport> transport) {
    const ConnectionId id{next_id_++};
    const std::string address = transport->peer_address();
    net::Transport& line = *lines_.emplace(id, std::move(transport)).first->second;
    line.start({[this, id](sfs2x::FrameReader::Frame frame) { read(id, frame); },
                [this, id](const net::Failure& why) { ended(id, why); }});
    perform(lobby_.connected(Clock::now(), id, address));
  }

  void read(ConnectionId id, const sfs2x::FrameReader::Frame& frame) {
    const auto now = Clock::now();
    if (frame.error != sfs2x::FrameError::kNone)
      return perform(lobby_.unreadable(now, id, sfs2x::to_string(frame.error), sfs2x::is_fatal(frame.error)));
    const auto request = protocol::parse_request(frame.body);
    if (!request.ok()) return perform(lobby_.unreadable(now, id, request.error(), false));
    perform(lobby_.received(now, id, *request));
  }

  void ended(ConnectionId id, const net::Failure& why) {
    lines_.erase(id);
    if (running_) perform(lobby_.disconnected(Clock::now(), id, net::describe(why)));
    tell_when_empty();
  }

  // A game's start, move or end is stored before anybody hears of it.
  void perform(Actions actions) {
    for (Action& action : actions) {
      if (storage_) {
        if (const auto* game = std::get_if<GameStarted>(&action)) awaited_ = storage_->put(*game);
        if (const auto* move = std::get_if<MoveMade>(&action)) awaited_ = storage_->put(*move);
        if (const auto* game = std::get_if<GameEnded>(&action)) awaited_ = storage_->put(*game);
      }
      if (awaited_ > stored_)
        held_.push_back({awaited_, std::move(action)});
      else
        std::visit([this](auto& a) { perform(a); }, action);
    }
  }

  void perform(const Send& send) {
    // One encoding serves every receiver.
    const auto threshold = static_cast<std::size_t>(settings_.lobby.compression_threshold);
    const auto frame =
        std::make_shared<const sfs2x::Bytes>(sfs2x::make_frame(protocol::to_object(send.event), threshold));
    for (const ConnectionId id : send.to)
      if (const auto line = lines_.find(id); line != lines_.end()) line->second->send(frame);
  }
  void perform(const Close& close) {
    if (const auto line = lines_.find(close.connection); line != lines_.end()) line->second->close();
  }
  void perform(const Log& log) { log_->log(level_of(log.level), "{}", log.text); }
  void perform(const GameStarted& game) {
    log_->info("game {} begins in {}: {} (black) against {} (white)", game.id, game.room, game.black,
               game.white);
  }
  void perform(const MoveMade&) {}
  void perform(const GameEnded& game) {
    const auto& result = game.record.result;
    log_->info("game {} in {} is over after {} moves: {}", game.id, game.room, game.record.moves.size(),
               result ? result->detail : "not played out");
  }

  struct Held {
    std::uint64_t after = 0;  // the write that must be stored first
    Action action;
  };

  boost::asio::io_context& io_;
  Settings settings_;
  std::shared_ptr<spdlog::logger> log_;
  Lobby lobby_;
  boost::asio::steady_timer timer_;
  std::unique_ptr<Storage> storage_;
  std::deque<Held> held_;
  std::uint64_t awaited_ = 0, stored_ = 0;  // numbers of writes
  std::unique_ptr<net::Listener> tcp_, web_;
  std::unordered_map<ConnectionId, std::unique_ptr<net::Transport>> lines_;
  std::uint64_t next_id_ = 1;
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
Lobby::Counts Server::counts() const noexcept { return state_->counts(); }

}  // namespace thermodon::server
