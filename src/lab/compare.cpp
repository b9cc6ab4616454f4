#include "thermodon/lab/compare.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>

#include "lab/random.hpp"
#include "thermodon/eval/filling.hpp"
#include "thermodon/eval/registry.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/search/spec.hpp"

namespace thermodon::lab {
namespace {

using eval::Score;
using rules::Color;
using Clock = std::chrono::steady_clock;

rules::Result<std::unique_ptr<eval::Evaluator>> make(const std::string& text) {
  const auto spec = search::parse_spec("greedy:" + text);
  if (!spec.ok()) return rules::Error{"evaluator " + text + ": " + spec.error()};
  return eval::make_evaluator(spec.value().evaluator, spec.value().parameters);
}

// A position of a game, with what was played there.
struct Sample {
  std::size_t record = 0;
  std::size_t ply = 0;
};

// What one evaluator thinks of one sample.
struct Opinion {
  rules::Move best;
  double rank_of_played = 0;  // from 1; among equals their mean
  Score score = 0;            // of the position itself, for the side to move
  std::uint64_t evaluations = 0;
  double seconds = 0;
};

Opinion opinion(eval::Evaluator& evaluator, rules::Position position, rules::Move played) {
  Opinion o;
  const auto began = Clock::now();
  o.score = evaluator.evaluate(position);
  Score best = 0, score_of_played = 0;
  std::vector<Score> scores;
  for (const rules::Move move : rules::legal_moves(position)) {
    position.make(move);
    // The greedy searcher's view: who cannot move has lost, whatever the evaluator says.
    const Score score = rules::has_legal_move(position) ? -evaluator.evaluate(position) : search::kWin;
    position.unmake(move);
    if (scores.empty() || score > best) {
      best = score;
      o.best = move;
    }
    if (move == played) score_of_played = score;
    scores.push_back(score);
  }
  o.seconds = std::chrono::duration<double>(Clock::now() - began).count();
  o.evaluations = scores.size() + 1;
  const auto better =
      std::count_if(scores.begin(), scores.end(), [&](Score s) { return s > score_of_played; });
  const auto equal = std::count(scores.begin(), scores.end(), score_of_played);
  o.rank_of_played = static_cast<double>(better) + (static_cast<double>(equal) + 1) / 2;
  return o;
}

std::vector<Sample> draw(const std::vector<game::GameRecord>& records, const ComparisonSettings& settings) {
  std::vector<Sample> all;
  for (std::size_t r = 0; r < records.size(); ++r)
    for (std::size_t ply = 0; ply < records[r].moves.size(); ++ply) all.push_back({r, ply});
  SplitMix random(settings.seed);
  const std::size_t wanted = std::min(settings.positions, all.size());
  for (std::size_t i = 0; i < wanted; ++i) std::swap(all[i], all[i + random.below(all.size() - i)]);
  all.resize(wanted);
  return all;
}

std::size_t phase_of(const rules::Position& position) {
  std::size_t phase = 0;
  for (const int begin : kPhaseBegins) phase += position.arrow_count() >= begin ? 1 : 0;
  return phase;
}

struct Scored {
  Score score = 0;
  bool won = false;
};

Prediction predict(std::vector<Scored> scored) {
  Prediction p;
  p.positions = scored.size();
  if (scored.empty()) return p;
  double right = 0;
  for (const Scored& s : scored) right += s.score == 0 ? 0.5 : (s.score > 0) == s.won ? 1 : 0;
  p.right_side = right / static_cast<double>(scored.size());
  // The rank-sum form of the area, equal scores sharing their mean rank.
  std::sort(scored.begin(), scored.end(), [](const Scored& a, const Scored& b) { return a.score < b.score; });
  double ranks_of_won = 0, won = 0;
  for (std::size_t i = 0; i < scored.size();) {
    std::size_t end = i;
    while (end < scored.size() && scored[end].score == scored[i].score) ++end;
    const double rank = static_cast<double>(i + 1 + end) / 2;
    for (std::size_t k = i; k < end; ++k)
      if (scored[k].won) {
        ranks_of_won += rank;
        won += 1;
      }
    i = end;
  }
  const double lost = static_cast<double>(scored.size()) - won;
  if (won > 0 && lost > 0) p.separation = (ranks_of_won - won * (won + 1) / 2) / (won * lost);
  return p;
}

EvaluatorReport report_of(const std::string& name, const std::vector<Sample>& samples,
                          const std::vector<std::vector<Opinion>>& opinions, std::size_t evaluator,
                          const std::vector<game::GameRecord>& records,
                          const std::vector<std::optional<Color>>& winners) {
  EvaluatorReport r;
  r.name = name;
  double seconds = 0, evaluations = 0;
  std::array<std::vector<Scored>, 3> scored;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Opinion& o = opinions[i][evaluator];
    seconds += o.seconds;
    evaluations += static_cast<double>(o.evaluations);
    r.top1 += o.rank_of_played <= 1 ? 1 : 0;
    r.top5 += o.rank_of_played <= 5 ? 1 : 0;
    r.top20 += o.rank_of_played <= 20 ? 1 : 0;
    if (const auto winner = winners[samples[i].record]) {
      const auto position = position_after(records[samples[i].record], samples[i].ply);
      scored[phase_of(position)].push_back({o.score, *winner == position.side_to_move()});
    }
  }
  const auto n = static_cast<double>(samples.size());
  r.top1 /= n;
  r.top5 /= n;
  r.top20 /= n;
  r.evaluations_per_second = seconds > 0 ? evaluations / seconds : 0;
  for (std::size_t phase = 0; phase < scored.size(); ++phase)
    r.by_phase[phase] = predict(std::move(scored[phase]));
  return r;
}

}  // namespace

std::optional<Color> winner_of(const game::GameRecord& record) {
  if (record.result) return record.result->winner;
  const auto last = position_after(record, record.moves.size());
  if (!rules::has_legal_move(last)) return !last.side_to_move();
  eval::FillSolver solver;
  if (const auto verdict = eval::decide(last, solver, eval::FillSolver::kDefaultBudget))
    return verdict->winner;
  return std::nullopt;
}

rules::Result<Comparison> compare_evaluators(const std::vector<game::GameRecord>& records,
                                             const ComparisonSettings& settings,
                                             const std::function<void(std::size_t)>& progress) {
  std::vector<std::unique_ptr<eval::Evaluator>> evaluators;
  for (const std::string& text : settings.evaluators) {
    auto evaluator = make(text);
    if (!evaluator.ok()) return rules::Error{evaluator.error()};
    evaluators.push_back(std::move(evaluator).value());
  }
  const std::vector<Sample> samples = draw(records, settings);
  if (samples.empty() || evaluators.empty()) return rules::Error{"there is nothing to compare"};

  std::vector<std::vector<Opinion>> opinions(samples.size(), std::vector<Opinion>(evaluators.size()));
  std::atomic<std::size_t> next{0}, done{0};
  const auto work = [&] {
    std::vector<std::unique_ptr<eval::Evaluator>> own;
    for (const auto& evaluator : evaluators) own.push_back(evaluator->clone());
    for (std::size_t i = next++; i < samples.size(); i = next++) {
      const auto& record = records[samples[i].record];
      const auto position = position_after(record, samples[i].ply);
      for (std::size_t e = 0; e < own.size(); ++e)
        opinions[i][e] = opinion(*own[e], position, record.moves[samples[i].ply].move);
      ++done;
      if (progress) progress(done);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 1; i < settings.threads; ++i) threads.emplace_back(work);
  work();
  for (auto& thread : threads) thread.join();

  Comparison comparison;
  comparison.games = records.size();
  comparison.positions = samples.size();
  std::vector<std::optional<Color>> winners;
  for (const auto& record : records) winners.push_back(winner_of(record));
  for (const auto& winner : winners) comparison.games_with_winner += winner ? 1 : 0;
  for (std::size_t e = 0; e < evaluators.size(); ++e)
    comparison.evaluators.push_back(
        report_of(settings.evaluators[e], samples, opinions, e, records, winners));
  comparison.agreement.assign(evaluators.size(), std::vector<double>(evaluators.size()));
  for (std::size_t a = 0; a < evaluators.size(); ++a)
    for (std::size_t b = 0; b < evaluators.size(); ++b) {
      const auto same = std::count_if(opinions.begin(), opinions.end(),
                                      [&](const auto& row) { return row[a].best == row[b].best; });
      comparison.agreement[a][b] = static_cast<double>(same) / static_cast<double>(samples.size());
    }
  return comparison;
}

rules::Result<std::vector<std::vector<double>>> score_curves(const game::GameRecord& record,
                                                             const std::vector<std::string>& evaluators) {
  std::vector<std::vector<double>> curves;
  for (const std::string& text : evaluators) {
    auto evaluator = make(text);
    if (!evaluator.ok()) return rules::Error{evaluator.error()};
    std::vector<double> curve;
    rules::Position position = record.start;
    for (std::size_t ply = 0;; ++ply) {
      const double score = static_cast<double>(evaluator.value()->evaluate(position)) / eval::kSquare;
      curve.push_back(position.side_to_move() == Color::kWhite ? score : -score);
      if (ply == record.moves.size()) break;
      position.make(record.moves[ply].move);
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace thermodon::lab
