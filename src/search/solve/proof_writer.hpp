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
  ProofWriter(ProofSearch<Set>& search, rules::Color winner, std::ostream& out)
      : search_(search), winner_(winner), out_(out) {}

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
    made_.finished = whole && out_.good();
    return made_;
  }

 private:
  // The winner is to move. False when the search was stopped, or the position is lost after all.
  bool reply(rules::Position& position, const State<Set>& state) {
    if (search_.counted(state) == Outcome::kWon || !seen_.insert(position.hash()).second) return true;
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
    return search_.board().for_each_move(state, [&](SmallMove small) {
      const rules::Move move = search_.board().move(small);
      position.make(move);
      const bool proved = reply(position, search_.board().after(state, small));
      position.unmake(move);
      return proved;
    });
  }

  ProofSearch<Set>& search_;
  rules::Color winner_;
  std::ostream& out_;
  std::unordered_set<std::uint64_t> seen_;
  ProofSize made_;
};

}  // namespace thermodon::search::solve
