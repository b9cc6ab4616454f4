// The one Transport: frames, outbox, timeouts and orderly ends over any Pipe.
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <utility>

#include "net/pipe.hpp"

namespace thermodon::net {
namespace {

using boost::system::error_code;
using Clock = std::chrono::steady_clock;

// Lives as long as an operation of its pipe is in progress; the handle that the user holds may go before.
class Connection final : public PipeOwner, public std::enable_shared_from_this<Connection> {
 public:
  Connection(std::unique_ptr<Pipe> pipe, const TransportOptions& options)
      : pipe_(std::move(pipe)),
        options_(options),
        reader_(options.limits),
        idle_timer_(pipe_->executor()),
        close_timer_(pipe_->executor()) {}

  void start(Transport::Handlers handlers) {
    handlers_ = std::make_shared<Transport::Handlers>(std::move(handlers));
    last_frame_ = Clock::now();
    if (options_.idle_timeout.count() > 0) watch_silence();
    pipe_->read(shared_from_this());
  }

  void send(SharedFrame frame) {
    if (phase_ != Phase::kOpen || write_failed_) return;
    queued_ += frame->size();
    outbox_.push_back(std::move(frame));
    if (queued_ > options_.max_outbox) {
      end({Error::kSlowReader, std::to_string(queued_) + " bytes waiting"});
    } else if (!writing_) {
      write_next();
    }
  }

  void close(Failure why) {
    if (phase_ != Phase::kOpen) return;
    phase_ = Phase::kFlushing;
    why_ = std::move(why);
    bound_closing();
    if (!writing_) write_next();
  }

  // The user's handle is gone.
  void abandon() {
    handlers_.reset();
    if (phase_ != Phase::kEnded) stop();
  }

  [[nodiscard]] const Pipe& pipe() const { return *pipe_; }

  void on_read(error_code ec, std::span<const std::uint8_t> bytes) override {
    if (phase_ == Phase::kEnded) return;
    if (ec) return on_read_end(ec);
    if (phase_ == Phase::kOpen) take(bytes);  // else the peer talks to nobody
    if (phase_ != Phase::kEnded) pipe_->read(shared_from_this());
  }

  void on_written(error_code ec) override {
    if (phase_ == Phase::kEnded) return;
    if (ec) {
      // What the peer said before it went can still be read; the read's end follows.
      write_failed_ = true;
      writing_ = false;
      outbox_.clear();
      bound_closing();
      if (phase_ == Phase::kFlushing && read_ended_) end(std::move(why_));
      return;
    }
    for (; in_flight_ > 0; --in_flight_) {
      queued_ -= outbox_.front()->size();
      outbox_.pop_front();
    }
    write_next();
  }

 private:
  enum class Phase : std::uint8_t {
    kOpen,
    kFlushing,   // close() was called: the outbox goes out, what comes in is dropped
    kFinishing,  // the peer has been told; its answer is awaited
    kEnded,
  };

  void take(std::span<const std::uint8_t> bytes) {
    if (options_.raw) return take_message(bytes);
    reader_.push(bytes);
    while (auto frame = reader_.next()) {
      last_frame_ = Clock::now();
      const auto error = frame->error;
      const auto handlers = handlers_;  // which may be dropped inside the call
      if (handlers) handlers->on_frame(std::move(*frame));
      if (phase_ != Phase::kOpen) return;
      if (sfs2x::is_fatal(error)) return close({Error::kBadFrame, std::string(sfs2x::to_string(error))});
    }
    if (pipe_->made_of_messages() && reader_.pending() != 0)
      close({Error::kBadFrame, "a WebSocket message that is no whole frame"});
  }

  void take_message(std::span<const std::uint8_t> bytes) {
    last_frame_ = Clock::now();
    const auto handlers = handlers_;  // which may be dropped inside the call
    if (handlers && handlers->on_message)
      handlers->on_message({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  void on_read_end(error_code ec) {
    read_ended_ = true;
    Failure failure = failure_of(ec);
    const bool half_open = failure.error == Error::kClosedByPeer && writing_;
    if (phase_ == Phase::kOpen && half_open) return close(std::move(failure));
    if (phase_ == Phase::kFlushing && half_open) return;  // the last write ends it
    end(phase_ == Phase::kOpen ? std::move(failure) : std::move(why_));
  }

  void write_next() {
    if (!outbox_.empty()) {
      writing_ = true;
      in_flight_ = pipe_->write(shared_from_this(), outbox_);
      return;
    }
    writing_ = false;
    if (phase_ != Phase::kFlushing) return;
    if (read_ended_) return end(std::move(why_));
    phase_ = Phase::kFinishing;
    pipe_->finish(shared_from_this());
  }

  void bound_closing() {
    close_timer_.expires_after(options_.close_timeout);
    close_timer_.async_wait([self = shared_from_this()](error_code ec) {
      if (ec || self->phase_ == Phase::kEnded) return;
      self->end(self->phase_ == Phase::kOpen ? Failure{Error::kReset, {}} : std::move(self->why_));
    });
  }

  void watch_silence() {
    idle_timer_.expires_at(last_frame_ + options_.idle_timeout);
    idle_timer_.async_wait([self = shared_from_this()](error_code ec) {
      if (ec || self->phase_ != Phase::kOpen) return;
      if (Clock::now() - self->last_frame_ >= self->options_.idle_timeout)
        return self->end({Error::kIdleTimeout, {}});
      self->watch_silence();
    });
  }

  void end(Failure why) {
    if (phase_ == Phase::kEnded) return;
    stop();
    boost::asio::post(pipe_->executor(), [self = shared_from_this(), reason = std::move(why)] {
      const auto handlers = std::exchange(self->handlers_, nullptr);
      if (handlers) handlers->on_close(reason);
    });
  }

  void stop() {
    phase_ = Phase::kEnded;
    idle_timer_.cancel();
    close_timer_.cancel();
    pipe_->abort();
  }

  std::unique_ptr<Pipe> pipe_;
  TransportOptions options_;
  std::shared_ptr<Transport::Handlers> handlers_;
  sfs2x::FrameReader reader_;
  std::deque<SharedFrame> outbox_;
  std::size_t queued_ = 0;     // bytes in outbox_
  std::size_t in_flight_ = 0;  // frames of outbox_ that are being written
  bool writing_ = false;
  bool write_failed_ = false;
  bool read_ended_ = false;
  Phase phase_ = Phase::kOpen;
  Failure why_;  // of the close in progress
  Clock::time_point last_frame_;
  boost::asio::steady_timer idle_timer_;
  boost::asio::steady_timer close_timer_;
};

// The user's handle.
class ConnectionHandle final : public Transport {
 public:
  explicit ConnectionHandle(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) {}
  ~ConnectionHandle() override { connection_->abandon(); }

  using Transport::send;
  void start(Handlers handlers) override { connection_->start(std::move(handlers)); }
  void send(SharedFrame frame) override { connection_->send(std::move(frame)); }
  void close() override { connection_->close({}); }
  std::string peer_address() const override { return connection_->pipe().address(); }
  std::string peer() const override {
    const Pipe& pipe = connection_->pipe();
    const bool v6 = pipe.address().find(':') != std::string::npos;
    return (v6 ? "[" + pipe.address() + "]" : pipe.address()) + ":" + std::to_string(pipe.port());
  }

 private:
  std::shared_ptr<Connection> connection_;
};

}  // namespace

std::unique_ptr<Transport> make_transport(std::unique_ptr<Pipe> pipe, const TransportOptions& options) {
  return std::make_unique<ConnectionHandle>(std::make_shared<Connection>(std::move(pipe), options));
}

}  // namespace thermodon::net
