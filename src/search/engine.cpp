#include "thermodon/search/engine.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::search {
namespace {

// One search from start to report. The caller's side only sets `control`'s stop flag once it is queued.
struct Job {
  SearchId id = 0;  // 0: not a search but "forget everything"
  rules::Position position;
  SearchLimits limits;
  EngineCallbacks callbacks;
  SearchControl control;
};

// Root moves that are not legal would make the searcher play one of them.
void drop_illegal_root_moves(const rules::Position& position, SearchLimits& limits) {
  std::erase_if(limits.root_moves, [&](rules::Move m) { return !rules::is_legal(position, m); });
}

std::optional<rules::Move> any_move(const rules::Position& position, const SearchLimits& limits) {
  if (!limits.root_moves.empty()) return limits.root_moves.front();
  rules::Move move;
  if (rules::first_legal_move(position, move)) return move;
  return std::nullopt;
}

}  // namespace

struct Engine::Impl {
  explicit Impl(std::unique_ptr<Searcher> s) : searcher(std::move(s)), worker([this] { run(); }) {}

  ~Impl() {
    {
      const std::lock_guard lock(mutex);
      quit = true;
      stop_all();
    }
    wake.notify_all();
    worker.join();
  }

  // All with `mutex` held.
  void stop_all() {
    for (const auto& job : queue) job->control.stop();
    if (running) running->control.stop();
  }

  void run() {
    std::unique_lock lock(mutex);
    while (true) {
      wake.wait(lock, [this] { return quit || !queue.empty(); });
      if (queue.empty()) return;  // what was queued is reported even when quitting
      running = std::move(queue.front());
      queue.pop_front();
      lock.unlock();
      if (running->id == 0)
        searcher->new_game();
      else
        perform(*running);
      lock.lock();
      running.reset();
      if (queue.empty()) idle.notify_all();
    }
  }

  // On the worker, without the lock.
  void perform(Job& job) {
    job.control.on_best = [this, &job](rules::Move move) { set_best(job.id, move); };
    if (job.callbacks.on_info)
      job.control.on_info = [&job](const SearchInfo& info) { job.callbacks.on_info(job.id, info); };
    const SearchResult result = search_safely(job);
    if (result.best) set_best(job.id, *result.best);
    if (job.callbacks.on_done) job.callbacks.on_done(job.id, result);
  }

  SearchResult search_safely(Job& job) {
    SearchResult result;
    if (!job.control.stopped()) {
      try {
        result = searcher->search(job.position, job.limits, job.control);
      } catch (...) {
        // A searcher that fails must not cost the game: the best move that it had found is played.
        result = SearchResult{};
      }
    }
    if (!result.best || !rules::is_legal(job.position, *result.best)) {
      result.best = fallback(job);
      result.lines.clear();
      if (result.best) result.lines.push_back({result.score, {*result.best}});
    }
    result.elapsed = std::max(result.elapsed, std::chrono::nanoseconds(Clock::now() - job.limits.start));
    return result;
  }

  std::optional<rules::Move> fallback(const Job& job) {
    {
      const std::lock_guard lock(mutex);
      if (latest == job.id && best && rules::is_legal(job.position, *best)) return best;
    }
    return any_move(job.position, job.limits);
  }

  void set_best(SearchId id, rules::Move move) {
    const std::lock_guard lock(mutex);
    if (id == latest) best = move;
  }

  std::unique_ptr<Searcher> searcher;
  mutable std::mutex mutex;
  std::condition_variable wake;
  std::condition_variable idle;
  std::deque<std::unique_ptr<Job>> queue;
  std::unique_ptr<Job> running;
  SearchId latest = 0;
  std::optional<rules::Move> best;
  bool quit = false;
  std::thread worker;  // last: it uses all of the above
};

Engine::Engine(std::unique_ptr<Searcher> searcher) : impl_(std::make_unique<Impl>(std::move(searcher))) {}
Engine::~Engine() = default;

SearchId Engine::start(const rules::Position& position, const SearchLimits& limits,
                       EngineCallbacks callbacks) {
  auto job = std::make_unique<Job>();
  job->position = position;
  job->limits = limits;
  job->callbacks = std::move(callbacks);
  drop_illegal_root_moves(position, job->limits);
  const auto move = any_move(position, job->limits);
  SearchId id = 0;
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->stop_all();
    id = ++impl_->latest;
    job->id = id;
    impl_->best = move;
    impl_->queue.push_back(std::move(job));
  }
  impl_->wake.notify_all();
  return id;
}

void Engine::stop() {
  const std::lock_guard lock(impl_->mutex);
  impl_->stop_all();
}

void Engine::wait_idle() {
  std::unique_lock lock(impl_->mutex);
  impl_->stop_all();
  impl_->idle.wait(lock, [this] { return impl_->queue.empty() && !impl_->running; });
}

void Engine::new_game() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->stop_all();
    impl_->queue.push_back(std::make_unique<Job>());
  }
  impl_->wake.notify_all();
}

std::optional<rules::Move> Engine::best_so_far() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->best;
}

}  // namespace thermodon::search
