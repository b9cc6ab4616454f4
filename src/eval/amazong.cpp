#include "thermodon/eval/amazong.hpp"

#include <algorithm>
#include <array>

#include "eval/evaluators.hpp"
#include "eval/weights_file.hpp"

namespace thermodon::eval {
namespace {

std::vector<Term> named(const AmazongTerms& t) {
  return {{"t1", t.t1}, {"c1", t.c1}, {"c2", t.c2}, {"t2", t.t2}, {"w", t.w},         {"m", t.m},
          {"f1", t.f1}, {"f2", t.f2}, {"f3", t.f3}, {"f4", t.f4}, {"tempo", t.tempo}, {"score", t.score}};
}

// By the fast kernels, or by the scalar reference.
class Amazong final : public Evaluator {
 public:
  Amazong(const AmazongWeights& weights, const std::string& kernel)
      : fast_(weights, kernel), scalar_(kernel == "scalar") {}

  [[nodiscard]] Score evaluate(const rules::Position& position) override {
    return fast_.formula().score(counts(position), position.side_to_move());
  }
  void evaluate_moves(const rules::Position& position, std::span<const rules::Move> moves,
                      Score* scores) override {
    if (scalar_) return Evaluator::evaluate_moves(position, moves, scores);
    const PackedBoard board = pack(position);
    for (std::size_t i = 0; i < moves.size();) {
      std::array<rules::Square, FastAmazong::kMaxArrows> arrows{};
      std::size_t n = 0;
      const rules::Move first = moves[i];
      for (; i + n < moves.size() && n < arrows.size(); ++n) {
        if (moves[i + n].from != first.from || moves[i + n].to != first.to) break;
        arrows[n] = moves[i + n].arrow;
      }
      fast_.evaluate_arrows(after_step(board, first, position.side_to_move()), std::span(arrows).first(n),
                            !position.side_to_move(), scores + i);
      i += n;
    }
  }
  void evaluate_steps(const rules::Position& position, std::span<const rules::Move> moves,
                      Score* scores) override {
    if (scalar_) return Evaluator::evaluate_steps(position, moves, scores);
    const PackedBoard board = pack(position);
    std::array<PackedBoard, FastAmazong::kMaxBoards> after;
    for (std::size_t i = 0; i < moves.size(); i += after.size()) {
      const auto batch = moves.subspan(i, std::min(after.size(), moves.size() - i));
      std::transform(batch.begin(), batch.end(), after.begin(),
                     [&](rules::Move move) { return after_step(board, move, position.side_to_move()); });
      fast_.evaluate(std::span(after).first(batch.size()), !position.side_to_move(), scores + i);
    }
  }
  void evaluate_walls(const rules::Position& position, std::span<const rules::Square> walls,
                      Score* scores) override {
    if (scalar_) return Evaluator::evaluate_walls(position, walls, scores);
    const PackedBoard board = pack(position);
    for (std::size_t i = 0; i < walls.size(); i += FastAmazong::kMaxArrows)
      fast_.evaluate_arrows(board, walls.subspan(i, std::min(FastAmazong::kMaxArrows, walls.size() - i)),
                            !position.side_to_move(), scores + i);
  }
  [[nodiscard]] std::vector<Term> explain(const rules::Position& position) override {
    return named(fast_.formula().terms(counts(position), position.side_to_move()));
  }
  [[nodiscard]] std::unique_ptr<Evaluator> clone() const override { return std::make_unique<Amazong>(*this); }

 private:
  static PackedBoard after_step(PackedBoard board, rules::Move move, rules::Color mover) noexcept {
    const PackedSquare left = pack(move.from);
    const PackedSquare entered = pack(move.to);
    std::uint64_t* amazons = board.amazons[rules::index(mover)];
    board.empty[left.word] |= left.bit;
    board.empty[entered.word] &= ~entered.bit;
    amazons[left.word] &= ~left.bit;
    amazons[entered.word] |= entered.bit;
    return board;
  }
  [[nodiscard]] AmazongCounts counts(const rules::Position& position) const {
    return scalar_ ? amazong_counts(scalar_features(position, AmazongFormula::kParts))
                   : fast_.counts(pack(position));
  }

  FastAmazong fast_;
  bool scalar_;
};

constexpr std::array kParameters = {
    ParameterInfo{"K", "delta of a square that both reach equally soon (the weights' kappa)", "0", -0.2, 0.2},
    kWeightsParameter,
    kKernelParameter,
};

}  // namespace

std::span<const ParameterInfo> amazong_parameters() noexcept { return kParameters; }

MadeEvaluator make_amazong(const Parameters& parameters) {
  ParameterReader reader("amazong", kParameters, parameters);
  const auto weights = amazong_weights(parameters);
  if (!weights) return rules::Error{weights.error()};
  const std::string kernel = reader.text("kernel");
  if (const auto known = feature_function(kernel); !known) reader.fail(known.error());
  if (reader.error()) return *reader.error();
  return MadeEvaluator(std::make_unique<Amazong>(*weights, kernel));
}

rules::Result<AmazongWeights> amazong_weights(const Parameters& parameters) {
  ParameterReader reader("amazong", kParameters, parameters);
  AmazongWeights weights = AmazongWeights::defaults();
  if (const std::string path = reader.text("weights"); !path.empty()) {
    auto read = read_amazong_weights(path);
    if (!read) return read;
    weights = std::move(*read);
  }
  if (reader.given("K")) weights.kappa = reader.number("K");
  if (reader.error()) return *reader.error();
  return weights;
}

}  // namespace thermodon::eval
