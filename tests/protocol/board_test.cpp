#include "thermodon/protocol/board.hpp"

#include "support/captures.hpp"
#include "support/catch.hpp"
#include "thermodon/protocol/messages.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/sfs2x/frame.hpp"

using namespace thermodon;
using namespace thermodon::protocol;
using rules::Color;

namespace {

const Preset& preset(std::string_view name) {
  const Preset* found = find_preset(name);
  REQUIRE(found != nullptr);
  return *found;
}

rules::Move move(std::string_view text) { return *rules::parse_move(text); }

std::size_t cell(int row, int column) { return static_cast<std::size_t>(11 * row + column); }

}  // namespace

TEST_CASE("presets have distinct names and codes, and the first is the default") {
  REQUIRE(presets().size() >= 3);
  CHECK(default_preset().name == "cosc322");
  CHECK(default_preset().first == Color::kBlack);
  CHECK(default_preset().zone == "cosc322-2");
  CHECK(preset("cosc322-2017").first == Color::kWhite);
  CHECK(preset("cosc322-2017").zone == "cosc322");
  CHECK(preset("cosc322-white-first").first == Color::kWhite);
  CHECK(preset("cosc322-white-first").zone == "cosc322-2");
  CHECK(find_preset("") == nullptr);
  CHECK(find_preset("nobody") == nullptr);
  for (const Preset& p : presets()) {
    CHECK(find_preset(p.name) == &p);
    CHECK(p.black_code + p.white_code == 3);
    CHECK(p.black_code * p.white_code == 2);
    CHECK_FALSE(p.summary.empty());
  }
}

TEST_CASE("the start position is the board that every capture begins with") {
  std::size_t boards = 0;
  for (const std::string& name : test::capture_names()) {
    for (const auto& captured : test::load_capture(name)) {
      if (captured.title != "board") continue;
      sfs2x::FrameReader reader;
      reader.push(captured.bytes);
      const auto frame = reader.next();
      REQUIRE(frame.has_value());
      const auto event = parse_event(frame->body);
      const WireBoard& board = std::get<BoardCommand>(*event).board;
      const auto position = to_position(board, preset("cosc322"));
      REQUIRE(position.ok());
      INFO(name << "\n" << rules::to_ascii(*position));
      CHECK(to_wire(*position, preset("cosc322")) == board);
      ++boards;
      if (position->arrow_count() > 0) continue;  // a spectator's
      CHECK(*position == rules::Position::start({}, Color::kBlack));
      CHECK(*to_position(board, preset("cosc322-2017")) == rules::Position::start({}, Color::kWhite));
    }
  }
  CHECK(boards >= 10);
}

TEST_CASE("captured moves are legal on the captured board, one after the other") {
  // Black's moves come from the server, White's from the client, in the order in which they were played.
  rules::Position position = rules::Position::start({}, Color::kBlack);
  std::size_t moves = 0;
  for (const auto& captured : test::load_capture("java21_player_white")) {
    if (captured.action != 13) continue;
    sfs2x::FrameReader reader;
    reader.push(captured.bytes);
    const auto frame = reader.next();
    const MoveCommand* command = nullptr;
    const auto request = parse_request(frame->body);
    if (!request.ok()) continue;
    command = std::get_if<MoveCommand>(&*request);
    if (command == nullptr) continue;
    const auto played = to_move(command->move, default_preset());
    REQUIRE(played.has_value());
    INFO(rules::to_string(*played));
    REQUIRE_FALSE(rules::why_illegal(position, *played).has_value());
    CHECK(to_wire(*played, default_preset()) == command->move);
    position.make(*played);
    ++moves;
  }
  CHECK(moves == 6);
}

TEST_CASE("d10-d4/c3 is [10,4] [4,4] [3,3]") {
  const WireMove wire{10, 4, 4, 4, 3, 3};
  CHECK(to_wire(move("d10-d4/c3"), default_preset()) == wire);
  CHECK(*to_move(wire, default_preset()) == move("d10-d4/c3"));
  CHECK(to_string(wire, default_preset()) == "d10-d4/c3");
  CHECK(to_string(WireMove{10, 4, 0, 4, 3, 11}, default_preset()) == "[10, 4]-[0, 4]/[3, 11]");
}

TEST_CASE("rows counted from the top turn boards and moves round alike") {
  const Preset& top = preset("swapped-top");
  CHECK(to_wire(move("d1-d7/g7"), top) == WireMove{10, 4, 4, 4, 4, 7});
  CHECK(*to_move(WireMove{10, 4, 4, 4, 4, 7}, top) == move("d1-d7/g7"));
  rules::Position position = rules::Position::start({}, Color::kBlack);
  position.make(move("d10-d4/c3"));
  for (const Preset& p : presets()) {
    INFO(p.name);
    const WireBoard board = to_wire(position, p);
    CHECK(*to_position(board, p, Color::kWhite) == position);
    const WireMove wire = to_wire(move("d1-d2/d3"), p);
    CHECK(board[cell(wire.from_row, wire.from_column)] == p.white_code);
    CHECK(board[cell(to_wire(move("d4-d5/c3"), p).arrow_row, 3)] == 3);
  }
  // Both exchanged, the start board is the same on the wire.
  CHECK(to_wire(rules::Position::start(), top) == to_wire(rules::Position::start(), default_preset()));
}

TEST_CASE("the number of arrows tells who is to move unless the server says it") {
  rules::Position position = rules::Position::start({}, Color::kBlack);
  const Preset& black_first = preset("cosc322");
  const Preset& white_first = preset("cosc322-2017");
  CHECK(to_position(to_wire(position, black_first), black_first)->side_to_move() == Color::kBlack);
  CHECK(to_position(to_wire(position, white_first), white_first)->side_to_move() == Color::kWhite);
  position.make(move("d10-d4/c3"));
  const auto next = to_position(to_wire(position, black_first), black_first);
  CHECK(*next == position);
  CHECK(next->ply() == 1);
  CHECK(to_position(to_wire(position, white_first), white_first)->side_to_move() == Color::kBlack);
  CHECK(to_position(to_wire(position, black_first), black_first, Color::kBlack)->side_to_move() ==
        Color::kBlack);
}

TEST_CASE("broken boards are refused with the cell") {
  const auto error = [](const WireBoard& board) {
    const auto position = to_position(board, default_preset());
    return position.ok() ? std::string("accepted") : position.error();
  };
  CHECK(error({}) == "board: 0 cells, not 121");
  CHECK(error(WireBoard(122, 0)) == "board: 122 cells, not 121");
  WireBoard board(121, 0);
  CHECK(error(board) == "accepted");
  board[0] = 9;  // padding
  CHECK(error(board) == "accepted");
  board[cell(3, 7)] = 4;
  CHECK(error(board) == "board: row 3, column 7: code 4 is unknown");
  CHECK(error(WireBoard(121, 1)) == "board: row 1, column 9: too many amazons of one side");
  CHECK(error(WireBoard(121, -1)) == "board: row 1, column 1: code -1 is unknown");
}

TEST_CASE("squares outside 1..10 are no move") {
  for (const std::int32_t bad : {0, -1, 11, 256 + 1, 2'147'483'647, -2'147'483'647 - 1}) {
    for (int i = 0; i < 6; ++i) {
      std::int32_t n[6] = {10, 4, 4, 4, 3, 3};
      n[i] = bad;
      CHECK_FALSE(to_move(WireMove{n[0], n[1], n[2], n[3], n[4], n[5]}, default_preset()).has_value());
    }
  }
}
