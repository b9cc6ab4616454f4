// Text forms of squares, moves and positions.
#pragma once

#include <string>
#include <string_view>

#include "thermodon/rules/position.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::rules {

[[nodiscard]] std::string to_string(Square square);              // "d1"
[[nodiscard]] std::string to_string(Move move);                  // "d1-d7/g7"
[[nodiscard]] std::string to_uci(Move move);                     // "d1d7,d7g7"
[[nodiscard]] std::string_view to_string(Color color) noexcept;  // "white", "black"

// Reads either notation (also "d1-d7(g7)"; files in either case); squares only, legality is not looked at.
[[nodiscard]] Result<Move> parse_move(std::string_view text);
[[nodiscard]] Result<Square> parse_square(std::string_view text);
// "white", "black", "w" or "b".
[[nodiscard]] Result<Color> parse_color(std::string_view text);
// "10x10" (columns x rows) or "10", each from kMinBoard to kMaxBoard.
[[nodiscard]] Result<BoardSize> parse_size(std::string_view text);

// FEN as Fairy-Stockfish writes it: ranks from the top, Q white, q black, * arrow, runs of empties as
// numbers, the side to move, then "- -", half-move clock (the ply) and full-move number, which a reader may
// omit (the ply is then 0). Size from the ranks.
[[nodiscard]] std::string to_fen(const Position& position);
[[nodiscard]] Result<Position> parse_fen(std::string_view text);
// The greatest ply that is read with this board: every move fills a square, so that no game from there counts
// past what a FEN can say.
[[nodiscard]] int max_ply(const Position& position) noexcept;

// `startpos` or a FEN, then optionally `moves m1 m2 ...` in either notation, each checked legal. Longer than
// kMaxPositionText bytes is refused. `start_size` is that of startpos, 4 to 10 columns and rows.
inline constexpr std::size_t kMaxPositionText = 8192;
[[nodiscard]] Result<Position> parse_position(std::string_view text, BoardSize start_size = {});

// Outside text as an error message shows it: in quotes, cut after 40 characters, other than printable ASCII
// as \xNN.
[[nodiscard]] std::string quote(std::string_view text);

// The board as text, rank 10 on top, coordinates around, for people.
[[nodiscard]] std::string to_ascii(const Position& position);

}  // namespace thermodon::rules
