// A searcher on its own worker thread, and a second thread that keeps its time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "thermodon/search/searcher.hpp"

namespace thermodon::search {

using SearchId = std::uint64_t;

// Callbacks run on the engine's threads and must not block: a user with an event loop posts to it from there.
// Those of one search never overlap, and its on_done comes exactly once, as the last. Those of different
// searches may overlap: one that was answered for may still be ending while the next has begun.
struct EngineCallbacks {
  std::function<void(SearchId, const SearchInfo&)> on_info;  // may be empty
  std::function<void(SearchId, const SearchResult&)> on_done;
};

// Owns the searcher and the threads. Not movable: they hold `this`. All members may be called from any
// thread, except from inside a callback. The destructor stops and joins.
class Engine {
 public:
  explicit Engine(std::unique_ptr<Searcher> searcher);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Begins a search and returns at once. A search that is still running is stopped first and reports its
  // result under its own id, so a late answer is recognised as stale. Ids grow by one and are never 0.
  // Whatever the searcher does (an exception, an illegal move), on_done gets a legal move if there is one.
  // A search with a deadline is answered by then, even if the searcher is not back or has not begun: with the
  // best move that it told of, and the score, depth and nodes of its last report. For that the searcher is
  // given a little less time, a sixth or 8 ms. Only a deadline that is nearer than 5 ms when start is
  // called may be missed, and by no more than that.
  SearchId start(const rules::Position& position, const SearchLimits& limits, EngineCallbacks callbacks);
  // Asks the running search, if any, to end; its on_done follows at once.
  void stop();
  // Stops, waits until both threads are idle: every on_done of earlier searches has returned then.
  void wait_idle();
  // Stops, and forgets what the searcher learned before the next search begins. Returns at once.
  void new_game();

  // The move to play if the running search (or the last) were ended now. A legal one stands here from the
  // moment that start returns, unless the side to move has none.
  [[nodiscard]] std::optional<rules::Move> best_so_far() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace thermodon::search
