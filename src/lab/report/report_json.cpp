#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "lab/manifest_json.hpp"
#include "thermodon/lab/ratings.hpp"
#include "thermodon/lab/report.hpp"
#include "thermodon/lab/tally.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::lab {
namespace {

using nlohmann::ordered_json;
using rules::Color;

ordered_json share_json(const GameCounts& counts) {
  const auto n = static_cast<double>(counts.total());
  const Interval w = wilson(counts.points(), n);
  return {{"games", counts.total()}, {"wins", counts.wins}, {"low", w.low}, {"high", w.high}};
}

ordered_json engines_json(const MatchManifest& manifest, const Tally& tally) {
  const auto rated = ratings(tally);
  auto out = ordered_json::array();
  for (std::size_t i = 0; i < manifest.engines.size(); ++i) {
    const EngineTally& t = tally.engines()[i];
    out.push_back({{"name", manifest.engines[i].name},
                   {"rating", rated[i].elo},
                   {"rating_error", rated[i].error_95},
                   {"all", share_json(t.all())},
                   {"white", share_json(t.as_white)},
                   {"black", share_json(t.as_black)},
                   {"crashes", t.crashes},
                   {"illegal", t.illegal},
                   {"timeouts", t.timeouts},
                   {"moves", t.moves},
                   {"nodes", t.nodes},
                   {"depth", t.depth},
                   {"seconds", t.seconds},
                   {"max_seconds", t.max_move_seconds}});
  }
  return out;
}

ordered_json pairings_json(const MatchManifest& manifest, const Tally& tally) {
  auto out = ordered_json::array();
  for (std::size_t a = 0; a < manifest.engines.size(); ++a)
    for (std::size_t b = a + 1; b < manifest.engines.size(); ++b) {
      const PairingTally p = tally.pairing(a, b);
      if (p.games.total() == 0) continue;
      const Estimate e = estimate(p.games, p.pairs);
      out.push_back({{"a", a},
                     {"b", b},
                     {"wins", p.games.wins},
                     {"losses", p.games.losses},
                     {"pairs", p.pairs.counts},
                     {"elo", e.elo},
                     {"low", e.elo_95.low},
                     {"high", e.elo_95.high},
                     {"nelo", e.nelo},
                     {"los", e.los}});
    }
  return out;
}

ordered_json sprt_json(const MatchManifest& manifest, const Tally& tally) {
  if (!manifest.sprt) return nullptr;
  const double llr = log_likelihood_ratio(tally.pairing(0, 1).pairs, *manifest.sprt);
  const Interval bounds = manifest.sprt->bounds();
  return {{"elo0", manifest.sprt->elo0},
          {"elo1", manifest.sprt->elo1},
          {"llr", llr},
          {"low", bounds.low},
          {"high", bounds.high},
          {"state", to_string(judge(llr, *manifest.sprt))}};
}

// How the games of each opening ended: White's share shows how even it is, the first engine's share of the
// pairing whom it suits.
ordered_json openings_json(const StoredMatch& match) {
  struct Opening {
    std::string moves;
    GameCounts white, first;
  };
  std::map<std::size_t, Opening> openings;
  for (const FinishedGame& game : match.games) {
    const auto& record = game.record;
    if (!record.result || !record.result->winner) continue;
    Opening& o = openings[game.task.opening];
    const bool white_won = *record.result->winner == Color::kWhite;
    ++(white_won ? o.white.wins : o.white.losses);
    ++(white_won == game.task.first_is_white ? o.first.wins : o.first.losses);
    if (!o.moves.empty()) continue;
    for (const auto& move : record.moves) {
      if (move.note.seconds) break;  // the first move that an engine made
      o.moves += (o.moves.empty() ? "" : " ") + rules::to_string(move.move);
    }
    if (o.moves.empty()) o.moves = rules::to_fen(record.start);
  }
  auto out = ordered_json::array();
  for (const auto& [number, o] : openings)
    out.push_back({{"opening", number + 1},
                   {"moves", o.moves},
                   {"games", o.white.total()},
                   {"white_wins", o.white.wins},
                   {"first_wins", o.first.wins}});
  return out;
}

// Means over all games for each ply of the board (1 is the first move of the game, the opening's included).
ordered_json by_move_json(const StoredMatch& match) {
  struct Sums {
    double count = 0, seconds = 0, most = 0, depth = 0, nodes = 0;
  };
  std::vector<std::map<int, Sums>> engines(match.manifest.engines.size());
  for (const FinishedGame& game : match.games) {
    Color mover = game.record.start.side_to_move();
    int ply = game.record.start.ply();
    for (const auto& move : game.record.moves) {
      const std::size_t engine = mover == Color::kWhite ? game.task.white() : game.task.black();
      mover = !mover;
      ++ply;
      if (!move.note.seconds) continue;
      Sums& s = engines[engine][ply];
      s.count += 1;
      s.seconds += *move.note.seconds;
      s.most = std::max(s.most, *move.note.seconds);
      s.depth += move.note.depth.value_or(0);
      s.nodes += static_cast<double>(move.note.nodes.value_or(0));
    }
  }
  auto out = ordered_json::array();
  for (const auto& plies : engines) {
    ordered_json e = {{"ply", ordered_json::array()},
                      {"seconds", ordered_json::array()},
                      {"longest", ordered_json::array()},
                      {"depth", ordered_json::array()},
                      {"nodes", ordered_json::array()}};
    for (const auto& [ply, s] : plies) {
      e["ply"].push_back(ply);
      e["seconds"].push_back(s.seconds / s.count);
      e["longest"].push_back(s.most);
      e["depth"].push_back(s.depth / s.count);
      e["nodes"].push_back(s.nodes / s.count);
    }
    out.push_back(std::move(e));
  }
  return out;
}

ordered_json game_json(const FinishedGame& game) {
  const auto& record = game.record;
  auto moves = ordered_json::array();
  auto scores = ordered_json::array();
  auto choices = ordered_json::object();  // by ply, where an ensemble moved
  Color mover = record.start.side_to_move();
  for (const auto& move : record.moves) {
    moves.push_back(rules::to_string(move.move));
    if (!move.note.score)
      scores.push_back(nullptr);
    else  // from White's view, to a hundredth
      scores.push_back(std::round((mover == Color::kWhite ? 100 : -100) * *move.note.score) / 100);
    for (const auto& choice : move.note.choices)
      choices[std::to_string(moves.size())].push_back(
          {{"by", choice.by},
           {"move", rules::to_string(choice.move)},
           {"score", choice.score ? ordered_json(std::round(*choice.score * 100) / 100) : ordered_json()}});
    mover = !mover;
  }
  ordered_json out = {{"number", game.task.game + 1},
                      {"white", game.task.white()},
                      {"black", game.task.black()},
                      {"start", rules::to_fen(record.start)},
                      {"moves", moves},
                      {"scores", scores}};
  if (!choices.empty()) out["choices"] = choices;
  if (record.result) {
    out["winner"] =
        record.result->winner ? ordered_json(rules::to_string(*record.result->winner)) : ordered_json();
    out["reason"] = to_string(record.result->reason);
    out["detail"] = record.result->detail;
  }
  return out;
}

}  // namespace

std::string report_json(const StoredMatch& match, std::size_t max_games) {
  Tally tally(match.manifest.engines.size());
  for (const FinishedGame& game : match.games) tally.add(game.task, game.record);
  ordered_json out;
  out["match"] = ordered_json::parse(manifest_to_json(match.manifest));
  out["games_played"] = match.games.size();
  out["white"] = share_json(tally.white_wins());
  out["engines"] = engines_json(match.manifest, tally);
  out["pairings"] = pairings_json(match.manifest, tally);
  out["sprt"] = sprt_json(match.manifest, tally);
  out["openings"] = openings_json(match);
  out["by_move"] = by_move_json(match);
  auto& games = out["games"] = ordered_json::array();
  for (std::size_t i = 0; i < std::min(max_games, match.games.size()); ++i)
    games.push_back(game_json(match.games[i]));
  return out.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace thermodon::lab
