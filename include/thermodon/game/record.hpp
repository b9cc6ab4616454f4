// A game as it is kept in files: SGF and JSON lines.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thermodon/game/game.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::game {

// What one of several engines that chose together would have played.
struct Choice {
  std::string by;  // one line
  rules::Move move;
  std::optional<int> depth;
  std::optional<double> score;  // squares, from the mover's view
  friend bool operator==(const Choice&, const Choice&) = default;
};

// What the mover's engine said of a move, where it is known.
struct MoveNote {
  std::optional<double> seconds;
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<double> score;  // squares, from the mover's view
  std::vector<Choice> choices;  // of an ensemble's members, in their order
  friend bool operator==(const MoveNote&, const MoveNote&) = default;
};

struct RecordedMove {
  rules::Move move;
  MoveNote note;
};

struct GameRecord {
  std::string black;  // players' names
  std::string white;
  std::string event;
  std::string place;
  std::string date;                                  // ISO 8601
  rules::Position start = rules::Position::start();  // with the side that moves first
  std::vector<RecordedMove> moves;
  std::optional<GameResult> result;  // nothing while the game is unfinished
  // A move that ended the game because it was illegal, as text with its reason; it is not in `moves`.
  std::string illegal;
};

// The two SGF styles in use.
enum class SgfStyle : std::uint8_t {
  kStandard,     // FF[4] GM[18] of the SGF specification: B[djddgd], rows counted from the top
  kLittleGolem,  // W[d1-d7/g7]
};

[[nodiscard]] std::string to_sgf(const GameRecord& record, SgfStyle style = SgfStyle::kLittleGolem);
// One line, without the newline at its end.
[[nodiscard]] std::string to_json_line(const GameRecord& record);

// A record read from text: legality is not checked here (see check), except that squares lie on the board.
[[nodiscard]] rules::Result<GameRecord> parse_json_line(std::string_view line);
// Every game of a collection, in both styles, told apart move by move. Bounded: see kMaxSgf... in the source.
//
// Main lines only: of variations the first is read. The first move's style and colour settle the start where
// the file leaves it open: White at the bottom in Little Golem's, Black in the standard's.
[[nodiscard]] rules::Result<std::vector<GameRecord>> parse_sgf(std::string_view text);

// The same game by game, so that one bad game does not hide the others. An error of the whole is one of the
// brackets, after which no game can be told apart any more.
struct ParsedGame {
  std::size_t line = 1;  // where it begins in the text
  rules::Result<GameRecord> record;
};
[[nodiscard]] rules::Result<std::vector<ParsedGame>> parse_sgf_games(std::string_view text);
// The kind of a text of records: SGF if it begins with a bracket, else JSON lines; nothing if it is blank.
enum class RecordKind : std::uint8_t { kSgf, kJsonLines };
[[nodiscard]] std::optional<RecordKind> record_kind(std::string_view text);
// Records from either kind of text (of JSON lines, empty ones are left out).
[[nodiscard]] rules::Result<std::vector<ParsedGame>> parse_records(std::string_view text);

struct RecordFault {
  std::size_t move_number = 0;  // 1-based; 0 when the fault is not a move's
  std::string move;
  std::string reason;
};
// Replays the record: the first illegal move, or a result that the final position contradicts.
[[nodiscard]] std::optional<RecordFault> check(const GameRecord& record);
// The position after the first `plies` moves. Precondition: those are legal.
[[nodiscard]] rules::Position position_after(const GameRecord& record, std::size_t plies);

}  // namespace thermodon::game
