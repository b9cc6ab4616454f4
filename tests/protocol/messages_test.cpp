#include "thermodon/protocol/messages.hpp"

#include "support/captures.hpp"
#include "support/catch.hpp"
#include "thermodon/sfs2x/frame.hpp"

using namespace thermodon;
using namespace thermodon::protocol;
using sfs2x::Object;
using sfs2x::Type;
using sfs2x::Value;

namespace {

Object body_of(const std::vector<std::uint8_t>& bytes) {
  sfs2x::FrameReader reader;
  reader.push(bytes);
  auto frame = reader.next();
  REQUIRE(frame.has_value());
  REQUIRE(frame->error == sfs2x::FrameError::kNone);
  return std::move(frame->body);
}

template <class M>
M event_as(const Object& object) {
  const auto event = parse_event(object);
  INFO((event ? "parsed" : event.error()));
  REQUIRE(event.ok());
  REQUIRE(std::holds_alternative<M>(*event));
  return std::get<M>(*event);
}

template <class M>
M request_as(const Object& object) {
  const auto request = parse_request(object);
  INFO((request ? "parsed" : request.error()));
  REQUIRE(request.ok());
  REQUIRE(std::holds_alternative<M>(*request));
  return std::get<M>(*request);
}

// The same message with every object's keys in reverse order and a key that nobody knows.
Value shuffled(const Value& value) {
  const Object* object = value.get_if<Object>();
  if (object == nullptr) return value;
  Object result;
  result.put("zz.unknown", sfs2x::Array{{1, "x", Object{}}});
  for (auto entry = object->entries().rbegin(); entry != object->entries().rend(); ++entry)
    result.put(entry->first, shuffled(entry->second));
  return result;
}
Object shuffled(const Object& object) { return *shuffled(Value(object)).get_if<Object>(); }

// The same message with every integer as LONG.
Value widened(const Value& value) {
  std::int64_t number = 0;
  if (value.integer(number)) return number;
  if (const auto* array = value.get_if<sfs2x::Array>()) {
    sfs2x::Array result;
    for (const Value& item : array->items) result.items.push_back(widened(item));
    return result;
  }
  const Object* object = value.get_if<Object>();
  if (object == nullptr) return value;
  Object result;
  for (const auto& [key, item] : object->entries()) result.put(key, widened(item));
  return result;
}
Object widened(const Object& object) { return *widened(Value(object)).get_if<Object>(); }

Object system_object(int action, Object params) {
  Object o;
  o.put("c", std::int8_t{0}).put("a", static_cast<std::int16_t>(action)).put("p", std::move(params));
  return o;
}
Object extension_object(const std::string& command, Object params) {
  Object p, o;
  p.put("c", command).put("r", 7).put("p", std::move(params));
  o.put("c", std::int8_t{1}).put("a", std::int16_t{13}).put("p", std::move(p));
  return o;
}

WireBoard some_board() {
  WireBoard board(kWireBoardSize, 0);
  board[15] = 2;
  board[120] = 1;
  return board;
}

RoomInfo some_room() {
  RoomInfo room;
  room.id = 7;
  room.name = "Wood Lake";
  room.users = 2;
  room.spectators = 1;
  return room;
}

UserInfo user(std::int32_t id, std::string name, std::int16_t player_id) {
  UserInfo info;
  info.id = id;
  info.name = std::move(name);
  info.player_id = player_id;
  return info;
}

const WireMove kMove{10, 4, 4, 4, 3, 3};

std::vector<Request> every_request() {
  return {HandshakeRequest{"1.6.1", "Thermodon", true, std::nullopt},
          HandshakeRequest{"1.8.6", "JavaScript", false, "token"},
          LoginRequest{"cosc322-2", "alice", "0123", std::nullopt},
          LoginRequest{"cosc322-2", "", "", LoginWishes{"white", true}},
          LogoutRequest{},
          JoinRoomRequest{"Wood Lake", std::nullopt, "secret", 3, true},
          JoinRoomRequest{std::nullopt, 7, "", std::nullopt, false},
          JoinCommand{"Wood Lake"},
          JoinCommand{"Wood Lake", "black"},
          LeaveRoomRequest{std::nullopt},
          LeaveRoomRequest{7},
          MoveCommand{7, "", kMove, true},
          MoveCommand{-1, "Wood Lake", WireMove{0, 0, -5, 99, 3, 3}, false},
          MoveCommand{7, "", WireMove{0, 0, 0, 0, 0, 0}, true},
          TextCommand{7, "", "hello"},
          PublicMessage{7, 1, "hello"},
          Ping{},
          SubscribeGroup{"default", {}},
          SpectatorToPlayer{7, -1, 0},
          PlayerToSpectator{7, -1},
          ManualDisconnection{},
          NewGameCommand{7},
          Unknown{0, 999, ""},
          Unknown{5, 70'000, ""},
          Unknown{1, 13, "cosc322.nobody-knows"}};
}

std::vector<Event> every_event() {
  RoomInfo lobby = some_room();
  lobby.is_game = false;
  lobby.spectators = lobby.max_spectators = 0;
  BoardCommand board;
  board.room = "Wood Lake";
  board.board = some_board();
  board.room_id = 7;
  BoardCommand resumed = board;
  resumed.to_move = rules::Color::kWhite;
  resumed.remaining_ms = 12'345;
  StartCommand start;
  start.room = "Wood Lake";
  start.black = "alice";
  start.white = "bob";
  start.room_id = 7;
  StartCommand full_start = start;
  full_start.game = 1LL << 40;
  full_start.board = some_board();
  full_start.first = rules::Color::kBlack;
  full_start.move_time_ms = 30'000;
  return {HandshakeReply{"token", 300, 500'000},
          LoginReply{1, "cosc322-2", "Guest#1", 0, 0, {some_room(), lobby}},
          ErrorReply{1, 6, {"alice", "cosc322-2"}},
          ErrorReply{4, 20, {}},
          LogoutReply{"cosc322-2"},
          JoinRoomReply{some_room(), {user(1, "alice", 1), user(2, "bob", 2), user(3, "carol", -1)}},
          UserEnterRoom{7, user(2, "bob", 2)},
          UserCountChange{7, 2, std::nullopt},
          UserCountChange{7, 2, std::int16_t{1}},
          UserLost{2},
          UserExitRoom{2, 7},
          RoomLost{7},
          Disconnection{1},
          ReconnectionFailure{},
          board,
          resumed,
          start,
          full_start,
          MoveCommand{7, "Wood Lake", kMove, true},
          MoveCommand{-1, "", WireMove{1, 2, 0, 0, 0, 0}, false},
          TextCommand{7, "Wood Lake", "hello"},
          PublicMessage{7, 1, "hello"},
          PlayerLost{"", "bob", 7},
          PlayerLost{"Wood Lake", "bob", 7},
          ResultCommand{"Wood Lake", "alice", "black", "illegal-move", "d10-d4/c9: blocked", 7, "", "", {}},
          ResultCommand{"Wood Lake", "alice", "black", "left", "", 7, "alice", "bob", board.board},
          ResultCommand{"Wood Lake", "alice", "black", "left", "", 7, "alice", "", {}},
          Ping{},
          SubscribeGroup{"default", {some_room()}},
          SpectatorToPlayer{7, 3, 2},
          PlayerToSpectator{7, 3},
          Unknown{0, 1'007, ""},
          Unknown{0, 3, ""},
          Unknown{1, 13, "cosc322.nobody-knows"}};
}

// Types on the wire, by path from the envelope: those that the Java client insists on.
Type type_at(const Object& object, std::initializer_list<const char*> path) {
  const Object* at = &object;
  const Value* found = nullptr;
  for (const char* key : path) {
    REQUIRE(at != nullptr);
    found = at->find(key);
    INFO(key);
    REQUIRE(found != nullptr);
    at = found->get_if<Object>();
  }
  return found->type();
}

}  // namespace

TEST_CASE("every request survives the wire, any key order, unknown keys and wider integers") {
  const auto requests = every_request();
  std::vector<bool> seen(std::variant_size_v<Request>);
  for (const Request& request : requests) {
    const Object object = to_object(request);
    INFO(to_text(object));
    CHECK(type_at(object, {"p"}) == Type::kObject);
    for (const Object& form : {object, shuffled(object), widened(object)}) {
      const auto parsed = parse_request(form);
      REQUIRE(parsed.ok());
      CHECK(*parsed == request);
    }
    seen[request.index()] = true;
  }
  CHECK(std::find(seen.begin(), seen.end(), false) == seen.end());
}

TEST_CASE("every event survives the wire, any key order, unknown keys and wider integers") {
  const auto events = every_event();
  std::vector<bool> seen(std::variant_size_v<Event>);
  for (const Event& event : events) {
    const Object object = to_object(event);
    INFO(to_text(object));
    CHECK(type_at(object, {"p"}) == Type::kObject);
    for (const Object& form : {object, shuffled(object), widened(object)}) {
      const auto parsed = parse_event(form);
      REQUIRE(parsed.ok());
      CHECK(*parsed == event);
    }
    seen[event.index()] = true;
  }
  CHECK(std::find(seen.begin(), seen.end(), false) == seen.end());
}

// The captured server's bytes are what the clients accepted: ours are the same, key by key.
TEST_CASE("every captured server frame is a message that we would have sent as the same bytes") {
  std::size_t frames = 0;
  for (const std::string& name : test::capture_names()) {
    for (const auto& captured : test::load_capture(name)) {
      if (captured.from_client) continue;
      INFO(name << " " << captured.title << " " << captured.typed);
      const Object object = body_of(captured.bytes);
      const auto event = parse_event(object);
      REQUIRE(event.ok());
      CHECK_FALSE(std::holds_alternative<Unknown>(*event));
      CHECK(sfs2x::encode(to_object(*event)) == sfs2x::encode(object));
      ++frames;
    }
  }
  CHECK(frames > 100);
}

TEST_CASE("every captured client frame is a message; JavaScript's have our bytes, Java's our content") {
  std::size_t javascript = 0, java = 0;
  for (const std::string& name : test::capture_names()) {
    for (const auto& captured : test::load_capture(name)) {
      if (!captured.from_client) continue;
      INFO(name << " " << captured.typed);
      const Object object = body_of(captured.bytes);
      const auto request = parse_request(object);
      REQUIRE(request.ok());
      CHECK_FALSE(std::holds_alternative<Unknown>(*request));
      if (name.starts_with("js")) {
        CHECK(sfs2x::make_frame(to_object(*request)) == captured.bytes);
        ++javascript;
      } else {
        CHECK(to_object(*request) == object);
        ++java;
      }
    }
  }
  CHECK(javascript > 15);
  CHECK(java > 40);
}

TEST_CASE("captured messages have the content that their session tells") {
  std::vector<Event> events;
  std::vector<Request> requests;
  for (const auto& captured : test::load_capture("java21_player_white")) {
    if (captured.from_client)
      requests.push_back(*parse_request(body_of(captured.bytes)));
    else
      events.push_back(*parse_event(body_of(captured.bytes)));
  }
  CHECK(std::get<HandshakeRequest>(requests[0]) == HandshakeRequest{"1.6.1", "Android", true, std::nullopt});
  const auto& login = std::get<LoginRequest>(requests[1]);
  CHECK(login.zone == "cosc322-2");
  CHECK(login.name == "bob");
  CHECK_FALSE(login.wishes.has_value());
  CHECK(std::get<JoinCommand>(requests[2]).room == "Kalamalka Lake");
  CHECK(std::get<MoveCommand>(requests[3]) == MoveCommand{1, "", WireMove{1, 4, 6, 9, 7, 9}, true});

  CHECK(std::get<HandshakeReply>(events[0]).compression_threshold == 300);
  const auto& welcome = std::get<LoginReply>(events[1]);
  CHECK(welcome.user_id == 3);
  CHECK(welcome.name == "bob");
  REQUIRE(welcome.rooms.size() == 18);
  CHECK(welcome.rooms[1].name == "Kalamalka Lake");
  CHECK(welcome.rooms[1].users == 1);
  CHECK(welcome.rooms[17].name == "Kootenay Lake");
  const auto& joined = std::get<JoinRoomReply>(events[2]);
  CHECK(joined.users == std::vector{user(1, "alice", 1), user(3, "bob", 2)});
  CHECK(std::get<BoardCommand>(events[3]).room == "Kalamalka Lake");
  CHECK(std::get<BoardCommand>(events[3]).room_id == 1);
  const auto& start = std::get<StartCommand>(events[4]);
  CHECK(start.black == "alice");
  CHECK(start.white == "bob");
  CHECK_FALSE(start.board.has_value());
  CHECK_FALSE(start.first.has_value());
  CHECK(std::get<MoveCommand>(events[6]) == MoveCommand{1, "Kalamalka Lake", kMove, true});
}

TEST_CASE("the password hash is what the official clients sent") {
  CHECK(password_hash("token", "") == "");
  CHECK(password_hash("", "abc") == "900150983cd24fb0d6963f7d28e17f72");  // RFC 1321
  std::size_t hashed = 0;
  for (const std::string& name : test::capture_names()) {
    std::string token;
    for (const auto& captured : test::load_capture(name)) {
      const Object object = body_of(captured.bytes);
      if (captured.from_client) {
        const auto request = parse_request(object);
        const auto* login = std::get_if<LoginRequest>(&*request);
        if (login == nullptr || login->password_hash.empty()) continue;
        INFO(name);
        CHECK(login->password_hash == password_hash(token, "cosc322"));
        ++hashed;
      } else if (const auto event = parse_event(object); std::holds_alternative<HandshakeReply>(*event)) {
        token = std::get<HandshakeReply>(*event).token;
      }
    }
  }
  CHECK(hashed >= 10);
}

TEST_CASE("our messages have the types that the Java client insists on") {
  const Object board = to_object(every_event()[15]);
  CHECK(type_at(board, {"c"}) == Type::kByte);
  CHECK(type_at(board, {"a"}) == Type::kShort);
  CHECK(type_at(board, {"p", "c"}) == Type::kUtfString);
  CHECK(type_at(board, {"p", "r"}) == Type::kInt);
  CHECK(type_at(board, {"p", "p", "game-state"}) == Type::kIntArray);
  CHECK(type_at(board, {"p", "p", "room.name"}) == Type::kUtfString);
  CHECK(type_at(board, {"p", "p", "to-move"}) == Type::kUtfString);
  CHECK(type_at(board, {"p", "p", "remaining-ms"}) == Type::kInt);

  const Object move = to_object(Event(MoveCommand{7, "Wood Lake", kMove, true}));
  CHECK(*move.object("p")->object("p")->string("__[[REQUEST_ID]]__") == "move");
  CHECK(*move.object("p")->object("p")->string("room.name") == "Wood Lake");
  const Object command = to_object(Request(MoveCommand{7, "", kMove, true}));
  CHECK(command.object("p")->object("p")->find("__[[REQUEST_ID]]__") == nullptr);
  CHECK(command.object("p")->object("p")->find("room.name") == nullptr);

  CHECK(type_at(to_object(Event(Disconnection{0})), {"p", "dr"}) == Type::kByte);
  CHECK(type_at(to_object(Event(ErrorReply{1, 6, {}})), {"p", "ec"}) == Type::kShort);
  CHECK(type_at(to_object(Event(ErrorReply{1, 6, {}})), {"p", "ep"}) == Type::kUtfStringArray);
  CHECK(type_at(to_object(Event(SpectatorToPlayer{7, 3, 2})), {"p", "p"}) == Type::kShort);
  CHECK(type_at(to_object(Event(PublicMessage{7, 1, "x"})), {"p", "t"}) == Type::kByte);
  const Object unknown = to_object(Event(Unknown{1, 13, "x"}));
  CHECK(type_at(unknown, {"c"}) == Type::kByte);
  CHECK(type_at(unknown, {"a"}) == Type::kShort);
}

TEST_CASE("a server's message of the zone has no room id") {
  const Object object = to_object(Event(PlayerLost{"Wood Lake", "bob", -1}));
  CHECK(object.object("p")->find("r") == nullptr);
  CHECK(event_as<PlayerLost>(object).room_id == -1);
  std::int64_t r = 0;
  CHECK((to_object(Request(JoinCommand{"x"})).object("p")->integer("r", r) && r == -1));
}

TEST_CASE("what is missing or ill-typed is named") {
  const auto fault = [](const auto& result) {
    return result.ok() ? std::string("no fault") : result.error();
  };
  CHECK(fault(parse_request({})) == "message: \"c\" is missing");
  CHECK(fault(parse_request(std::move(Object().put("c", std::int8_t{0})))) == "message: \"a\" is missing");
  CHECK(fault(parse_request(std::move(Object().put("c", "0")))) == "message: \"c\" is not a whole number");
  Object no_object = system_object(0, {});
  no_object.put("p", 1);
  CHECK(fault(parse_request(no_object)) == "message: \"p\" is not an object");
  CHECK(fault(parse_request(system_object(0, {}))) == "handshake: \"api\" is missing");
  CHECK(fault(parse_request(system_object(1, std::move(Object().put("zn", 1))))) ==
        "login: \"zn\" is not a string");
  CHECK(fault(parse_request(system_object(4, {}))) == "join room: \"n\" is missing, and so is \"i\"");
  CHECK(fault(parse_request(system_object(14, std::move(Object().put("r", std::int64_t{1} << 40))))) ==
        "leave room: \"r\" is out of range");
  CHECK(fault(parse_request(extension_object("cosc322.game-state.join", {}))) ==
        "join: \"room.name\" is missing");
  Object no_command;
  no_command.put("c", std::int8_t{1}).put("a", std::int16_t{13}).put("p", Object{});
  CHECK(fault(parse_request(no_command)) == "extension message: \"c\" is missing");
  CHECK(fault(parse_event(no_command)) == "extension message: \"c\" is missing");

  CHECK(fault(parse_event(system_object(1, {}))) == "login reply: \"id\" is missing");
  Object broken_rooms;
  broken_rooms.put("id", 1).put("un", "x").put("rl", sfs2x::Array{{sfs2x::Array{{1, "x"}}}});
  CHECK(fault(parse_event(system_object(1, broken_rooms))) == "login reply: \"rl\" has a broken element");
  broken_rooms.put("rl", "none");
  CHECK(fault(parse_event(system_object(1, broken_rooms))) == "login reply: \"rl\" is not an array");
  CHECK(fault(parse_event(system_object(1001, std::move(Object().put("r", 1).put("uc", 40'000))))) ==
        "user count: \"uc\" is out of range");
  CHECK(fault(parse_event(extension_object("cosc322.game-state.board", {}))) ==
        "board: \"game-state\" is missing or not an int array");
  CHECK(fault(parse_event(extension_object("cosc322.game-action.start", {}))) ==
        "start: \"player-black\" is missing");
}

TEST_CASE("a hostile move is read as it came, and said to be incomplete where it is") {
  Object params;
  params.put("queen-position-current", std::vector{-7, 1'000'000});
  params.put("queen-position-next", std::vector{1});
  params.put("arrow-position", "a1");
  const auto move = request_as<MoveCommand>(extension_object("cosc322.game-action.move", params));
  CHECK_FALSE(move.complete);
  CHECK(move.move == WireMove{-7, 1'000'000, 0, 0, 0, 0});
  params.put("queen-position-next", std::vector{1, 2, 3}).put("arrow-position", std::vector{3, 4});
  CHECK(request_as<MoveCommand>(extension_object("cosc322.game-action.move", params)).complete);
}

TEST_CASE("an envelope without params, and an extension message without an action, are read") {
  Object ping;
  ping.put("c", std::int8_t{0}).put("a", std::int16_t{29});
  request_as<Ping>(ping);
  Object move = to_object(Request(MoveCommand{7, "", kMove, true}));
  Object without_action;
  without_action.put("c", *move.find("c")).put("p", *move.find("p"));
  CHECK(request_as<MoveCommand>(without_action).move == kMove);
}

TEST_CASE("messages that are not public are unknown, and a color that is none is ignored") {
  CHECK(request_as<Unknown>(system_object(7, std::move(Object().put("t", std::int8_t{1})))).action == 7);
  CHECK(event_as<Unknown>(system_object(7, {})).action == 7);
  Object params;
  params.put("game-state", some_board()).put("to-move", "green");
  CHECK_FALSE(event_as<BoardCommand>(extension_object("cosc322.game-state.board", params)).to_move);
}

TEST_CASE("error codes have words") {
  CHECK(to_string(ErrorCode::kNoSuchZone) == "no such zone");
  CHECK(to_string(static_cast<ErrorCode>(99)) == "error");
}
