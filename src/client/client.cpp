#include "thermodon/client/client.hpp"

#include <fmt/format.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/null_sink.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>

#include "thermodon/client/events.hpp"
#include "thermodon/client/recorder.hpp"
#include "thermodon/game/date.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/search/engine.hpp"

namespace thermodon::client {
namespace {

namespace asio = boost::asio;

game::MoveNote note_of(const search::SearchResult& result) {
  game::MoveNote note;
  note.depth = result.depth;
  note.nodes = result.nodes;
  note.score = static_cast<double>(result.score) / eval::kSquare;
  for (const auto& opinion : result.opinions)
    note.choices.push_back(
        {opinion.by, opinion.move, opinion.depth, static_cast<double>(opinion.score) / eval::kSquare});
  return note;
}

std::string progress(const search::SearchInfo& info) {
  constexpr std::size_t kShown = 4;
  std::string line;
  for (std::size_t i = 0; i < info.pv.size() && i < kShown; ++i) line += ' ' + rules::to_string(info.pv[i]);
  return fmt::format("depth {} score {:+.2f} nodes {} time {:.2f} s line{}{}", info.depth,
                     static_cast<double>(info.score) / eval::kSquare, info.nodes,
                     std::chrono::duration<double>(info.elapsed).count(), line,
                     info.pv.size() > kShown ? " ..." : "");
}

spdlog::level::level_enum level_of(Level level) {
  switch (level) {
    case Level::kDebug:
      return spdlog::level::debug;
    case Level::kInfo:
      return spdlog::level::info;
    case Level::kWarn:
      return spdlog::level::warn;
    case Level::kError:
      return spdlog::level::err;
  }
  return spdlog::level::info;
}

}  // namespace

// Everything runs on the io_context's thread, except the engine's two callbacks, which only post to it. What
// was posted holds a weak pointer, so it may come after the client is gone.
class Client::Impl : public std::enable_shared_from_this<Client::Impl> {
 public:
  Impl(asio::io_context& io, Options options, Searchers searchers, std::shared_ptr<spdlog::logger> log,
       Callbacks callbacks)
      : io_(io),
        options_(std::move(options)),
        log_(log ? std::move(log)
                 : std::make_shared<spdlog::logger>("none", std::make_shared<spdlog::sinks::null_sink_st>())),
        callbacks_(std::move(callbacks)),
        session_(options_.session),
        recorder_(options_.record, [this](const std::string& text) { log_->warn("{}", text); }),
        timer_(io) {
    for (auto& searcher : searchers)
      engines_.push_back(std::make_unique<search::Engine>(std::move(searcher)));
  }

  void start() { feed(session_.start(Clock::now())); }
  void stop(bool at_once) { feed(session_.stop(Clock::now(), at_once)); }
  [[nodiscard]] const Session& session() const noexcept { return session_; }
  [[nodiscard]] const Recorder& recorder() const noexcept { return recorder_; }

  // Before the handle goes: nothing may call back any more.
  void abandon() {
    callbacks_ = {};
    timer_.cancel();
    connecting_.reset();
    transport_.reset();
    closing_.clear();
    for (auto& engine : engines_) engine->stop();
  }

 private:
  using Clock = std::chrono::steady_clock;

  // An action may cause the next input at once (TakeBest), so actions queue up rather than nest.
  void feed(Actions actions) {
    for (auto& action : actions) queue_.push_back(std::move(action));
    if (performing_) return;
    performing_ = true;
    while (!queue_.empty()) {
      const Action action = std::move(queue_.front());
      queue_.pop_front();
      std::visit([this](const auto& a) { perform(a); }, action);
      tell(action);
    }
    performing_ = false;
    arm_timer();
  }

  void arm_timer() {
    const auto next = session_.next_tick();
    if (next == armed_) return;
    armed_ = next;
    timer_.cancel();
    if (!next) return;
    timer_.expires_at(*next);
    timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& ec) {
      const auto self = weak.lock();
      if (ec || !self) return;
      self->armed_.reset();
      self->feed(self->session_.tick(Clock::now()));
    });
  }

  void tell(const Action& action) {
    const auto text = to_text(action);
    if (!text) return;
    log_->debug("{}", *text);
    if (callbacks_.on_fact) callbacks_.on_fact(action);
  }

  // --- the line

  void perform(const Connect&) {
    log_->debug("connecting to {}:{}", options_.server.host, options_.server.port);
    connecting_ =
        net::connect(io_, options_.server, [this](net::Failure failure, std::unique_ptr<net::Transport> t) {
          connected(std::move(failure), std::move(t));
        });
  }

  void connected(net::Failure failure, std::unique_ptr<net::Transport> transport) {
    connecting_.reset();
    if (!transport) {
      const std::string where = fmt::format("{}:{}", options_.server.host, options_.server.port);
      return feed(session_.disconnected(Clock::now(), net::describe(failure, where)));
    }
    log_->debug("connected to {}", transport->peer());
    compress_above_ = sfs2x::kNeverCompress;
    transport_ = std::move(transport);
    net::Transport::Handlers handlers;
    handlers.on_frame = [this](sfs2x::FrameReader::Frame frame) { take(frame); };
    handlers.on_close = [this, line = transport_.get()](const net::Failure& why) { closed(line, why); };
    transport_->start(std::move(handlers));
    feed(session_.connected(Clock::now()));
  }

  void take(const sfs2x::FrameReader::Frame& frame) {
    const auto now = Clock::now();
    if (frame.error != sfs2x::FrameError::kNone) {
      std::string what(sfs2x::to_string(frame.error));
      if (frame.error == sfs2x::FrameError::kBody)
        what += fmt::format(" ({})", sfs2x::to_string(frame.decode_error));
      return feed(session_.unreadable(now, what));
    }
    log_->trace("received {}", sfs2x::to_text(frame.body));
    const auto event = protocol::parse_event(frame.body);
    if (!event.ok()) return feed(session_.unreadable(now, event.error()));
    if (const auto* hello = std::get_if<protocol::HandshakeReply>(&event.value()))
      compress_above_ = hello->compression_threshold > 0
                            ? static_cast<std::size_t>(hello->compression_threshold)
                            : sfs2x::kNeverCompress;
    feed(session_.received(now, event.value()));
  }

  void closed(const net::Transport* line, const net::Failure& why) {
    if (transport_.get() == line) {
      transport_.reset();
      feed(session_.disconnected(Clock::now(), net::describe(why)));
    } else {
      std::erase_if(closing_, [line](const auto& t) { return t.get() == line; });
    }
    finish_if_closed();
  }

  void perform(const Disconnect&) {
    connecting_.reset();
    if (!transport_) return;
    transport_->close();
    closing_.push_back(std::move(transport_));
  }

  void perform(const Send& action) {
    if (!transport_) return;
    const sfs2x::Object object = protocol::to_object(action.request);
    log_->trace("sending {}", sfs2x::to_text(object));
    transport_->send(sfs2x::make_frame(object, compress_above_));
  }

  // --- the engine

  void perform(const StartSearch& action) {
    search::SearchLimits limits;
    limits.start = action.began;
    limits.deadline = action.deadline;
    search::EngineCallbacks callbacks;
    callbacks.on_info = [weak = weak_from_this(), &io = io_](search::SearchId,
                                                             const search::SearchInfo& info) {
      if (info.multipv != 1) return;
      asio::post(io, [weak, info] {
        if (const auto self = weak.lock()) self->log_->info("{}", progress(info));
      });
    };
    callbacks.on_done = [weak = weak_from_this(), &io = io_, number = action.number](
                            search::SearchId, const search::SearchResult& result) {
      asio::post(io, [weak, number, result] {
        const auto self = weak.lock();
        if (!self) return;
        const auto now = Clock::now();
        const game::MoveNote note = note_of(result);
        for (const auto& choice : note.choices)
          self->log_->info("choice {} depth {} score {:+.2f} by {}", rules::to_string(choice.move),
                           *choice.depth, *choice.score, choice.by);
        self->feed(self->session_.searched(now, number, result.best, note));
      });
    };
    running_ = &engine();
    running_->start(action.position, limits, std::move(callbacks));
  }

  // The opponent's own position, so that what is learned serves whatever it plays.
  void perform(const StartPonder& action) {
    search::SearchLimits limits;
    limits.use_all_time = true;
    search::EngineCallbacks callbacks;
    callbacks.on_info = [weak = weak_from_this(), &io = io_](search::SearchId,
                                                             const search::SearchInfo& info) {
      asio::post(io, [weak, info] {
        if (const auto self = weak.lock()) self->log_->debug("pondering: {}", progress(info));
      });
    };
    running_ = &engine();
    running_->start(action.position, limits, std::move(callbacks));
  }

  // Games take the engines in turn.
  [[nodiscard]] search::Engine& engine() {
    const auto game = static_cast<std::size_t>(std::max(1, session_.game_number()));
    return *engines_[(game - 1) % engines_.size()];
  }

  void perform(const TakeBest& action) {
    if (running_ == nullptr) return;
    const auto best = running_->best_so_far();
    running_->stop();
    feed(session_.searched(Clock::now(), action.number, best, {}));
  }

  void perform(const StopSearch&) {
    if (running_ != nullptr) running_->stop();
  }

  // --- what happened

  void perform(const Log& action) { log_->log(level_of(action.level), "{}", action.text); }

  void perform(const GameStarted& action) {
    recorded_game_ = action.number;
    if (action.resumed) return record();
    engine().new_game();
    date_ = game::utc_now();
    recorder_.begin(complete(session_.game()->record()));
  }

  void perform(const MovePlayed&) { record(); }

  void perform(const GameEnded& action) {
    recorder_.update(complete(action.record));
    if (!recorder_.path().empty()) log_->info("recorded in {}.sgf and .jsonl", recorder_.path());
  }

  // The session may be at the next game already; then the end of this one, with its record, follows.
  void record() {
    if (session_.game_number() == recorded_game_) recorder_.update(complete(session_.game()->record()));
  }

  [[nodiscard]] game::GameRecord complete(game::GameRecord record) const {
    record.date = date_;
    record.place = options_.server.host;
    return record;
  }

  void perform(const Finish& action) {
    finish_ = action;
    finish_if_closed();
  }

  void finish_if_closed() {
    if (!finish_ || !closing_.empty() || transport_) return;
    // Later, because the callback may destroy the client.
    asio::post(io_, [weak = weak_from_this(), finish = *std::exchange(finish_, std::nullopt)] {
      const auto self = weak.lock();
      if (!self) return;
      // Taken out first: a client that is destroyed drops its callbacks, and this one is still running then.
      const auto on_finish = std::move(self->callbacks_.on_finish);
      if (on_finish) on_finish(finish);
    });
  }

  template <class Fact>
  void perform(const Fact&) {}

  asio::io_context& io_;
  Options options_;
  std::shared_ptr<spdlog::logger> log_;
  Callbacks callbacks_;
  Session session_;
  Recorder recorder_;
  std::string date_;  // of the recorded game
  int recorded_game_ = 0;
  std::deque<Action> queue_;
  bool performing_ = false;
  std::optional<Finish> finish_;
  std::size_t compress_above_ = sfs2x::kNeverCompress;
  std::unique_ptr<net::Connecting> connecting_;
  std::unique_ptr<net::Transport> transport_;
  std::vector<std::unique_ptr<net::Transport>> closing_;  // asked to close, still flushing
  asio::steady_timer timer_;
  std::optional<TimePoint> armed_;
  search::Engine* running_ = nullptr;  // the one that searched last
  std::vector<std::unique_ptr<search::Engine>>
      engines_;  // last: threads end before anything that they might post to
};

Client::Client(boost::asio::io_context& io, Options options, Searchers searchers,
               std::shared_ptr<spdlog::logger> log, Callbacks callbacks)
    : impl_(std::make_shared<Impl>(io, std::move(options), std::move(searchers), std::move(log),
                                   std::move(callbacks))) {}

Client::~Client() { impl_->abandon(); }
void Client::start() { impl_->start(); }
void Client::stop(bool at_once) { impl_->stop(at_once); }
const Session& Client::session() const noexcept { return impl_->session(); }
const std::string& Client::record_path() const noexcept { return impl_->recorder().path(); }

}  // namespace thermodon::client
