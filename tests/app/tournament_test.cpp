// Our client against our server over real sockets, with lines that are cut on the way.
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <list>

#include "support/catch.hpp"
#include "thermodon/client/client.hpp"
#include "thermodon/net/listen.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"
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

// Where the clients' lines are cut: at the n-th frame of all that go between them and the server.
struct Cut {
  int frame = -1;          // from 0; -1: nowhere
  bool both = false;       // both clients' lines, not just the one that the frame is on
  bool delivered = false;  // that frame still arrives
};

// Passes frames on between clients and the server.
class Bridge {
 public:
  Bridge(boost::asio::io_context& io, std::uint16_t server, Cut cut) : io_(io), server_(server), cut_(cut) {
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
    void cut(bool after_delivery) {
      connecting.reset();
      for (auto* end : {&client, &server}) {
        if (after_delivery && *end)
          (*end)->close();
        else
          end->reset();
      }
    }
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
      const bool here = frames_++ == cut_.frame;
      if (to && (!here || cut_.delivered)) to->send(sfs2x::make_frame(frame.body));
      if (!here) return;
      if (!cut_.both) return pair.cut(cut_.delivered);
      for (Pair& each : pairs_) each.cut(cut_.delivered);
    };
    h.on_close = [&to](const net::Failure&) {
      if (to) to->close();
    };
    return h;
  }

  boost::asio::io_context& io_;
  std::uint16_t server_;
  Cut cut_;
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
  std::array<Outcome, 2> outcomes;
  int frames = 0;
  std::size_t lines = 0;
};

Tournament play(server::Rules rules, Cut cut, int games = 1) {
  boost::asio::io_context io(1);
  server::Settings settings;
  if (rules == server::Rules::kRelay) settings.lobby = server::relay_settings();
  settings.lobby.limits.requests_per_second = 10'000;
  settings.lobby.user_count_interval = 20ms;
  settings.bind = "127.0.0.1";
  settings.port = 0;
  server::Server server(io, settings);
  REQUIRE_FALSE(server.start());
  Bridge bridge(io, server.port(), cut);

  Tournament t;
  std::array<std::unique_ptr<client::Client>, 2> clients;
  int finished = 0;
  // On the course's rules a game that loses a player is dropped. Who comes back to it waits for another one,
  // which does not come when the other player is done.
  boost::asio::steady_timer look(io);
  std::function<void()> send_home = [&] {
    look.expires_after(2ms);
    look.async_wait([&](const boost::system::error_code& ec) {
      if (ec) return;
      for (auto& client : clients)
        if (client && client->session().state_name() == "waiting for a game") return client->stop(true);
      send_home();
    });
  };
  for (const std::size_t i : {0U, 1U}) {
    client::Options options;
    options.session.zone = "cosc322-2";
    options.session.name = i == 0 ? "one" : "two";
    options.session.room = "Okanagan Lake";
    options.session.preset = protocol::default_preset();
    options.session.games = games;
    options.session.move_time = 20s;
    options.session.patience.first_pause = 1ms;
    options.session.patience.between_games = 50ms;
    options.server.host = "127.0.0.1";
    options.server.port = bridge.port();
    client::Callbacks callbacks;
    callbacks.on_fact = [&t, i](const client::Action& fact) {
      if (const auto* end = std::get_if<client::GameEnded>(&fact)) t.outcomes[i].record = end->record;
    };
    callbacks.on_finish = [&, i](const client::Finish& finish) {
      t.outcomes[i].finish = finish;
      t.outcomes[i].tally = clients[i]->session().tally();
      clients[i].reset();
      if (++finished < 2) {
        if (rules == server::Rules::kRelay) send_home();
        return;
      }
      look.cancel();
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
  io.run_for(60s);
  REQUIRE(finished == 2);
  return t;
}

void check_cut(server::Rules rules, Cut cut) {
  CAPTURE(rules == server::Rules::kChecked, cut.frame, cut.both, cut.delivered);
  const auto t = play(rules, cut);
  for (const auto& outcome : t.outcomes) {
    CAPTURE(outcome.finish.why);
    CHECK_FALSE(game::check(outcome.record));
    CHECK(outcome.tally.own_faults == 0);
    CHECK(outcome.tally.claimed == 0);
  }
  if (rules == server::Rules::kRelay) {
    CHECK((t.outcomes[0].finish.ok() || t.outcomes[1].finish.ok()));
    return;
  }
  for (const auto& outcome : t.outcomes) {
    CHECK(outcome.finish.ok());
    CHECK(outcome.tally.aborted == 0);
    REQUIRE(outcome.record.result);
    CHECK(outcome.record.result->reason == game::EndReason::kNoMoves);
  }
  CHECK(t.outcomes[0].record.result->winner == t.outcomes[1].record.result->winner);
  // Who comes after the first move has a record that begins with it.
  const auto last_board = [](const game::GameRecord& r) { return game::position_after(r, r.moves.size()); };
  CHECK(rules::to_fen(last_board(t.outcomes[0].record)) == rules::to_fen(last_board(t.outcomes[1].record)));
}

}  // namespace

TEST_CASE("two clients play a series on our server, in both modes") {
  for (const auto rules : {server::Rules::kChecked, server::Rules::kRelay}) {
    const auto t = play(rules, {}, 3);
    CHECK(t.outcomes[0].finish.ok());
    CHECK(t.outcomes[1].finish.ok());
    CHECK(t.outcomes[0].tally.played == 3);
    CHECK(t.outcomes[0].tally.won == t.outcomes[1].tally.lost);
    CHECK(t.outcomes[0].tally.aborted == 0);
    CHECK(t.lines == 2);
  }
}

TEST_CASE("a line that is cut in the middle of a game on our server: the game goes on") {
  const int frames = play(server::Rules::kChecked, {}).frames;
  REQUIRE(frames > 40);
  for (const int n : {4, 11, 15, frames / 2, frames / 2 + 1, frames - 8})
    check_cut(server::Rules::kChecked, {n, false, false});
}

TEST_CASE("lines that are cut at any frame of a game: both know its moves and its end", "[slow]") {
  const int frames = play(server::Rules::kChecked, {}).frames;
  for (const bool both : {false, true})
    for (const bool delivered : {false, true}) {
      const int sparse = both || delivered ? 5 : 1;  // away from the ends, where one move is like another
      constexpr int kEnd = 24;
      for (int n = 0; n < frames; n += n < kEnd || n > frames - kEnd ? 1 : sparse)
        check_cut(server::Rules::kChecked, {n, both, delivered});
    }
}

TEST_CASE("lines that are cut at any frame of a game on the course's rules: nobody hangs", "[slow]") {
  const int frames = play(server::Rules::kRelay, {}).frames;
  for (const bool both : {false, true})
    for (int n = 0; n < frames; ++n) check_cut(server::Rules::kRelay, {n, both, false});
}
