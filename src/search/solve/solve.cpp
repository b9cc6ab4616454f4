#include "thermodon/search/solve.hpp"

#include "search/solve/proof_writer.hpp"

namespace thermodon::search {

using Clock = std::chrono::steady_clock;

class WinnerSolver::Impl {
 public:
  virtual ~Impl() = default;
  virtual SolveResult solve(const WinnerSolver& owner) = 0;
  virtual ProofSize write_proof(const WinnerSolver& owner, rules::Color winner, std::ostream& out) = 0;
};

template <class Set>
class WinnerSolver::ImplOn final : public Impl {
 public:
  ImplOn(const rules::Position& root, const SolveOptions& options)
      : root_(root),
        memory_megabytes_(options.memory_megabytes),
        search_(root, options.memory_megabytes, options.depth_first_squares) {}

  SolveResult solve(const WinnerSolver& owner) override {
    listen(owner);
    SolveResult made;
    const solve::State<Set> state = search_.board().state(root_);
    const solve::Outcome counted = search_.counted(state);
    std::optional<bool> wins = counted == solve::Outcome::kWon;
    if (counted == solve::Outcome::kWon) {
      eval::FillSolver filling;
      made.best = eval::filling_move(root_, filling);
    }
    if (counted == solve::Outcome::kOpen || (*wins && !made.best)) {
      wins = search_.wins(state);
      if (wins && *wins) made.best = search_.board().move(search_.winning_move());
    }
    const rules::Color mover = root_.side_to_move();
    if (wins) made.winner = *wins ? mover : !mover;
    made.positions = search_.positions();
    made.elapsed = Clock::now() - began_;
    return made;
  }

  ProofSize write_proof(const WinnerSolver& owner, rules::Color winner, std::ostream& out) override {
    listen(owner);
    using Writer = solve::ProofWriter<Set>;
    return Writer(search_, winner, out, (memory_megabytes_ << 20) / Writer::kBytes).write(root_);
  }

 private:
  void listen(const WinnerSolver& owner) {
    began_ = last_report_ = Clock::now();
    search_.should_stop = owner.should_stop;
    search_.on_poll = [this, &owner](solve::Numbers numbers, std::optional<solve::SmallMove> move) {
      const auto now = Clock::now();
      if (!owner.on_progress || now - last_report_ < owner.progress_interval) return;
      last_report_ = now;
      SolveProgress progress;
      progress.positions = search_.positions();
      progress.elapsed = now - began_;
      progress.proof = numbers.proof;
      progress.disproof = numbers.disproof;
      progress.table_permille = search_.table_permille();
      if (move) progress.move = search_.board().move(*move);
      owner.on_progress(progress);
    };
  }

  rules::Position root_;
  std::size_t memory_megabytes_;
  solve::ProofSearch<Set> search_;
  Clock::time_point began_;
  Clock::time_point last_report_;
};

WinnerSolver::WinnerSolver(const rules::Position& root, const SolveOptions& options) {
  if (root.size().columns * root.size().rows <= 64)
    impl_ = std::make_unique<ImplOn<std::uint64_t>>(root, options);
  else
    impl_ = std::make_unique<ImplOn<solve::Wide>>(root, options);
}

WinnerSolver::~WinnerSolver() = default;

SolveResult WinnerSolver::solve() { return impl_->solve(*this); }

ProofSize WinnerSolver::write_proof(rules::Color winner, std::ostream& out) {
  return impl_->write_proof(*this, winner, out);
}

}  // namespace thermodon::search
