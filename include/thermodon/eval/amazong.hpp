// The amazong evaluation (J. Lieberum, "An evaluation function for the game of amazons", Theoretical Computer
// Science 349, 2005): its weights, the one formula that turns counts into a value, and the fast evaluator
// that searchers use.
//
//   value = f1 t1 + f2 c1 + f3 c2 + f4 t2 + m + tempo, with f1..f4, tempo and the size of m depending on the
//   phase w (large at the start, 0 once no square can be reached by both sides).
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "thermodon/eval/evaluator.hpp"
#include "thermodon/eval/features.hpp"
#include "thermodon/eval/packed.hpp"
#include "thermodon/eval/parameters.hpp"
#include "thermodon/rules/result.hpp"

namespace thermodon::eval {

struct Kernel;

// No weight or cost is larger, by the reader of weights and by tune.
inline constexpr double kMaxWeight = 100;

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

  // The weights compiled in; config/evaluators.json has the same, docs/evaluators.md says how they were
  // found.
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

// The weights that the evaluator `amazong` would use with these parameters: for a searcher that makes its own
// FastAmazong. Wrong parameters are errors as in make_evaluator.
[[nodiscard]] rules::Result<AmazongWeights> amazong_weights(const Parameters& parameters);

[[nodiscard]] AmazongCounts amazong_counts(const Features& features) noexcept;

// Weights made ready for speed: a row for each whole w. Immutable; may be shared by threads.
class AmazongFormula {
 public:
  // Of Features, what amazong_counts() reads.
  static constexpr unsigned kParts = kQueenPart | kKingPart | kMobilityPart;

  // Precondition: rows and enclosures are not empty and rise strictly.
  explicit AmazongFormula(const AmazongWeights& weights);

  [[nodiscard]] AmazongTerms terms(const AmazongCounts& counts, rules::Color mover) const noexcept;
  // terms().score, in hundredths, limited.
  [[nodiscard]] Score score(const AmazongCounts& counts, rules::Color mover) const noexcept;

 private:
  // Enclosure costs are summed as whole numbers of this part of a square, so that the order does not matter.
  static constexpr int kCostUnit = 1 << 16;
  static constexpr std::size_t kMaxW = 100;
  static constexpr std::size_t kMaxAlpha = 128;  // above the largest possible mobility, 127.75

  struct Row {
    double t1, c1, c2, t2, mobility, tempo;
  };
  // At a whole alpha, and the change to the next one.
  struct Cost {
    int cost, step;
  };
  struct At;  // all that depends on the position; see the source
  [[nodiscard]] At at(const AmazongCounts& counts, rules::Color mover) const noexcept;

  double kappa_;
  std::array<Row, kMaxW + 2> rows_{};
  std::array<Cost, kMaxAlpha> costs_{};
};

// amazong for searchers: no virtual call, no Position. Immutable; may be shared by threads.
class FastAmazong {
 public:
  // `kernel` is "auto", "portable", "avx2" or "avx512", and must be one that feature_function() accepts.
  explicit FastAmazong(const AmazongWeights& weights = AmazongWeights::defaults(),
                       std::string_view kernel = "auto");

  // The value for `mover`, the side to move on `board`, in hundredths of a square.
  [[nodiscard]] Score evaluate(const PackedBoard& board, rules::Color mover) const noexcept;

  // The same of up to kMaxBoards boards at once; with AVX-512 in less time for each.
  static constexpr std::size_t kMaxBoards = 8;
  void evaluate(std::span<const PackedBoard> boards, rules::Color mover, Score* scores) const noexcept;

  // The values after one queen move and each of several arrows: `board` has the amazon on its new square and
  // no arrow yet, `arrows` are empty squares of it (any number up to kMaxArrows), `mover` is the side to move
  // after the arrow. Equals evaluate() on each board, and takes less time again.
  static constexpr std::size_t kMaxArrows = 40;
  void evaluate_arrows(const PackedBoard& board, std::span<const rules::Square> arrows, rules::Color mover,
                       Score* scores) const noexcept;

  // What the values are made from; for tuning.
  [[nodiscard]] AmazongCounts counts(const PackedBoard& board) const noexcept;
  [[nodiscard]] const AmazongFormula& formula() const noexcept { return formula_; }

 private:
  AmazongFormula formula_;
  const Kernel* kernel_;
};

}  // namespace thermodon::eval
