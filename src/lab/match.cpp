#include "thermodon/lab/match.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <thread>

#include "lab/random.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::lab {
namespace {

using game::EndReason;
using rules::Color;
using Clock = std::chrono::steady_clock;

EndReason reason_of(Failure failure) {
  switch (failure) {
    case Failure::kHang:
      return EndReason::kTimeout;
    case Failure::kNonsense:
      return EndReason::kIllegalMove;
    default:
      return EndReason::kLeft;
  }
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

// The players of one thread, made when first needed and kept from game to game.
struct Match::Seats {
  explicit Seats(Match& m) : match(m) {}
  ~Seats() {
    const std::lock_guard lock(match.mutex_);
    for (const auto& [engine, player] : players) std::erase(match.players_, player.get());
  }

  Player& at(std::size_t engine) {
    auto& player = players[engine];
    if (!player) {
      auto made = make_player(match.engines_[engine].spec);
      if (!made.ok()) throw std::runtime_error(made.error());
      player = std::move(made).value();
      const std::lock_guard lock(match.mutex_);
      match.players_.push_back(player.get());
      if (match.aborted_) player->cancel();
    }
    return *player;
  }

  Match& match;
  std::map<std::size_t, std::unique_ptr<Player>> players;
};

Match::Match(std::vector<EngineEntry> engines, std::vector<Opening> openings, MatchSettings settings)
    : engines_(std::move(engines)), openings_(std::move(openings)), settings_(std::move(settings)) {}

void Match::abort() noexcept {
  stopped_ = true;
  aborted_ = true;
  const std::lock_guard lock(mutex_);
  for (Player* player : players_) player->cancel();
}

void Match::fail(const std::string& why) {
  stopped_ = true;
  const std::lock_guard lock(mutex_);
  if (failure_.empty()) failure_ = why;
}

void Match::run(std::span<const GameTask> tasks, const OnGame& on_game) {
  next_ = 0;
  std::vector<std::thread> threads;
  const auto wanted = std::min(static_cast<std::size_t>(std::max(1, settings_.concurrency)), tasks.size());
  for (std::size_t i = 0; i < wanted; ++i) threads.emplace_back([&] { work(tasks, on_game); });
  for (auto& thread : threads) thread.join();
  if (!failure_.empty()) throw std::runtime_error(failure_);
}

void Match::work(std::span<const GameTask> tasks, const OnGame& on_game) {
  try {
    Seats seats(*this);
    while (!stopped_) {
      const std::size_t i = next_++;
      if (i >= tasks.size()) return;
      const GameTask& task = tasks[i];
      Player& white = seats.at(task.white());
      Player& black = seats.at(task.black());
      const std::uint64_t seed = derived_seed(settings_.seed, task.game);
      white.new_game(derived_seed(seed, 0));
      black.new_game(derived_seed(seed, 1));
      const FinishedGame finished = play(task, white, black);
      if (aborted_) return;
      const std::lock_guard lock(mutex_);
      if (!on_game(finished)) stopped_ = true;
    }
  } catch (const std::exception& e) {
    fail(e.what());
  }
}

FinishedGame Match::play(const GameTask& task, Player& white, Player& black) const {
  FinishedGame finished{task, {}, {}};
  game::GameRecord& record = finished.record;
  record.white = engines_[task.white()].name;
  record.black = engines_[task.black()].name;
  record.event = settings_.event;
  const Opening& opening = openings_[task.opening];
  record.start = opening.start;
  Situation now{opening.start, {}, opening.start};
  const auto advance = [&](rules::Move move, const game::MoveNote& note) {
    record.moves.push_back({move, note});
    now.moves.push_back(move);
    now.position.make(move);
  };
  for (const rules::Move move : opening.moves) advance(move, {});

  const auto end = [&](Color loser, EndReason reason, const std::string& what) {
    record.result = game::GameResult{!loser, reason, std::string(rules::to_string(loser)) + " " + what};
  };
  while (!record.result && !aborted_) {
    const Color mover = now.position.side_to_move();
    if (!rules::has_legal_move(now.position)) {
      end(mover, EndReason::kNoMoves, "cannot move");
      break;
    }
    const TurnLimits& limits = engines_[mover == Color::kWhite ? task.white() : task.black()].limits;
    const auto began = Clock::now();
    Answer answer = (mover == Color::kWhite ? white : black).choose(now, limits);
    const auto taken = Clock::now() - began;
    answer.note.seconds = std::chrono::duration<double>(taken).count();
    if (answer.failure != Failure::kNone) {
      finished.log = answer.detail;
      if (answer.failure == Failure::kNonsense) record.illegal = first_line(answer.detail);
      end(mover, reason_of(answer.failure), first_line(answer.detail));
    } else if (limits.move_time && taken > *limits.move_time + settings_.grace) {
      end(mover, EndReason::kTimeout,
          "took " + std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(taken).count()) +
              " ms of " + std::to_string(limits.move_time->count()) + " ms");
    } else if (const auto illegal = rules::why_illegal(now.position, *answer.move)) {
      record.illegal = rules::to_string(*answer.move) + ": " + std::string(rules::to_string(*illegal));
      end(mover, EndReason::kIllegalMove, "played " + record.illegal);
      finished.log = answer.detail;
    } else {
      advance(*answer.move, answer.note);
    }
  }
  return finished;
}

}  // namespace thermodon::lab
