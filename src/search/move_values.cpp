#include "search/move_values.hpp"

#include <algorithm>
#include <array>
#include <functional>

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

void MoveValues::gather(const rules::Position& position) noexcept {
  rules::Move* end = moves_.get();
  for_each_move(position, [&end](rules::Move move) { *end++ = move; });
  count_ = static_cast<std::size_t>(end - moves_.get());
  evaluated_ = 0;
  complete_ = true;
  may_end_game_ = !has_more_than_two_liberties(position, !position.side_to_move());
}

// By keys that hold the forecast above the move's number, so that one comparison of whole numbers orders
// them.
void MoveValues::keep_best_forecasts(std::size_t count, Order order) {
  constexpr std::int32_t kNumbers = 1 << 14;
  static_assert(kMaxMoves <= kNumbers && 3 * eval::kMaxEval < (1 << 17));
  std::int32_t* const keys = keys_.get();
  for (std::size_t i = 0; i < count_; ++i)
    keys[i] = forecast_(moves_[i]) * kNumbers - static_cast<std::int32_t>(i);
  const std::size_t kept = std::min(count, count_);
  std::nth_element(keys, keys + kept, keys + count_, std::greater<>());
  if (order == Order::kBestFirst) std::sort(keys, keys + kept, std::greater<>());
  for (std::size_t i = 0; i < kept; ++i) keys[i] = -keys[i] & (kNumbers - 1);
  if (order == Order::kAsGenerated) std::sort(keys, keys + kept);
  for (std::size_t i = 0; i < kept; ++i) values_[i].move = moves_[static_cast<std::size_t>(keys[i])];
  for (std::size_t i = 0; i < kept; ++i) moves_[i] = values_[i].move;
  if (kept < count_) complete_ = false;
  count_ = kept;
}

std::size_t MoveValues::next_batch() const noexcept {
  std::size_t end = std::min(evaluated_ + kBatch, count_);
  while (end > 0 && end < count_ && moves_[end].from == moves_[end - 1].from &&
         moves_[end].to == moves_[end - 1].to)
    ++end;
  return end;
}

void MoveValues::evaluate(const rules::Position& position, eval::Evaluator& evaluator, std::size_t end,
                          Score win) {
  std::array<Score, kBatch + 35> scores;
  const auto batch = generated().subspan(evaluated_, end - evaluated_);
  evaluator.evaluate_moves(position, batch, scores.data());
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const Score score = -limited(scores[i]);
    values_[evaluated_++] = {batch[i], may_end_game_ && ends_game(position, batch[i]) ? win : score};
  }
}

}  // namespace thermodon::search
