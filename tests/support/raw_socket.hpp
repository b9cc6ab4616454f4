// A blocking TCP peer that writes any bytes it likes, for playing the hostile other side on loopback.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thermodon::test {

class RawSocket {
 public:
  // Connects to 127.0.0.1. Throws std::system_error.
  explicit RawSocket(std::uint16_t port);
  ~RawSocket();
  RawSocket(const RawSocket&) = delete;
  RawSocket& operator=(const RawSocket&) = delete;

  void write(std::span<const std::uint8_t> bytes);
  void write(std::string_view text);
  // What has come within `patience`, at least one byte; empty at the end of the stream or of the patience.
  [[nodiscard]] std::vector<std::uint8_t> read_some(std::chrono::milliseconds patience);
  // True when the peer has closed or reset the line within `patience`; drops what comes before.
  [[nodiscard]] bool wait_end(std::chrono::milliseconds patience);
  void finish_writing();
  // Ends with a reset instead of an orderly close.
  void reset();

 private:
  int fd_ = -1;
};

}  // namespace thermodon::test
