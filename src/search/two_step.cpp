// Best-first in two steps: the destination by a weighted sum of simple features, then the arrow.
#include <algorithm>
#include <array>
#include <vector>

#include "search/makers.hpp"
#include "search/walk.hpp"
#include "thermodon/eval/metrics.hpp"

namespace thermodon::search {
namespace {

struct TwoStepWeights {
  double free;     // free directions at the destination
  double reach;    // squares that a queen there reaches
  double corners;  // Manhattan distance from the nearest corner
};

struct Destination {
  rules::Square from;
  rules::Square to;
  std::array<double, 3> features{};
  double score = 0;
};

// Different squares that one queen move of any of a side's amazons reaches.
int squares_reached(const rules::Position& position, rules::Color side) {
  rules::Bitboard reached;
  for (const rules::Square amazon : position.amazons(side))
    for_each_destination(position, amazon, [&](rules::Square s) { reached.set(s); });
  return reached.count();
}

class TwoStepSearcher final : public Searcher {
 public:
  explicit TwoStepSearcher(const TwoStepWeights& weights) : weights_(weights) {}

  SearchResult search(const rules::Position& position, const SearchLimits& limits,
                      SearchControl& control) override {
    SearchResult result;
    rules::Position board = position;
    const auto allowed = [&](rules::Move move) {
      return limits.root_moves.empty() ||
             std::find(limits.root_moves.begin(), limits.root_moves.end(), move) != limits.root_moves.end();
    };
    result.best = shut_in(board, allowed, result.nodes);
    if (!result.best) result.best = two_steps(board, allowed, result.nodes);
    if (result.best) {
      result.depth = 1;
      result.lines.push_back({0, {*result.best}});
      if (control.on_best) control.on_best(*result.best);
    }
    result.elapsed = Clock::now() - limits.start;
    return result;
  }

 private:
  // A move after which an opponent's amazon that could move has no move any more.
  template <class Allowed>
  static std::optional<rules::Move> shut_in(rules::Position& position, const Allowed& allowed,
                                            std::uint64_t& nodes) {
    std::vector<rules::Square> targets;
    for (const rules::Square amazon : position.amazons(!position.side_to_move()))
      if (has_liberty(position, amazon)) targets.push_back(amazon);
    std::optional<rules::Move> found;
    for_each_move(position, [&](rules::Move move) {
      if (found || !allowed(move)) return;
      ++nodes;
      position.make(move);
      if (std::any_of(targets.begin(), targets.end(),
                      [&](rules::Square target) { return !has_liberty(position, target); }))
        found = move;
      position.unmake(move);
    });
    return found;
  }

  template <class Allowed>
  std::optional<rules::Move> two_steps(rules::Position& position, const Allowed& allowed,
                                       std::uint64_t& nodes) const {
    for (const Destination& destination : ranked_destinations(position)) {
      std::optional<rules::Move> best;
      int most = 0;
      for_each_arrow(position, destination.from, destination.to, [&](rules::Square arrow) {
        const rules::Move move{destination.from, destination.to, arrow};
        if (!allowed(move)) return;
        ++nodes;
        position.make(move);
        const int gain = squares_reached(position, !position.side_to_move()) -
                         squares_reached(position, position.side_to_move());
        position.unmake(move);
        if (!best || gain > most) {
          best = move;
          most = gain;
        }
      });
      if (best) return best;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::vector<Destination> ranked_destinations(const rules::Position& position) const {
    std::vector<Destination> all;
    for (const rules::Square from : position.amazons(position.side_to_move())) {
      for_each_destination(position, from, [&](rules::Square to) {
        Destination d{from, to, {}, 0};
        for (const int direction : rules::kDirections) {
          const rules::Square next{static_cast<std::uint8_t>(to.index + direction)};
          if (position.is_empty(next) || next == from) ++d.features[0];
        }
        for_each_arrow(position, from, to, [&](rules::Square) { ++d.features[1]; });
        d.features[2] = eval::corner_distance(position.size(), to);
        all.push_back(d);
      });
    }
    score(all);
    std::stable_sort(all.begin(), all.end(),
                     [](const Destination& a, const Destination& b) { return a.score > b.score; });
    return all;
  }

  // Each feature is stretched to 0..1 over the candidates; one in which they do not differ adds nothing.
  void score(std::vector<Destination>& all) const {
    const std::array<double, 3> weights = {weights_.free, weights_.reach, weights_.corners};
    for (std::size_t f = 0; f < weights.size(); ++f) {
      const auto less = [f](const Destination& a, const Destination& b) {
        return a.features[f] < b.features[f];
      };
      const auto [low, high] = std::minmax_element(all.begin(), all.end(), less);
      if (low == all.end() || low->features[f] == high->features[f]) continue;
      const double base = low->features[f];
      const double range = high->features[f] - base;
      for (Destination& d : all) d.score += weights[f] * (d.features[f] - base) / range;
    }
  }

  TwoStepWeights weights_;
};

constexpr std::array kParameters = {
    eval::ParameterInfo{"h1", "weight of the free directions at the destination", "0.5", -100, 100},
    eval::ParameterInfo{"h2", "weight of the squares reachable from there", "0.3", -100, 100},
    eval::ParameterInfo{"h3", "weight of the distance from the nearest corner", "0.2", -100, 100},
};

}  // namespace

std::span<const eval::ParameterInfo> two_step_parameters() noexcept { return kParameters; }

MadeSearcher make_two_step(std::unique_ptr<eval::Evaluator>, const eval::Parameters& parameters) {
  eval::ParameterReader reader("two-step", kParameters, parameters);
  const TwoStepWeights weights = {reader.number("h1"), reader.number("h2"), reader.number("h3")};
  if (reader.error()) return *reader.error();
  return std::unique_ptr<Searcher>(std::make_unique<TwoStepSearcher>(weights));
}

}  // namespace thermodon::search
