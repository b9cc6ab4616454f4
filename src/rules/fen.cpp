#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "rules/text.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::rules {
namespace {

constexpr int kMaxCounter = 999;  // of a FEN's half-move and full-move counters; a game has at most 92 plies

std::optional<Cell> cell_of_letter(char c) noexcept {
  switch (c) {
    case 'Q':
      return Cell::kWhite;
    case 'q':
      return Cell::kBlack;
    case '*':
      return Cell::kArrow;
    default:
      return std::nullopt;
  }
}

char letter_of(Cell cell) noexcept {
  switch (cell) {
    case Cell::kWhite:
      return 'Q';
    case Cell::kBlack:
      return 'q';
    case Cell::kArrow:
      return '*';
    default:
      return '.';
  }
}

Error fen_error(const std::string& what) { return Error{"FEN: " + what}; }

std::string rank_name(int rank) { return "rank " + std::to_string(rank); }

// The cells of one rank from file a on; `rank` is for the error's text.
Result<std::vector<Cell>> read_rank(std::string_view text, int rank) {
  std::vector<Cell> cells;
  std::string_view rest = text;
  while (!rest.empty()) {
    const char first = rest.front();
    if (const auto cell = cell_of_letter(first)) {
      cells.push_back(*cell);
      rest.remove_prefix(1);
    } else if (const auto run = first == '0' ? std::nullopt : take_number(rest, kMaxBoard)) {
      cells.insert(cells.end(), static_cast<std::size_t>(*run), Cell::kEmpty);
    } else {
      return fen_error(rank_name(rank) + " has " + quote(rest) + " at character " +
                       std::to_string(text.size() - rest.size() + 1) +
                       "; write Q, q, * and runs of empty squares 1 to 10");
    }
    if (cells.size() > kMaxBoard)
      return fen_error(rank_name(rank) + " " + quote(text) + " has more than 10 squares");
  }
  if (cells.empty()) return fen_error(rank_name(rank) + " is empty; write 10 for ten empty squares");
  return cells;
}

std::vector<std::string_view> split_ranks(std::string_view board) {
  std::vector<std::string_view> ranks;
  for (;;) {
    const auto slash = board.find('/');
    ranks.push_back(board.substr(0, slash));
    if (slash == std::string_view::npos) return ranks;
    board.remove_prefix(slash + 1);
  }
}

Result<Position> read_board(std::string_view board) {
  const auto texts = split_ranks(board);
  const int rows = static_cast<int>(texts.size());
  if (rows > kMaxBoard)
    return fen_error("the board has " + std::to_string(rows) + " ranks; at most 10 are possible");
  std::vector<std::vector<Cell>> ranks;
  for (int i = 0; i < rows; ++i) {
    auto cells = read_rank(texts[static_cast<std::size_t>(i)], rows - i);
    if (!cells) return Error{cells.error()};
    if (!ranks.empty() && cells->size() != ranks.front().size())
      return fen_error(rank_name(rows - i) + " " + quote(texts[static_cast<std::size_t>(i)]) + " has " +
                       std::to_string(cells->size()) + " squares where the ranks above have " +
                       std::to_string(ranks.front().size()));
    ranks.push_back(std::move(*cells));
  }

  const int columns = static_cast<int>(ranks.front().size());
  Position position(BoardSize{columns, rows});
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const Cell cell = ranks[static_cast<std::size_t>(rows - 1 - row)][static_cast<std::size_t>(column)];
      for (const Color c : {Color::kWhite, Color::kBlack})
        if (cell == cell_of(c) && position.amazons(c).size() == kMaxAmazons)
          return fen_error("more than " + std::to_string(kMaxAmazons) + " " + std::string(to_string(c)) +
                           " amazons");
      position.put(Square::at(column, row), cell);
    }
  }
  return position;
}

}  // namespace

std::string to_fen(const Position& position) {
  const auto [columns, rows] = position.size();
  std::string fen;
  for (int row = rows - 1; row >= 0; --row) {
    int run = 0;
    const auto end_run = [&] {
      if (run > 0) fen += std::to_string(std::exchange(run, 0));
    };
    for (int column = 0; column < columns; ++column) {
      const Cell cell = position.at(Square::at(column, row));
      if (cell == Cell::kEmpty) {
        ++run;
      } else {
        end_run();
        fen += letter_of(cell);
      }
    }
    end_run();
    if (row > 0) fen += '/';
  }
  const bool black_to_move = position.side_to_move() == Color::kBlack;
  // The full-move number grows after Black's moves, whoever began.
  const bool black_began = black_to_move == (position.ply() % 2 == 0);
  fen += black_to_move ? " b - - " : " w - - ";
  fen += std::to_string(position.ply()) + ' ';
  fen += std::to_string((position.ply() + (black_began ? 1 : 0)) / 2 + 1);
  return fen;
}

int max_ply(const Position& position) noexcept { return kMaxCounter - position.empty_squares().count(); }

Result<Position> parse_fen(std::string_view text) {
  constexpr std::size_t kMaxFen = 256;
  if (text.size() > kMaxFen)
    return fen_error(std::to_string(text.size()) + " bytes are too long; a FEN has at most 256");
  const auto words = split_words(text);
  constexpr std::array<std::string_view, 6> kFields = {"board",      "side to move",      "castling",
                                                       "en passant", "half-move counter", "full-move number"};
  if (words.empty()) return fen_error("the text is empty; write the board and w or b");
  if (words.size() > kFields.size())
    return fen_error(quote(words[kFields.size()]) +
                     " stands after the full-move number; nothing may follow it");

  auto position = read_board(words[0]);
  if (!position) return position;
  if (words.size() < 2) return fen_error("the side to move is missing after the board; write w or b");
  if (words[1] != "w" && words[1] != "b")
    return fen_error("the side to move is " + quote(words[1]) + "; write w or b");
  position->set_side_to_move(words[1] == "w" ? Color::kWhite : Color::kBlack);
  for (std::size_t i = 2; i < words.size(); ++i) {
    if (i < 4) {
      if (words[i] != "-")
        return fen_error("the " + std::string(kFields[i]) + " field is " + quote(words[i]) + "; write -");
      continue;
    }
    const int least = i == 4 ? 0 : 1;
    const int most = i == 4 ? max_ply(*position) : kMaxCounter;
    const auto number = read_number(words[i], most);
    if (!number || *number < least)
      return fen_error("the " + std::string(kFields[i]) + " is " + quote(words[i]) + "; write " +
                       std::to_string(least) + " to " + std::to_string(most));
    if (i == 4) position->set_ply(*number);
  }
  return position;
}

std::string to_ascii(const Position& position) {
  const auto [columns, rows] = position.size();
  std::string text;
  for (int row = rows - 1; row >= 0; --row) {
    const std::string rank = std::to_string(row + 1);
    text += std::string(3 - rank.size(), ' ') + rank;
    for (int column = 0; column < columns; ++column) {
      text += ' ';
      text += letter_of(position.at(Square::at(column, row)));
    }
    text += '\n';
  }
  text += "   ";
  for (int column = 0; column < columns; ++column) {
    text += ' ';
    text += static_cast<char>('a' + column);
  }
  return text + '\n';
}

}  // namespace thermodon::rules
