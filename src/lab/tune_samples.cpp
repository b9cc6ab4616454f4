#include "lab/tune_samples.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "lab/random.hpp"
#include "thermodon/eval/metrics.hpp"
#include "thermodon/lab/compare.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::lab {
namespace {

using eval::AmazongWeights;
using rules::Color;

// The knot below x (by `key`, rising) and how far x lies towards the next; at the ends the end itself.
struct Place {
  std::size_t knot = 0;
  double part = 0;
};

template <class Knot, class Key>
Place place_of(const std::vector<Knot>& knots, double x, Key key) {
  for (std::size_t i = 1; i < knots.size(); ++i) {
    const double left = key(knots[i - 1]), right = key(knots[i]);
    if (x < right) return {i - 1, std::max(0.0, (x - left) / (right - left))};
  }
  return {knots.size() - 1, 0};
}

TuneSample sample_of(const rules::Position& position, const eval::FastAmazong& amazong,
                     const AmazongWeights& weights) {
  const auto counts = amazong.counts(eval::pack(position));
  const auto terms = amazong.formula().terms(counts, position.side_to_move());
  const Place row = place_of(weights.rows, terms.w, [](const auto& r) { return double(r.w); });
  TuneSample sample{row.knot, row.part, terms.t1, terms.c1, terms.c2, terms.t2, {}, 0};
  sample.costs.resize(weights.enclosures.size());
  for (const Color side : {Color::kWhite, Color::kBlack}) {
    const double sign = side == position.side_to_move() ? -1 : 1;
    const auto s = static_cast<std::size_t>(rules::index(side));
    for (int i = 0; i < counts.amazons[s]; ++i) {
      const double alpha = static_cast<double>(counts.mobility[s][i]) / eval::kMobilityUnit;
      const Place at = place_of(weights.enclosures, alpha, [](const auto& e) { return double(e.alpha); });
      sample.costs[at.knot] += sign * (1 - at.part);
      if (at.part > 0) sample.costs[at.knot + 1] += sign * at.part;
    }
  }
  return sample;
}

// What to fit to; nothing for a position without the score that is asked for, or with a proved one: no search
// asks for the value of those.
std::optional<double> chance_of(const game::MoveNote& note, bool won, const TuneSettings& settings) {
  constexpr double kProved = 250;  // squares; more than there are
  const double result = won ? 1 : 0;
  if (settings.score_share == 0) return result;
  if (!note.score || std::abs(*note.score) > kProved) return std::nullopt;
  const double searched = 1 / (1 + std::exp(-*note.score / settings.scale));
  return result + settings.score_share * (searched - result);
}

}  // namespace

TuneSamples tune_samples(const std::vector<game::GameRecord>& records, const TuneSettings& settings) {
  TuneSamples samples;
  const eval::FastAmazong amazong(settings.start);
  std::size_t number = 0;
  for (const game::GameRecord& record : records) {
    const auto winner = winner_of(record);
    if (!winner) continue;
    const bool held_out =
        settings.held_out > 0 &&
        derived_seed(settings.seed, number) % static_cast<std::uint64_t>(settings.held_out) == 0;
    ++number;
    ++(held_out ? samples.held_out_games : samples.games);
    auto& into = held_out ? samples.held_out : samples.fitted;
    rules::Position position = record.start;
    for (const game::RecordedMove& move : record.moves) {
      const auto chance = chance_of(move.note, position.side_to_move() == *winner, settings);
      if (chance && position.ply() >= settings.from_ply) {
        into.push_back(sample_of(position, amazong, settings.start));
        into.back().chance = *chance;
      }
      position.make(move.move);
    }
  }
  return samples;
}

}  // namespace thermodon::lab
