#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "game/sgf.hpp"
#include "game/sgf_tree.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::game {
namespace {

using rules::Cell;
using rules::Color;
using rules::Error;
using rules::Result;
using rules::Square;

constexpr std::string_view kGameOfTheAmazons = "18";

std::string quoted(std::string_view name, std::string_view value) {
  constexpr std::size_t kShown = 40;
  std::string text(name);
  text.append("[").append(value.substr(0, kShown)).append(value.size() > kShown ? "..." : "").append("]");
  return text;
}

std::string first_value(const SgfNode& node, std::string_view name) {
  const SgfProperty* property = node.find(name);
  return property ? property->values.front() : std::string();
}

bool on_board(Square s, rules::BoardSize size) {
  return s.column() >= 0 && s.column() < size.columns && s.row() >= 0 && s.row() < size.rows;
}

Result<rules::BoardSize> read_size(const SgfNode& root) {
  const SgfProperty* property = root.find("SZ");
  if (!property) return rules::BoardSize{};
  std::string text = property->values.front();
  std::replace(text.begin(), text.end(), ':', 'x');
  auto size = rules::parse_size(text);
  if (!size.ok()) return Error{quoted("SZ", property->values.front()) + ": " + size.error()};
  return size;
}

// Two letters, rows from the top, or algebraic as "d1".
Result<Square> read_point(std::string_view text, rules::BoardSize size) {
  if (text.size() == 2 && text[0] >= 'a' && text[1] >= 'a' && text[0] - 'a' < size.columns &&
      text[1] - 'a' < size.rows)
    return Square::at(text[0] - 'a', size.rows - 1 - (text[1] - 'a'));
  if (auto square = rules::parse_square(text); square.ok() && on_board(square.value(), size)) return square;
  return Error{"\"" + std::string(text.substr(0, 10)) + "\" is not a point of the board"};
}

bool is_standard(std::string_view value) {
  return value.size() == 6 &&
         std::all_of(value.begin(), value.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

Result<rules::Move> read_move(std::string_view value, rules::BoardSize size) {
  if (value.empty()) return Error{"a pass is not a move of this game"};
  if (!is_standard(value)) {
    auto move = rules::parse_move(value);
    if (move.ok())
      for (const Square s : {move->from, move->to, move->arrow})
        if (!on_board(s, size)) return Error{rules::to_string(s) + " is not on the board"};
    return move;
  }
  rules::Move move;
  Square* const squares[] = {&move.from, &move.to, &move.arrow};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto square = read_point(value.substr(2 * i, 2), size);
    if (!square.ok()) return Error{square.error()};
    *squares[i] = square.value();
  }
  return move;
}

// A node's set-up properties, laid on the board of `size`.
class SetUp {
 public:
  explicit SetUp(rules::BoardSize size) : position_(size) {}

  // An error text, or nothing.
  std::optional<std::string> read(const SgfNode& node) {
    constexpr std::pair<std::string_view, Cell> kKinds[] = {
        {"AB", Cell::kBlack}, {"AW", Cell::kWhite}, {"AA", Cell::kArrow}};
    for (const auto& [name, cell] : kKinds) {
      const SgfProperty* property = node.find(name);
      if (!property) continue;
      (cell == Cell::kArrow ? arrows_ : amazons_) = true;
      for (const std::string& value : property->values)
        if (auto problem = put_all(value, cell)) return quoted(name, value) + ": " + *problem;
    }
    if (const SgfProperty* property = node.find("PL")) {
      const auto color = rules::parse_color(property->values.front());
      const std::string& value = property->values.front();
      if (color.ok())
        to_move_ = color.value();
      else if (value == "B" || value == "b" || value == "1")
        to_move_ = Color::kBlack;
      else if (value == "W" || value == "w" || value == "2")
        to_move_ = Color::kWhite;
      else
        return quoted("PL", value) + ": must be B or W";
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Color> to_move() const { return to_move_; }

  // The start that the file means, when its first move (if any) is in `style` and made by `first`.
  [[nodiscard]] Result<rules::Position> start(SgfStyle style, Color first) const {
    const auto size = position_.size();
    rules::Position start = position_;
    if (!amazons_) {
      if (!has_start(size))
        return Error{"a board of " + std::to_string(size.columns) + "x" + std::to_string(size.rows) +
                     " has no usual start; set it up by AB, AW and AA"};
      start = default_start(style, size, first);
      if (arrows_)
        for (int row = 0; row < size.rows; ++row)
          for (int column = 0; column < size.columns; ++column)
            if (const Square s = Square::at(column, row); position_.at(s) == Cell::kArrow) {
              if (!start.is_empty(s))
                return Error{"AA puts an arrow on the amazon at " + rules::to_string(s)};
              start.put(s, Cell::kArrow);
            }
    }
    start.set_side_to_move(first);
    // Every move shoots one arrow, so the arrows tell how far the game has come, unless GC says otherwise.
    start.set_ply(start.arrow_count());
    return start;
  }

 private:
  std::optional<std::string> put_all(std::string_view value, Cell cell) {
    const std::size_t colon = value.find(':');
    const auto a = read_point(value.substr(0, colon), position_.size());
    const auto b =
        colon == std::string_view::npos ? a : read_point(value.substr(colon + 1), position_.size());
    if (!a.ok()) return a.error();
    if (!b.ok()) return b.error();
    const auto [left, right] = std::minmax({a.value().column(), b.value().column()});
    const auto [bottom, top] = std::minmax({a.value().row(), b.value().row()});
    for (int row = bottom; row <= top; ++row)
      for (int column = left; column <= right; ++column)
        if (auto problem = put(Square::at(column, row), cell)) return problem;
    return std::nullopt;
  }

  std::optional<std::string> put(Square square, Cell cell) {
    if (!position_.is_empty(square)) return rules::to_string(square) + " is set twice";
    if (cell != Cell::kArrow) {
      const Color color = cell == Cell::kBlack ? Color::kBlack : Color::kWhite;
      if (position_.amazons(color).size() == static_cast<std::size_t>(rules::kMaxAmazons))
        return "more than " + std::to_string(rules::kMaxAmazons) + " amazons of " +
               std::string(rules::to_string(color));
    }
    position_.put(square, cell);
    return std::nullopt;
  }

  rules::Position position_;
  bool amazons_ = false;
  bool arrows_ = false;
  std::optional<Color> to_move_;
};

Result<std::optional<GameResult>> read_result(const std::string& text) {
  using Found = std::optional<GameResult>;
  if (text.empty() || text == "?") return Found{};
  if (text == "Void") return Found{GameResult{}};
  const auto plus = text.find('+');
  const std::string who = text.substr(0, plus);
  const bool black = who == "B" || who == "Black";
  if (plus == std::string::npos || (!black && who != "W" && who != "White"))
    return Error{quoted("RE", text) +
                 ": not a result; B+, W+, B+R (resigned), B+T (time), B+F (forfeit), Void or ?"};
  GameResult result;
  result.winner = black ? Color::kBlack : Color::kWhite;
  result.reason = EndReason::kUnspecified;
  const std::string how = text.substr(plus + 1);
  if (how == "R" || how == "Resign") result.reason = EndReason::kResigned;
  if (how == "T" || how == "Time") result.reason = EndReason::kTimeout;
  if (how == "F" || how == "Forfeit") result.reason = EndReason::kLeft;
  return Found{result};
}

template <class T>
bool read_number(std::string_view text, std::optional<T>& into) {
  T value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return false;
  if constexpr (std::is_floating_point_v<T>)
    if (!std::isfinite(value)) return false;
  into = value;
  return true;
}

template <class T>
bool read_from_zero(std::string_view text, std::optional<T>& into) {
  return read_number(text, into) && *into >= 0;
}

// What stands behind `key` in the first line that begins with it, "" without one.
std::string first_line(const std::string& text, std::string_view key) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.starts_with(key)) return line.substr(key.size());
  }
  return {};
}

// Takes back what the writer put into GC; any other text there is left alone.
void read_game_comment(const std::string& text, GameRecord& record) {
  if (record.result) {
    if (const auto reason = parse_end_reason(first_line(text, kReasonKey))) record.result->reason = *reason;
    record.result->detail = first_line(text, kDetailKey);
  }
  record.illegal = first_line(text, kIllegalKey);
  std::optional<int> ply;
  if (read_from_zero(first_line(text, kPlyKey), ply) && *ply <= rules::max_ply(record.start))
    record.start.set_ply(*ply);
}

// What stands behind the word "choice".
std::optional<Choice> read_choice(std::istringstream& words) {
  Choice choice;
  std::string text;
  words >> text;
  const auto move = rules::parse_move(text);
  if (!move.ok()) return std::nullopt;
  choice.move = move.value();
  for (std::string key, value; words >> key;) {
    if (key == kByKey) {
      std::getline(words >> std::ws, choice.by);
      return choice;
    }
    const bool known = words >> value && (key == kDepthKey   ? read_from_zero(value, choice.depth)
                                          : key == kScoreKey ? read_number(value, choice.score)
                                                             : false);
    if (!known) return std::nullopt;
  }
  return std::nullopt;
}

// A comment that is not wholly the writer's is somebody's text and no note.
MoveNote read_note(const std::string& comment) {
  MoveNote note;
  std::istringstream words(comment);
  for (std::string key, value; words >> key;) {
    if (key == kChoiceKey) {
      std::string line;
      std::getline(words, line);
      std::istringstream rest(line);
      auto choice = read_choice(rest);
      if (!choice) return {};
      note.choices.push_back(std::move(*choice));
      continue;
    }
    if (!(words >> value)) return {};
    const bool known = key == kSecondsKey ? read_from_zero(value, note.seconds)
                       : key == kDepthKey ? read_from_zero(value, note.depth)
                       : key == kNodesKey ? read_number(value, note.nodes)
                       : key == kScoreKey ? read_number(value, note.score)
                                          : false;
    if (!known) return {};
  }
  return note;
}

struct MoveNode {
  Color color;
  const std::string* value;
  const SgfNode* node;
};

Result<std::vector<MoveNode>> find_moves(const std::vector<SgfNode>& nodes, SetUp& set_up) {
  std::vector<MoveNode> moves;
  for (const SgfNode& node : nodes) {
    const std::string line = "line " + std::to_string(node.line) + ": ";
    const bool sets = node.find("AB") || node.find("AW") || node.find("AA") || node.find("PL");
    if (sets && !moves.empty()) return Error{line + "set-up after the first move"};
    if (auto problem = set_up.read(node)) return Error{line + *problem};
    const SgfProperty* black = node.find("B");
    const SgfProperty* white = node.find("W");
    if (black && white) return Error{line + "a node with moves of both sides"};
    if (black) moves.push_back({Color::kBlack, &black->values.front(), &node});
    if (white) moves.push_back({Color::kWhite, &white->values.front(), &node});
  }
  return moves;
}

Result<GameRecord> read_game(const std::vector<SgfNode>& nodes) {
  const SgfNode& root = nodes.front();
  if (const std::string game = first_value(root, "GM"); !game.empty() && game != kGameOfTheAmazons)
    return Error{quoted("GM", game) + ": not the Game of the Amazons, which is 18"};
  const auto size = read_size(root);
  if (!size.ok()) return Error{size.error()};

  GameRecord record;
  record.black = first_value(root, "PB");
  record.white = first_value(root, "PW");
  record.event = first_value(root, "EV");
  record.place = first_value(root, "PC");
  record.date = first_value(root, "DT");
  auto result = read_result(first_value(root, "RE"));
  if (!result.ok()) return Error{result.error()};
  record.result = std::move(result).value();

  SetUp set_up(size.value());
  const auto moves = find_moves(nodes, set_up);
  if (!moves.ok()) return Error{moves.error()};
  const bool standard = moves->empty() || is_standard(*moves->front().value);
  Color mover = !moves->empty() ? moves->front().color : set_up.to_move().value_or(Color::kBlack);
  if (set_up.to_move() && *set_up.to_move() != mover)
    return Error{"PL says that " + std::string(rules::to_string(!mover)) +
                 " moves first, but the first move is " + std::string(rules::to_string(mover)) + "'s"};
  auto start = set_up.start(standard ? SgfStyle::kStandard : SgfStyle::kLittleGolem, mover);
  if (!start.ok()) return Error{start.error()};
  record.start = std::move(start).value();
  read_game_comment(first_value(root, "GC"), record);

  for (const MoveNode& node : moves.value()) {
    const std::string where = "line " + std::to_string(node.node->line) + ", move " +
                              std::to_string(record.moves.size() + 1) + ", " +
                              quoted(node.color == Color::kBlack ? "B" : "W", *node.value) + ": ";
    if (node.color != mover)
      return Error{where + "it is " + std::string(rules::to_string(mover)) + "'s turn"};
    const auto move = read_move(*node.value, size.value());
    if (!move.ok()) return Error{where + move.error()};
    record.moves.push_back({move.value(), read_note(first_value(*node.node, "C"))});
    mover = !mover;
  }
  return record;
}

}  // namespace

Result<std::vector<ParsedGame>> parse_sgf_games(std::string_view text) {
  const auto trees = parse_sgf_trees(text);
  if (!trees.ok()) return Error{trees.error()};
  std::vector<ParsedGame> games;
  games.reserve(trees->size());
  for (const auto& nodes : trees.value()) games.push_back({nodes.front().line, read_game(nodes)});
  return games;
}

}  // namespace thermodon::game
