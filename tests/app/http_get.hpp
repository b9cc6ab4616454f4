// One HTTP request to a server on loopback, and its answer.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>

#include "support/catch.hpp"
#include "support/raw_socket.hpp"

namespace thermodon::tests {

struct HttpAnswer {
  int status = 0;
  std::string head, body;
  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(body, nullptr, false); }
};

inline HttpAnswer http(std::uint16_t port, const std::string& method, const std::string& target,
                       const std::string& body = {}, const std::string& header = {}) {
  test::RawSocket socket(port);
  socket.write(method + ' ' + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + header +
               "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  std::string text;
  for (;;) {
    const auto piece = socket.read_some(std::chrono::milliseconds(10'000));
    if (piece.empty()) break;
    text.append(piece.begin(), piece.end());
  }
  HttpAnswer answer;
  const auto split = text.find("\r\n\r\n");
  if (text.size() < 12 || split == std::string::npos) return answer;
  answer.status = std::stoi(text.substr(9, 3));
  answer.head = text.substr(0, split);
  answer.body = text.substr(split + 4);
  return answer;
}

}  // namespace thermodon::tests
