// How a server bears many games: opens N of them, two players and two spectators each, moves at a steady
// rate, and tells how long a move takes to reach the others, and what the server needs for it.
//
//   thermodon_load --binary build/release/thermodon --games 1000 --seconds 30
//
// starts a server of its own (with that many rooms, storing into a temporary directory) and prints one JSON
// object. With --connect HOST:PORT and --pid it drives a server that runs already.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>

#include "support/spawn.hpp"
#include "thermodon/net/connect.hpp"
#include "thermodon/protocol/messages.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::load {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using nlohmann::json;
using rules::Color;
using namespace std::chrono_literals;

constexpr int kClientsPerGame = 4;  // two players, two spectators
constexpr std::size_t kConnectingAtOnce = 100;
constexpr auto kSetUpPatience = 300s;

struct Options {
  std::string binary;
  std::string connect;
  int pid = 0;
  int games = 10;
  double seconds = 10;
  double interval = 1;  // seconds between the moves of a game
  std::string zone = "cosc322-2";
  bool store = true;
};

// The server under load, when it is ours.
class OwnServer {
 public:
  explicit OwnServer(const Options& options) {
    std::string name = (fs::temp_directory_path() / "thermodon-load-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
    directory_ = name;
    json config;
    for (int i = 0; i < options.games; ++i) config["rooms"].push_back("Room " + std::to_string(i));
    config["zones"] = {options.zone};
    std::ofstream(directory_ / "config.json") << config.dump();

    std::vector<std::string> arguments = {options.binary,
                                          "serve",
                                          "--config",
                                          (directory_ / "config.json").string(),
                                          "--bind",
                                          "127.0.0.1",
                                          "--port",
                                          "0",
                                          "--no-http",
                                          "--log-level",
                                          "warn",
                                          "--connections",
                                          "100000",
                                          "--connections-per-address",
                                          "0",
                                          "--move-time",
                                          "10m"};
    if (options.store) arguments.insert(arguments.end(), {"--data", (directory_ / "data").string()});
    int out = -1;
    pid = tests::spawn(std::move(arguments), &out);
    std::string line;
    for (char c = 0; read(out, &c, 1) == 1 && c != '\n';) line += c;
    close(out);
    unsigned number = 0;
    if (std::sscanf(line.c_str(), "tcp %u", &number) != 1)
      throw std::runtime_error("the server did not start");
    port = static_cast<std::uint16_t>(number);
  }
  ~OwnServer() {
    kill(pid, SIGTERM);
    waitpid(pid, nullptr, 0);
    std::error_code ignored;
    fs::remove_all(directory_, ignored);
  }
  OwnServer(const OwnServer&) = delete;
  OwnServer& operator=(const OwnServer&) = delete;

  pid_t pid = -1;
  std::uint16_t port = 0;

 private:
  fs::path directory_;
};

struct Usage {
  double cpu_seconds = 0;
  double memory_mb = 0;  // resident
};

Usage usage_of(int pid) {
  Usage usage;
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string text((std::istreambuf_iterator<char>(stat)), {});
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) return usage;
  std::istringstream fields(text.substr(name_end + 2));
  std::vector<std::string> words{std::istream_iterator<std::string>(fields), {}};
  if (words.size() < 22) return usage;
  // Fields 14, 15 and 24 of proc(5), counted after the name.
  const double ticks = std::stod(words[11]) + std::stod(words[12]);
  usage.cpu_seconds = ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
  usage.memory_mb = std::stod(words[21]) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
  return usage;
}

struct Client {
  int game = 0;
  int place = 0;  // 0 and 1 play, the others watch
  std::unique_ptr<net::Connecting> connecting;
  std::unique_ptr<net::Transport> line;
};

struct Game {
  std::string room;
  std::int32_t room_id = 0;
  rules::Position position;
  std::array<int, 2> place_of{};  // by colour
  int told_start = 0;             // clients that have been told of the running game
  int awaited = 0;                // receivers of the move on its way
  Clock::time_point sent;
  Clock::time_point next_move;
  bool over = true;
};

class Load {
 public:
  Load(boost::asio::io_context& io, const Options& options, std::string host, std::uint16_t port)
      : io_(io), options_(options), host_(std::move(host)), port_(port), timer_(io) {
    games_.resize(static_cast<std::size_t>(options.games));
    clients_.resize(games_.size() * kClientsPerGame);
    for (std::size_t i = 0; i < clients_.size(); ++i) {
      clients_[i].game = static_cast<int>(i) / kClientsPerGame;
      clients_[i].place = static_cast<int>(i) % kClientsPerGame;
    }
  }

  void set_up() {
    const auto end = Clock::now() + kSetUpPatience;
    while (seated_ < clients_.size()) {
      if (Clock::now() > end) throw std::runtime_error("not everybody found a seat in time");
      while (next_ < clients_.size() && next_ - seated_ < kConnectingAtOnce) connect(clients_[next_++]);
      io_.run_one_for(100ms);
    }
  }

  void play() {
    std::uniform_real_distribution<double> spread(0, options_.interval);
    for (Game& game : games_) game.next_move = Clock::now() + seconds(spread(random_));
    moving_ = true;
    const auto end = Clock::now() + seconds(options_.seconds);
    tick();
    while (Clock::now() < end) io_.run_one_for(20ms);
    moving_ = false;
    // What is on its way may arrive.
    const auto patience = Clock::now() + 5s;
    while (Clock::now() < patience && relays < 3 * moves) io_.run_one_for(20ms);
  }

  std::vector<double> latencies_ms;
  std::uint64_t moves = 0, relays = 0, finished = 0, dropped = 0;

 private:
  static Clock::duration seconds(double s) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s));
  }

  Game& game_of(const Client& client) { return games_[static_cast<std::size_t>(client.game)]; }
  Client& client_of(const Game& game, int place) {
    return clients_[static_cast<std::size_t>(&game - games_.data()) * kClientsPerGame +
                    static_cast<std::size_t>(place)];
  }

  void connect(Client& client) {
    net::ConnectOptions wanted;
    wanted.host = host_;
    wanted.port = port_;
    wanted.timeout = 30s;
    client.connecting =
        net::connect(io_, wanted, [&](net::Failure failure, std::unique_ptr<net::Transport> line) {
          if (failure) throw std::runtime_error(net::describe(failure, host_));
          client.line = std::move(line);
          client.line->start({[&](const sfs2x::FrameReader::Frame& frame) { read(client, frame); },
                              [&](const net::Failure&) { ++dropped; }});
          say(client, protocol::HandshakeRequest{"1.6.1", "load", true, {}});
        });
  }

  static void say(Client& client, const protocol::Request& request) {
    client.line->send(sfs2x::make_frame(protocol::to_object(request)));
  }

  void read(Client& client, const sfs2x::FrameReader::Frame& frame) {
    const auto event = protocol::parse_event(frame.body);
    if (frame.error != sfs2x::FrameError::kNone || !event.ok())
      throw std::runtime_error("the server sent what cannot be read");
    std::visit([&](const auto& message) { on(client, message); }, *event);
  }

  void on(Client& client, const protocol::HandshakeReply&) {
    protocol::LoginRequest login;
    login.zone = options_.zone;
    login.name = "g" + std::to_string(client.game) + "-" + std::to_string(client.place);
    if (client.place >= 2) login.wishes = protocol::LoginWishes{"spectator", false};
    say(client, login);
  }
  void on(Client& client, const protocol::LoginReply& reply) {
    Game& game = game_of(client);
    if (static_cast<std::size_t>(client.game) >= reply.rooms.size())
      throw std::runtime_error("the server has not enough rooms");
    const auto& room = reply.rooms[static_cast<std::size_t>(client.game)];
    game.room = room.name;
    game.room_id = room.id;
    say(client, protocol::JoinCommand{game.room});
  }
  void on(Client&, const protocol::JoinRoomReply&) { ++seated_; }
  void on(Client&, const protocol::ErrorReply& reply) {
    throw std::runtime_error("the server refused: error " + std::to_string(reply.code));
  }
  void on(Client& client, const protocol::StartCommand& start) {
    if (client.place >= 2) return;
    Game& game = game_of(client);
    if (++game.told_start < 2) return;
    const bool first_is_black = start.black.ends_with("-0");
    game.place_of[rules::index(Color::kBlack)] = first_is_black ? 0 : 1;
    game.place_of[rules::index(Color::kWhite)] = first_is_black ? 1 : 0;
    game.position = rules::Position::start({}, start.first.value_or(Color::kBlack));
    game.over = false;
  }
  void on(Client& client, const protocol::MoveCommand&) {
    Game& game = game_of(client);
    ++relays;
    --game.awaited;
    latencies_ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - game.sent).count());
  }
  void on(Client& client, const protocol::ResultCommand& result) {
    if (result.reason != "no-moves") throw std::runtime_error("a game ended by " + result.reason);
    if (client.place >= 2) return;
    Game& game = game_of(client);
    game.over = true;
    game.told_start = 0;
    if (client.place == 0) ++finished;
    protocol::NewGameCommand again;
    again.room_id = game.room_id;
    say(client, again);
  }
  template <class Other>
  void on(Client&, const Other&) {}

  void tick() {
    if (!moving_) return;
    const auto now = Clock::now();
    for (Game& game : games_)
      if (now >= game.next_move) move(game, now);
    timer_.expires_after(2ms);
    timer_.async_wait([this](const boost::system::error_code& ec) {
      if (!ec) tick();
    });
  }

  void move(Game& game, Clock::time_point now) {
    game.next_move = now + seconds(options_.interval);
    if (game.over || game.awaited > 0) return;
    rules::generate_moves(game.position, scratch_);
    if (scratch_.empty()) return;
    const rules::Move chosen = scratch_[random_() % scratch_.size()];
    scratch_.clear();
    protocol::MoveCommand command;
    command.room_id = game.room_id;
    command.move = protocol::to_wire(chosen, protocol::default_preset());
    game.awaited = kClientsPerGame - 1;
    game.sent = Clock::now();
    ++moves;
    say(client_of(game, game.place_of[rules::index(game.position.side_to_move())]), command);
    game.position.make(chosen);
  }

  boost::asio::io_context& io_;
  const Options& options_;
  std::string host_;
  std::uint16_t port_;
  boost::asio::steady_timer timer_;
  std::vector<Game> games_;
  std::vector<Client> clients_;
  std::size_t next_ = 0, seated_ = 0;
  bool moving_ = false;
  std::mt19937 random_{1};
  rules::MoveList scratch_;
};

double percentile(std::vector<double>& sorted, double fraction) {
  if (sorted.empty()) return 0;
  const auto index = static_cast<std::size_t>(fraction * static_cast<double>(sorted.size() - 1));
  return sorted[index];
}

int run(const Options& options) {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);

  std::optional<OwnServer> own;
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;
  int pid = options.pid;
  if (options.connect.empty()) {
    own.emplace(options);
    port = own->port;
    pid = own->pid;
  } else {
    const auto colon = options.connect.rfind(':');
    if (colon == std::string::npos) throw std::runtime_error("--connect: write HOST:PORT");
    host = options.connect.substr(0, colon);
    port = static_cast<std::uint16_t>(std::stoul(options.connect.substr(colon + 1)));
  }
  boost::asio::io_context io;
  Load load(io, options, host, port);
  const auto began = Clock::now();
  load.set_up();
  const auto seated = Clock::now();
  const Usage before = usage_of(pid);
  load.play();
  const Usage after = usage_of(pid);
  const double played = std::chrono::duration<double>(Clock::now() - seated).count();
  std::ranges::sort(load.latencies_ms);
  auto& ms = load.latencies_ms;
  const json result = {
      {"games", options.games},
      {"clients", options.games * kClientsPerGame},
      {"set_up_seconds", std::chrono::duration<double>(seated - began).count()},
      {"seconds", played},
      {"moves", load.moves},
      {"relays", load.relays},
      {"lost", 3 * load.moves - load.relays},
      {"dropped_connections", load.dropped},
      {"finished_games", load.finished},
      {"latency_ms",
       {{"p50", percentile(ms, 0.5)},
        {"p90", percentile(ms, 0.9)},
        {"p99", percentile(ms, 0.99)},
        {"max", ms.empty() ? 0 : ms.back()}}},
      {"server_cores", (after.cpu_seconds - before.cpu_seconds) / played},
      {"server_memory_mb", after.memory_mb},
  };
  std::cout << result.dump() << '\n';
  return load.relays == 3 * load.moves && load.dropped == 0 && load.moves > 0 ? 0 : 1;
}

}  // namespace
}  // namespace thermodon::load

int main(int argc, char** argv) {
  using thermodon::load::Options;
  Options options;
  CLI::App app("Puts a server under load and tells how it bears it.", "thermodon_load");
  auto* binary = app.add_option("--binary", options.binary, "thermodon, to start a server of its own");
  auto* connect = app.add_option("--connect", options.connect, "HOST:PORT of a server that runs");
  app.add_option("--pid", options.pid, "that server's process here, for CPU and memory");
  app.add_option("--games", options.games, "at the same time")
      ->capture_default_str()
      ->check(CLI::Range(1, 10'000));
  app.add_option("--seconds", options.seconds, "of play")->capture_default_str();
  app.add_option("--interval", options.interval, "seconds between the moves of a game")
      ->capture_default_str();
  app.add_option("--zone", options.zone)->capture_default_str();
  app.add_flag("!--no-store", options.store, "without a data directory");
  binary->excludes(connect);
  CLI11_PARSE(app, argc, argv);
  if (options.binary.empty() && options.connect.empty()) {
    std::cerr << "thermodon_load: give --binary or --connect\n";
    return 2;
  }
  try {
    return thermodon::load::run(options);
  } catch (const std::exception& e) {
    std::cerr << "thermodon_load: " << e.what() << '\n';
    return 1;
  }
}
