#include "app/match_report.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/duration.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::app {
namespace {

using nlohmann::ordered_json;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kPlainInterval{10};

// In tenths; adding 0 makes 0 of -0.
double tenth(double value) { return std::round(value * 10) / 10 + 0.0; }

std::string elo_text(const lab::Estimate& e) {
  return fmt::format("Elo {:+.1f} [{:+.1f}, {:+.1f}]", tenth(e.elo), tenth(e.elo_95.low),
                     tenth(e.elo_95.high));
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

void print_pairing(const lab::MatchManifest& manifest, const lab::Tally& tally, std::size_t a,
                   std::size_t b) {
  const auto pairing = tally.pairing(a, b);
  if (pairing.games.total() == 0) return;
  const auto e = lab::estimate(pairing.games, pairing.pairs);
  fmt::print("{} against {}: {} - {}  {}  nElo {:+.1f}  LOS {:.1f}%  {}\n", manifest.engines[a].name,
             manifest.engines[b].name, pairing.games.wins, pairing.games.losses, elo_text(e), tenth(e.nelo),
             100 * e.los, pairs_text(pairing.pairs));
}

double llr_of(const lab::Tally& tally, const lab::SprtSettings& sprt) {
  return lab::log_likelihood_ratio(tally.pairing(0, 1).pairs, sprt);
}

ordered_json pairing_json(const lab::Tally& tally, std::size_t first, std::size_t second) {
  const auto pairing = tally.pairing(first, second);
  const auto e = lab::estimate(pairing.games, pairing.pairs);
  const auto& a = tally.engines()[first];
  const auto& b = tally.engines()[second];
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

void print_report(const lab::MatchManifest& manifest, const lab::Tally& tally, std::size_t planned) {
  const std::size_t count = manifest.engines.size();
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = a + 1; b < count; ++b) print_pairing(manifest, tally, a, b);
  if (manifest.sprt) {
    const double llr = llr_of(tally, *manifest.sprt);
    fmt::print("SPRT {}: {}\n", sprt_text(llr, *manifest.sprt), to_string(lab::judge(llr, *manifest.sprt)));
  }
  for (std::size_t i = 0; i < count; ++i) print_engine(manifest.engines[i], tally.engines()[i]);
  fmt::print("white won {}\n", share_text(tally.white_wins()));
  fmt::print("{} of {} games played\n", tally.games(), planned);
  std::fflush(stdout);
}

void print_json_report(const lab::MatchManifest& manifest, const lab::Tally& tally) {
  const std::size_t count = manifest.engines.size();
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = a + 1; b < count; ++b) {
      ordered_json line = ordered_json::object();
      if (count > 2) line = {{"a", manifest.engines[a].name}, {"b", manifest.engines[b].name}};
      line.update(pairing_json(tally, a, b));
      std::cout << line.dump() << std::endl;
    }
}

MatchReporter::MatchReporter(const lab::MatchManifest& manifest, std::size_t planned, bool json)
    : manifest_(manifest),
      planned_(planned),
      json_(json),
      terminal_(isatty(STDERR_FILENO) != 0),
      began_(steady_clock::now()),
      shown_(began_) {}

void MatchReporter::begin(const lab::Tally& tally) {
  games_before_ = tally.games();
  judge(tally);
  if (games_before_ > 0) show(fmt::format("going on after {} of {} games", games_before_, planned_));
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
    std::cout << line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) << std::endl;
  }
  const bool failed = result.reason == game::EndReason::kTimeout || result.reason == game::EndReason::kLeft ||
                      result.reason == game::EndReason::kIllegalMove;
  if (!failed) return;
  if (terminal_) std::cerr << "\r\033[K";
  std::cerr << "game " << game.task.game + 1 << ", " << record.white << " (white) against " << record.black
            << " (black): " << result.detail << "\n  position "
            << rules::to_fen(game::position_after(record, record.moves.size())) << '\n';
  // The log's first line is the detail already told.
  if (const auto rest = game.log.find('\n'); rest != std::string::npos)
    std::cerr << game.log.substr(rest + 1) << '\n';
  std::cerr << std::flush;
}

void MatchReporter::tick() {
  const std::lock_guard lock(mutex_);
  const auto now = steady_clock::now();
  if (!fresh_ || (!terminal_ && now - shown_ < kPlainInterval)) return;
  fresh_ = false;
  shown_ = now;
  show(status_);
}

void MatchReporter::warn(const std::string& text) {
  const std::lock_guard lock(mutex_);
  if (terminal_) std::cerr << "\r\033[K";
  std::cerr << "thermodon: " << text << std::endl;
}

void MatchReporter::show(const std::string& line) {
  if (terminal_)
    std::cerr << "\r\033[K" << line << std::flush;
  else
    std::cerr << line << std::endl;
}

void MatchReporter::judge(const lab::Tally& tally) {
  if (!manifest_.sprt || decided_) return;
  decided_ = lab::judge(llr_of(tally, *manifest_.sprt), *manifest_.sprt) != lab::SprtState::kUndecided;
}

std::string MatchReporter::status(const lab::Tally& tally) const {
  std::string text = fmt::format("games {}/{}", tally.games(), planned_);
  if (manifest_.engines.size() == 2) {
    const auto pairing = tally.pairing(0, 1);
    const auto e = lab::estimate(pairing.games, pairing.pairs);
    text += fmt::format("  A {} - {} B  {}  LOS {:.1f}%  {}", pairing.games.wins, pairing.games.losses,
                        elo_text(e), 100 * e.los, pairs_text(pairing.pairs));
  }
  if (manifest_.sprt) text += "  " + sprt_text(llr_of(tally, *manifest_.sprt), *manifest_.sprt);
  const double seconds = std::chrono::duration<double>(steady_clock::now() - began_).count();
  const auto played = static_cast<double>(tally.games() - games_before_);
  if (played > 0 && seconds > 0) {
    const auto left = static_cast<double>(planned_ - tally.games()) * seconds / played;
    text += fmt::format("  {:.2f} games/s  left {}", played / seconds,
                        clock_text(std::chrono::seconds(static_cast<long long>(left))));
  }
  return text;
}

void MatchReporter::finish(const lab::Tally& tally) {
  const std::lock_guard lock(mutex_);
  if (terminal_) std::cerr << "\r\033[K" << std::flush;
  if (json_)
    print_json_report(manifest_, tally);
  else
    print_report(manifest_, tally, planned_);
}

}  // namespace thermodon::app
