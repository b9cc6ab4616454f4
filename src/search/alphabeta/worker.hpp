// One thread's search: a position, an evaluator, what it has learned, and the recursion.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "search/alphabeta/claims.hpp"
#include "search/alphabeta/history.hpp"
#include "search/alphabeta/move_stack.hpp"
#include "search/alphabeta/options.hpp"
#include "search/endgame.hpp"
#include "search/limiter.hpp"
#include "search/move_values.hpp"
#include "search/table.hpp"
#include "thermodon/search/searcher.hpp"

namespace thermodon::search {

// Score -kInfinite: not searched in this iteration, or not better than the best one.
struct RootMove {
  rules::Move move;
  Score score = -kInfinite;
  Score previous = -kInfinite;
  std::vector<rules::Move> pv;
};

// How far a search has come, in order.
struct Progress {
  int depth = 0;        // the last one that was searched whole
  bool partly = false;  // whether of the next one at least the first move was

  friend auto operator<=>(const Progress&, const Progress&) = default;
};

class Worker {
 public:
  // Table and claims are shared with the other workers and outlive this one.
  Worker(const AlphaBetaOptions& options, std::unique_ptr<eval::Evaluator> evaluator,
         TranspositionTable& table, Claims& claims);

  // Takes up a position and makes its root moves, best static value first. `limiter` must live until the next
  // call. `node_limit` bounds nodes() from here on.
  void prepare(const rules::Position& position, Limiter& limiter, std::uint64_t node_limit);

  // Searches the root moves to `depth` for the best `multipv` lines and sorts them, the best first. False
  // when the search ended before all was searched; what stands in front is then still the best known.
  bool iterate(int depth, int multipv);

  // Whether the best move leads every other by more than `lead`, as a search to `depth` sees it.
  [[nodiscard]] bool leads(Score lead, int depth);

  [[nodiscard]] Progress progress() const noexcept { return progress_; }
  [[nodiscard]] std::span<const RootMove> root_moves() const noexcept { return root_moves_; }
  // Any thread may ask.
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_.load(std::memory_order_relaxed); }

  // Called (when set) with a better root move, in the middle of an iteration too.
  std::function<void(rules::Move)> on_best;

  void new_game();

 private:
  // What the nodes on the way from the root keep, by ply.
  struct Ply {
    std::array<rules::Move, 2> killers{};
    rules::Move played{};              // the move that leads on from here; from = 0: none
    std::uint64_t hash = 0;            // of the position that it is played in; not kept at the root
    Changes changes;                   // of this ply's position and its siblings
    std::optional<Score> static_eval;  // of the position at this ply, once it is known
    std::array<rules::Move, kMaxPly> pv{};
    int pv_length = 0;
  };

  // A node while its moves are tried.
  struct Node {
    int ply = 0;
    int depth = 0;
    Score alpha = 0;
    Score beta = 0;
    Score static_eval = 0;
    bool pv = false;
    rules::Move table_move{};
    Score best = -kInfinite;
    rules::Move best_move{};
    bool left_out = false;  // whether there are moves that were not kept
    // All moves tried so far, of which the first are kept: those to skip later and those to blame.
    int tried = 0;
    std::array<rules::Move, 32> failed{};

    [[nodiscard]] std::span<const rules::Move> kept() const noexcept {
      return {failed.data(), std::min(failed.size(), static_cast<std::size_t>(tried))};
    }
  };

  // root.cpp
  bool search_moves(int depth, std::size_t first);
  bool try_moves(int depth, std::size_t first);
  void try_kept_moves(int depth, std::size_t first, std::size_t next, Score& alpha);
  void try_root_move(std::size_t i, int depth, std::size_t first, Score& alpha);
  Score search_root_move(const RootMove& root, int depth, std::size_t rank, Score alpha, Score beta);

  // search.cpp
  Score search(int ply, int depth, Score alpha, Score beta);
  [[nodiscard]] bool stands(const Node& node) const noexcept;
  std::optional<Score> probe_table(Node& node);
  void store_table(const Node& node, Score alpha);
  // True when nothing further needs trying: a cutoff, or the end of the search.
  bool try_move(Node& node, rules::Move move, std::optional<Score> static_eval = {});
  Score search_child(const Node& node);
  [[nodiscard]] int reduction(const Node& node) const noexcept;
  void update_pv(int ply, rules::Move move);
  // Counts nodes; true when the search must end.
  bool step(std::uint64_t count = 1) noexcept;

  // leaf.cpp
  Score evaluate(int ply);
  // A value of at least beta may be less than the exact one.
  Score leaf(int ply, Score beta);
  std::optional<Score> decided(int ply);
  Score best_escape(rules::Move last);

  // ordering.cpp
  void try_all(Node& node);
  bool try_refutations(Node& node);
  void try_by_evaluation(Node& node);
  void try_by_forecast(Node& node);
  void try_by_history(Node& node);
  // What this ply's position and its siblings know of each other; none where they do not share.
  [[nodiscard]] Changes* changes_of_siblings(int ply) noexcept;
  void learn(const Node& node, rules::Move cut);
  [[nodiscard]] rules::Move& counter(int ply) noexcept;

  const AlphaBetaOptions options_;
  std::unique_ptr<eval::Evaluator> evaluator_;
  TranspositionTable& table_;
  Claims& claims_;
  History history_;
  MoveStack stack_;
  MoveValues values_;
  Endgame endgame_;
  // The last good answer to a queen move, by its two squares; [0] is for the root, which answers nothing.
  std::vector<rules::Move> counters_;
  std::array<Ply, kMaxPly + 2> plies_{};

  rules::Position position_;
  std::vector<RootMove> root_moves_;
  std::size_t root_width_ = 0;  // so many of them are searched, the first
  Progress progress_;
  Limiter* limiter_ = nullptr;
  std::atomic<std::uint64_t> nodes_{0};  // written by the searching thread alone
  std::uint64_t node_limit_ = 0;
  std::uint64_t next_poll_ = 0;
  bool aborted_ = false;
};

}  // namespace thermodon::search
