#include "thermodon/client/game_view.hpp"

#include "thermodon/rules/movegen.hpp"

namespace thermodon::client {
namespace {

bool same_cells(const rules::Position& a, const rules::Position& b) {
  return a.size() == b.size() && a.cells() == b.cells();
}

}  // namespace

GameView::GameView(std::string black, std::string white, std::optional<rules::Color> own,
                   const rules::Position& start, TimePoint now)
    : position_(start), own_(own), turn_began_(now) {
  record_.black = std::move(black);
  record_.white = std::move(white);
  record_.start = start;
}

std::optional<rules::Color> GameView::color_of(const std::string& name) const {
  if (name == record_.black) return rules::Color::kBlack;
  if (name == record_.white) return rules::Color::kWhite;
  return std::nullopt;
}

std::optional<rules::Move> GameView::last_move() const {
  if (record_.moves.empty()) return std::nullopt;
  return record_.moves.back().move;
}

Duration GameView::play(rules::Move move, const game::MoveNote& note, TimePoint now) {
  const auto taken = std::chrono::duration_cast<Duration>(now - turn_began_);
  game::RecordedMove recorded{move, note};
  recorded.note.seconds = std::chrono::duration<double>(taken).count();
  record_.moves.push_back(recorded);
  position_.make(move);
  turn_began_ = now;
  return taken;
}

GameView::Synced GameView::synchronise(const rules::Position& board, TimePoint now) {
  if (same_cells(position_, board)) return {Sync::kSame, std::nullopt};
  if (board.size() != position_.size()) return {};
  if (board.arrow_count() == position_.arrow_count() + 1) {
    for (const rules::Move move : rules::legal_moves(position_)) {
      rules::Position next = position_;
      next.make(move);
      if (!same_cells(next, board)) continue;
      play(move, {}, now);
      return {Sync::kAdvanced, move};
    }
    return {};
  }
  if (!lacks_own_move(board)) return {};
  const auto last = last_move();
  position_.unmake(*last);
  record_.moves.pop_back();
  return {Sync::kTakenBack, last};
}

bool GameView::lacks_own_move(const rules::Position& board) const {
  const auto last = last_move();
  if (!last || board.size() != position_.size() || board.arrow_count() + 1 != position_.arrow_count())
    return false;
  rules::Position before = position_;
  before.unmake(*last);
  // Only our own move can be on its way; the opponent's came from the server itself.
  return same_cells(before, board) && own_ && before.side_to_move() == *own_;
}

}  // namespace thermodon::client
