#include "search/move_values.hpp"

#include <algorithm>
#include <array>

#include "search/walk.hpp"
#include "search/win_score.hpp"

namespace thermodon::search {
namespace {

// A move takes at most two of them away: with more, no move ends the game.
bool has_more_than_two_liberties(const rules::Position& position, rules::Color side) noexcept {
  rules::Square first = kNoSquare;
  rules::Square second = kNoSquare;
  for (const rules::Square amazon : position.amazons(side)) {
    for (const int direction : rules::kDirections) {
      const rules::Square s{static_cast<std::uint8_t>(amazon.index + direction)};
      if (!position.is_empty(s) || s == first || s == second) continue;
      if (second != kNoSquare) return true;
      (first == kNoSquare ? first : second) = s;
    }
  }
  return false;
}

bool ends_game(const rules::Position& position, rules::Move move) noexcept {
  for (const rules::Square amazon : position.amazons(!position.side_to_move())) {
    for (const int direction : rules::kDirections) {
      const rules::Square s{static_cast<std::uint8_t>(amazon.index + direction)};
      if (s == move.to || s == move.arrow) continue;
      if (position.is_empty(s) || s == move.from) return false;
    }
  }
  return true;
}

}  // namespace

void MoveValues::start(const rules::Position& position) noexcept {
  moves_ = {};
  evaluated_ = 0;
  complete_ = true;
  may_end_game_ = !has_more_than_two_liberties(position, !position.side_to_move());
}

void MoveValues::take_all(const rules::Position& position) noexcept {
  rules::Move* end = all_moves_.get();
  for_each_move(position, [&end](rules::Move move) { *end++ = move; });
  moves_ = {all_moves_.get(), end};
}

Changes& MoveValues::changes_for(Changes* siblings) noexcept {
  if (siblings != nullptr) return *siblings;
  own_changes_.forget();
  return own_changes_;
}

std::size_t MoveValues::next_batch() const noexcept {
  std::size_t end = std::min(evaluated_ + kBatch, moves_.size());
  while (end > 0 && end < moves_.size() && moves_[end].from == moves_[end - 1].from &&
         moves_[end].to == moves_[end - 1].to)
    ++end;
  return end;
}

void MoveValues::evaluate(const rules::Position& position, eval::Evaluator& evaluator, std::size_t end,
                          Score win) {
  std::array<Score, kBatch + 35> scores;
  const auto batch = moves_.subspan(evaluated_, end - evaluated_);
  evaluator.evaluate_moves(position, batch, scores.data());
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const Score score = -limited(scores[i]);
    values_[evaluated_++] = {batch[i], may_end_game_ && ends_game(position, batch[i]) ? win : score};
  }
}

}  // namespace thermodon::search
