// Plain HTTP: the page's files and /api. Pure: a request in, an answer or a job out.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <variant>

#include "server/live/archive.hpp"
#include "server/live/view.hpp"
#include "server/rate.hpp"
#include "thermodon/net/listen.hpp"
#include "thermodon/server/lobby.hpp"

namespace thermodon::server {

class HttpApi {
 public:
  // Made on any thread; touches nothing of the server's.
  using Job = std::function<net::HttpResponse()>;
  struct Order {  // the organiser's; answered by done()
    OrganiserOrder order;
  };
  using Outcome = std::variant<net::HttpResponse, Job, Order>;

  // All must outlive this.
  HttpApi(const Settings& settings, const Lobby& lobby, const LiveView& view);

  [[nodiscard]] Outcome handle(const net::HttpRequest& request, TimePoint now, std::int64_t wall_ms);
  [[nodiscard]] net::HttpResponse done(const OrganiserOrder& order, const Lobby::Organised& organised) const;

 private:
  [[nodiscard]] Outcome get(const net::HttpRequest& request) const;
  [[nodiscard]] Outcome games(std::string_view path, std::string_view query) const;
  [[nodiscard]] Outcome tournaments(std::string_view path) const;
  [[nodiscard]] Outcome post(const net::HttpRequest& request, std::int64_t wall_ms) const;
  [[nodiscard]] bool within_rate(const std::string& address, TimePoint now);

  const Settings& settings_;
  const Lobby& lobby_;
  const LiveView& view_;
  std::unordered_map<std::string, Rate> rates_;  // by address
  TimePoint rates_since_{};
};

// The value of a key in a query, decoded; nothing when it is not there or badly coded.
[[nodiscard]] std::optional<std::string> query_value(std::string_view query, std::string_view key);

}  // namespace thermodon::server
