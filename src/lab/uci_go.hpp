// The "go" command and its answers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "thermodon/rules/result.hpp"
#include "thermodon/search/searcher.hpp"

namespace thermodon::lab {

struct GoCommand {
  std::optional<std::chrono::milliseconds> move_time;
  // A whole game's clock, by colour.
  std::optional<std::chrono::milliseconds> time[2];
  std::chrono::milliseconds increment[2]{};
  std::optional<int> moves_to_go;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  std::optional<int> perft;
  bool infinite = false;
  bool ponder = false;
  std::vector<rules::Move> search_moves;
  std::vector<std::string> left_out;  // words that are no moves where moves should be, and why

  // As long as the answer is held back anyway.
  [[nodiscard]] GoCommand without_clock() const;
  // Whether a search for `side` has an end that comes without "stop". A time or a number of nodes that is the
  // largest there is, is none.
  [[nodiscard]] bool ends_by_itself(rules::Color side) const;
  [[nodiscard]] search::SearchLimits limits(const rules::Position& position,
                                            search::Clock::time_point arrived,
                                            std::chrono::milliseconds overhead, int multi_pv) const;
};

// What follows "go". Unknown words are left out, as the protocol asks; a missing number is an error, and one
// out of range counts as the nearest that is in it.
[[nodiscard]] rules::Result<GoCommand> parse_go(const std::string& text);
// Whether the command is one to count and not to search, be it right or not.
[[nodiscard]] bool asks_perft(const std::string& text);

// The share of a game's clock that the next move may use.
[[nodiscard]] std::chrono::milliseconds share_of_clock(std::chrono::milliseconds left,
                                                       std::chrono::milliseconds increment,
                                                       std::optional<int> moves_to_go, int ply);

[[nodiscard]] std::string info_line(const search::SearchInfo& info);
// What a member of an ensemble chose: "info string choice d1d7,d7g7 depth 5 score cp 40 by NAME".
[[nodiscard]] std::string opinion_line(const search::Opinion& opinion);
[[nodiscard]] std::string bestmove_line(const search::SearchResult& result);
// "cp 40" or "mate -3".
[[nodiscard]] std::string score_text(search::Score score);

}  // namespace thermodon::lab
