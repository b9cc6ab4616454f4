// The server, until it is told to stop.
#include <spdlog/logger.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/duration.hpp"
#include "app/output.hpp"
#include "app/users_file.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/search/spec.hpp"
#include "thermodon/server/server.hpp"

namespace thermodon::app {
namespace {

constexpr int kManySpectators = 100;

struct ServeOptions {
  std::string bind = "0.0.0.0";
  int port = 9933;
  int http = 8080;
  bool no_http = false;
  std::string data;
  std::vector<std::string> zones, rooms;
  std::string rules = "checked";
  std::string preset = "cosc322";
  std::string first;      // empty: the preset's
  std::string move_time;  // empty: the default of the rules
  std::string name_in_use = "replace";
  std::string users;
  bool registered_only = false;
  bool no_guests = false;
  std::string grace = "1m";
  std::string idle = "15m";
  std::optional<int> max_spectators;     // 3 with relay rules, as the course's server has it
  std::vector<std::string> tournaments;  // files
  std::vector<std::string> practice;
  std::string organiser_token;
  std::size_t analyses = 2;
  std::size_t houses = 4;
  std::string tls_cert, tls_key;
  std::size_t connections = 5000;
  std::size_t connections_per_address = 256;
  bool json = false;
  LogOptions log;
};

std::string read_text(const std::string& path, const std::string& flag) {
  std::ifstream file(path);
  if (!file) throw UsageError(flag + ' ' + path + ": cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

// "ROOM", "ROOM=SPEC" or "ROOM=SPEC@TIME".
server::PracticeRoom practice_room(const std::string& text, const std::vector<std::string>& rooms) {
  server::PracticeRoom practice;
  const auto equals = text.find('=');
  practice.room = text.substr(0, equals);
  if (std::ranges::find(rooms, practice.room) == rooms.end())
    throw UsageError("--practice " + text + ": there is no room \"" + practice.room +
                     "\"; name one of --rooms");
  if (equals == std::string::npos) return practice;
  std::string spec = text.substr(equals + 1);
  if (const auto at = spec.find('@'); at != std::string::npos) {
    practice.move_time = parse_duration(spec.substr(at + 1), "--practice");
    spec.resize(at);
  }
  practice.spec = spec;
  const auto parsed = search::parse_spec(spec);
  if (!parsed.ok()) throw UsageError("--practice " + text + ": " + parsed.error());
  const auto made = search::make_searcher(*parsed);
  if (!made.ok()) throw UsageError("--practice " + text + ": " + made.error());
  return practice;
}

template <class Enum>
Enum choice(const std::string& flag, const std::string& text,
            std::initializer_list<std::pair<const char*, Enum>> known) {
  std::string names;
  for (const auto& [name, value] : known) {
    if (text == name) return value;
    names += (names.empty() ? "" : " or ") + std::string(name);
  }
  throw UsageError(flag + " " + text + ": write " + names);
}

// Names of zones or rooms.
void check_names(const std::string& flag, const std::vector<std::string>& names) {
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (name->empty()) throw UsageError(flag + ": a name is empty");
    if (std::find(names.begin(), name, *name) != name)
      throw UsageError(flag + ": \"" + *name + "\" is given twice");
    if (flag == "--rooms" && (*name == server::kAnyRoomName || *name == server::kHallName))
      throw UsageError(flag + ": \"" + *name + "\" has a meaning of its own; choose another name");
  }
}

server::Settings checked(const ServeOptions& o) {
  using server::NameInUse;
  using server::Rules;
  server::Settings settings;
  const Rules rules =
      choice<Rules>("--rules", o.rules, {{"checked", Rules::kChecked}, {"relay", Rules::kRelay}});
  if (rules == Rules::kRelay) settings.lobby = server::relay_settings();
  server::LobbySettings& lobby = settings.lobby;
  const auto* preset = protocol::find_preset(o.preset);
  if (preset == nullptr) {
    std::string known;
    for (const auto& p : protocol::presets()) known += (known.empty() ? "" : ", ") + std::string(p.name);
    throw UsageError("--preset " + o.preset + ": unknown; known are " + known);
  }
  lobby.preset = *preset;
  if (!o.first.empty()) {
    const auto first = rules::parse_color(o.first);
    if (!first.ok()) throw UsageError("--first " + o.first + ": write black or white");
    lobby.preset.first = *first;
  }
  if (!o.move_time.empty()) {
    if (rules == Rules::kRelay)
      throw UsageError("--move-time: with --rules relay there is no clock; leave one of the two out");
    const auto time = parse_duration(o.move_time, "--move-time");
    lobby.move_time = time.count() > 0 ? std::optional(time) : std::nullopt;
  }
  check_names("--zones", o.zones);
  check_names("--rooms", o.rooms);
  if (!o.zones.empty()) lobby.zones = o.zones;
  if (std::ranges::find(lobby.zones, preset->zone) == lobby.zones.end() && o.zones.empty())
    lobby.zones.emplace_back(preset->zone);
  if (!o.rooms.empty()) lobby.rooms = o.rooms;
  lobby.name_in_use = choice<NameInUse>("--name-in-use", o.name_in_use,
                                        {{"replace", NameInUse::kReplace}, {"refuse", NameInUse::kRefuse}});
  lobby.guests = !o.no_guests;
  if (!o.users.empty()) {
    UsersFile users = read_users(o.users);
    lobby.users.passwords = std::move(users.keys);
    settings.scrypt = std::move(users.scrypt);
  }
  if (o.registered_only && o.users.empty())
    throw UsageError("--registered-only: nobody could log in; give the names by --users FILE");
  lobby.users.registered_only = o.registered_only;
  if (rules == Rules::kChecked) lobby.grace = parse_duration(o.grace, "--grace");
  lobby.idle_timeout = parse_duration(o.idle, "--idle");
  if (o.max_spectators || rules == Rules::kChecked)
    lobby.max_spectators = static_cast<std::int16_t>(o.max_spectators.value_or(kManySpectators));
  lobby.limits.connections = o.connections;
  lobby.limits.connections_per_address = o.connections_per_address;
  settings.bind = o.bind;
  settings.port = static_cast<std::uint16_t>(o.port);
  if (!o.no_http) settings.http = static_cast<std::uint16_t>(o.http);
  settings.data = o.data;
  settings.organiser_token = o.organiser_token;
  settings.live.analyses = o.analyses;
  settings.live.houses = o.houses;
  if (rules == Rules::kRelay && !(o.tournaments.empty() && o.practice.empty()))
    throw UsageError(
        "--tournament, --practice: not with --rules relay, which knows no results; leave one out");
  for (const std::string& path : o.tournaments) {
    settings.tournaments.push_back(read_text(path, "--tournament"));
    const auto spec = server::parse_tournament(settings.tournaments.back());
    if (!spec.ok()) throw UsageError("--tournament " + path + ": " + spec.error());
  }
  for (const std::string& text : o.practice) {
    auto practice = practice_room(text, lobby.rooms);
    if (std::ranges::find(settings.practice, practice.room, &server::PracticeRoom::room) !=
        settings.practice.end())
      throw UsageError("--practice " + text + ": the room has a player of the house already");
    settings.practice.push_back(std::move(practice));
  }
  if (o.tls_cert.empty() != o.tls_key.empty())
    throw UsageError("--tls-cert and --tls-key: give both, as PEM files, or neither");
  if (!o.tls_cert.empty() &&
      (read_text(o.tls_cert, "--tls-cert").empty() || read_text(o.tls_key, "--tls-key").empty()))
    throw UsageError("--tls-cert and --tls-key: one of the files is empty");
  settings.tls_certificate = o.tls_cert;
  settings.tls_key = o.tls_key;
  return settings;
}

void tell_port(const ServeOptions& options, const char* kind, std::uint16_t port) {
  if (options.json)
    std::cout << nlohmann::json{{"event", "listening"},
                                {"kind", kind},
                                {"address", options.bind},
                                {"port", port}}
                     .dump()
              << std::endl;
  else
    std::cout << kind << ' ' << port << std::endl;  // flushed: scripts wait for it
}

// Every connection is a file to the system, and its usual bound is far below ours.
void raise_file_limit() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

int run_serve(const ServeOptions& options) {
  const server::Settings settings = checked(options);
  raise_file_limit();
  survive_failed_writes();
  const auto log = make_logger(options.log, "server");
  boost::asio::io_context io(1);  // one thread: nothing in the server is locked
  server::Server server(io, settings, log);
  if (const auto error = server.start()) {
    std::cerr << "thermodon: " << *error << '\n';
    return kFailed;
  }
  tell_port(options, "tcp", server.port());
  if (const auto port = server.http_port()) tell_port(options, "http", *port);

  boost::asio::signal_set signals(io, SIGINT, SIGTERM);
  signals.async_wait([&](const boost::system::error_code& ec, int) {
    if (ec) return;
    log->info("stopping");
    server.stop([&] { signals.cancel(); });
    signals.async_wait([&](const boost::system::error_code& again, int) {
      if (!again) io.stop();  // asked twice: at once
    });
  });
  io.run();
  return server.lost_writes() == 0 ? kDone : kFailed;  // what is lost was told in the log
}

}  // namespace

Action declare_serve(CLI::App& app) {
  auto o = std::make_shared<ServeOptions>();
  const server::LobbySettings defaults;
  app.add_option("--bind", o->bind, "numeric address to listen on; 127.0.0.1 for this machine alone")
      ->capture_default_str();
  app.add_option("--port", o->port, "TCP; 0: a free one")
      ->capture_default_str()
      ->check(CLI::Range(0, 65'535));
  app.add_option("--http", o->http, "HTTP and WebSocket; 0: a free one")
      ->capture_default_str()
      ->check(CLI::Range(0, 65'535));
  app.add_flag("--no-http", o->no_http, "TCP only");
  app.add_option(
      "--data", o->data,
      "directory for what is kept: running games, which go on after a restart, and finished ones as SGF and "
      "JSON lines");
  app.add_option("--zones", o->zones, "zones (default: those of the course by year, and the preset's)");
  app.add_option("--rooms", o->rooms, "rooms of each zone (default: eighteen lakes)");
  app.add_option(
         "--rules", o->rules,
         "checked: turn, legality and clock; relay: the course's server to the letter, without checks")
      ->capture_default_str();
  app.add_option("--preset", o->preset, "the course's settings by year: first mover and board codes")
      ->capture_default_str();
  app.add_option("--first", o->first, "the side that moves first, black or white; the preset's unless given");
  app.add_option("--move-time", o->move_time, "the whole allowance of a move (default 30s); 0: no clock");
  app.add_option("--name-in-use", o->name_in_use, "a second login under a name: replace the first, or refuse")
      ->capture_default_str();
  app.add_option("--users", o->users, "JSON file of names and their passwords; other names need none");
  app.add_flag("--registered-only", o->registered_only, "only names of --users may log in");
  app.add_flag("--no-guests", o->no_guests, "an empty name is refused");
  app.add_option("--grace", o->grace, "for a player whose line breaks in a checked game, to come back")
      ->capture_default_str();
  app.add_option("--idle", o->idle, "without a request, before a user is dropped; 0: never")
      ->capture_default_str();
  app.add_option("--max-spectators", o->max_spectators,
                 "in each room (default 100; with relay rules 3, as on the course's server)")
      ->check(CLI::Range(0, 10'000));
  app.add_option("--connections", o->connections, "at most, in all")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--connections-per-address", o->connections_per_address, "at most; 0: no bound")
      ->capture_default_str()
      ->check(CLI::Range(0, 1'000'000));
  app.add_option(
      "--tournament", o->tournaments,
      "JSON file of a tournament to hold (config/tournament.json is an example); several times for "
      "several");
  app.add_option("--organiser-token", o->organiser_token,
                 "who shows this secret may make and correct tournaments by HTTP; empty: nobody");
  app.add_option("--practice", o->practice,
                 "ROOM[=SPEC[@TIME]]: the house engine always takes a seat there; several times for several");
  app.add_option("--analyses", o->analyses, "analyses at a time, for users of the page; 0: none")
      ->capture_default_str()
      ->check(CLI::Range(0, 1'000));
  app.add_option("--houses", o->houses, "house players at a time that users may ask for; 0: none")
      ->capture_default_str()
      ->check(CLI::Range(0, 1'000));
  app.add_option("--tls-cert", o->tls_cert, "PEM file of the certificate chain: HTTP becomes HTTPS");
  app.add_option("--tls-key", o->tls_key, "PEM file of its private key");
  app.add_flag("--json", o->json, "the ports as JSON lines");
  add_log_flags(app, o->log);
  return [o] { return run_serve(*o); };
}

}  // namespace thermodon::app
