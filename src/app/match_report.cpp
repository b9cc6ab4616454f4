#include "app/match_report.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/duration.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::app {
namespace {

using nlohmann::ordered_json;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kPlainInterval{10};

std::string elo_text(const lab::Estimate& e) {
  return fmt::format("Elo {:+.1f} [{:+.1f}, {:+.1f}]", e.elo, e.elo_95.low, e.elo_95.high);
}

std::string pairs_text(const lab::PairCounts& pairs) {
  return fmt::format("pairs {}-{}-{}", pairs.counts[0], pairs.counts[2], pairs.counts[4]);
}

std::string sprt_text(double llr, const lab::SprtSettings& sprt) {
  const auto bounds = sprt.bounds();
  return fmt::format("LLR {:.2f} ({:.2f}, {:.2f}) [{:g}, {:g}]", llr, bounds.low, bounds.high, sprt.elo0,
                     sprt.elo1);
}

std::string share_text(const lab::GameCounts& counts) {
  const auto n = static_cast<double>(counts.total());
  const auto interval = lab::wilson(counts.points(), n);
  return fmt::format("{} of {} ({:.1f}%, 95% interval {:.1f}% to {:.1f}%)", counts.wins, counts.total(),
                     n > 0 ? 100 * counts.points() / n : 0.0, 100 * interval.low, 100 * interval.high);
}

void print_engine(const lab::EngineEntry& entry, const lab::EngineTally& t) {
  fmt::print("{}\n", entry.name);
  fmt::print("  won as white  {}\n  won as black  {}\n", share_text(t.as_white), share_text(t.as_black));
  const auto moves = static_cast<double>(std::max<std::uint64_t>(1, t.moves));
  fmt::print("  moves {}, longest {:.3f} s, mean {:.3f} s, depth {:.1f}, nodes {:.0f}, {:.0f} nodes/s\n",
             t.moves, t.max_move_seconds, t.seconds / moves, static_cast<double>(t.depth) / moves,
             static_cast<double>(t.nodes) / moves,
             t.seconds > 0 ? static_cast<double>(t.nodes) / t.seconds : 0.0);
  if (t.crashes + t.illegal + t.timeouts > 0)
    fmt::print("  lost by crash {}, illegal move {}, time {}\n", t.crashes, t.illegal, t.timeouts);
}

void print_pairing(const MatchPlan& plan, const lab::Tally& tally, std::size_t a, std::size_t b) {
  const auto pairing = tally.pairing(a, b);
  if (pairing.games.total() == 0) return;
  const auto e = lab::estimate(pairing.games, pairing.pairs);
  fmt::print("{} against {}: {} - {}  {}  nElo {:+.1f}  LOS {:.1f}%  {}\n", plan.engines[a].name,
             plan.engines[b].name, pairing.games.wins, pairing.games.losses, elo_text(e), e.nelo, 100 * e.los,
             pairs_text(pairing.pairs));
}

ordered_json final_json(const lab::Tally& tally) {
  const auto pairing = tally.pairing(0, 1);
  const auto e = lab::estimate(pairing.games, pairing.pairs);
  const auto& a = tally.engines()[0];
  const auto& b = tally.engines()[1];
  const auto tenth = [](double v) { return std::round(v * 10) / 10; };
  return {{"games", pairing.games.total()},
          {"a_wins", pairing.games.wins},
          {"b_wins", pairing.games.losses},
          {"points_a", pairing.games.points()},
          {"elo", tenth(e.elo)},
          {"elo_95", {tenth(e.elo_95.low), tenth(e.elo_95.high)}},
          {"max_move_seconds_a", a.max_move_seconds},
          {"max_move_seconds_b", b.max_move_seconds},
          {"crashes", a.crashes + b.crashes},
          {"illegal", a.illegal + b.illegal}};
}

}  // namespace

Watch::Watch(std::function<void()> check) : check_(std::move(check)) {
  thread_ = std::thread([this] {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, std::chrono::milliseconds(200), [this] { return done_; })) check_();
  });
}

Watch::~Watch() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

MatchReporter::MatchReporter(const MatchPlan& plan, bool json)
    : plan_(plan),
      json_(json),
      terminal_(isatty(STDERR_FILENO) != 0),
      began_(steady_clock::now()),
      shown_(began_) {}

void MatchReporter::begin(const lab::Tally& tally) {
  games_before_ = tally.games();
  judge(tally);
}

void MatchReporter::on_game(const lab::FinishedGame& game, const lab::Tally& tally) {
  const std::lock_guard lock(mutex_);
  judge(tally);
  status_ = status(tally);
  fresh_ = true;
  const auto& record = game.record;
  const auto& result = *record.result;
  if (json_) {
    ordered_json line = {{"event", "game"},
                         {"game", game.task.game + 1},
                         {"white", record.white},
                         {"black", record.black},
                         {"winner", rules::to_string(*result.winner)},
                         {"reason", to_string(result.reason)},
                         {"plies", record.moves.size()}};
    if (!result.detail.empty()) line["detail"] = result.detail;
    std::cout << line.dump() << std::endl;
  }
  if (!game.log.empty() || result.reason == game::EndReason::kTimeout) {
    if (terminal_) std::cerr << "\r\033[K";
    const auto last = game::position_after(record, record.moves.size());
    std::cerr << "game " << game.task.game + 1 << ", " << record.white << " (white) against " << record.black
              << " (black): " << result.detail << "\n  position " << rules::to_fen(last) << '\n';
    if (!game.log.empty()) std::cerr << game.log << '\n';
  }
}

void MatchReporter::tick() {
  const std::lock_guard lock(mutex_);
  if (!fresh_) return;
  const auto now = steady_clock::now();
  if (!terminal_ && now - shown_ < kPlainInterval) return;
  fresh_ = false;
  shown_ = now;
  show(status_, false);
}

void MatchReporter::show(const std::string& line, bool last) {
  if (terminal_)
    std::cerr << "\r\033[K" << line << (last ? "\n" : "") << std::flush;
  else
    std::cerr << line << std::endl;
}

void MatchReporter::judge(const lab::Tally& tally) {
  if (!plan_.sprt || decided_) return;
  llr_ = lab::log_likelihood_ratio(tally.pairing(0, 1).pairs, *plan_.sprt);
  sprt_ = lab::judge(llr_, *plan_.sprt);
  decided_ = sprt_ != lab::SprtState::kUndecided;
}

std::string MatchReporter::status(const lab::Tally& tally) const {
  std::string text = fmt::format("games {}/{}", tally.games(), plan_.tasks.size());
  if (plan_.engines.size() == 2) {
    const auto pairing = tally.pairing(0, 1);
    const auto e = lab::estimate(pairing.games, pairing.pairs);
    text += fmt::format("  A {} - {} B  {}  LOS {:.1f}%  {}", pairing.games.wins, pairing.games.losses,
                        elo_text(e), 100 * e.los, pairs_text(pairing.pairs));
  }
  if (plan_.sprt) text += "  " + sprt_text(llr_, *plan_.sprt);
  const double seconds = std::chrono::duration<double>(steady_clock::now() - began_).count();
  const auto played = static_cast<double>(tally.games() - games_before_);
  if (played > 0 && seconds > 0) {
    const auto left = static_cast<double>(plan_.tasks.size() - tally.games()) * seconds / played;
    text += fmt::format("  {:.2f} games/s  left {}", played / seconds,
                        clock_text(std::chrono::seconds(static_cast<long long>(left))));
  }
  return text;
}

void MatchReporter::finish(const lab::Tally& tally, bool interrupted) {
  const std::lock_guard lock(mutex_);
  if (terminal_) std::cerr << "\r\033[K" << std::flush;
  if (json_) {
    if (plan_.engines.size() == 2) std::cout << final_json(tally).dump() << std::endl;
    return;
  }
  for (std::size_t a = 0; a < plan_.engines.size(); ++a)
    for (std::size_t b = a + 1; b < plan_.engines.size(); ++b) print_pairing(plan_, tally, a, b);
  if (plan_.sprt) fmt::print("SPRT {}: {}\n", sprt_text(llr_, *plan_.sprt), to_string(sprt_));
  for (std::size_t i = 0; i < plan_.engines.size(); ++i) print_engine(plan_.engines[i], tally.engines()[i]);
  fmt::print("white won {}\n", share_text(tally.white_wins()));
  const bool complete = tally.games() == plan_.tasks.size() || decided_;
  fmt::print("{} of {} games played{}\n", tally.games(), plan_.tasks.size(),
             interrupted && !complete ? "; interrupted" : "");
}

}  // namespace thermodon::app
