// Writes down a proof: the winner's move in every position that the loser can bring about.
#pragma once

#include <ostream>
#include <unordered_set>

#include "search/solve/proof_search.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/search/solve.hpp"

namespace thermodon::search::solve {

template <class Set>
class ProofWriter {
 public:
  // What each position of the proof takes of memory: a hash among the others.
  static constexpr std::size_t kBytes = 40;

  // A proof of more than `most` positions is given up.
  ProofWriter(ProofSearch<Set>& search, rules::Color winner, std::ostream& out, std::size_t most)
      : search_(search), winner_(winner), out_(out), most_(most) {}

  [[nodiscard]] ProofSize write(const rules::Position& root) {
    const std::uint64_t before = search_.positions();
    out_ << "thermodon-proof 1\nroot " << rules::to_fen(root) << "\nwinner " << rules::to_string(winner_)
         << '\n';
    rules::Position position = root;
    const State<Set> state = search_.board().state(root);
    const bool whole = root.side_to_move() == winner_ ? reply(position, state) : answer_all(position, state);
    out_ << "end " << made_.moves << '\n';
    out_.flush();
    made_.positions = search_.positions() - before;
    made_.too_large = too_large();
    made_.finished = whole && out_.good();
    return made_;
  }

 private:
  // The winner is to move. False when the search was stopped, the position is lost after all,
  // or the proof is too large.
  bool reply(rules::Position& position, const State<Set>& state) {
    if (search_.counted(state) == Outcome::kWon || !seen_.insert(position.hash()).second) return true;
    if (too_large()) return false;
    const auto wins = search_.wins(state);
    if (!wins || !*wins || !out_) return false;
    const SmallMove small = search_.winning_move();
    const rules::Move move = search_.board().move(small);
    const std::string fen = rules::to_fen(position);
    out_ << std::string_view(fen).substr(0, fen.find(' ')) << ' ' << rules::to_string(move) << '\n';
    ++made_.moves;
    position.make(move);
    const bool proved = answer_all(position, search_.board().after(state, small));
    position.unmake(move);
    return proved;
  }

  // The loser is to move.
  bool answer_all(rules::Position& position, const State<Set>& state) {
    if (search_.counted(state) == Outcome::kLost || !seen_.insert(position.hash()).second) return true;
    if (too_large()) return false;
    return search_.board().for_each_move(state, [&](SmallMove small) {
      const rules::Move move = search_.board().move(small);
      position.make(move);
      const bool proved = reply(position, search_.board().after(state, small));
      position.unmake(move);
      return proved;
    });
  }

  [[nodiscard]] bool too_large() const { return seen_.size() > most_; }

  ProofSearch<Set>& search_;
  rules::Color winner_;
  std::ostream& out_;
  const std::size_t most_;
  std::unordered_set<std::uint64_t> seen_;
  ProofSize made_;
};

}  // namespace thermodon::search::solve
