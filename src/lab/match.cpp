#include "thermodon/lab/match.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <thread>

#include "lab/random.hpp"
#include "thermodon/eval/filling.hpp"
#include "thermodon/game/date.hpp"
#include "thermodon/lab/match_store.hpp"
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
  eval::FillSolver solver;
};

bool begins_with(const game::GameRecord& record, const Opening& opening) {
  if (!(record.start == opening.start) || record.moves.size() < opening.moves.size()) return false;
  return std::equal(opening.moves.begin(), opening.moves.end(), record.moves.begin(),
                    [](rules::Move move, const game::RecordedMove& played) { return move == played.move; });
}

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
      const FinishedGame finished = play(tasks[i], seats);
      if (aborted_) return;
      const std::lock_guard lock(mutex_);
      if (!on_game(finished)) stopped_ = true;
    }
  } catch (const std::exception& e) {
    fail(e.what());
  }
}

// One game, move by move.
class Match::Table {
 public:
  Table(const GameTask& task, const std::vector<EngineEntry>& engines, const Opening& opening,
        const MatchSettings& settings)
      : engines_(engines), settings_(settings), game_{task, {}, {}}, now_{opening.start, {}, opening.start} {
    game_.record.white = engines[task.white()].name;
    game_.record.black = engines[task.black()].name;
    game_.record.event = settings.event;
    game_.record.date = game::utc_now();
    game_.record.start = opening.start;
    for (const rules::Move move : opening.moves) advance(move, {});
  }

  [[nodiscard]] Color mover() const { return now_.position.side_to_move(); }
  [[nodiscard]] bool over() const { return game_.record.result.has_value(); }
  [[nodiscard]] FinishedGame finished() && { return std::move(game_); }

  // Ends the game if it is over or decided.
  void look(eval::FillSolver& solver) {
    if (!rules::has_legal_move(now_.position)) {
      end(mover(), EndReason::kNoMoves, "cannot move");
    } else if (settings_.adjudicate) {
      if (const auto verdict = eval::decide(now_.position, solver, eval::FillSolver::kDefaultBudget))
        end(!verdict->winner, EndReason::kAdjudicated,
            "has lost the filling: exact counts leave the other at least " + std::to_string(verdict->margin) +
                " moves more");
    }
  }

  void turn(Player& player) {
    const GameTask& task = game_.task;
    const TurnLimits& limits = engines_[mover() == Color::kWhite ? task.white() : task.black()].limits;
    const auto began = Clock::now();
    Answer answer = player.choose(now_, limits);
    const auto taken = Clock::now() - began;
    answer.note.seconds = std::chrono::duration<double>(taken).count();
    if (answer.failure != Failure::kNone) {
      game_.log = answer.detail;
      if (answer.failure == Failure::kNonsense) game_.record.illegal = first_line(answer.detail);
      end(mover(), reason_of(answer.failure), first_line(answer.detail));
    } else if (limits.move_time && taken > *limits.move_time + settings_.grace) {
      const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(taken).count();
      end(mover(), EndReason::kTimeout,
          "took " + std::to_string(ms) + " ms of " + std::to_string(limits.move_time->count()) + " ms");
    } else if (const auto illegal = rules::why_illegal(now_.position, *answer.move)) {
      game_.log = answer.detail;
      game_.record.illegal = rules::to_string(*answer.move) + ": " + std::string(rules::to_string(*illegal));
      end(mover(), EndReason::kIllegalMove, "played " + game_.record.illegal);
    } else {
      advance(*answer.move, answer.note);
    }
  }

 private:
  void advance(rules::Move move, const game::MoveNote& note) {
    game_.record.moves.push_back({move, note});
    now_.moves.push_back(move);
    now_.position.make(move);
  }
  void end(Color loser, EndReason reason, const std::string& what) {
    game_.record.result = game::GameResult{!loser, reason, std::string(rules::to_string(loser)) + " " + what};
  }

  const std::vector<EngineEntry>& engines_;
  const MatchSettings& settings_;
  FinishedGame game_;
  Situation now_;
};

FinishedGame Match::play(const GameTask& task, Seats& seats) {
  Player& white = seats.at(task.white());
  Player& black = seats.at(task.black());
  const std::uint64_t seed = derived_seed(settings_.seed, task.game);
  white.new_game(derived_seed(seed, 0));
  black.new_game(derived_seed(seed, 1));
  Table table(task, engines_, openings_[task.opening], settings_);
  for (table.look(seats.solver); !table.over() && !aborted_; table.look(seats.solver)) {
    table.turn(table.mover() == Color::kWhite ? white : black);
    if (table.over()) break;
  }
  return std::move(table).finished();
}

}  // namespace thermodon::lab
