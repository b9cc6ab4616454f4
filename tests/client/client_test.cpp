// The client over real sockets, against a server that does as a script says.
#include "thermodon/client/client.hpp"

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "client/scripted_server.hpp"
#include "support/run_program.hpp"
#include "thermodon/client/events.hpp"

using namespace thermodon;
using namespace thermodon::client;
using namespace thermodon::client::test;

namespace {

// Answers at once with a move that depends on the position alone.
class QuickSearcher : public search::Searcher {
 public:
  search::SearchResult search(const rules::Position& position, const search::SearchLimits&,
                              search::SearchControl& control) override {
    search::SearchResult result;
    if (rules::has_legal_move(position))
      result.best = some_move(position, static_cast<std::size_t>(position.ply()));
    if (result.best && control.on_best) control.on_best(*result.best);
    return result;
  }
};

// Never comes back by itself, and does not look at its deadline.
class StubbornSearcher : public search::Searcher {
 public:
  search::SearchResult search(const rules::Position& position, const search::SearchLimits&,
                              search::SearchControl& control) override {
    search::SearchResult result;
    result.best = some_move(position, 3);
    control.on_best(*result.best);
    while (!control.stopped()) std::this_thread::sleep_for(1ms);
    return result;
  }
};

// On the opponent's time it never comes back by itself; on ours it answers at once.
class PonderingSearcher : public QuickSearcher {
 public:
  search::SearchResult search(const rules::Position& position, const search::SearchLimits& limits,
                              search::SearchControl& control) override {
    if (!limits.deadline) begun = true;
    while (!limits.deadline && !control.stopped()) std::this_thread::yield();
    if (!limits.deadline) ended = true;
    return QuickSearcher::search(position, limits, control);
  }
  inline static std::atomic<bool> begun = false, ended = false;
};

struct Run {
  Finish finish;
  Tally tally;
  std::vector<Action> facts;
  game::GameRecord record;  // of the last game that ended
  std::string path;
  int lines = 0, messages = 0, illegal = 0;

  template <class T>
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(std::count_if(
        facts.begin(), facts.end(), [](const Action& a) { return std::holds_alternative<T>(a); }));
  }
};

Options quick_options() {
  Options o;
  o.session = settings();
  o.session.patience.first_pause = 1ms;
  o.session.patience.between_games = 1ms;
  o.session.move_time = 20s;
  return o;
}

template <class Searcher = QuickSearcher>
Run run(Script script, Options options = quick_options()) {
  boost::asio::io_context io(1);
  ScriptedServer server(io, std::move(script));
  options.server.host = "127.0.0.1";
  options.server.port = server.port();
  Run out;
  Searchers searchers;
  searchers.push_back(std::make_unique<Searcher>());
  std::unique_ptr<Client> client;
  Callbacks callbacks;
  callbacks.on_fact = [&](const Action& fact) {
    out.facts.push_back(fact);
    if (const auto* end = std::get_if<GameEnded>(&fact)) out.record = end->record;
  };
  bool finished = false;
  callbacks.on_finish = [&](const Finish& finish) {
    finished = true;
    out.finish = finish;
    out.tally = client->session().tally();
    out.path = client->record_path();
    client.reset();
    server.stop();
  };
  client = std::make_unique<Client>(io, options, std::move(searchers), nullptr, std::move(callbacks));
  client->start();
  io.run_for(30s);
  REQUIRE(finished);
  out.lines = server.lines();
  out.messages = server.messages();
  out.illegal = server.illegal();
  return out;
}

std::string contents(const std::string& path) {
  std::ifstream file(path);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("a client plays whole games over a socket") {
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    Script script;
    script.client = color;
    script.compress = color == Color::kWhite;
    const Run r = run(script);
    CHECK(r.finish.ok());
    CHECK(r.tally.played == 1);
    CHECK(r.record.result->reason == game::EndReason::kNoMoves);
    CHECK_FALSE(game::check(r.record));
    CHECK(r.count<MovePlayed>() == r.record.moves.size());
    CHECK(r.illegal == 0);
    CHECK(r.lines == 1);
  }
}

TEST_CASE("a client understands messages that come byte by byte") {
  Script script;
  script.byte_by_byte = true;
  const Run r = run(script);
  CHECK(r.finish.ok());
  CHECK(r.lines == 1);
}

TEST_CASE("a line that is cut at any message of a game is made anew", "[slow]") {
  for (const bool keeps : {true, false}) {
    Script whole;
    whole.keeps_games = keeps;
    const int messages = run(whole).messages;
    REQUIRE(messages > 20);
    for (int n = 0; n < messages; ++n) {
      CAPTURE(n, keeps);
      Script script;
      script.keeps_games = keeps;
      script.cut_after = n;
      const Run r = run(script);
      // The last two, the exit event and the count, come when we are done and are not waited for.
      if (n < messages - 2) CHECK(r.lines == 2);
      CHECK(r.finish.ok());
      CHECK(r.tally.played == 1);
      CHECK(r.illegal == 0);
      CHECK_FALSE(game::check(r.record));
      if (keeps) CHECK(r.tally.aborted == 0);
    }
  }
}

TEST_CASE("garbage, half frames and broken bodies") {
  struct Case {
    const char* what;
    sfs2x::Bytes bytes;
    int lines;  // how many the game takes
  };
  protocol::HandshakeReply reply;
  reply.token = "x";
  sfs2x::Bytes whole = sfs2x::make_frame(protocol::to_object(protocol::Event(reply)));
  const sfs2x::Bytes half(whole.begin(), whole.begin() + 20);
  const std::vector<Case> cases = {
      {"HTTP", {'H', 'T', 'T', 'P', '/', '1', '.', '1', ' ', '4', '0', '0', '\r', '\n', '\r', '\n'}, 2},
      {"zeros", sfs2x::Bytes(5'000, 0), 2},
      {"a length above the bound", {0x88, 0x7f, 0xff, 0xff, 0xff, 1, 2, 3}, 2},
      {"not zlib", {0xa0, 0, 4, 1, 2, 3, 4}, 2},
      {"half a frame, the rest never comes", half, 2},
  };
  for (const auto& [what, bytes, lines] : cases)
    for (const int at : {0, 1, 2}) {
      CAPTURE(what, at);
      Script script;
      script.instead[at] = bytes;
      Options options = quick_options();
      options.session.patience.reply = 100ms;
      options.session.patience.join_attempts = 1;
      const Run r = run(script, options);
      CHECK(r.finish.ok());
      CHECK(r.tally.played == 1);
      CHECK(r.lines >= lines);
    }
  SECTION("a body that cannot be read costs only itself") {
    Script script;
    script.keeps_games = true;
    // An unknown type, then a well-formed message that no one knows, both in front of the board message.
    script.instead[3] = {0x80, 0, 3, 99, 1, 2, 0x80, 0, 3, 18, 0, 0};
    const Run r = run(script);
    CHECK(r.finish.ok());
    CHECK(r.lines == 1);
  }
}

TEST_CASE("a searcher that does not come back is stopped at the deadline") {
  Options options = quick_options();
  options.session.move_time = 30ms;
  options.session.margin = 15ms;
  options.session.games = 1;
  options.session.patience.opponent_silence = 60s;
  const Run r = run<StubbornSearcher>({}, options);
  CHECK(r.finish.ok());
  CHECK(r.illegal == 0);
  CHECK(r.record.result->reason == game::EndReason::kNoMoves);
}

TEST_CASE("thinking on the opponent's time ends when our own begins") {
  Options options = quick_options();
  options.session.ponder = true;
  options.session.games = 2;
  const Run r = run<PonderingSearcher>({}, options);
  CHECK(r.finish.ok());
  CHECK(r.tally.played == 2);
  CHECK(r.illegal == 0);
}

TEST_CASE("thinking on the opponent's time goes on while it is silent, and ends with the game") {
  boost::asio::io_context io(1);
  Script script;
  script.instead[5] = {0x80, 0, 3, 18, 0, 0};  // its first move does not come
  ScriptedServer server(io, script);
  Options options = quick_options();
  options.session.ponder = true;
  options.server.host = "127.0.0.1";
  options.server.port = server.port();
  Searchers searchers;
  searchers.push_back(std::make_unique<PonderingSearcher>());
  PonderingSearcher::begun = PonderingSearcher::ended = false;
  Client client(io, options, std::move(searchers), nullptr, {});
  client.start();
  const auto until = std::chrono::steady_clock::now() + 60s;
  const auto wait_for = [&](const std::atomic<bool>& what) {
    while (!what && std::chrono::steady_clock::now() < until) io.run_for(1ms);
    return what.load();
  };
  REQUIRE(wait_for(PonderingSearcher::begun));
  CHECK_FALSE(PonderingSearcher::ended);
  client.stop(true);
  CHECK(wait_for(PonderingSearcher::ended));
  server.stop();
}

TEST_CASE("nobody listens: the reason is told, and the end comes after the patience") {
  boost::asio::io_context io(1);
  std::uint16_t port = 0;
  {
    auto listening = net::listen_tcp(io, {}, [](std::unique_ptr<net::Transport>) {});
    port = listening.listener->port();
  }
  Options options = quick_options();
  options.server.host = "127.0.0.1";
  options.server.port = port;
  options.session.patience.give_up = 50ms;
  std::optional<Finish> finish;
  Callbacks callbacks;
  callbacks.on_finish = [&](const Finish& f) { finish = f; };
  Searchers searchers;
  searchers.push_back(std::make_unique<QuickSearcher>());
  Client client(io, options, std::move(searchers), nullptr, std::move(callbacks));
  client.start();
  io.run_for(10s);
  REQUIRE(finish);
  CHECK(finish->outcome == Outcome::kNoServer);
  CHECK_THAT(finish->why, Catch::Contains("refused"));
}

TEST_CASE("a client that is destroyed in the middle leaves nothing behind") {
  for (const auto after : {0ms, 5ms, 50ms}) {
    boost::asio::io_context io(1);
    ScriptedServer server(io, {});
    Options options = quick_options();
    options.server.host = "127.0.0.1";
    options.server.port = server.port();
    Searchers searchers;
    searchers.push_back(std::make_unique<StubbornSearcher>());
    Callbacks callbacks;
    callbacks.on_finish = [](const Finish&) { FAIL("called back after its end"); };
    {
      Client client(io, options, std::move(searchers), nullptr, std::move(callbacks));
      client.start();
      io.run_for(after);
    }
    server.stop();
    io.restart();
    io.run_for(1s);
    CHECK(io.stopped());
  }
}

TEST_CASE("games are recorded move by move, in both forms, and nothing is overwritten") {
  const tests::TemporaryFolder folder;
  Options options = quick_options();
  options.record = folder.path() + "/games";
  options.session.games = 3;
  const Run r = run({}, options);
  CHECK(r.tally.played == 3);
  std::size_t sgf = 0, json = 0;
  for (const auto& entry : std::filesystem::directory_iterator(options.record)) {
    const std::string text = contents(entry.path());
    if (entry.path().extension() == ".sgf") {
      ++sgf;
      const auto games = game::parse_sgf(text);
      REQUIRE(games.ok());
      REQUIRE(games.value().size() == 1);
      CHECK_FALSE(game::check(games.value().front()));
      CHECK(games.value().front().result);
    } else if (entry.path().extension() == ".jsonl") {
      ++json;
      const auto game = game::parse_json_line(text.substr(0, text.find('\n')));
      REQUIRE(game.ok());
      CHECK_FALSE(game::check(game.value()));
      CHECK(game.value().moves.size() > 20);
      CHECK(game.value().date.size() == 20);
    } else {
      FAIL("a file is left: " << entry.path());
    }
  }
  CHECK(sgf == 3);
  CHECK(json == 3);
  CHECK(std::filesystem::exists(r.path + ".sgf"));
}

TEST_CASE("a folder that cannot be written costs the record and not the game") {
  const tests::TemporaryFile file("in the way");
  Options options = quick_options();
  options.record = file.path() + "/games";
  const Run r = run({}, options);
  CHECK(r.finish.ok());
  CHECK(r.path.empty());
}

TEST_CASE("facts as JSON lines and as text") {
  const Run r = run({});
  std::vector<std::string> events;
  for (const auto& fact : r.facts) {
    const auto line = to_json_line(fact);
    REQUIRE(line);
    CHECK(line->find('\n') == std::string::npos);
    REQUIRE(to_text(fact));
    const auto from = line->find(':') + 2;
    events.push_back(line->substr(from, line->find('"', from) - from));
  }
  REQUIRE(events.size() > 10);
  CHECK(events[0] == "login");
  CHECK(events[1] == "joined");
  CHECK(events[2] == "start");
  CHECK(events[3] == "move");
  CHECK(events.back() == "end");
  CHECK_FALSE(to_json_line(Connect{}));
  CHECK_FALSE(to_text(Connect{}));
}
