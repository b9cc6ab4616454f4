// Game records: SGF in both styles, or JSON lines. What was read can be checked, written and read again.
#include "check.hpp"
#include "thermodon/game/record.hpp"

namespace game = thermodon::game;

namespace {

void check_same_game(const game::GameRecord& a, const game::GameRecord& b) {
  FUZZ_CHECK(a.start == b.start);
  FUZZ_CHECK(a.moves.size() == b.moves.size());
  for (std::size_t i = 0; i < a.moves.size(); ++i) FUZZ_CHECK(a.moves[i].move == b.moves[i].move);
  FUZZ_CHECK(a.result.has_value() == b.result.has_value());
  if (a.result) FUZZ_CHECK(a.result->winner == b.result->winner);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto games = game::parse_records(as_text(data, size));
  if (!games.ok()) {
    FUZZ_CHECK(!games.error().empty());
    return 0;
  }
  for (const game::ParsedGame& parsed : *games) {
    if (!parsed.record.ok()) {
      FUZZ_CHECK(!parsed.record.error().empty());
      continue;
    }
    const game::GameRecord& record = *parsed.record;
    if (const auto fault = game::check(record)) FUZZ_CHECK(!fault->reason.empty());
    const auto line = game::parse_json_line(game::to_json_line(record));
    FUZZ_CHECK(line.ok());
    check_same_game(record, *line);
    for (const auto style : {game::SgfStyle::kStandard, game::SgfStyle::kLittleGolem}) {
      const auto again = game::parse_sgf(game::to_sgf(record, style));
      FUZZ_CHECK(again.ok() && again->size() == 1);
      check_same_game(record, again->front());
    }
  }
  return 0;
}
