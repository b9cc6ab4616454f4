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

// What the mover's engine said of a move, where it is known.
struct MoveNote {
  std::optional<double> seconds;
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<double> score;  // squares, from the mover's view
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
[[nodiscard]] rules::Result<std::vector<GameRecord>> parse_sgf(std::string_view text);

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
