#include <mutex>

#include "lab/players.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/search/spec.hpp"

namespace thermodon::lab {
namespace {

constexpr std::string_view kSeed = "seed";

bool plays_at_random(const search::EngineSpec& spec) {
  if (spec.parameters.contains(kSeed)) return false;  // the user's own seed holds
  for (const search::SearcherInfo& info : search::searchers())
    if (info.name == spec.searcher)
      for (const auto& parameter : info.parameters)
        if (parameter.name == kSeed) return true;
  return false;
}

// A searcher of this program, run on the thread that asks.
class LocalPlayer final : public Player {
 public:
  LocalPlayer(search::EngineSpec spec, std::unique_ptr<search::Searcher> searcher)
      : spec_(std::move(spec)), seeded_(plays_at_random(spec_)), searcher_(std::move(searcher)) {}

  void new_game(std::uint64_t game_seed) override {
    searcher_->new_game();
    if (!seeded_) return;
    search::EngineSpec spec = spec_;
    spec.parameters[std::string(kSeed)] = std::to_string(game_seed % (std::uint64_t{1} << 62) + 1);
    if (auto fresh = search::make_searcher(spec); fresh.ok()) searcher_ = std::move(fresh).value();
  }

  Answer choose(const Situation& situation, const TurnLimits& limits) override {
    search::SearchLimits search_limits;
    if (limits.move_time) search_limits.deadline = search_limits.start + *limits.move_time;
    search_limits.nodes = limits.nodes;
    search_limits.depth = limits.depth;
    search::SearchControl control;
    {
      const std::lock_guard lock(mutex_);
      if (cancelled_) control.stop();
      running_ = &control;
    }
    const search::SearchResult result = searcher_->search(situation.position, search_limits, control);
    {
      const std::lock_guard lock(mutex_);
      running_ = nullptr;
    }
    Answer answer;
    answer.move = result.best;
    if (!answer.move) {
      answer.failure = Failure::kNonsense;
      answer.detail = "no move was found";
      return answer;
    }
    answer.note.depth = result.depth;
    answer.note.nodes = result.nodes;
    answer.note.score = static_cast<double>(result.score) / eval::kSquare;
    for (const auto& opinion : result.opinions)
      answer.note.choices.push_back(
          {opinion.by, opinion.move, opinion.depth, static_cast<double>(opinion.score) / eval::kSquare});
    return answer;
  }

  void cancel() noexcept override {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    if (running_ != nullptr) running_->stop();
  }

 private:
  search::EngineSpec spec_;
  bool seeded_;
  std::unique_ptr<search::Searcher> searcher_;
  std::mutex mutex_;
  bool cancelled_ = false;
  search::SearchControl* running_ = nullptr;
};

}  // namespace

rules::Result<std::unique_ptr<Player>> make_local_player(const std::string& text) {
  auto spec = search::parse_spec(text);
  if (!spec.ok()) return rules::Error{spec.error()};
  auto searcher = search::make_searcher(spec.value());
  if (!searcher.ok()) return rules::Error{searcher.error()};
  return std::unique_ptr<Player>(
      std::make_unique<LocalPlayer>(std::move(spec).value(), std::move(searcher).value()));
}

}  // namespace thermodon::lab
