// What a number of games says: Elo with its interval, likelihood of superiority, sequential test.
//
// Pure functions. A score is a share of the points, 0 to 1. The game has no draws, so a pair of games ends 0,
// 1 or 2 for either side; the formulas take draws too, so that the counts of other programs can be checked.
// Sources: Van den Bergh, "Comments on normalized Elo" and "A practical introduction to the GSPRT"; the same
// formulas as fastchess and the Fishtest server use.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace thermodon::lab {

// Pairs of games (same opening, colours exchanged) by points of the first engine: 0, 1/2, 1, 3/2, 2.
struct PairCounts {
  std::array<std::uint64_t, 5> counts{};

  void add(double points) noexcept { ++counts[static_cast<std::size_t>(2 * points)]; }
  [[nodiscard]] std::uint64_t total() const noexcept;
  // Mean and variance of a pair's score (points / 2). 0.5 and 0 without pairs.
  [[nodiscard]] double mean() const noexcept;
  [[nodiscard]] double variance() const noexcept;
  friend bool operator==(const PairCounts&, const PairCounts&) = default;
};

// Games by result of the first engine, pairs or not.
struct GameCounts {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;

  [[nodiscard]] std::uint64_t total() const noexcept { return wins + draws + losses; }
  [[nodiscard]] double points() const noexcept {
    return static_cast<double>(wins) + 0.5 * static_cast<double>(draws);
  }
  friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

struct Interval {
  double low = 0;
  double high = 0;
};

// 1.96 standard errors hold 95%.
inline constexpr double kZ95 = 1.959963984540054;

// Logistic Elo of a score, and back. Infinite at 0 and 1.
[[nodiscard]] double elo_of_score(double score) noexcept;
[[nodiscard]] double score_of_elo(double elo) noexcept;

// Wilson's interval of a share of `total`; {0, 1} when total is 0.
[[nodiscard]] Interval wilson(double successes, double total, double z = kZ95) noexcept;

struct Estimate {
  double score = 0.5;
  double standard_error = 0;  // of the score
  double elo = 0;
  Interval elo_95;
  double nelo = 0;   // normalized Elo: the score's distance from 1/2 in standard deviations of a game
  double los = 0.5;  // likelihood of superiority: the chance that the first engine is the stronger one
};

// The score is that of all games; its error is that of the pairs where there are any complete ones (games of
// a pair are not independent), else of the games. Elo stays finite: a clean sweep counts as if half a point
// had been lost in one game more, and where the error would be 0 the interval is Wilson's, of the games.
// Without games it is the widest one.
[[nodiscard]] Estimate estimate(const GameCounts& games, const PairCounts& pairs) noexcept;

// --- sequential probability ratio test (generalized, on pairs) ---

enum class EloModel : std::uint8_t { kNormalized, kLogistic };
[[nodiscard]] std::string_view to_string(EloModel model) noexcept;
[[nodiscard]] std::optional<EloModel> parse_elo_model(std::string_view text) noexcept;

struct SprtSettings {
  double elo0 = 0;      // H0: the difference is elo0
  double elo1 = 10;     // H1: it is elo1; elo1 > elo0
  double alpha = 0.05;  // chance of accepting H1 when H0 holds
  double beta = 0.05;   // and of H0 when H1 holds
  EloModel model = EloModel::kNormalized;

  [[nodiscard]] Interval bounds() const noexcept;  // of the log-likelihood ratio
};

// Log-likelihood ratio of H1 against H0. Counts of 0 are taken as 1/1000, so that one-sided results have a
// finite one. 0 without pairs.
[[nodiscard]] double log_likelihood_ratio(const PairCounts& pairs, const SprtSettings& settings) noexcept;

enum class SprtState : std::uint8_t { kUndecided, kAcceptH0, kAcceptH1 };
[[nodiscard]] std::string_view to_string(SprtState state) noexcept;  // "undecided", "H0 accepted", ...
[[nodiscard]] SprtState judge(double llr, const SprtSettings& settings) noexcept;

}  // namespace thermodon::lab
