// The JSON session as plain calls: texts in, texts out, beside users of the course's protocol in the same
// lobby.
#include "server/live/gateway.hpp"

#include "server/lobby_driver.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/server/password.hpp"

namespace thermodon::server {
namespace {

using Client = ConnectionId;

Settings live_settings() {
  Settings settings;
  settings.lobby.user_count_interval = Duration(0);
  return settings;
}

// The lobby's driver with JSON connections beside its clients.
struct Live {
  explicit Live(Settings wanted = live_settings())
      : settings(std::move(wanted)), driver(settings.lobby), gateway(settings, driver.lobby) {
    driver.observe = [this](const Action& action) {
      if (hold)
        held.push_back(action);
      else
        run(gateway.performed(driver.now, action));
    };
  }

  Client connect() {
    const Client id{1000 + ++last};
    driver.adopt(id);
    driver.perform(driver.lobby.connected(driver.now, id, "10.0.0.9", LineKind::kLive));
    run(gateway.opened(driver.now, id));
    return id;
  }
  void send(Client id, const Json& message) { send_text(id, message.dump()); }
  void send_text(Client id, const std::string& text) { run(gateway.received(driver.now, id, text)); }
  // What the lobby says is held back until release().
  void release() {
    hold = false;
    for (const Action& action : std::exchange(held, {})) run(gateway.performed(driver.now, action));
  }
  void run(Effects effects) {
    for (Effect& effect : effects) {
      if (auto* say = std::get_if<Say>(&effect)) {
        for (const Client id : say->to) inbox[id].push_back(Json::parse(*say->text));
      } else if (auto* ask = std::get_if<Ask>(&effect)) {
        driver.perform(driver.lobby.received(driver.now, ask->from, ask->request));
      } else {
        orders.push_back(std::move(effect));
      }
    }
  }
  // The oldest message of a type, which with all before it is taken out of the inbox.
  Json take(Client id, const std::string& type) {
    auto& messages = inbox[id];
    while (!messages.empty()) {
      Json message = std::move(messages.front());
      messages.pop_front();
      if (message["type"] == type) return message;
    }
    FAIL("no message of type " << type);
    return nullptr;
  }
  bool has(Client id, const std::string& type) {
    return std::ranges::any_of(inbox[id], [&](const Json& m) { return m["type"] == type; });
  }
  Client enter(const std::string& name) {
    const Client id = connect();
    send(id, {{"type", "login"}, {"name", name}});
    take(id, "login");
    return id;
  }
  Client seat(const std::string& name, const std::string& as = "any") {
    const Client id = enter(name);
    send(id, {{"type", "join"}, {"room", "Wood Lake"}, {"as", as}});
    return id;
  }
  template <class Order>
  Order order() {
    REQUIRE_FALSE(orders.empty());
    REQUIRE(std::holds_alternative<Order>(orders.front()));
    Order first = std::get<Order>(std::move(orders.front()));
    orders.pop_front();
    return first;
  }

  Settings settings;
  LobbyDriver driver;
  Gateway gateway;
  std::map<Client, std::deque<Json>> inbox;
  std::deque<Effect> orders;
  std::uint64_t last = 0;
  bool hold = false;
  std::vector<Action> held;
};

constexpr int kWoodLake = 7;  // the room's id

TEST_CASE("a JSON user logs in, joins and leaves") {
  Live live;
  const Client ann = live.connect();
  CHECK(live.take(ann, "hello")["zones"][0] == "cosc322-2");
  live.send(ann, {{"type", "join"}, {"room", "Wood Lake"}, {"ref", 5}});
  const Json refused = live.take(ann, "error");
  CHECK(refused["message"] == "log in first");
  CHECK(refused["ref"] == 5);
  live.send(ann, {{"type", "login"}, {"name", "ann"}});
  const Json login = live.take(ann, "login");
  CHECK(login["name"] == "ann");
  CHECK(login["rooms"].size() == 18);
  CHECK_FALSE(login["token"].get<std::string>().empty());
  live.send(ann, {{"type", "join"}, {"room", "Wood Lake"}});
  const Json joined = live.take(ann, "joined");
  CHECK(joined["as"] == "player");
  CHECK(joined["users"] == Json::parse(R"([{"name":"ann","role":"player"}])"));
  const Json game = live.take(ann, "game");
  CHECK(game["game"]["status"] == "waiting");
  CHECK(game["game"]["id"].is_null());
  live.send(ann, {{"type", "leave"}});
  CHECK(live.take(ann, "left")["name"] == "ann");
  live.send(ann, {{"type", "join"}, {"room", "No Lake"}, {"ref", "r"}});
  const Json nowhere = live.take(ann, "error");
  CHECK(nowhere["code"] == 22);
  CHECK(nowhere["ref"] == "r");
}

TEST_CASE("what is sent behind a login waits for its answer") {
  Live live;
  const Client ann = live.connect();
  live.hold = true;  // the lobby's answers, as a server does that stores something first
  live.send(ann, {{"type", "login"}, {"name", "ann"}});
  live.send(ann, {{"type", "join"}, {"room", "Wood Lake"}});
  live.send(ann, {{"type", "chat"}, {"text", 5}, {"ref", "c"}});
  CHECK_FALSE(live.has(ann, "error"));
  live.release();
  CHECK(live.take(ann, "login")["name"] == "ann");
  CHECK(live.take(ann, "joined")["room"] == "Wood Lake");
  CHECK(live.take(ann, "error")["ref"] == "c");  // no chat: that was no text
  SECTION("and behind a logout") {
    live.hold = true;
    live.send(ann, {{"type", "logout"}});
    live.send(ann, {{"type", "login"}, {"name", "anne"}});
    live.send(ann, {{"type", "join"}, {"room", "Bear Lake"}});
    live.release();
    live.take(ann, "logout");
    CHECK(live.take(ann, "login")["name"] == "anne");
    CHECK(live.take(ann, "joined")["room"] == "Bear Lake");
  }
  SECTION("and behind a login that is refused") {
    const Client eve = live.connect();
    live.hold = true;
    live.send(eve, {{"type", "login"}, {"name", std::string(200, 'e')}});
    live.send(eve, {{"type", "join"}, {"room", "Wood Lake"}});
    live.release();
    CHECK(live.take(eve, "error")["message"] != "log in first");
    CHECK(live.take(eve, "error")["message"] == "log in first");
  }
  SECTION("but not without bound") {
    const Client eve = live.connect();
    live.hold = true;
    live.send(eve, {{"type", "login"}, {"name", "eve"}});
    for (int i = 0; i < 33; ++i) live.send(eve, {{"type", "leave"}});
    CHECK(std::holds_alternative<Cut>(live.orders.back()));
  }
}

TEST_CASE("a move that names its number is judged in that position alone") {
  Live live;
  const Client ann = live.seat("ann");
  const Client bob = live.seat("bob");
  live.take(ann, "game");
  const auto move = [&](Client client, const char* text, const Json& ply) {
    live.send(client, {{"type", "move"}, {"move", text}, {"ply", ply}, {"ref", 1}});
  };
  move(ann, "d10-d4/c3", 1);
  move(bob, "d1-d3/e3", 2);
  CHECK(live.take(ann, "move")["ply"] == 1);
  CHECK(live.take(ann, "move")["ply"] == 2);
  move(ann, "d10-d5/c4", 1);  // thought for the start, and illegal by now
  CHECK(live.take(ann, "notice")["text"].get<std::string>().find("move 3 is next") != std::string::npos);
  move(ann, "d10-d5/c4", "1");
  CHECK(live.take(ann, "error")["ref"] == 1);
  move(ann, "g10-g5/c5", 3);
  CHECK(live.take(ann, "move")["ply"] == 3);
}

TEST_CASE("a JSON user and one of the course's protocol play each other") {
  Live live;
  const Client ann = live.seat("ann");
  const Client bob = live.driver.seat("bob", "", false, "Wood Lake");
  CHECK(live.take(ann, "entered")["name"] == "bob");
  const Json start = live.take(ann, "game")["game"];
  CHECK(start["black"] == "ann");
  CHECK(start["white"] == "bob");
  CHECK(start["status"] == "playing");
  CHECK(start["remaining_ms"] == 30'000);
  live.send(ann, {{"type", "move"}, {"move", "d10-d4/c3"}});
  const Json own = live.take(ann, "move");
  CHECK(own["by"] == "black");
  CHECK(own["ply"] == 1);
  CHECK(own["to_move"] == "white");
  const auto moved = live.driver.take<protocol::MoveCommand>(bob);
  REQUIRE(moved);
  live.driver.advance(1s);
  live.driver.move(bob, "d1-d3/e3", kWoodLake);
  const Json theirs = live.take(ann, "move");
  CHECK(theirs["move"] == "d1-d3/e3");
  CHECK(theirs["seconds"] == 1.0);
  SECTION("a move that is not legal loses") {
    live.send(ann, {{"type", "move"}, {"move", "a1-a2/a1"}});
    const Json over = live.take(ann, "game")["game"];
    CHECK(over["status"] == "over");
    CHECK(over["result"]["winner"] == "white");
    CHECK(over["result"]["reason"] == "illegal-move");
    CHECK(live.take(ann, "notice")["text"].get<std::string>().find("bob (white) wins") == 0);
    live.send(ann, {{"type", "new-game"}});
    live.driver.send(bob, protocol::NewGameCommand{kWoodLake});
    const Json next = live.take(ann, "game")["game"];
    CHECK(next["black"] == "bob");
    CHECK(next["status"] == "playing");
  }
  SECTION("what is no move at all changes nothing") {
    live.send(ann, {{"type", "move"}, {"move", "nonsense"}});
    live.take(ann, "error");
    live.send(ann, {{"type", "move"}});
    live.take(ann, "error");
    CHECK(live.driver.games.empty());
  }
  SECTION("a watcher gets the whole game, and cannot move in it") {
    const Client eve = live.seat("eve", "spectator");
    CHECK(live.take(eve, "joined")["as"] == "spectator");
    const Json seen = live.take(eve, "game")["game"];
    CHECK(seen["moves"].size() == 2);
    live.send(eve, {{"type", "move"}, {"move", "d4-d5/d4"}});
    CHECK(live.take(eve, "notice")["text"] == "spectators do not move");
    CHECK(live.driver.games.empty());
  }
}

TEST_CASE("moves that are played are no flood on the JSON side either, and all else is one") {
  Settings settings = live_settings();
  settings.live.requests_per_second = 1;
  settings.live.request_burst = 6;
  Live live(settings);
  const Client ann = live.seat("ann");
  const Client bob = live.seat("bob");
  live.take(ann, "game");
  rules::Position position = rules::Position::start({}, rules::Color::kBlack);
  rules::Move move;
  int played = 0;
  for (; played < 40 && rules::first_legal_move(position, move); ++played) {
    const Client mover = position.side_to_move() == rules::Color::kBlack ? ann : bob;
    live.send(mover, {{"type", "move"}, {"move", rules::to_string(move)}});
    position.make(move);
  }
  CHECK(played == 40);
  CHECK(live.driver.moves.size() == 40);
  CHECK(live.orders.empty());
  for (int i = 0; i < 10 && live.orders.empty(); ++i)
    live.send(bob, {{"type", "move"}, {"move", "d10-d4/c3"}});  // out of turn
  CHECK(live.order<Cut>().connection == bob);
}

TEST_CASE("chat goes both ways, under the sender's own name") {
  Live live;
  const Client ann = live.seat("ann");
  const Client bob = live.driver.seat("bob", "", false, "Wood Lake");
  live.send(ann, {{"type", "chat"}, {"text", "good luck\n"}});
  const auto heard = live.driver.take<protocol::PublicMessage>(bob);
  REQUIRE(heard);
  CHECK(heard->text == "good luck ");
  CHECK(live.take(ann, "chat")["name"] == "ann");
  protocol::PublicMessage forged;
  forged.room_id = kWoodLake;
  forged.user_id = 1;
  forged.text = "thanks";
  live.driver.send(bob, forged);
  const Json back = live.take(ann, "chat");
  CHECK(back["name"] == "bob");
  CHECK(back["text"] == "thanks");
}

TEST_CASE("a JSON player whose line breaks resumes by the token") {
  Live live;
  const Client ann = live.enter("ann");
  const std::string token = [&] {
    live.send(ann, {{"type", "logout"}});
    live.take(ann, "logout");
    live.send(ann, {{"type", "login"}, {"name", "ann"}});
    return live.take(ann, "login")["token"].get<std::string>();
  }();
  live.send(ann, {{"type", "join"}, {"room", "Wood Lake"}});
  const Client bob = live.driver.seat("bob", "", false, "Wood Lake");
  live.send(ann, {{"type", "move"}, {"move", "d10-d4/c3"}});
  live.run(live.gateway.closed(ann));
  live.driver.cut(ann);
  live.driver.advance(2s);
  const Client again = live.connect();
  live.send(again, {{"type", "resume"}, {"token", token}});
  CHECK(live.take(again, "login")["name"] == "ann");
  CHECK(live.take(again, "joined")["as"] == "player");
  const Json game = live.take(again, "game")["game"];
  CHECK(game["status"] == "playing");
  CHECK(game["moves"].size() == 1);
  CHECK(game["remaining_ms"] == 28'000);
  live.driver.move(bob, "d1-d3/e3", kWoodLake);
  CHECK(live.take(again, "move")["ply"] == 2);
  const Client thief = live.connect();
  live.send(thief, {{"type", "resume"}, {"token", "guess"}});
  live.take(thief, "error");
  CHECK_FALSE(live.driver.is_open(thief));
}

TEST_CASE("the lobby is told to those who ask, without a login") {
  Live live;
  const Client eve = live.connect();
  live.send(eve, {{"type", "lobby"}, {"on", true}});
  CHECK(live.take(eve, "rooms")["rooms"].size() == 54);
  live.seat("ann");
  live.driver.advance(1s);
  live.run(live.gateway.tick(live.driver.now));
  const Json changed = live.take(eve, "rooms")["rooms"];
  REQUIRE(changed.size() == 1);
  CHECK(changed[0]["name"] == "Wood Lake");
  CHECK(changed[0]["players"] == Json::array({"ann"}));
  CHECK(changed[0]["status"] == "waiting");
  live.send(eve, {{"type", "lobby"}, {"on", false}});
  live.seat("bob");
  live.driver.advance(1s);
  live.run(live.gateway.tick(live.driver.now));
  CHECK_FALSE(live.has(eve, "rooms"));
  live.driver.advance(20min);
  CHECK(live.driver.is_open(eve));  // a watcher may be idle
}

TEST_CASE("seats change within the room") {
  Live live;
  const Client ann = live.seat("ann");
  live.send(ann, {{"type", "join"}, {"room", "Wood Lake"}, {"as", "spectator"}});
  CHECK(live.take(ann, "entered")["role"] == "spectator");
  live.send(ann, {{"type", "join"}, {"room", "Wood Lake"}, {"as", "any"}});
  CHECK(live.take(ann, "entered")["role"] == "player");
}

TEST_CASE("analyses are bounded and told line by line") {
  Live live;
  const Client eve = live.connect();
  live.send(eve, Json::parse(R"({"type":"analyze","id":7,"multipv":99,"seconds":1e9,
                                 "spec":"alphabeta:amazong,threads=64,hash=100000"})"));
  const auto order = live.order<AnalysisOrder>();
  CHECK(order.multipv == 10);
  CHECK(order.time == 60s);
  CHECK(order.spec.parameters.at("threads") == "1");
  CHECK(order.spec.parameters.at("hash") == "32");
  search::SearchInfo info;
  info.depth = 1;
  info.pv = {*rules::parse_move("d1-d7/g7")};
  info.score = 40;
  live.run(live.gateway.analysis_info(eve, info));
  info.multipv = 2;
  info.score = -(search::kWin - 3);
  live.run(live.gateway.analysis_info(eve, info));
  CHECK_FALSE(live.has(eve, "info"));
  info.depth = 2;
  info.multipv = 1;
  live.run(live.gateway.analysis_info(eve, info));
  const Json told = live.take(eve, "info");
  CHECK(told["id"] == 7);
  CHECK(told["depth"] == 1);
  REQUIRE(told["lines"].size() == 2);
  CHECK(told["lines"][0]["score"] == 0.4);
  CHECK(told["lines"][1]["mate"] == -3);
  live.run(live.gateway.analysis_done(eve, {}));
  live.take(eve, "info");
  CHECK(live.take(eve, "analysis-end")["id"] == 7);
  for (const char* spec : {"alphabeta:amazong,weights=/etc/passwd",
                           "alphabeta:phased,opening=amazong:weights=x", "uci:/bin/sh", "nothing"}) {
    live.send(eve, {{"type", "analyze"}, {"spec", spec}});
    live.take(eve, "error");
  }
  CHECK(live.orders.empty());
}

TEST_CASE("the house is ordered for the free seat of one's own room alone") {
  Live live;
  const Client ann = live.seat("ann");
  live.send(ann, {{"type", "house"}, {"spec", "greedy:terrain"}, {"move_time_ms", 1e12}});
  const auto order = live.order<HouseOrder>();
  CHECK(order.room == "Wood Lake");
  CHECK(order.move_time == 10s);
  live.seat("bob");
  live.send(ann, {{"type", "house"}});
  live.take(ann, "error");
  const Client eve = live.seat("eve", "spectator");
  live.send(eve, {{"type", "house"}});
  live.take(eve, "error");
  CHECK(live.orders.empty());
  const Client false_house = live.connect();
  live.send(false_house, {{"type", "login"}, {"name", "House#1"}});
  CHECK(live.take(false_house, "error")["code"] == 2);
}

TEST_CASE("a hashed password is checked before the lobby hears of the login") {
  Settings settings = live_settings();
  settings.scrypt["ann"] = "hash";
  settings.lobby.users.passwords["ann"] = "key";
  Live live(settings);
  const Client ann = live.connect();
  live.send(ann, {{"type", "login"}, {"name", "ann"}, {"password", "right"}});
  CHECK(live.order<CheckPassword>().password == "right");
  CHECK_FALSE(live.has(ann, "login"));
  live.run(live.gateway.password_checked(ann, true));
  CHECK(live.take(ann, "login")["name"] == "ann");
  const Client eve = live.connect();
  for (int i = 0; i < 5; ++i) {
    live.send(eve, {{"type", "login"}, {"name", "ann"}, {"password", "wrong"}});
    live.order<CheckPassword>();
    live.run(live.gateway.password_checked(eve, false));
    CHECK(live.take(eve, "error")["code"] == 3);
  }
  CHECK(live.order<Cut>().connection == eve);
}

TEST_CASE("a password is kept as a salted hash") {
  const std::string hash = scrypt_hash("secret");
  CHECK(hash.find("secret") == std::string::npos);
  CHECK(hash != scrypt_hash("secret"));
  CHECK(scrypt_verify("secret", hash));
  CHECK_FALSE(scrypt_verify("Secret", hash));
  CHECK_FALSE(scrypt_verify("secret", hash.substr(0, hash.size() - 1)));
  for (const char* bad : {"", "scrypt", "scrypt:16384:8:1:00", "scrypt:999999999999:8:1:00:00",
                          "scrypt:x:8:1:00:00", "md5:1:1:1:00:00", "scrypt:2:1:1:0g:00", "a:b:c:d:e:f:g"})
    CHECK_FALSE(scrypt_verify("secret", bad));
}

TEST_CASE("texts that make no sense are answered, and too many end the line") {
  Live live;
  const Client eve = live.connect();
  for (const char* text : {"", "{", "[]", "7", "{}", R"({"type":5})", R"({"type":"fly"})", "\xff\xfe"}) {
    live.send_text(eve, text);
    live.take(eve, "error");
  }
  for (int i = 0; i < 20; ++i) live.send_text(eve, "nonsense");
  CHECK(live.order<Cut>().connection == eve);
}

}  // namespace
}  // namespace thermodon::server
