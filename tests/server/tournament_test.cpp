// A tournament as a state machine: its file, its history, its pairings, its table.
#include "thermodon/server/tournament.hpp"

#include <utility>

#include "server/live/export.hpp"
#include "server/live/json.hpp"
#include "support/catch.hpp"

namespace thermodon::server {
namespace {

using rules::Color;
using Kind = TournamentEntry::Kind;

TournamentSpec spec_of(const std::string& text) {
  auto spec = parse_tournament(text);
  if (!spec.ok()) FAIL(spec.error());
  return std::move(spec).value();
}

TournamentSpec players(std::size_t count, const std::string& system, const std::string& more = "") {
  std::string names;
  for (std::size_t i = 0; i < count; ++i) names += (i == 0 ? "\"p" : ",\"p") + std::to_string(i) + '"';
  return spec_of(R"({"name":"T","players":[)" + names + R"(],"system":")" + system + '"' + more + '}');
}

// Applies entries as the server does, and keeps them as text.
struct Run {
  explicit Run(TournamentSpec wanted) : tournament(1, wanted), spec(std::move(wanted)) { add({}); }
  void add(TournamentEntry entry) {
    log.push_back(entry.to_json());
    const std::string why = tournament.apply(entry);
    CHECK(why == "");
  }
  void go_on() {
    for (auto due = tournament.due(); !due.empty(); due = tournament.due())
      for (auto& entry : due) add(std::move(entry));
  }
  void result(std::uint32_t number, std::optional<Color> winner) {
    TournamentEntry entry;
    entry.kind = Kind::kResult;
    entry.number = number;
    entry.winner = winner;
    entry.reason = "no-moves";
    entry.game = 100 + number;
    add(entry);
  }
  // Everything that can be played, the stronger (by number) winning, until nothing is left.
  void play_out() {
    for (;;) {
      go_on();
      const auto ready = tournament.ready();
      if (ready.empty()) return;
      for (const auto number : ready) {
        const Encounter& e = *std::as_const(tournament).find(number);
        result(number, e.black < *e.white ? Color::kBlack : Color::kWhite);
      }
    }
  }
  // From its log it becomes the same.
  void check_replay() const {
    Tournament again(1, spec);
    for (const auto& line : log) {
      const auto entry = parse_tournament_entry(line);
      REQUIRE(entry.ok());
      CHECK(again.apply(*entry) == "");
    }
    const LobbySettings settings;
    CHECK(tournament_json(again, {}, settings, true) == tournament_json(tournament, {}, settings, true));
  }

  Tournament tournament;
  TournamentSpec spec;
  std::vector<std::string> log;
};

TEST_CASE("a tournament's file is read, and what is wrong in it is named") {
  const auto spec = spec_of(R"({
    // a comment
    "name": "Spring", "zone": "cosc322", "players": ["a", "b", "c"], "rooms": ["Wood Lake"], "system": "swiss",
    "rounds": 4, "move-time-seconds": 0.5, "first": "white", "openings": ["startpos moves d1-d7/g7"],
    "grace-seconds": 10, "start": "now"})");
  CHECK(spec.rounds == 4);
  CHECK(spec.move_time == Duration(500));
  CHECK(spec.first == Color::kWhite);
  CHECK(spec.grace == Duration(10'000));
  CHECK_FALSE(spec.waits_for_all);
  CHECK(spec.openings.size() == 1);
  const auto refused = [](const std::string& text, const std::string& words) {
    const auto result = parse_tournament(text);
    REQUIRE_FALSE(result.ok());
    CAPTURE(text, result.error());
    CHECK(result.error().find(words) != std::string::npos);
    CHECK(result.error().find('\n') == std::string::npos);
  };
  refused("[]", "one JSON object");
  refused("{", "not JSON");
  refused(R"({"players":["a","b"]})", "\"name\"");
  refused(R"({"name":"x","players":["a"]})", "\"players\"");
  refused(R"({"name":"x","players":["a","a"]})", "somebody twice");
  refused(R"({"name":"x","players":["a","House#1"]})", "nobody can log in with");
  refused(R"({"name":"x","players":["a","b"],"colour":1})", "unknown key \"colour\"");
  refused(R"({"name":"x","players":["a","b"],"system":"league"})",
          "round-robin, double-round-robin, swiss, knock-out");
  refused(R"({"name":"x","players":["a","b"],"rounds":3})", "Swiss");
  refused(R"({"name":"x","players":["a","b"],"system":"knock-out","games-per-tie":2})", "odd");
  refused(R"({"name":"x","players":["a","b"],"openings":["startpos moves a1-a2/a3"]})", "\"openings\"");
  refused(R"({"name":"x","players":["a","b"],"move-time-seconds":0})", "more than 0");
}

TEST_CASE("a round robin is paired at once, played in order, and has the right table") {
  Run run(players(4, "round-robin"));
  run.go_on();
  CHECK(run.tournament.encounters().size() == 6);
  CHECK(run.tournament.ready().size() == 2);  // each player once
  run.play_out();
  CHECK(run.tournament.status() == Tournament::Status::kOver);
  const auto table = run.tournament.standings();
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(table[i].player == i);
    CHECK(table[i].points == 3 - static_cast<int>(i));
  }
  CHECK(run.tournament.crosstable()[0][3] == 1);
  run.check_replay();
  CHECK(tournament_csv(run.tournament).find("1,p0,3,3,3,0,") != std::string::npos);
}

TEST_CASE("a pairing that waits holds up its players alone") {
  Run run(players(4, "double-round-robin"));
  run.go_on();
  const auto first = run.tournament.ready();
  REQUIRE(first.size() == 2);
  run.result(first[0], Color::kBlack);
  CHECK(run.tournament.ready() == std::vector{first[1]});
  run.tournament.called(first[1], "Wood Lake");
  CHECK(run.tournament.ready().empty());
  run.result(first[1], Color::kWhite);
  CHECK(run.tournament.ready().size() == 2);
  run.play_out();
  CHECK(run.tournament.encounters().size() == 12);
}

TEST_CASE("a Swiss tournament is paired round by round, with byes") {
  Run run(players(5, "swiss"));
  run.play_out();
  CHECK(run.tournament.status() == Tournament::Status::kOver);
  CHECK(run.tournament.rounds() == 3);
  CHECK(run.tournament.encounters().size() == 9);  // two games and a bye a round
  CHECK(run.tournament.standings().front().player == 0);
  run.check_replay();
}

TEST_CASE("a knock-out goes on with the winners; games that nobody wins are not for ever") {
  Run run(players(6, "knock-out", R"(,"games-per-tie":3)"));
  run.play_out();
  CHECK(run.tournament.status() == Tournament::Status::kOver);
  CHECK(run.tournament.round() == 3);
  CHECK(run.tournament.encounters().back().has(0));
  CHECK(run.tournament.encounters().back().has(1));
  run.check_replay();
  Run single(players(2, "knock-out"));
  single.go_on();
  const Encounter& only = single.tournament.encounters().front();
  CHECK(single.tournament.undecided(only) == (only.black == 0 ? Color::kBlack : Color::kWhite));
}

TEST_CASE("a correction changes the table and leaves a trace") {
  Run run(players(3, "round-robin"));
  run.play_out();
  TournamentEntry entry;
  entry.kind = Kind::kCorrected;
  entry.number = 1;
  entry.winner = !*run.tournament.encounters()[0].winner;
  entry.reason = "the judge saw it";
  entry.at_ms = 1'000;
  run.add(entry);
  REQUIRE(run.tournament.corrections().size() == 1);
  CHECK(run.tournament.corrections()[0].from != run.tournament.corrections()[0].to);
  CHECK(run.tournament.corrections()[0].why == "the judge saw it");
  run.check_replay();
  entry.number = 99;
  CHECK(run.tournament.apply(entry) == "there is no game 99");
}

TEST_CASE("who withdraws loses what is left") {
  Run run(players(4, "round-robin"));
  run.go_on();
  TournamentEntry entry;
  entry.kind = Kind::kWithdrawn;
  entry.black = 0;
  run.add(entry);
  CHECK(run.tournament.apply(entry) != "");
  run.play_out();
  CHECK(run.tournament.status() == Tournament::Status::kOver);
  for (const Encounter& e : run.tournament.encounters()) {
    if (!e.has(0)) continue;
    CHECK(e.forfeit);
    CHECK(e.winner == (e.black == 0 ? Color::kWhite : Color::kBlack));
  }
  CHECK(run.tournament.standings().back().player == 0);
  run.check_replay();
}

TEST_CASE("what an organiser writes is read, and nothing else") {
  const auto result = organiser_order("/3/result", R"({"number":2,"winner":null,"why":"both cheated"})");
  REQUIRE(result.ok());
  CHECK(result->tournament == 3);
  CHECK(result->number == 2);
  CHECK_FALSE(result->winner);
  CHECK(result->why == "both cheated");
  CHECK(organiser_order("/3/start", "").ok());
  for (const auto& [path, body] :
       std::vector<std::pair<std::string, std::string>>{{"/x/start", ""},
                                                        {"/1", ""},
                                                        {"/1/fly", ""},
                                                        {"/1/result", "{}"},
                                                        {"/1/result", "[]"},
                                                        {"/1/result", R"({"number":-1,"winner":"black"})"},
                                                        {"/1/result", R"({"number":1,"winner":"red"})"},
                                                        {"/1/withdraw", R"({"player":5})"},
                                                        {"", "{}"}})
    CHECK_FALSE(organiser_order(path, body).ok());
}

}  // namespace
}  // namespace thermodon::server
