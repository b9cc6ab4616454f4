#include "thermodon/lab/tally.hpp"

#include <algorithm>

namespace thermodon::lab {
namespace {

using game::EndReason;
using rules::Color;

void count(GameCounts& counts, bool won) { ++(won ? counts.wins : counts.losses); }

void count_failure(EngineTally& loser, EndReason reason) {
  if (reason == EndReason::kLeft) ++loser.crashes;
  if (reason == EndReason::kIllegalMove) ++loser.illegal;
  if (reason == EndReason::kTimeout) ++loser.timeouts;
}

}  // namespace

Tally::Tally(std::size_t engines) : engines_(engines) {}

void Tally::add(const GameTask& task, const game::GameRecord& record) {
  if (!record.result || !record.result->winner) return;
  ++games_;
  const bool white_won = *record.result->winner == Color::kWhite;
  EngineTally& white = engines_[task.white()];
  EngineTally& black = engines_[task.black()];
  ++white.games;
  ++black.games;
  count(white.as_white, white_won);
  count(black.as_black, !white_won);
  count(white_, white_won);
  count_failure(white_won ? black : white, record.result->reason);

  Color mover = record.start.side_to_move();
  for (const game::RecordedMove& move : record.moves) {
    EngineTally& engine = mover == Color::kWhite ? white : black;
    mover = !mover;
    if (!move.note.seconds) continue;  // the opening's
    ++engine.moves;
    engine.seconds += *move.note.seconds;
    engine.max_move_seconds = std::max(engine.max_move_seconds, *move.note.seconds);
    engine.nodes += move.note.nodes.value_or(0);
    engine.depth += static_cast<std::uint64_t>(std::max(0, move.note.depth.value_or(0)));
  }

  PairingTally& pairing = pairings_[{task.first, task.second}];
  const bool first_won = white_won == task.first_is_white;
  count(pairing.games, first_won);
  const double points = first_won ? 1 : 0;
  if (const auto other = open_.find(task.pair); other != open_.end()) {
    pairing.pairs.add(other->second.points + points);
    open_.erase(other);
  } else {
    open_.emplace(task.pair, HalfPair{points});
  }
}

PairingTally Tally::pairing(std::size_t first, std::size_t second) const {
  const auto found = pairings_.find({first, second});
  return found == pairings_.end() ? PairingTally{} : found->second;
}

}  // namespace thermodon::lab
