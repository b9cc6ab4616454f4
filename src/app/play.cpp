// The embedded default: a server on a free loopback port and two clients, in one process, over real sockets.
#include <spdlog/logger.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/client_options.hpp"
#include "app/command.hpp"
#include "app/duration.hpp"
#include "app/output.hpp"
#include "thermodon/client/events.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/search/spec.hpp"
#include "thermodon/server/server.hpp"

namespace thermodon::app {
namespace {

namespace asio = boost::asio;
using rules::Color;

struct PlayOptions {
  std::string black = "alphabeta:amazong";
  std::string white = "alphabeta:amazong";
  std::string move_time = "1s";
  int games = 1;
  std::string http = "0";
  std::string record = "records";
  std::string rules = "checked";
  std::string preset = "cosc322";
  std::string first;
  bool websocket = false;
  bool json = false;
  LogOptions log{"warn", {}};
};

constexpr std::string_view kRoom = "Okanagan Lake";
// The server allows so much more than the clients use, so that a busy machine does not decide a game.
constexpr std::chrono::seconds kGrace{2};

client::Options options_of(const PlayOptions& o, Color color) {
  ClientOptions flags;
  flags.as = rules::to_string(color);
  flags.name =
      fmt::format("{} {}", rules::to_string(color), color == Color::kBlack ? o.black : o.white).substr(0, 32);
  flags.room = kRoom;
  flags.preset = o.preset;
  flags.first = o.first;
  flags.move_time = o.move_time;
  flags.margin = "20ms";
  flags.games = o.games;
  flags.record = color == Color::kBlack ? o.record : "";  // the other one's would be the same
  flags.give_up = "20s";
  client::Options options = client_options(flags);
  options.session.margin = std::min(options.session.margin, options.session.move_time / 10);
  return options;
}

server::Settings server_settings(const PlayOptions& o, const client::Options& client) {
  server::Settings settings;
  if (o.rules == "relay")
    settings.lobby = server::relay_settings();
  else if (o.rules != "checked")
    throw UsageError("--rules " + o.rules + ": write checked or relay");
  settings.lobby.preset = client.session.preset;
  settings.lobby.preset.first = client.session.first;
  if (settings.lobby.rules == server::Rules::kChecked)
    settings.lobby.move_time = client.session.move_time + kGrace;
  settings.lobby.limits.requests_per_second = 10'000;  // both clients are ours
  settings.bind = "127.0.0.1";
  settings.port = 0;
  if (o.http != "off") {
    try {
      std::size_t used = 0;
      const int port = std::stoi(o.http, &used);
      if (used != o.http.size() || port < 0 || port > 65'535) throw std::out_of_range("port");
      settings.http = static_cast<std::uint16_t>(port);
    } catch (const std::logic_error&) {
      throw UsageError("--http " + o.http + ": write a port, 0 for a free one, or off");
    }
  } else if (o.websocket) {
    throw UsageError("--ws needs --http");
  }
  return settings;
}

class Play {
 public:
  explicit Play(const PlayOptions& options) : o_(options), io_(1), signals_(io_, SIGINT, SIGTERM) {
    options_[rules::index(Color::kBlack)] = options_of(o_, Color::kBlack);
    options_[rules::index(Color::kWhite)] = options_of(o_, Color::kWhite);
    server_ = std::make_unique<server::Server>(io_, server_settings(o_, options_[0]));
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      const std::string spec = color == Color::kBlack ? o_.black : o_.white;
      searchers_[rules::index(color)] =
          make_searchers({value_or_usage_error(search::parse_spec(spec)).to_string()});
    }
  }

  int run() {
    survive_failed_writes();
    const auto log = make_logger(o_.log, "play");
    if (const auto error = server_->start()) throw std::runtime_error(*error);
    if (const auto port = server_->http_port(); port && !o_.json)
      out_->info("watch it at http://127.0.0.1:{}/", *port);
    for (const Color color : {Color::kBlack, Color::kWhite}) start_client(color, log);
    signals_.async_wait([this](const boost::system::error_code& ec, int) {
      if (ec) return;
      for (auto& client : clients_)
        if (client) client->stop(true);
    });
    io_.run();
    for (auto& client : clients_) client.reset();
    server_.reset();
    return summary();
  }

 private:
  void start_client(Color color, const std::shared_ptr<spdlog::logger>& log) {
    client::Options& options = options_[rules::index(color)];
    options.server.host = "127.0.0.1";
    options.server.kind = o_.websocket ? net::Kind::kWebSocket : net::Kind::kTcp;
    options.server.port = o_.websocket ? *server_->http_port() : server_->port();
    client::Callbacks callbacks;
    callbacks.on_fact = [this, color](const client::Action& fact) { tell(color, fact); };
    callbacks.on_finish = [this, color](const client::Finish& finish) { finished(color, finish); };
    auto& client = clients_[rules::index(color)];
    client = std::make_unique<client::Client>(io_, options, std::move(searchers_[rules::index(color)]), log,
                                              std::move(callbacks));
    client->start();
  }

  // Both see the same game: it is told once, as Black sees it.
  void tell(Color color, const client::Action& fact) {
    if (const auto* start = std::get_if<client::GameStarted>(&fact);
        start && color == Color::kBlack && !o_.json)
      out_->info("game {}: black {}, white {}; {} moves first; {} a move\n{}", start->number, o_.black,
                 o_.white, rules::to_string(start->first), o_.move_time, rules::to_ascii(start->position));
    if (const auto* move = std::get_if<client::MovePlayed>(&fact)) {
      longest_ = std::max(longest_, move->taken);
      if (color == Color::kBlack && !o_.json)
        out_->info("{}\n{}", *client::to_text(fact), rules::to_ascii(move->after));
    }
    const auto* end = std::get_if<client::GameEnded>(&fact);
    if (end && color == Color::kBlack) {
      ends_.push_back(end->result);
      tell_end(*end);
    } else if (o_.json && (color == Color::kBlack || !is_of_game(fact))) {
      out_->info("{}", *client::to_json_line(fact));
    }
  }

  static bool is_of_game(const client::Action& fact) {
    return !std::holds_alternative<client::LoggedIn>(fact) && !std::holds_alternative<client::Joined>(fact);
  }

  void tell_end(const client::GameEnded& end) const {
    const std::string& path = clients_[rules::index(Color::kBlack)]->record_path();
    if (o_.json) {
      auto json = nlohmann::ordered_json::parse(*client::to_json_line(end));
      json["record"] = path;
      out_->info("{}", json.dump());
      return;
    }
    out_->info(
        "{} after {} moves: {}, {}",
        end.result.winner ? std::string(rules::to_string(*end.result.winner)) + " wins" : "nobody wins",
        end.record.moves.size(), game::to_string(end.result.reason), end.result.detail);
    if (!path.empty()) out_->info("recorded in {}.sgf and .jsonl", path);
  }

  void finished(Color color, const client::Finish& finish) {
    outcomes_[rules::index(color)] = finish;
    // Without one of them there is nobody to play: the other must not wait for ever.
    if (!finish.ok())
      for (auto& client : clients_)
        if (client) client->stop(true);
    if (!outcomes_[0] || !outcomes_[1]) return;
    signals_.cancel();
    server_->stop();
  }

  int summary() const {
    bool right = static_cast<int>(ends_.size()) == o_.games;
    std::size_t black = 0, white = 0;
    for (const auto& end : ends_) {
      if (end.winner) ++(*end.winner == Color::kBlack ? black : white);
      right = right && end.winner && end.reason == game::EndReason::kNoMoves;
    }
    if (o_.games > 1 && !o_.json)
      out_->info("{} games: black {} won {}, white {} won {}; longest move {:.2f} s", ends_.size(), o_.black,
                 black, o_.white, white, std::chrono::duration<double>(longest_).count());
    if (right) return kDone;
    std::cerr << "thermodon: not every game was played to its end";
    for (const auto& outcome : outcomes_)
      if (outcome && !outcome->ok()) std::cerr << "; " << outcome->why;
    std::cerr << '\n';
    return kFailed;
  }

  PlayOptions o_;
  std::shared_ptr<spdlog::logger> out_ = make_line_writer();
  asio::io_context io_;
  asio::signal_set signals_;
  std::array<client::Options, 2> options_;  // by colour, as all below
  std::array<client::Searchers, 2> searchers_;
  std::array<std::optional<client::Finish>, 2> outcomes_;
  std::vector<game::GameResult> ends_;
  client::Duration longest_{};
  std::unique_ptr<server::Server> server_;
  std::array<std::unique_ptr<client::Client>, 2> clients_;
};

}  // namespace

Action declare_play(CLI::App& app) {
  auto o = std::make_shared<PlayOptions>();
  app.add_option("--black", o->black, "SPEC of the engine that plays Black")->capture_default_str();
  app.add_option("--white", o->white, "SPEC of the engine that plays White")->capture_default_str();
  app.add_option("--move-time", o->move_time, "thinking time of a move")->capture_default_str();
  app.add_option("--games", o->games, "games, one after another")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--http", o->http, "port of the page to watch at; 0: a free one; off: none")
      ->capture_default_str();
  app.add_option("--record", o->record, "folder for the records; empty: none")->capture_default_str();
  app.add_option("--rules", o->rules, "checked, or relay: as the course's server, which checks nothing")
      ->capture_default_str();
  app.add_option("--preset", o->preset, "the course's settings by year; see docs/joining.md")
      ->capture_default_str();
  app.add_option("--first", o->first, "the side that moves first, black or white; the preset's unless given");
  app.add_flag("--ws", o->websocket, "the clients speak over WebSocket instead of TCP");
  add_log_flags(app, o->log);
  app.add_flag("--json", o->json, "JSON lines: login, joined, start, move, end");
  return [o] { return Play(*o).run(); };
}

}  // namespace thermodon::app
