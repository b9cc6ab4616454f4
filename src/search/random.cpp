#include <array>
#include <random>

#include "search/makers.hpp"
#include "thermodon/rules/movegen.hpp"

namespace thermodon::search {
namespace {

class RandomSearcher final : public Searcher {
 public:
  explicit RandomSearcher(std::uint64_t seed) : generator_(seed) {}

  SearchResult search(const rules::Position& position, const SearchLimits& limits,
                      SearchControl& control) override {
    SearchResult result;
    const rules::MoveList moves =
        limits.root_moves.empty() ? rules::legal_moves(position) : limits.root_moves;
    if (!moves.empty()) {
      std::uniform_int_distribution<std::size_t> pick(0, moves.size() - 1);
      const rules::Move move = moves[pick(generator_)];
      result.best = move;
      result.lines.push_back({0, {move}});
      if (control.on_best) control.on_best(move);
    }
    result.nodes = moves.size();
    result.elapsed = Clock::now() - limits.start;
    return result;
  }

 private:
  std::mt19937_64 generator_;
};

constexpr std::array kParameters = {
    eval::ParameterInfo{"seed", "of the random numbers; 0 takes a new one each time", "0", 0, 0x1p62},
};

}  // namespace

std::span<const eval::ParameterInfo> random_parameters() noexcept { return kParameters; }

MadeSearcher make_random(std::unique_ptr<eval::Evaluator>, const eval::Parameters& parameters) {
  eval::ParameterReader reader("random", kParameters, parameters);
  auto seed = reader.integer<std::uint64_t>("seed");
  if (reader.error()) return *reader.error();
  if (seed == 0) seed = std::random_device{}();
  return std::unique_ptr<Searcher>(std::make_unique<RandomSearcher>(seed));
}

}  // namespace thermodon::search
