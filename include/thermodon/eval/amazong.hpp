// The amazong evaluation (J. Lieberum, "An evaluation function for the game of amazons", Theoretical Computer
// Science 349, 2005): its weights, and the one formula that turns Features into a value.
//
//   value = f1 t1 + f2 c1 + f3 c2 + f4 t2 + m + tempo, with f1..f4, tempo and the size of m depending on the
//   phase w (large at the start, 0 once no square can be reached by both sides).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "thermodon/eval/features.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::eval {

struct AmazongWeights {
  // The weights where w has the value `w`; between two rows they are interpolated, beyond the last they stay.
  struct Row {
    int w = 0;
    double t1 = 0, c1 = 0, c2 = 0, t2 = 0;
    double mobility = 0;  // factor of the enclosure table: f(w, alpha) = mobility(w) * enclosure(alpha)
    double tempo = 0;     // squares, for the side to move
  };
  // What an amazon of mobility `alpha` costs its side, in squares, where the factor is 1; interpolated alike.
  struct Enclosure {
    int alpha = 0;
    double cost = 0;
  };
  double kappa = 0;                   // delta of a square that both reach equally soon
  std::vector<Row> rows;              // by w, rising
  std::vector<Enclosure> enclosures;  // by alpha, rising

  // The weights compiled in; config/evaluators.json has the same and says how they were found.
  [[nodiscard]] static AmazongWeights defaults();
};

// The summands, in squares, from the mover's view.
struct AmazongTerms {
  double t1 = 0, c1 = 0, c2 = 0, t2 = 0, w = 0;
  double m = 0;  // sum of enclosure(alpha) over the opponent's amazons minus over the own, times mobility(w)
  double f1 = 0, f2 = 0, f3 = 0, f4 = 0;  // the weights at this w
  double tempo = 0;
  double score = 0;
};

// Weights made ready for speed: a row for each whole w. Immutable; may be shared by threads.
class AmazongFormula {
 public:
  static constexpr unsigned kParts = kQueenPart | kKingPart | kMobilityPart;

  // Precondition: rows and enclosures are not empty and rise strictly.
  explicit AmazongFormula(const AmazongWeights& weights);

  [[nodiscard]] AmazongTerms terms(const Features& features, rules::Color mover) const noexcept;
  // terms().score.
  [[nodiscard]] double value(const Features& features, rules::Color mover) const noexcept {
    return terms(features, mover).score;
  }

 private:
  // Enclosure costs are summed as whole numbers of this part of a square, so that the order does not matter.
  static constexpr int kCostUnit = 1 << 16;
  static constexpr int kMaxW = 100;
  static constexpr int kMaxAlpha = 128;  // above the largest possible mobility, 127.75

  struct Row {
    double t1, c1, c2, t2, mobility, tempo;
  };
  [[nodiscard]] Row row_at(double w) const noexcept;
  [[nodiscard]] int cost(int mobility) const noexcept;

  double kappa_;
  std::array<Row, kMaxW + 2> rows_{};
  std::array<int, kMaxAlpha + 2> costs_{};
};

}  // namespace thermodon::eval
