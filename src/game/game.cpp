#include "thermodon/game/game.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::game {
namespace {

using rules::Color;

// A clock longer than this is as good as none; sums with time points stay far from overflow.
constexpr Duration kLongestMoveTime = std::chrono::hours(24 * 365);

struct ReasonName {
  EndReason reason;
  std::string_view name;
};
constexpr std::array kReasonNames = {
    ReasonName{EndReason::kNoMoves, "no-moves"},        ReasonName{EndReason::kIllegalMove, "illegal-move"},
    ReasonName{EndReason::kTimeout, "timeout"},         ReasonName{EndReason::kLeft, "left"},
    ReasonName{EndReason::kResigned, "resigned"},       ReasonName{EndReason::kAdjudicated, "adjudicated"},
    ReasonName{EndReason::kUnspecified, "unspecified"}, ReasonName{EndReason::kAborted, "aborted"},
};

std::string seconds_text(Duration time) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3f s", static_cast<double>(time.count()) / 1000.0);
  return text.data();
}

std::string name(Color color) { return std::string(rules::to_string(color)); }

}  // namespace

std::string_view to_string(EndReason reason) noexcept {
  for (const auto& row : kReasonNames)
    if (row.reason == reason) return row.name;
  return "aborted";
}

std::optional<EndReason> parse_end_reason(std::string_view text) noexcept {
  for (const auto& row : kReasonNames)
    if (row.name == text) return row.reason;
  return std::nullopt;
}

Game::Game(GameSettings settings, TimePoint now)
    : settings_(std::move(settings)), position_(settings_.start), turn_began_(now) {
  if (settings_.move_time)
    settings_.move_time = std::clamp(*settings_.move_time, Duration::zero(), kLongestMoveTime);
  if (!rules::has_legal_move(position_))
    end(!position_.side_to_move(), EndReason::kNoMoves, name(position_.side_to_move()) + " cannot move");
}

rules::Result<Game> Game::resume(GameSettings settings, std::span<const PlayedMove> moves,
                                 TimePoint turn_began) {
  Game game(std::move(settings), turn_began);
  for (const PlayedMove& played : moves) {
    const auto illegal = rules::why_illegal(game.position_, played.move);
    if (illegal || game.over())
      return rules::Error{"move " + std::to_string(game.moves_.size() + 1) + ", " +
                          rules::to_string(played.move) + ": " +
                          (illegal ? std::string(rules::to_string(*illegal)) : "the game is over")};
    game.accept(played.move, played.taken);
  }
  return game;
}

Game::Outcome Game::play(Color by, rules::Move move, TimePoint now) {
  if (result_) return Refused{"the game is over"};
  if (by != position_.side_to_move()) return Refused{"it is " + name(!by) + "'s turn"};
  if (tick(now)) return TooLate{};
  if (const auto illegal = rules::why_illegal(position_, move)) {
    std::string why(rules::to_string(*illegal));
    end(!by, EndReason::kIllegalMove, name(by) + " played " + rules::to_string(move) + ": " + why);
    return Illegal{*illegal, std::move(why)};
  }
  const auto taken = std::chrono::duration_cast<Duration>(now - turn_began_);
  turn_began_ = now;
  accept(move, taken);
  return Accepted{};
}

void Game::accept(rules::Move move, Duration taken) {
  position_.make(move);
  moves_.push_back({move, taken});
  const Color mover = position_.side_to_move();
  if (!rules::has_legal_move(position_)) end(!mover, EndReason::kNoMoves, name(mover) + " cannot move");
}

bool Game::tick(TimePoint now) {
  const auto limit = deadline();
  if (!limit || now < *limit) return false;
  const Color late = position_.side_to_move();
  const auto taken = std::chrono::duration_cast<Duration>(now - turn_began_);
  end(!late, EndReason::kTimeout,
      name(late) + " had not moved after " + seconds_text(taken) + " of " +
          seconds_text(*settings_.move_time));
  return true;
}

void Game::leave(Color by) {
  if (!result_) end(!by, EndReason::kLeft, name(by) + " left the game");
}

void Game::adjudicate(Color winner, std::string detail) {
  if (!result_) end(winner, EndReason::kAdjudicated, std::move(detail));
}

void Game::abort(std::string why) {
  if (!result_) end(std::nullopt, EndReason::kAborted, std::move(why));
}

std::optional<TimePoint> Game::deadline() const noexcept {
  if (result_ || !settings_.move_time) return std::nullopt;
  return turn_began_ + *settings_.move_time;
}

void Game::end(std::optional<Color> winner, EndReason reason, std::string detail) {
  result_ = GameResult{winner, reason, std::move(detail)};
}

}  // namespace thermodon::game
