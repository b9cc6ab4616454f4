// The exact endgame inside a search: proved scores at nodes that counting decides, and the filling at the
// root.
#pragma once

#include <optional>

#include "search/limiter.hpp"
#include "thermodon/eval/filling.hpp"
#include "thermodon/search/searcher.hpp"

namespace thermodon::search {

// For one thread. Keeps what it learned about fillings from search to search.
class Endgame {
 public:
  // States remembered, 16 bytes each.
  explicit Endgame(std::size_t cache_states = std::size_t{1} << 16) : solver_(cache_states) {}

  // The proved score of a node `ply` plies from the root, from its side to move's view, when counting decides
  // it. Costs little while the sides are in contact everywhere; the position must have a legal move.
  [[nodiscard]] std::optional<Score> score(const rules::Position& position, int ply);

  // A move that can be played without a search: the winner's next filling move once it has won, and either
  // side's when nothing is contested any more. `budget` as for eval::assess.
  struct Reply {
    rules::Move move;
    Score score = 0;
  };
  [[nodiscard]] std::optional<Reply> reply(const rules::Position& position,
                                           std::uint64_t budget = eval::FillSolver::kDefaultBudget);

  void clear() { solver_.clear(); }

 private:
  eval::FillSolver solver_;
};

// The whole answer of a searcher when the game is decided and its next filling move is known without a
// search; reported to `control` as a search of one node. Nothing when the limits ask for more than one move
// to play.
[[nodiscard]] std::optional<SearchResult> fill_at_once(Endgame& endgame, const rules::Position& position,
                                                       const Limiter& limiter, const SearchControl& control);

}  // namespace thermodon::search
