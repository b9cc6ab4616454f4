#include "lab/uci_go.hpp"

#include <algorithm>
#include <limits>
#include <sstream>
#include <utility>

#include "thermodon/rules/notation.hpp"

namespace thermodon::lab {
namespace {

using std::chrono::milliseconds;

// The longest game has 92 plies, but what comes after about ply 80 is filling that takes no thought.
constexpr int kThoughtfulPlies = 80;
constexpr int kLeastMoves = 8;
constexpr long long kLongestMs = 365LL * 24 * 3600 * 1000;
constexpr long long kMostNodes = std::numeric_limits<long long>::max();

template <class T>
std::optional<std::string> read(std::istringstream& words, const std::string& name, long long least,
                                long long most, T& into) {
  long long value = 0;
  if (!(words >> value)) {
    if (value == 0) return name + " needs a number";
    words.clear(words.rdstate() & ~std::ios::failbit);  // too large for the type: `value` is the largest
  }
  // A clock may have run below zero; that is no time, not an error.
  value = std::min(std::max(value, least), most);
  into = T(value);
  return std::nullopt;
}

}  // namespace

rules::Result<GoCommand> parse_go(const std::string& text) {
  GoCommand go;
  std::istringstream words(text);
  std::optional<std::string> problem;
  bool in_moves = false;
  for (std::string word; !problem && words >> word;) {
    constexpr auto kWhite = rules::index(rules::Color::kWhite);
    constexpr auto kBlack = rules::index(rules::Color::kBlack);
    using Time = std::optional<milliseconds>;
    const bool among_moves = std::exchange(in_moves, false);
    if (word == "searchmoves") {
      in_moves = true;
    } else if (word == "infinite") {
      go.infinite = true;
    } else if (word == "ponder") {
      go.ponder = true;
    } else if (word == "movetime") {
      problem = read<Time>(words, word, 0, kLongestMs, go.move_time);
    } else if (word == "wtime") {
      problem = read<Time>(words, word, 0, kLongestMs, go.time[kWhite]);
    } else if (word == "btime") {
      problem = read<Time>(words, word, 0, kLongestMs, go.time[kBlack]);
    } else if (word == "winc") {
      problem = read(words, word, 0, kLongestMs, go.increment[kWhite]);
    } else if (word == "binc") {
      problem = read(words, word, 0, kLongestMs, go.increment[kBlack]);
    } else if (word == "movestogo") {
      problem = read(words, word, 1, 1'000, go.moves_to_go);
    } else if (word == "depth") {
      problem = read(words, word, 1, 1'000, go.depth);
    } else if (word == "nodes") {
      problem = read(words, word, 1, kMostNodes, go.nodes);
    } else if (word == "perft") {
      problem = read(words, word, 0, 20, go.perft);
    } else if (among_moves) {
      in_moves = true;
      if (const auto move = rules::parse_move(word); move.ok())
        go.search_moves.push_back(move.value());
      else
        go.left_out.push_back("searchmoves: " + word.substr(0, 40) + ": " + move.error());
    }
  }
  if (problem) return rules::Error{*problem};
  return go;
}

bool asks_perft(const std::string& text) {
  std::istringstream words(text);
  for (std::string word; words >> word;)
    if (word == "perft") return true;
  return false;
}

GoCommand GoCommand::without_clock() const {
  GoCommand go = *this;
  go.move_time.reset();
  for (auto& clock : go.time) clock.reset();
  return go;
}

bool GoCommand::ends_by_itself(rules::Color side) const {
  const auto& budget = move_time ? move_time : time[rules::index(side)];
  return depth || (nodes && *nodes < kMostNodes) || (budget && *budget < milliseconds(kLongestMs));
}

milliseconds share_of_clock(milliseconds left, milliseconds increment, std::optional<int> moves_to_go,
                            int ply) {
  const int moves = std::max(kLeastMoves, (kThoughtfulPlies - ply) / 2);
  const auto share = left / std::min(moves, moves_to_go.value_or(moves)) + increment * 4 / 5;
  // Never so much that a few slow moves could lose on time.
  const auto most = moves_to_go == 1 ? left : left / 3;
  return std::min(share, most);
}

search::SearchLimits GoCommand::limits(const rules::Position& position, search::Clock::time_point arrived,
                                       milliseconds overhead, int multi_pv) const {
  search::SearchLimits limits;
  limits.start = arrived;
  limits.nodes = nodes;
  limits.depth = depth;
  limits.multipv = multi_pv;
  limits.root_moves = search_moves;
  const auto side = rules::index(position.side_to_move());
  std::optional<milliseconds> allowed = move_time;
  if (!allowed && time[side])
    allowed = share_of_clock(*time[side], increment[side], moves_to_go, position.ply());
  if (allowed) limits.deadline = arrived + std::max(milliseconds(1), *allowed - overhead);
  return limits;
}

std::string score_text(search::Score score) {
  if (score > search::kWinBound) return "mate " + std::to_string((search::kWin - score + 1) / 2);
  if (score < -search::kWinBound) return "mate " + std::to_string(-(search::kWin + score) / 2);
  return "cp " + std::to_string(score);
}

std::string info_line(const search::SearchInfo& info) {
  const auto ms = std::chrono::duration_cast<milliseconds>(info.elapsed).count();
  const double seconds = std::chrono::duration<double>(info.elapsed).count();
  const auto rate = seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(info.nodes) / seconds) : 0;
  std::string line = "info depth " + std::to_string(info.depth) + " multipv " + std::to_string(info.multipv) +
                     " score " + score_text(info.score) + " nodes " + std::to_string(info.nodes) + " nps " +
                     std::to_string(rate) + " hashfull " + std::to_string(info.hashfull_permille) + " time " +
                     std::to_string(ms);
  if (!info.pv.empty()) line += " pv";
  for (const rules::Move move : info.pv) line += " " + rules::to_uci(move);
  return line;
}

std::string opinion_line(const search::Opinion& opinion) {
  return "info string choice " + rules::to_uci(opinion.move) + " depth " + std::to_string(opinion.depth) +
         " score " + score_text(opinion.score) + " by " + opinion.by;
}

std::string bestmove_line(const search::SearchResult& result) {
  if (!result.best) return "bestmove (none)";
  std::string line = "bestmove " + rules::to_uci(*result.best);
  if (!result.lines.empty() && result.lines.front().pv.size() > 1 &&
      result.lines.front().pv[0] == *result.best)
    line += " ponder " + rules::to_uci(result.lines.front().pv[1]);
  return line;
}

}  // namespace thermodon::lab
