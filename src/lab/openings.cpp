#include "thermodon/lab/openings.hpp"

#include <algorithm>
#include <optional>

#include "thermodon/game/record.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::lab {
namespace {

using rules::Error;
using rules::Result;

// The moves after `moves` of a position text, which parse_position has found legal.
Result<Opening> parse_line(std::string_view line) {
  constexpr std::string_view kMoves = "moves";
  const auto at = line.find(kMoves);
  auto start = rules::parse_position(line.substr(0, at));
  if (!start.ok()) return Error{start.error()};
  if (const auto whole = rules::parse_position(line); !whole.ok()) return Error{whole.error()};
  Opening opening{std::move(start).value(), {}};
  if (at == std::string_view::npos) return opening;
  std::string_view rest = line.substr(at + kMoves.size());
  constexpr std::string_view kSpaces = " \t\r";
  while (true) {
    const auto begin = rest.find_first_not_of(kSpaces);
    if (begin == std::string_view::npos) return opening;
    rest.remove_prefix(begin);
    const auto word = rest.substr(0, rest.find_first_of(kSpaces));
    opening.moves.push_back(rules::parse_move(word).value());
    rest.remove_prefix(word.size());
  }
}

std::optional<std::string> add(std::vector<Opening>& openings, Opening opening) {
  if (!rules::has_legal_move(opening.position())) return "the game is over in this opening";
  openings.push_back(std::move(opening));
  return std::nullopt;
}

Result<std::vector<Opening>> from_records(std::string_view text, std::size_t plies) {
  const auto games = game::parse_records(text);
  if (!games.ok()) return Error{games.error()};
  std::vector<Opening> openings;
  for (const game::ParsedGame& game : games.value()) {
    const std::string where = "line " + std::to_string(game.line) + ": ";
    if (!game.record.ok()) return Error{where + game.record.error()};
    const game::GameRecord& record = game.record.value();
    if (const auto fault = check(record))
      return Error{where + "move " + std::to_string(fault->move_number) + ", " + fault->move + ": " +
                   fault->reason};
    Opening opening{record.start, {}};
    for (std::size_t i = 0; i < std::min(plies, record.moves.size()); ++i)
      opening.moves.push_back(record.moves[i].move);
    if (auto problem = add(openings, std::move(opening))) return Error{where + *problem};
  }
  return openings;
}

Result<std::vector<Opening>> from_lines(std::string_view text) {
  std::vector<Opening> openings;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    ++number;
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    line = line.substr(0, line.find('#'));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const std::string where = "line " + std::to_string(number) + ": ";
    auto opening = parse_line(line);
    if (!opening.ok()) return Error{where + opening.error()};
    if (auto problem = add(openings, std::move(opening).value())) return Error{where + *problem};
  }
  return openings;
}

}  // namespace

rules::Position Opening::position() const {
  rules::Position position = start;
  for (const rules::Move move : moves) position.make(move);
  return position;
}

std::string Opening::to_string() const {
  std::string text = start == rules::Position::start() ? std::string("startpos") : rules::to_fen(start);
  if (!moves.empty()) text += " moves";
  for (const rules::Move move : moves) text += " " + rules::to_string(move);
  return text;
}

Result<std::vector<Opening>> parse_openings(std::string_view text, std::size_t sgf_plies) {
  const auto first = text.find_first_not_of(" \t\r\n");
  const bool records = first != std::string_view::npos && (text[first] == '(' || text[first] == '{');
  auto openings = records ? from_records(text, sgf_plies) : from_lines(text);
  if (openings.ok() && openings->empty()) return Error{"there is no opening in it"};
  return openings;
}

}  // namespace thermodon::lab
