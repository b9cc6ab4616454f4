// A game of words read as moves. A move is legal exactly if it is one of those generated, and taking it back
// restores the position.
#include <algorithm>

#include "check.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace rules = thermodon::rules;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 2'000) return 0;
  rules::Position position = rules::Position::start();
  std::string_view rest = as_text(data, size);
  while (!rest.empty()) {
    const auto end = std::min(rest.find(' '), rest.size());
    const auto move = rules::parse_move(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!move.ok()) {
      FUZZ_CHECK(!move.error().empty());
      continue;
    }
    FUZZ_CHECK(*rules::parse_move(rules::to_string(*move)) == *move);
    FUZZ_CHECK(*rules::parse_move(rules::to_uci(*move)) == *move);
    const rules::MoveList moves = rules::legal_moves(position);
    const bool generated = std::find(moves.begin(), moves.end(), *move) != moves.end();
    FUZZ_CHECK(rules::is_legal(position, *move) == generated);
    if (!generated) continue;
    const rules::Position before = position;
    position.make(*move);
    FUZZ_CHECK(position.hash() != before.hash());
    rules::Position back = position;
    back.unmake(*move);
    FUZZ_CHECK(back == before && back.hash() == before.hash());
  }
  // The raw bytes as squares, too: a move off the wire may hold any.
  for (std::size_t i = 0; i + 2 < size; i += 3) {
    const rules::Move raw{{data[i]}, {data[i + 1]}, {data[i + 2]}};
    if (!rules::is_legal(position, raw)) continue;
    rules::Position next = position;
    next.make(raw);
    FUZZ_CHECK(next.arrow_count() == position.arrow_count() + 1);
  }
  return 0;
}
