#include "app/client_options.hpp"

#include <unistd.h>

#include <algorithm>

#include "app/command.hpp"
#include "app/duration.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/search/spec.hpp"

namespace thermodon::app {
namespace {

const protocol::Preset& preset_of(const std::string& name) {
  if (const auto* preset = protocol::find_preset(name)) return *preset;
  std::string known;
  for (const auto& preset : protocol::presets())
    known += (known.empty() ? "" : ", ") + std::string(preset.name);
  throw UsageError("--preset " + name + ": unknown; known are " + known);
}

client::Wish wish_of(const std::string& text) {
  for (const auto wish :
       {client::Wish::kAny, client::Wish::kBlack, client::Wish::kWhite, client::Wish::kSpectator})
    if (to_string(wish) == text) return wish;
  throw UsageError("--as " + text + ": write black, white, any or spectator");
}

}  // namespace

void add_client_flags(CLI::App& app, ClientOptions& o) {
  app.add_option("--host", o.host, "the server's name or address")->capture_default_str();
  app.add_option("--port", o.port, "the server's port (the course's server: 3220)")
      ->capture_default_str()
      ->check(CLI::Range(1, 65'535));
  app.add_flag("--ws", o.websocket, "speak over WebSocket (the server's HTTP port)");
  app.add_option("--zone", o.zone, "the server's zone; the preset's unless given");
  app.add_option("--room", o.room, "a room's name, or auto: the first with a free seat")
      ->capture_default_str();
  app.add_option("--name", o.name, "user name, for example your team's (default: thermodon and a number)");
  app.add_option("--password", o.password, "password, where the server asks for one");
  app.add_flag("--guest", o.guest, "log in without a name");
  app.add_flag("--rename", o.rename, "when the name is in use log in as NAME-2, NAME-3, ...");
  app.add_option("--as", o.as, "black, white, any or spectator")->capture_default_str();
  app.add_option("--preset", o.preset, "the course's settings by year; see docs/joining.md")
      ->capture_default_str();
  app.add_option("--first", o.first, "the side that moves first, black or white; the preset's unless given");
  app.add_option("--searcher", o.searcher, "see `thermodon evaluators`")->capture_default_str();
  app.add_option("--evaluator", o.evaluator, "see `thermodon evaluators`")->capture_default_str();
  app.add_option("--threads", o.threads, "threads that search")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  app.add_option("--hash", o.hash, "transposition table in MB")
      ->capture_default_str()
      ->check(CLI::Range(0, 65'536));
  app.add_option(
      "--engine", o.engines,
      "SPEC, searcher:evaluator[,key=value...], instead of the four flags above; given several times, the "
      "games take them in turn");
  app.add_option("--move-time", o.move_time, "the whole allowance of a move")->capture_default_str();
  app.add_option("--margin", o.margin, "of it, kept for the network; at most half of it")
      ->capture_default_str();
  app.add_flag("--ponder", o.ponder, "think on the opponent's time, too");
  app.add_option("--games", o.games, "games to be played; 0: until told to stop")
      ->capture_default_str()
      ->check(CLI::Range(0, 1'000'000));
  app.add_option("--record", o.record, "folder for the games' records (SGF and JSON lines)");
  app.add_option("--patience", o.patience,
                 "an opponent that is silent for so long has lost; 0: wait for ever")
      ->capture_default_str();
  app.add_option("--give-up", o.give_up,
                 "so long the server is tried again when it is not to be had; 0: for ever")
      ->capture_default_str();
}

client::Options client_options(const ClientOptions& o) {
  client::Options out;
  const protocol::Preset& preset = preset_of(o.preset);
  client::Settings& s = out.session;
  s.zone = o.zone.empty() ? std::string(preset.zone) : o.zone;
  if (o.guest && !o.name.empty()) throw UsageError("--guest and --name exclude each other");
  // A default of its own for each process: on most servers a second login under a name throws out the first.
  s.name = o.guest || !o.name.empty() ? o.name : "thermodon-" + std::to_string(getpid() % 10'000);
  s.password = o.password;
  s.room = o.room;
  s.as = wish_of(o.as);
  s.preset = preset;
  s.first = o.first.empty() ? preset.first : value_or_usage_error(rules::parse_color(o.first));
  s.move_time = parse_duration(o.move_time, "--move-time");
  s.margin = parse_duration(o.margin, "--margin");
  if (s.move_time < std::chrono::milliseconds(1))
    throw UsageError("--move-time " + o.move_time + ": at least 1ms");
  s.ponder = o.ponder;
  s.games = o.games;
  s.rename = o.rename;
  s.patience.opponent_silence = parse_duration(o.patience, "--patience");
  s.patience.give_up = parse_duration(o.give_up, "--give-up");
  out.server.kind = o.websocket ? net::Kind::kWebSocket : net::Kind::kTcp;
  out.server.host = o.host;
  out.server.port = static_cast<std::uint16_t>(o.port);
  out.server.timeout = s.patience.connect;
  out.record = o.record;
  return out;
}

std::vector<std::string> engine_specs(const ClientOptions& o) {
  std::vector<std::string> specs;
  for (const auto& text : o.engines)
    specs.push_back(value_or_usage_error(search::parse_spec(text)).to_string());
  if (specs.empty()) {
    search::EngineSpec spec;
    spec.searcher = o.searcher;
    spec.evaluator = o.evaluator;
    if (search::find_parameter(o.searcher, "threads") != nullptr)
      spec.parameters.emplace("threads", std::to_string(o.threads));
    if (search::find_parameter(o.searcher, "hash") != nullptr)
      spec.parameters.emplace("hash", std::to_string(o.hash));
    specs.push_back(spec.to_string());
  }
  return specs;
}

client::Searchers make_searchers(const std::vector<std::string>& specs) {
  client::Searchers searchers;
  for (const auto& text : specs) {
    const auto spec = value_or_usage_error(search::parse_spec(text));
    searchers.push_back(value_or_usage_error(search::make_searcher(spec)));
  }
  return searchers;
}

}  // namespace thermodon::app
