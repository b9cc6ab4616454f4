#include <algorithm>
#include <array>
#include <cstdio>

#include "game/sgf.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::game {
namespace {

using rules::Cell;
using rules::Color;
using rules::Square;

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == ']' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

void property(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append("[").append(escaped(value)).append("]");
}

void property_unless_empty(std::string& out, std::string_view name, std::string_view value) {
  if (!value.empty()) property(out, name, value);
}

std::string point(Square square, rules::BoardSize size) {
  return {static_cast<char>('a' + square.column()), static_cast<char>('a' + size.rows - 1 - square.row())};
}

std::string result_text(const GameResult& result) {
  if (!result.winner) return "Void";
  std::string text = *result.winner == Color::kBlack ? "B+" : "W+";
  switch (result.reason) {
    case EndReason::kTimeout:
      return text + "T";
    case EndReason::kResigned:
      return text + "R";
    case EndReason::kIllegalMove:
    case EndReason::kLeft:
      return text + "F";
    default:
      return text;
  }
}

// A line break would begin a line that the reader takes for another one of the writer's.
std::string one_line(std::string_view text) {
  std::string out(text);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return out;
}

// What the properties have no room for, in lines that the reader takes back (see sgf.hpp).
std::string game_comment(const GameRecord& record) {
  std::string text;
  const auto line = [&](std::string_view key, std::string_view value) {
    text.append(text.empty() ? "" : "\n").append(key).append(one_line(value));
  };
  if (record.result) {
    line(kReasonKey, to_string(record.result->reason));
    if (!record.result->detail.empty()) line(kDetailKey, record.result->detail);
  }
  if (!record.illegal.empty()) line(kIllegalKey, record.illegal);
  if (record.start.ply() != record.start.arrow_count()) line(kPlyKey, std::to_string(record.start.ply()));
  return text;
}

void setup(std::string& out, const rules::Position& start) {
  const auto size = start.size();
  const auto list = [&](std::string_view name, Cell kind) {
    std::string points;
    for (int row = size.rows - 1; row >= 0; --row)
      for (int column = 0; column < size.columns; ++column)
        if (const Square s = Square::at(column, row); start.at(s) == kind)
          points.append("[").append(point(s, size)).append("]");
    if (!points.empty()) out.append(name).append(points);
  };
  list("AB", Cell::kBlack);
  list("AW", Cell::kWhite);
  list("AA", Cell::kArrow);
  property(out, "PL", start.side_to_move() == Color::kBlack ? "B" : "W");
}

void root(std::string& out, const GameRecord& record, SgfStyle style) {
  const auto size = record.start.size();
  out += "(;FF[4]GM[18]CA[UTF-8]";
  property(out, "SZ",
           size.columns == size.rows ? std::to_string(size.columns)
                                     : std::to_string(size.columns) + ":" + std::to_string(size.rows));
  property_unless_empty(out, "EV", record.event);
  property_unless_empty(out, "PC", record.place);
  property_unless_empty(out, "DT", record.date);
  property(out, "PB", record.black);
  property(out, "PW", record.white);
  if (record.result) property(out, "RE", result_text(*record.result));
  property_unless_empty(out, "GC", game_comment(record));
  // Without a move the style cannot be told from the file, so the set-up is written out.
  const bool standard_start =
      has_start(size) && record.start == default_start(style, size, record.start.side_to_move());
  if (record.moves.empty() || !standard_start) setup(out, record.start);
}

std::string decimal(double value) {
  std::array<char, 64> digits{};
  std::snprintf(digits.data(), digits.size(), "%.10g", value);
  return std::string(digits.data());
}

std::string choice_text(const Choice& choice) {
  std::string text = std::string(kChoiceKey) + " " + rules::to_string(choice.move);
  if (choice.depth) text.append(" ").append(kDepthKey).append(" ").append(std::to_string(*choice.depth));
  if (choice.score) text.append(" ").append(kScoreKey).append(" ").append(decimal(*choice.score));
  return text.append(" ").append(kByKey).append(" ").append(one_line(choice.by));
}

}  // namespace

std::string note_text(const MoveNote& note) {
  std::string text;
  const auto add = [&](std::string_view key, const std::string& value) {
    text.append(text.empty() ? "" : " ").append(key).append(" ").append(value);
  };
  if (note.seconds) add(kSecondsKey, decimal(*note.seconds));
  if (note.depth) add(kDepthKey, std::to_string(*note.depth));
  if (note.nodes) add(kNodesKey, std::to_string(*note.nodes));
  if (note.score) add(kScoreKey, decimal(*note.score));
  for (const Choice& choice : note.choices) text.append(text.empty() ? "" : "\n").append(choice_text(choice));
  return text;
}

bool has_start(rules::BoardSize size) noexcept {
  const auto fits = [](int n) { return n >= rules::kMinStart && n <= rules::kMaxBoard; };
  return fits(size.columns) && fits(size.rows);
}

rules::Position default_start(SgfStyle style, rules::BoardSize size, Color first) {
  if (style == SgfStyle::kLittleGolem) return rules::Position::start(size, first);
  return rules::swap_colors(rules::Position::start(size, !first));
}

std::string to_sgf(const GameRecord& record, SgfStyle style) {
  std::string out;
  root(out, record, style);
  const auto size = record.start.size();
  Color mover = record.start.side_to_move();
  for (const RecordedMove& recorded : record.moves) {
    const rules::Move& m = recorded.move;
    out.append(mover == Color::kBlack ? ";B[" : ";W[");
    out.append(style == SgfStyle::kStandard ? point(m.from, size) + point(m.to, size) + point(m.arrow, size)
                                            : rules::to_string(m));
    out.append("]");
    property_unless_empty(out, "C", note_text(recorded.note));
    mover = !mover;
  }
  out += ")";
  return out;
}

}  // namespace thermodon::game
