// Positions as the command line and the UCI protocol write them.
#include "rules/text.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::rules {
namespace {

Result<Position> start_of(BoardSize size) {
  if (size.columns < kMinStart || size.columns > kMaxBoard || size.rows < kMinStart || size.rows > kMaxBoard)
    return Error{"startpos: a board of " + std::to_string(size.columns) + "x" + std::to_string(size.rows) +
                 " has no start position; choose 4 to 10 columns and rows, or give a FEN"};
  return Position::start(size);
}

}  // namespace

Result<Position> parse_position(std::string_view text, BoardSize start_size) {
  if (text.size() > kMaxPositionText)
    return Error{"position: " + std::to_string(text.size()) + " bytes are too long; at most " +
                 std::to_string(kMaxPositionText) + " are read"};
  const auto words = split_words(text);
  if (words.empty()) return Error{"position: the text is empty; write startpos or a FEN"};

  std::size_t next = 0;
  while (next < words.size() && words[next] != "moves") ++next;
  const bool is_start = words[0] == "startpos";
  if (is_start && next > 1)
    return Error{"position: " + quote(words[1]) + " stands after startpos; only moves may follow"};
  // What stands before the word "moves", up to the end of the last word.
  const std::string_view board =
      next == 0 ? std::string_view{}
                : text.substr(0, static_cast<std::size_t>(words[next - 1].data() - text.data()) +
                                     words[next - 1].size());
  auto position = is_start ? start_of(start_size) : parse_fen(board);
  if (!position) return position;

  for (std::size_t i = next + 1; i < words.size(); ++i) {
    const std::string place = "move " + std::to_string(i - next);
    const auto move = parse_move(words[i]);
    if (!move) return Error{place + " of the position: " + move.error()};
    if (const auto reason = why_illegal(*position, *move))
      return Error{place + " of the position, " + to_string(*move) + " by " +
                   std::string(to_string(position->side_to_move())) +
                   ", is illegal: " + std::string(to_string(*reason))};
    position->make(*move);
  }
  return position;
}

}  // namespace thermodon::rules
