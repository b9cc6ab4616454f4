// What every searcher is, and what it reports.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "thermodon/eval/evaluator.hpp"
#include "thermodon/rules/position.hpp"
#include "thermodon/search/limits.hpp"

namespace thermodon::search {

using eval::Score;

// Scores beyond kWinBound are proved: |score| = kWin - plies to the end, at most.
inline constexpr Score kInfinite = 32'000;
inline constexpr Score kWin = 31'000;
inline constexpr Score kWinBound = 30'000;

struct PvLine {
  Score score = 0;
  std::vector<rules::Move> pv;  // pv[0] is the move
};

// After each finished depth, for each of the multipv lines.
struct SearchInfo {
  int depth = 0;
  int multipv = 1;  // 1-based rank of this line
  Score score = 0;
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds elapsed{};
  int hashfull_permille = 0;
  std::vector<rules::Move> pv;
};

// What one member of an ensemble chose.
struct Opinion {
  std::string by;  // the member, as it stands in the SPEC
  rules::Move move;
  Score score = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
};

struct SearchResult {
  std::optional<rules::Move> best;  // nothing only when the side to move has no legal move
  Score score = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds elapsed{};
  std::vector<PvLine> lines;      // the best first, at most limits.multipv
  std::vector<Opinion> opinions;  // of an ensemble's members, in their order; else empty
};

// The searcher's link to whoever asked. stop() from any thread; the callbacks run on the searching thread.
class SearchControl {
 public:
  SearchControl() = default;
  // Stops when `above`, which must outlive it, does.
  explicit SearchControl(const SearchControl* above) noexcept : above_(above) {}

  void stop() noexcept { stopped_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool stopped() const noexcept {
    return stopped_.load(std::memory_order_relaxed) || (above_ != nullptr && above_->stopped());
  }

  // A finished depth (or, for searchers without depths, a step of progress). May be empty.
  std::function<void(const SearchInfo&)> on_info;
  // A better move than any before, to be played if the search were stopped now. May be empty.
  std::function<void(rules::Move)> on_best;

 private:
  std::atomic<bool> stopped_{false};
  const SearchControl* above_ = nullptr;
};

// Used by one thread at a time; keeps what it learned (hash table, tree) from search to search.
class Searcher {
 public:
  virtual ~Searcher() = default;
  [[nodiscard]] virtual SearchResult search(const rules::Position& position, const SearchLimits& limits,
                                            SearchControl& control) = 0;
  // Forgets everything kept from earlier searches.
  virtual void new_game() {}
};

}  // namespace thermodon::search
