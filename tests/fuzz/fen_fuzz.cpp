// `startpos` or a FEN, with moves. A position that was read writes a FEN that reads as the same position.
#include "check.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace rules = thermodon::rules;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto position = rules::parse_position(as_text(data, size));
  if (!position.ok()) {
    FUZZ_CHECK(!position.error().empty());
    FUZZ_CHECK(position.error().find('\n') == std::string::npos);
    return 0;
  }
  const std::string fen = rules::to_fen(*position);
  const auto again = rules::parse_fen(fen);
  FUZZ_CHECK(again.ok() && *again == *position);
  FUZZ_CHECK(rules::to_fen(*again) == fen);
  FUZZ_CHECK(again->hash() == position->hash());
  FUZZ_CHECK((rules::count_moves(*position) > 0) == rules::has_legal_move(*position));
  return 0;
}
