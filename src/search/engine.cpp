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

// The searcher is given so much less than the deadline, and the keeper answers then: on a busy machine a
// thread that wakes waits for its turn up to a tick of the scheduler, 4 ms, and sometimes for two.
constexpr std::chrono::milliseconds kMostReserve{8};
constexpr int kReserveShare = 6;  // of a short time only the sixth part
// A search gets so long at least, whatever its deadline: less would leave a move that nobody has looked at.
constexpr std::chrono::milliseconds kLeastTime{5};

// One search from start to report. Shared by the queue, the worker and the keeper.
struct Job {
  SearchId id = 0;  // 0: not a search but "forget everything"
  rules::Position position;
  SearchLimits limits;
  EngineCallbacks callbacks;
  std::optional<Clock::time_point> due;  // when the keeper answers
  SearchControl control;
  // Held during a callback, so that they never overlap and none follows on_done. Taken before Impl's mutex.
  std::mutex telling;
  // Guarded by Impl's mutex:
  bool reported = false;  // whoever sets it calls on_done; what the searcher says after that is dropped
  SearchResult so_far;    // `best` is legal, and there from the beginning if there is a legal move
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

void set_due(Job& job) {
  auto& deadline = job.limits.deadline;
  if (!deadline) return;
  const auto now = Clock::now();
  const Clock::duration share = std::max(Clock::duration(0), *deadline - now) / kReserveShare;
  *deadline -= std::min<Clock::duration>(kMostReserve, share);
  job.due = std::max(*deadline, now + kLeastTime);
}

// What the result would be if the search ended after this.
void take_in(const SearchInfo& info, SearchResult& so_far) {
  const auto rank = static_cast<std::size_t>(std::max(1, info.multipv)) - 1;
  if (info.pv.empty() || rank > so_far.lines.size()) return;
  so_far.lines.resize(rank);
  so_far.lines.push_back({info.score, info.pv});
  so_far.nodes = info.nodes;
  if (rank > 0) return;
  so_far.score = info.score;
  so_far.depth = info.depth;
}

// A better move than the last finished depth's has no line yet.
SearchResult closed(SearchResult result, const SearchLimits& limits) {
  const auto& lines = result.lines;
  if (!result.best)
    result.lines.clear();
  else if (lines.empty() || lines.front().pv.front() != *result.best)
    result.lines = {{result.score, {*result.best}}};
  result.elapsed = std::max(result.elapsed, std::chrono::nanoseconds(Clock::now() - limits.start));
  return result;
}

}  // namespace

// Two threads: the worker searches; the keeper sleeps until a search is due, and then answers in the place of
// a worker that is descheduled, between two looks at the clock or still busy with an earlier search.
struct Engine::Impl {
  explicit Impl(std::unique_ptr<Searcher> s)
      : searcher(std::move(s)), worker([this] { run(); }), keeper([this] { keep_time(); }) {}

  ~Impl() {
    {
      const std::lock_guard lock(mutex);
      quit = true;
      stop_all();
    }
    wake.notify_all();
    wake_keeper.notify_all();
    worker.join();
    keeper.join();
  }

  // --- with `mutex` held

  void stop_all() {
    for (const auto& job : queue) job->control.stop();
    if (running) running->control.stop();
  }

  [[nodiscard]] bool busy() const { return running || keeping || !queue.empty(); }

  [[nodiscard]] std::shared_ptr<Job> next_due() const {
    std::shared_ptr<Job> next;
    const auto sooner = [&next](const std::shared_ptr<Job>& job) {
      if (job && job->due && !job->reported && (!next || *job->due < *next->due)) next = job;
    };
    sooner(running);
    for (const auto& job : queue) sooner(job);
    return next;
  }

  // --- the worker, without the lock

  void run() {
    std::unique_lock lock(mutex);
    while (true) {
      wake.wait(lock, [this] { return quit || !queue.empty(); });
      if (queue.empty()) return;  // what was queued is reported even when quitting
      running = std::move(queue.front());
      queue.pop_front();
      const bool wanted = !running->reported;
      lock.unlock();
      if (running->id == 0)
        searcher->new_game();
      else if (wanted)
        perform(*running);
      lock.lock();
      running.reset();
      if (!busy()) idle.notify_all();
    }
  }

  void perform(Job& job) {
    job.control.on_best = [this, &job](rules::Move move) { set_best(job, move); };
    job.control.on_info = [this, &job](const SearchInfo& info) { tell_info(job, info); };
    SearchResult result = search_safely(job);
    {
      const std::lock_guard lock(mutex);
      if (job.reported) return;
      job.reported = true;
      if (job.id == latest) best = result.best;
    }
    tell_done(job, result);
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
      const std::lock_guard lock(mutex);
      result = job.so_far;
    }
    return closed(std::move(result), job.limits);
  }

  void set_best(Job& job, rules::Move move) {
    if (!rules::is_legal(job.position, move)) return;
    const std::lock_guard lock(mutex);
    if (job.reported) return;
    job.so_far.best = move;
    if (job.id == latest) best = move;
  }

  void tell_info(Job& job, const SearchInfo& info) {
    const std::lock_guard telling(job.telling);
    {
      const std::lock_guard lock(mutex);
      if (job.reported) return;
      take_in(info, job.so_far);
    }
    if (job.callbacks.on_info) job.callbacks.on_info(job.id, info);
  }

  // By whoever has set `reported`.
  static void tell_done(Job& job, const SearchResult& result) {
    const std::lock_guard telling(job.telling);
    if (job.callbacks.on_done) job.callbacks.on_done(job.id, result);
  }

  // --- the keeper

  void keep_time() {
    std::unique_lock lock(mutex);
    while (!quit) {
      auto job = next_due();
      if (!job) {
        wake_keeper.wait(lock);
      } else if (const auto due = *job->due; Clock::now() < due) {
        job.reset();  // it may end, and go, before that
        wake_keeper.wait_until(lock, due);
      } else {
        job->control.stop();
        job->reported = true;
        keeping = true;
        const SearchResult result = closed(job->so_far, job->limits);
        lock.unlock();
        tell_done(*job, result);
        lock.lock();
        keeping = false;
        if (!busy()) idle.notify_all();
      }
    }
  }

  std::unique_ptr<Searcher> searcher;
  mutable std::mutex mutex;
  std::condition_variable wake;
  std::condition_variable wake_keeper;
  std::condition_variable idle;
  std::deque<std::shared_ptr<Job>> queue;
  std::shared_ptr<Job> running;
  bool keeping = false;  // the keeper is in an on_done
  SearchId latest = 0;
  std::optional<rules::Move> best;  // of the latest search
  bool quit = false;
  std::thread worker;  // last, as they use all of the above
  std::thread keeper;
};

Engine::Engine(std::unique_ptr<Searcher> searcher) : impl_(std::make_unique<Impl>(std::move(searcher))) {}
Engine::~Engine() = default;

SearchId Engine::start(const rules::Position& position, const SearchLimits& limits,
                       EngineCallbacks callbacks) {
  auto job = std::make_shared<Job>();
  job->position = position;
  job->limits = limits;
  job->callbacks = std::move(callbacks);
  drop_illegal_root_moves(position, job->limits);
  job->so_far.best = any_move(position, job->limits);
  set_due(*job);
  SearchId id = 0;
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->stop_all();
    id = ++impl_->latest;
    job->id = id;
    impl_->best = job->so_far.best;
    impl_->queue.push_back(std::move(job));
  }
  impl_->wake.notify_all();
  if (limits.deadline) impl_->wake_keeper.notify_all();
  return id;
}

void Engine::stop() {
  const std::lock_guard lock(impl_->mutex);
  impl_->stop_all();
}

void Engine::wait_idle() {
  std::unique_lock lock(impl_->mutex);
  impl_->stop_all();
  impl_->idle.wait(lock, [this] { return !impl_->busy(); });
}

void Engine::new_game() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->stop_all();
    impl_->queue.push_back(std::make_shared<Job>());
  }
  impl_->wake.notify_all();
}

std::optional<rules::Move> Engine::best_so_far() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->best;
}

}  // namespace thermodon::search
