// The house player in a lobby: it answers everybody who comes to play with it.
#include "server/live/house.hpp"

#include "server/lobby_driver.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::server {
namespace {

using Client = ConnectionId;

LobbySettings with_first(rules::Color first) {
  LobbySettings settings;
  settings.user_count_interval = Duration(0);
  settings.preset.first = first;
  return settings;
}

// A house in a room. Its engine plays the first legal move at once.
struct Practice {
  explicit Practice(rules::Color first = rules::Color::kBlack)
      : driver(with_first(first)),
        house({"cosc322-2", "Okanagan Lake", "House#1", driver.preset, 100ms, true}) {
    driver.adopt(line);
    driver.perform(driver.lobby.connected(driver.now, line, "house", LineKind::kHouse));
    perform(HousePlayer::begin());
    settle();
  }

  void perform(HousePlayer::Steps steps) {
    for (const HousePlayer::Step& step : steps) {
      if (const auto* request = std::get_if<protocol::Request>(&step)) {
        driver.send(line, *request);
      } else if (const auto* search = std::get_if<HousePlayer::Search>(&step)) {
        perform(house.on_move(first_move(search->position)));
      } else {
        FAIL("the house goes");
      }
    }
  }
  // The house hears what it was sent.
  void settle() {
    auto& events = driver.inbox[line];
    while (!events.empty()) {
      const protocol::Event event = std::move(events.front());
      events.pop_front();
      perform(house.on_event(event, driver.now));
    }
  }
  static rules::Move first_move(const rules::Position& position) {
    rules::Move move;
    REQUIRE(rules::first_legal_move(position, move));
    return move;
  }

  Client comes(const std::string& name) {
    const Client client = driver.seat(name);
    settle();
    REQUIRE(driver.starts.back().black != driver.starts.back().white);
    return client;
  }
  // Of the last game that began.
  [[nodiscard]] rules::Position board() const {
    rules::Position position = driver.starts.back().start;
    for (const MoveMade& made : driver.moves)
      if (made.id == driver.starts.back().id) position.make(made.move);
    return position;
  }
  // Some moves of the one side, and an answer to each.
  void play(Client client, const std::string& name) {
    const GameStarted game = driver.starts.back();
    REQUIRE((game.black == name || game.white == name));
    const rules::Color color = game.black == name ? rules::Color::kBlack : rules::Color::kWhite;
    for (int i = 0; i < 3; ++i) {
      REQUIRE(board().side_to_move() == color);
      driver.move(client, rules::to_string(first_move(board())));
      settle();
    }
    CHECK(board().side_to_move() == color);
    CHECK(driver.starts.back().id == game.id);
  }
  void lose(Client client) {
    const std::size_t ended = driver.games.size();
    driver.move(client, "e5-e6/e7");  // there is no amazon
    settle();
    REQUIRE(driver.games.size() == ended + 1);
  }
  void leave(Client client) {
    driver.send(client, protocol::LogoutRequest{});
    settle();
  }

  LobbyDriver driver;
  HousePlayer house;
  Client line{1000};
};

TEST_CASE("the house plays one opponent after the other, each from the start position") {
  Practice practice(GENERATE(rules::Color::kBlack, rules::Color::kWhite));
  std::size_t games = 0;
  for (const char* name : {"ann", "bob", "eve"}) {
    CAPTURE(name);
    const Client client = practice.comes(name);
    REQUIRE(practice.driver.starts.size() == ++games);
    practice.play(client, name);
    practice.lose(client);
    practice.leave(client);
  }
}

TEST_CASE("the house plays on after an opponent who left in the middle of a game") {
  Practice practice;
  const Client ann = practice.comes("ann");
  practice.play(ann, "ann");
  SECTION("in order") { practice.leave(ann); }
  SECTION("by a broken line, after the grace") {
    practice.driver.cut(ann);
    practice.driver.advance(61s);
    practice.settle();
  }
  REQUIRE(practice.driver.games.size() == 1);
  practice.play(practice.comes("bob"), "bob");
  CHECK(practice.driver.starts.size() == 2);
}

TEST_CASE("the house plays the same opponent again, with changed colours, and then another") {
  Practice practice;
  const Client ann = practice.comes("ann");
  for (int game = 0; game < 3; ++game) {
    practice.play(ann, "ann");
    practice.lose(ann);
    practice.driver.send(ann, protocol::NewGameCommand{0});
    practice.settle();
    REQUIRE(practice.driver.starts.size() == static_cast<std::size_t>(game) + 2);
  }
  practice.play(ann, "ann");
  practice.leave(ann);
  practice.play(practice.comes("bob"), "bob");
}

}  // namespace
}  // namespace thermodon::server
