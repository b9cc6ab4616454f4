// A user of the JSON interface on loopback, by ws:// or wss://, and one HTTPS request. Every wait is bounded.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace thermodon::tests {

class LiveClient {
 public:
  // `trusted`: the PEM file of the certificate that the server must prove; empty: no TLS. Fails the test when
  // there is no WebSocket within patience.
  explicit LiveClient(std::uint16_t port, const std::string& trusted = {});
  ~LiveClient();
  LiveClient(const LiveClient&) = delete;
  LiveClient& operator=(const LiveClient&) = delete;

  void send(const nlohmann::json& message);
  // Nothing is read by it. False when the line is broken or nobody takes it in time.
  bool send_text(const std::string& text);
  // The next message of one of these types; what comes before it is dropped. Fails the test when none comes.
  nlohmann::json wait(std::initializer_list<std::string_view> types);
  nlohmann::json wait(std::string_view type) { return wait({type}); }
  // Reads to the end of the line; false when it does not end.
  bool wait_end();
  // Logs in and returns the answer, "login" or "error".
  nlohmann::json login(const std::string& name, const std::string& password = {});

  class Line;

 private:
  std::unique_ptr<Line> line_;
};

// The whole answer to a GET by HTTPS from 127.0.0.1; when there is none, the error's text with "! " before
// it.
[[nodiscard]] std::string https_get(std::uint16_t port, const std::string& target,
                                    const std::string& trusted);

}  // namespace thermodon::tests
