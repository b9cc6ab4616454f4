// An envelope, read as a request and as an event. What was understood is the same after being sent on.
#include "check.hpp"
#include "thermodon/protocol/messages.hpp"

namespace protocol = thermodon::protocol;
namespace sfs2x = thermodon::sfs2x;

namespace {

void check_move(const protocol::WireMove& move) {
  for (const protocol::Preset& preset : protocol::presets()) {
    FUZZ_CHECK(!protocol::to_string(move, preset).empty());
    if (const auto on_board = protocol::to_move(move, preset))
      FUZZ_CHECK(protocol::to_wire(*on_board, preset) == move);
  }
}

void check_board(const protocol::WireBoard& board) {
  for (const protocol::Preset& preset : protocol::presets()) {
    const auto position = protocol::to_position(board, preset);
    if (!position.ok()) continue;
    const auto again = protocol::to_position(protocol::to_wire(*position, preset), preset);
    FUZZ_CHECK(again.ok() && *again == *position);
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const sfs2x::DecodedValue decoded = sfs2x::decode({data, size});
  const auto* envelope = decoded.value.get_if<sfs2x::Object>();
  if (envelope == nullptr) return 0;
  if (const auto request = protocol::parse_request(*envelope); request.ok()) {
    const auto again = protocol::parse_request(protocol::to_object(*request));
    FUZZ_CHECK(again.ok() && *again == *request);
    if (const auto* move = std::get_if<protocol::MoveCommand>(&*request)) check_move(move->move);
  } else {
    FUZZ_CHECK(!request.error().empty());
  }
  if (const auto event = protocol::parse_event(*envelope); event.ok()) {
    const auto again = protocol::parse_event(protocol::to_object(*event));
    FUZZ_CHECK(again.ok() && *again == *event);
    if (const auto* board = std::get_if<protocol::BoardCommand>(&*event)) check_board(board->board);
  } else {
    FUZZ_CHECK(!event.error().empty());
  }
  return 0;
}
