// What a Connection needs of the socket below it. A thin shell around Asio or Beast, one operation of a kind
// at a time.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/system/error_code.hpp>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>

#include "thermodon/net/transport.hpp"

namespace thermodon::net {

// Receives the ends of a pipe's operations.
class PipeOwner {
 public:
  virtual ~PipeOwner() = default;
  // `bytes` are valid during the call.
  virtual void on_read(boost::system::error_code ec, std::span<const std::uint8_t> bytes) = 0;
  virtual void on_written(boost::system::error_code ec) = 0;
};

class Pipe {
 public:
  virtual ~Pipe() = default;
  // Some bytes, or one whole message where the pipe is made of messages.
  virtual void read(std::shared_ptr<PipeOwner> owner) = 0;
  // The first frames of `outbox`, as many as go well together; returns how many. The owner keeps them until
  // on_written.
  virtual std::size_t write(std::shared_ptr<PipeOwner> owner, const std::deque<SharedFrame>& outbox) = 0;
  // Tells the peer that nothing more comes. The read in progress ends when the peer has answered. The owner
  // lives until then.
  virtual void finish(std::shared_ptr<PipeOwner> owner) = 0;
  // Closes the socket: operations in progress end with an error.
  virtual void abort() noexcept = 0;
  [[nodiscard]] virtual bool made_of_messages() const noexcept = 0;
  [[nodiscard]] virtual boost::asio::any_io_executor executor() = 0;
  [[nodiscard]] virtual const std::string& address() const noexcept = 0;
  [[nodiscard]] virtual std::uint16_t port() const noexcept = 0;
};

[[nodiscard]] std::unique_ptr<Transport> make_transport(std::unique_ptr<Pipe> pipe,
                                                        const TransportOptions& options);

[[nodiscard]] Failure failure_of(const boost::system::error_code& ec);

}  // namespace thermodon::net
