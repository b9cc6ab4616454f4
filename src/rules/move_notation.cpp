// Squares, moves, colours and sizes as text.
#include <optional>

#include "rules/text.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::rules {
namespace {

// Takes the square that `text` begins with.
std::optional<Square> take_square(std::string_view& text) noexcept {
  if (text.empty()) return std::nullopt;
  const char file = static_cast<char>(text.front() | 0x20);  // lower case
  if (file < 'a' || file >= 'a' + kMaxBoard) return std::nullopt;
  std::string_view rest = text.substr(1);
  const auto rank = take_number(rest, kMaxBoard);
  if (!rank || *rank == 0) return std::nullopt;
  text = rest;
  return Square::at(file - 'a', *rank - 1);
}

// Reads one move from front to back and remembers what was expected where it failed.
class MoveReader {
 public:
  explicit MoveReader(std::string_view text) : text_(text), rest_(text) {}

  Result<Move> read() {
    Move move;
    const bool is_move = square(move.from) && (take('-') ? path_then_arrow(move) : two_paths(move));
    if (is_move && rest_.empty()) return move;
    if (is_move) expected_ = "nothing more";
    return Error{"move " + quote(text_) + ": expected " + expected_ + " at character " +
                 std::to_string(text_.size() - rest_.size() + 1) + "; write d1-d7/g7 or d1d7,d7g7"};
  }

 private:
  // After "d1-": "d7/g7" or "d7(g7)".
  bool path_then_arrow(Move& move) {
    if (!square(move.to)) return false;
    if (take('/')) return square(move.arrow);
    if (take('(')) return square(move.arrow) && must_take(')', "\")\"");
    return fail("\"/\" and the arrow's square");
  }

  // After "d1": "d7,d7g7".
  bool two_paths(Move& move) {
    if (!square(move.to) || !must_take(',', "\",\" and the arrow's path")) return false;
    const std::string_view before = rest_;
    Square shot_from;
    if (!square(shot_from)) return false;
    if (shot_from != move.to) {
      rest_ = before;
      return fail("the amazon's square " + to_string(move.to) + " again");
    }
    return square(move.arrow);
  }

  bool square(Square& result) {
    const auto taken = take_square(rest_);
    if (!taken) return fail("a square a1 to j10");
    result = *taken;
    return true;
  }
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool must_take(char c, std::string expected) { return take(c) || fail(std::move(expected)); }
  bool fail(std::string expected) {
    expected_ = std::move(expected);
    return false;
  }

  std::string_view text_;
  std::string_view rest_;
  std::string expected_;
};

}  // namespace

std::string to_string(Square square) {
  return static_cast<char>('a' + square.column()) + std::to_string(square.row() + 1);
}

std::string to_string(Move move) {
  return to_string(move.from) + '-' + to_string(move.to) + '/' + to_string(move.arrow);
}

std::string to_uci(Move move) {
  const std::string to = to_string(move.to);
  return to_string(move.from) + to + ',' + to + to_string(move.arrow);
}

std::string_view to_string(Color color) noexcept { return color == Color::kWhite ? "white" : "black"; }

Result<Move> parse_move(std::string_view text) { return MoveReader(text).read(); }

Result<Square> parse_square(std::string_view text) {
  std::string_view rest = text;
  const auto square = take_square(rest);
  if (square && rest.empty()) return *square;
  return Error{"square " + quote(text) + ": write a file a to j and a rank 1 to 10, such as d7"};
}

Result<Color> parse_color(std::string_view text) {
  if (text == "white" || text == "w") return Color::kWhite;
  if (text == "black" || text == "b") return Color::kBlack;
  return Error{"colour " + quote(text) + ": write white or black"};
}

Result<BoardSize> parse_size(std::string_view text) {
  const auto times = text.find('x');
  const auto columns = read_number(text.substr(0, times), kMaxBoard);
  const auto rows =
      times == std::string_view::npos ? columns : read_number(text.substr(times + 1), kMaxBoard);
  if (columns && rows && *columns >= kMinBoard && *rows >= kMinBoard) return BoardSize{*columns, *rows};
  return Error{"board size " + quote(text) + ": write columns x rows, each 1 to 10, such as 10x10"};
}

}  // namespace thermodon::rules
