#include "server/live/http_api.hpp"

#include <algorithm>
#include <charconv>

#include "server/live/export.hpp"
#include "server/page_files.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::server {
namespace {

using net::HttpResponse;

constexpr Duration kForgetRates{60'000};
constexpr const char* kJsonType = "application/json; charset=utf-8";

HttpResponse json_answer(const Json& json, unsigned status = 200) {
  HttpResponse response;
  response.status = status;
  response.content_type = kJsonType;
  response.body = text_of(json);
  response.headers = {{"Cache-Control", "no-store"}};
  return response;
}

HttpResponse problem(unsigned status, std::string_view why) { return json_answer({{"error", why}}, status); }

HttpResponse file_answer(std::string body, const char* type, const std::string& name) {
  HttpResponse response;
  response.content_type = type;
  response.body = std::move(body);
  response.headers = {{"Content-Disposition", "attachment; filename=\"" + name + "\""},
                      {"Cache-Control", "no-store"}};
  return response;
}

HttpResponse json_or_problem(const rules::Result<Json>& result) {
  return result.ok() ? json_answer(*result) : problem(400, result.error());
}

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      if (i + 2 >= text.size() || digit(text[i + 1]) < 0 || digit(text[i + 2]) < 0) return std::nullopt;
      out += static_cast<char>(16 * digit(text[i + 1]) + digit(text[i + 2]));
      i += 2;
    }
  }
  return out;
}

// As long for every wrong token.
bool same_secret(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size() && !b.empty(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i % b.size()]);
  return difference == 0;
}

HttpResponse page_answer(std::string_view path, const net::HttpRequest& request) {
  const std::string_view wanted = path == "/" ? "/index.html" : path;
  for (const PageFile& file : page_files()) {
    if (file.path != wanted) continue;
    const std::string tag = '"' + std::to_string(std::hash<std::string_view>{}(file.bytes)) + '"';
    HttpResponse response;
    response.headers = {{"ETag", tag}, {"Cache-Control", "no-cache"}, {"X-Content-Type-Options", "nosniff"}};
    response.content_type = file.type;
    if (request.if_none_match == tag) {
      response.status = 304;
      return response;
    }
    response.body = file.bytes;
    return response;
  }
  return problem(404, "no such page");
}

}  // namespace

std::optional<std::string> query_value(std::string_view query, std::string_view key) {
  while (!query.empty()) {
    const auto amp = query.find('&');
    const auto part = query.substr(0, amp);
    query = amp == std::string_view::npos ? std::string_view() : query.substr(amp + 1);
    const auto equals = part.find('=');
    if (equals != std::string_view::npos && part.substr(0, equals) == key)
      return decoded(part.substr(equals + 1));
  }
  return std::nullopt;
}

HttpApi::HttpApi(const Settings& settings, const Lobby& lobby, const LiveView& view)
    : settings_(settings), lobby_(lobby), view_(view) {}

bool HttpApi::within_rate(const std::string& address, TimePoint now) {
  if (now - rates_since_ > kForgetRates) {
    rates_.clear();
    rates_since_ = now;
  }
  const auto [rate, added] =
      rates_.try_emplace(address, settings_.live.requests_per_second, settings_.live.request_burst, now);
  return rate->second.take(now);
}

HttpApi::Outcome HttpApi::handle(const net::HttpRequest& request, TimePoint now, std::int64_t wall_ms) {
  if (!within_rate(request.peer_address, now)) return problem(429, "too many requests; wait a little");
  if (request.method == "GET" || request.method == "HEAD") return get(request);
  if (request.method == "POST") return post(request, wall_ms);
  return problem(405, "only GET and POST are known here");
}

HttpApi::Outcome HttpApi::get(const net::HttpRequest& request) const {
  const std::string_view target = request.target;
  const auto mark = target.find('?');
  const std::string_view path = target.substr(0, mark);
  const std::string_view query =
      mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
  if (path == "/api/rooms") {
    Json rooms = Json::array();
    for (const LiveRoom* room : view_.rooms()) rooms.push_back(room_json(*room));
    return json_answer({{"rooms", std::move(rooms)}});
  }
  if (path == "/api/evaluators") return json_answer(evaluators_json());
  if (path.starts_with("/api/games")) return games(path.substr(10), query);
  if (path.starts_with("/api/tournaments")) return tournaments(path.substr(16));
  if (path == "/api/eval" || path == "/api/metrics") {
    const bool metrics = path == "/api/metrics";
    const std::string position = query_value(query, "position").value_or("startpos");
    const std::string name = metrics ? query_value(query, "metric").value_or("queen-distance")
                                     : query_value(query, "evaluator").value_or("amazong");
    return Job([metrics, position, name] {
      return json_or_problem(metrics ? metric_json(position, name) : evaluation_json(position, name));
    });
  }
  if (path.starts_with("/api/"))
    return problem(404, "no such thing in the interface; docs/api.md has it all");
  return page_answer(path, request);
}

// `path` is what follows /api/games.
HttpApi::Outcome HttpApi::games(std::string_view path, std::string_view query) const {
  if (settings_.data.empty()) {
    if (path.empty()) return json_answer({{"games", Json::array()}});
    return problem(404, "this server keeps no games; start it with --data");
  }
  const Archive archive(settings_.data);
  if (path.empty()) {
    const auto limit = number_of(query_value(query, "limit").value_or("50"));
    const auto before = number_of(query_value(query, "before").value_or("0"));
    if (!limit || !before) return problem(400, "limit and before are numbers");
    const int most = static_cast<int>(std::clamp<std::uint64_t>(*limit, 1, 500));
    return Job([archive, most, before = *before] { return json_or_problem(archive.list(most, before)); });
  }
  const auto dot = path.rfind('.');
  const std::string form(dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1));
  const auto id = path.front() == '/'
                      ? number_of(path.substr(1, dot == std::string_view::npos ? dot : dot - 1))
                      : std::nullopt;
  if (!id || !(form.empty() || form == "sgf" || form == "jsonl")) return problem(404, "no such game");
  return Job([archive, id = *id, form]() -> HttpResponse {
    const auto kept = archive.find(id);
    if (!kept.ok()) return problem(500, kept.error());
    if (!*kept) return problem(404, "no game " + std::to_string(id));
    const Archive::Kept& game = **kept;
    const std::string name = "game-" + std::to_string(id);
    if (form == "sgf") return file_answer(game::to_sgf(game.record), "application/x-go-sgf", name + ".sgf");
    if (form == "jsonl")
      return file_answer(game::to_json_line(game.record) + '\n', "application/jsonl", name + ".jsonl");
    return json_answer(
        {{"id", id}, {"room", game.room}, {"date", game.record.date}, {"game", game_json(game)}});
  });
}

// `path` is what follows /api/tournaments.
HttpApi::Outcome HttpApi::tournaments(std::string_view path) const {
  const auto shown = [this](const Tournament& t, bool whole) {
    return tournament_json(t, lobby_.present(t), settings_.lobby, whole);
  };
  if (path.empty()) {
    Json all = Json::array();
    const auto tournaments = lobby_.tournaments();
    for (auto it = tournaments.rbegin(); it != tournaments.rend(); ++it) all.push_back(shown(**it, false));
    return json_answer({{"tournaments", std::move(all)}});
  }
  const auto dot = path.rfind('.');
  const std::string_view form = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  const auto id = path.front() == '/'
                      ? number_of(path.substr(1, dot == std::string_view::npos ? dot : dot - 1))
                      : std::nullopt;
  const Tournament* const tournament = id ? lobby_.find_tournament(*id) : nullptr;
  if (tournament == nullptr) return problem(404, "no such tournament");
  const std::string name = "tournament-" + std::to_string(*id);
  if (form.empty()) return json_answer(shown(*tournament, true));
  if (form == "json") return file_answer(text_of(shown(*tournament, true)) + '\n', kJsonType, name + ".json");
  if (form == "csv")
    return file_answer(tournament_csv(*tournament), "text/csv; charset=utf-8", name + ".csv");
  if (form != "sgf") return problem(404, "a tournament is to be had as .csv, .json and .sgf");
  if (settings_.data.empty()) return problem(404, "this server keeps no games; start it with --data");
  return Job(
      [archive = Archive(settings_.data), id = *id, title = tournament->spec().name, name]() -> HttpResponse {
        auto games = archive.of_tournament(id);
        if (!games.ok()) return problem(500, games.error());
        std::string text;
        for (Archive::Kept& kept : *games) {
          kept.record.event = title + ", round " + std::to_string(kept.tournament->round);
          text += game::to_sgf(kept.record) + '\n';
        }
        return file_answer(std::move(text), "application/x-go-sgf", name + ".sgf");
      });
}

HttpApi::Outcome HttpApi::post(const net::HttpRequest& request, std::int64_t wall_ms) const {
  std::string_view path = request.target;
  constexpr std::string_view kPrefix = "/api/tournaments";
  if (!path.starts_with(kPrefix)) return problem(404, "nothing is posted there");
  if (settings_.organiser_token.empty())
    return problem(401, "this server has no organiser; start it with --organiser-token");
  constexpr std::string_view kBearer = "Bearer ";
  const std::string_view given = request.authorization;
  if (!given.starts_with(kBearer) || !same_secret(given.substr(kBearer.size()), settings_.organiser_token))
    return problem(401, "this needs the organiser's token: Authorization: Bearer TOKEN");
  path.remove_prefix(kPrefix.size());
  auto order = organiser_order(path, request.body);
  if (!order.ok()) return problem(400, order.error());
  order->at_ms = wall_ms;
  if (order->kind != OrganiserOrder::Kind::kAdd && lobby_.find_tournament(order->tournament) == nullptr)
    return problem(404, "no such tournament");
  return Order{std::move(order).value()};
}

HttpResponse HttpApi::done(const OrganiserOrder& order, const Lobby::Organised& organised) const {
  if (!organised.error.empty()) return problem(400, organised.error);
  const Tournament& tournament = *lobby_.find_tournament(organised.tournament);
  const unsigned status = order.kind == OrganiserOrder::Kind::kAdd ? 201 : 200;
  return json_answer(tournament_json(tournament, lobby_.present(tournament), settings_.lobby, true), status);
}

}  // namespace thermodon::server
