#include "thermodon/game/record.hpp"

#include <algorithm>

#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::game {
namespace {

std::optional<RecordFault> contradiction(const GameRecord& record, const rules::Position& final) {
  if (!record.result) return std::nullopt;
  const rules::Color mover = final.side_to_move();
  const std::string side(rules::to_string(mover));
  if (rules::has_legal_move(final)) {
    if (record.result->reason != EndReason::kNoMoves) return std::nullopt;
    return RecordFault{0, {}, "the result says that the loser cannot move, but " + side + " can"};
  }
  if (record.result->winner && *record.result->winner == mover)
    return RecordFault{0, {}, "the result says that " + side + " won, but " + side + " cannot move"};
  return std::nullopt;
}

}  // namespace

std::optional<RecordFault> check(const GameRecord& record) {
  rules::Position position = record.start;
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const rules::Move move = record.moves[i].move;
    if (const auto illegal = rules::why_illegal(position, move))
      return RecordFault{i + 1, rules::to_string(move), std::string(rules::to_string(*illegal))};
    position.make(move);
  }
  return contradiction(record, position);
}

rules::Position position_after(const GameRecord& record, std::size_t plies) {
  rules::Position position = record.start;
  for (std::size_t i = 0; i < plies && i < record.moves.size(); ++i) position.make(record.moves[i].move);
  return position;
}

rules::Result<std::vector<GameRecord>> parse_sgf(std::string_view text) {
  auto games = parse_sgf_games(text);
  if (!games.ok()) return rules::Error{games.error()};
  std::vector<GameRecord> records;
  records.reserve(games->size());
  for (ParsedGame& game : *games) {
    if (!game.record.ok())
      return rules::Error{"game " + std::to_string(records.size() + 1) + " (line " +
                          std::to_string(game.line) + "): " + game.record.error()};
    records.push_back(std::move(game.record).value());
  }
  return records;
}

std::optional<RecordKind> record_kind(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return std::nullopt;
  return text[first] == '(' ? RecordKind::kSgf : RecordKind::kJsonLines;
}

rules::Result<std::vector<ParsedGame>> parse_records(std::string_view text) {
  const auto kind = record_kind(text);
  if (!kind) return std::vector<ParsedGame>{};
  if (*kind == RecordKind::kSgf) return parse_sgf_games(text);
  std::vector<ParsedGame> games;
  std::size_t line_number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    ++line_number;
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    games.push_back({line_number, parse_json_line(line)});
  }
  return games;
}

}  // namespace thermodon::game
