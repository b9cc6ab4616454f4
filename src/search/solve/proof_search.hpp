// Proof-number search, depth first (df-pn), with a plain depth-first search below.
//
// Numbers are seen from the side to move: proof is how hard it seems to prove that it wins. The proof number
// of a position is the least disproof number of what its moves lead to; its disproof number is the greatest
// of their proof numbers plus a share of the others', since what is proved for one move often helps with the
// next. New positions begin with numbers that grow with the squares that the other side reaches first.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "search/solve/counting.hpp"
#include "search/solve/proof_table.hpp"

namespace thermodon::search::solve {

template <class Set>
class ProofSearch {
 public:
  ProofSearch(const rules::Position& root, std::size_t megabytes, int depth_first_squares)
      : board_(root), counting_(board_.grid()), table_(megabytes), depth_first_squares_(depth_first_squares) {
    for (int i = 0; i < 2 * kSquares + 1; ++i) {
      const double advantage = i - kSquares + kTempo;
      first_guess_[static_cast<std::size_t>(i)] = {guess(-advantage), guess(advantage)};
    }
  }

  // Asked now and then; true ends the search.
  std::function<bool()> should_stop;
  // Called now and then with the numbers of the root and the move that is looked at there.
  std::function<void(Numbers, std::optional<SmallMove>)> on_poll;

  [[nodiscard]] const Board<Set>& board() const noexcept { return board_; }
  [[nodiscard]] std::uint64_t positions() const noexcept { return positions_; }
  [[nodiscard]] int table_permille() const noexcept { return table_.used_permille(); }
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }

  [[nodiscard]] Outcome counted(const State<Set>& state) {
    return counting_.outcome(state, board_.reached(state));
  }

  // Nothing when it was stopped. Precondition: counting does not decide the position.
  [[nodiscard]] std::optional<bool> wins(const State<Set>& root) {
    root_numbers_ = {};
    root_move_.reset();
    Numbers numbers;
    const auto key = board_.key(root, board_.reached(root));
    depth_ = 0;
    explore(root, key, {kProved, kProved}, numbers);
    if (stopped_) return std::nullopt;
    return numbers.won();
  }
  // After `wins` said true: a move that wins.
  [[nodiscard]] SmallMove winning_move() const noexcept { return winning_move_; }

 private:
  struct Child {
    std::uint64_t key = 0;
    Numbers numbers;  // from the view of the side to move there
    SmallMove move;
  };
  struct Candidate {
    std::uint64_t key = 0;
    int rank = 0;  // the higher the sooner
    SmallMove move;
  };

  static constexpr int kSquares = rules::kMaxBoard * rules::kMaxBoard;
  // First guesses are kGuess * exp(+-kSlope * advantage in squares), and having the move is worth kTempo.
  static constexpr double kGuess = 4.0;
  static constexpr double kSlope = 0.35;
  static constexpr double kTempo = 0.5;
  static constexpr double kMaxGuess = 1e6;
  // A disproof number is the greatest proof number of the moves and this part of the sum of the others.
  static constexpr std::uint64_t kShare = 3;
  // A move is left for the second best only when it has become harder than that by this part.
  static constexpr std::uint64_t kPatience = 3;
  // An exclusive square counts as many squares that are reached in one move.
  static constexpr int kExclusive = 2;
  static constexpr std::uint64_t kPollInterval = 4096;  // positions

  [[nodiscard]] static std::uint32_t guess(double squares_behind) {
    return static_cast<std::uint32_t>(std::clamp(kGuess * std::exp(kSlope * squares_behind), 1.0, kMaxGuess));
  }

  [[nodiscard]] bool poll() {
    if (positions_ < next_poll_) return stopped_;
    next_poll_ = positions_ + kPollInterval;
    if (on_poll) on_poll(root_numbers_, root_move_);
    if (should_stop && should_stop()) stopped_ = true;
    return stopped_;
  }

  // Squares that the side to move gets to sooner than the other, less those of the other, by queen moves.
  [[nodiscard]] int territory(const State<Set>& state, const Reached<Set>& reached) const {
    const auto& grid = board_.grid();
    Set left = reached.mine | reached.theirs;
    Set mine = state.amazons[state.mover];
    Set theirs = state.amazons[1 - state.mover];
    int lead = 0;
    while (left != 0) {
      mine = grid.queen_moves_of(mine, state.empty) & left;
      theirs = grid.queen_moves_of(theirs, state.empty) & left;
      lead += count(mine & ~theirs) - count(theirs & ~mine);
      left &= ~(mine | theirs);
    }
    return lead;
  }

  // ---- proof-number search

  // Searches until one of the numbers reaches its limit. The position's own numbers go into the table;
  // returns the number of positions looked at.
  void explore(const State<Set>& state, std::uint64_t key, Numbers limits, Numbers& numbers) {
    if (poll()) return;
    const std::uint64_t before = positions_;
    if (count(state.empty) <= depth_first_squares_) {
      numbers = wins_depth_first(state, key) ? kWon : kLost;
      return;
    }
    const std::size_t first = children_.size();
    ++depth_;
    if (list_children(state)) {
      numbers = kWon;
    } else {
      narrow_down(state, first, limits, numbers);
    }
    --depth_;
    children_.resize(first);
    if (!stopped_) table_.store(key, numbers, positions_ - before);
  }

  // Appends the moves that are not refuted. True when one of them is known to win.
  bool list_children(const State<Set>& state) {
    return !board_.for_each_move(state, [&](SmallMove move) {
      Child child;
      child.move = move;
      look_at(board_.after(state, move), child);
      if (child.numbers.lost()) {
        winning_move_ = move;
        return false;
      }
      if (!child.numbers.won()) children_.push_back(child);
      return true;
    });
  }

  void look_at(const State<Set>& state, Child& child) {
    ++positions_;
    const Reached<Set> reached = board_.reached(state);
    const Outcome outcome = counting_.outcome(state, reached);
    if (outcome != Outcome::kOpen) {
      child.numbers = outcome == Outcome::kWon ? kWon : kLost;
      return;
    }
    child.key = board_.key(state, reached);
    if (table_.probe(child.key, child.numbers)) return;
    child.numbers = first_guess_[static_cast<std::size_t>(territory(state, reached) + kSquares)];
  }

  // What the numbers of the children from `first` on come to, and which of them is to be looked at.
  struct Summary {
    Numbers numbers;
    std::size_t best = 0;
    std::uint32_t second = kProved;  // the second least disproof number
    std::uint64_t others = 0;        // sum of the proof numbers without the best child's
  };
  [[nodiscard]] Summary summarise(std::size_t first) const {
    Summary made;
    std::uint32_t least = kProved;
    std::uint32_t greatest = 0;
    std::uint64_t sum = 0;
    made.best = children_.size();
    for (std::size_t i = first; i < children_.size(); ++i) {
      const Numbers& child = children_[i].numbers;
      if (child.won()) continue;
      sum += child.proof;
      greatest = std::max(greatest, child.proof);
      const bool better = made.best == children_.size() || child.disproof < least ||
                          (child.disproof == least && child.proof < children_[made.best].numbers.proof);
      made.second = std::min(made.second, better ? least : child.disproof);
      if (!better) continue;
      least = child.disproof;
      made.best = i;
    }
    if (made.best == children_.size()) {
      made.numbers = kLost;
    } else if (least == 0) {
      made.numbers = kWon;
    } else {
      made.numbers.proof = least;
      made.numbers.disproof = bounded(greatest + (sum - greatest) / kShare);
      made.others = sum - children_[made.best].numbers.proof;
    }
    return made;
  }

  [[nodiscard]] static std::uint32_t bounded(std::uint64_t number) noexcept {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, kProved - 1));
  }

  void narrow_down(const State<Set>& state, std::size_t first, Numbers limits, Numbers& numbers) {
    while (true) {
      const Summary summary = summarise(first);
      numbers = summary.numbers;
      if (depth_ == 1) root_numbers_ = numbers;
      if (numbers.won() || numbers.lost()) {
        if (numbers.won()) winning_move_ = children_[summary.best].move;
        return;
      }
      if (numbers.proof >= limits.proof || numbers.disproof >= limits.disproof) return;
      const Child child = children_[summary.best];
      if (depth_ == 1) root_move_ = child.move;
      Numbers below;
      below.disproof = bounded(std::min<std::uint64_t>(
          limits.proof, summary.second + summary.second / kPatience + std::uint64_t{1}));
      const std::uint64_t rest = summary.others / kShare;
      below.proof =
          bounded(std::max<std::uint64_t>(limits.disproof - std::min<std::uint64_t>(rest, limits.disproof),
                                          child.numbers.proof + std::uint64_t{1}));
      Numbers found;
      explore(board_.after(state, child.move), child.key, below, found);
      if (stopped_) return;
      children_[summary.best].numbers = found;
    }
  }

  // ---- depth-first search

  bool wins_depth_first(const State<Set>& state, std::uint64_t key) {
    if (poll()) return false;
    const std::uint64_t before = positions_;
    const std::size_t first = candidates_.size();
    const auto ply = static_cast<std::size_t>(count(state.empty));
    const bool won =
        try_killers(state, ply) || list_candidates(state, first, ply) || try_candidates(state, first, ply);
    candidates_.resize(first);
    if (!stopped_) table_.store(key, won ? kWon : kLost, positions_ - before);
    return won;
  }

  // Whether counting decides the position, and its key if not.
  [[nodiscard]] Outcome count_or_key(const State<Set>& state, std::uint64_t& key) {
    ++positions_;
    const Reached<Set> reached = board_.reached(state);
    const Outcome outcome = counting_.outcome(state, reached);
    if (outcome == Outcome::kOpen) {
      key = board_.key(state, reached);
      table_.prefetch(key);
    }
    return outcome;
  }

  [[nodiscard]] bool remembered(std::uint64_t key, Numbers& numbers) const {
    return table_.probe(key, numbers) && (numbers.won() || numbers.lost());
  }

  // Moves that won at once in other positions with as many squares.
  bool try_killers(const State<Set>& state, std::size_t ply) {
    for (const SmallMove move : killers_[ply]) {
      if (!board_.is_legal(state, move)) continue;
      std::uint64_t key = 0;
      if (count_or_key(board_.after(state, move), key) != Outcome::kLost) continue;
      winning_move_ = move;
      return true;
    }
    return false;
  }

  void learn(SmallMove move, std::size_t ply) {
    winning_move_ = move;
    if (killers_[ply][0] == move) return;
    killers_[ply][1] = killers_[ply][0];
    killers_[ply][0] = move;
  }

  // Appends the moves whose outcome is open, the likely ones first. True when one of the others wins.
  bool list_candidates(const State<Set>& state, std::size_t first, std::size_t ply) {
    const bool none_won = board_.for_each_move(state, [&](SmallMove move) {
      Candidate candidate;
      candidate.move = move;
      const Outcome outcome = count_or_key(board_.after(state, move), candidate.key);
      if (outcome == Outcome::kLost) learn(move, ply);
      if (outcome == Outcome::kOpen) candidates_.push_back(candidate);
      return outcome != Outcome::kLost;
    });
    if (!none_won) return true;
    auto kept = candidates_.begin() + static_cast<std::ptrdiff_t>(first);
    for (auto it = kept; it != candidates_.end(); ++it) {
      Numbers numbers;
      if (remembered(it->key, numbers)) {
        if (numbers.won()) continue;
        learn(it->move, ply);
        return true;
      }
      it->rank = rank_of(board_.after(state, it->move));
      *kept++ = *it;
    }
    candidates_.erase(kept, candidates_.end());
    std::stable_sort(candidates_.begin() + static_cast<std::ptrdiff_t>(first), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.rank > b.rank; });
    return false;
  }

  // How good a position is for the side that is not to move.
  [[nodiscard]] int rank_of(const State<Set>& state) const {
    const auto& grid = board_.grid();
    const Reached<Set> reached = board_.reached(state);
    const Set mine = grid.queen_moves_of(state.amazons[state.mover], state.empty);
    const Set theirs = grid.queen_moves_of(state.amazons[1 - state.mover], state.empty);
    return count(theirs & ~mine) - count(mine & ~theirs) +
           kExclusive * (count(reached.theirs & ~reached.mine) - count(reached.mine & ~reached.theirs));
  }

  bool try_candidates(const State<Set>& state, std::size_t first, std::size_t ply) {
    const std::size_t last = candidates_.size();
    for (std::size_t i = first; i < last && !stopped_; ++i) {
      const Candidate candidate = candidates_[i];
      Numbers numbers;
      if (i != first && remembered(candidate.key, numbers) && numbers.won()) continue;
      if (wins_depth_first(board_.after(state, candidate.move), candidate.key)) continue;
      if (stopped_) return false;
      learn(candidate.move, ply);
      return true;
    }
    return false;
  }

  Board<Set> board_;
  Counting<Set> counting_;
  ProofTable table_;
  int depth_first_squares_;
  std::array<Numbers, 2 * kSquares + 1> first_guess_;             // by the territory's difference
  std::array<std::array<SmallMove, 2>, kSquares + 1> killers_{};  // by empty squares
  // Of the positions on the way, each one's behind those before it.
  std::vector<Child> children_;
  std::vector<Candidate> candidates_;

  std::uint64_t positions_ = 0;
  std::uint64_t next_poll_ = 0;
  int depth_ = 0;
  bool stopped_ = false;
  SmallMove winning_move_;
  Numbers root_numbers_;
  std::optional<SmallMove> root_move_;
};

}  // namespace thermodon::search::solve
