#include "support/raw_socket.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace thermodon::test {

RawSocket::RawSocket(std::uint16_t port) : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (fd_ < 0 || connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    throw std::system_error(errno, std::system_category(), "raw socket");
}

RawSocket::~RawSocket() { close(fd_); }

void RawSocket::write(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;  // the peer has gone: the reading side tells
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
}

void RawSocket::write(std::string_view text) {
  write(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

std::vector<std::uint8_t> RawSocket::read_some(std::chrono::milliseconds patience) {
  pollfd waited{fd_, POLLIN, 0};
  if (poll(&waited, 1, static_cast<int>(patience.count())) <= 0) return {};
  std::vector<std::uint8_t> bytes(65'536);
  const ssize_t got = recv(fd_, bytes.data(), bytes.size(), 0);
  bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return bytes;
}

bool RawSocket::wait_end(std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd waited{fd_, POLLIN, 0};
    if (poll(&waited, 1, static_cast<int>(left.count())) <= 0) return false;
    std::uint8_t bytes[4096];
    if (recv(fd_, bytes, sizeof bytes, 0) <= 0) return true;
  }
}

void RawSocket::finish_writing() { shutdown(fd_, SHUT_WR); }

void RawSocket::reset() {
  const linger now{1, 0};
  setsockopt(fd_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  close(fd_);
  fd_ = -1;
}

}  // namespace thermodon::test
