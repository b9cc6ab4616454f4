// Shared by the tests of search.
#pragma once

#include <chrono>
#include <memory>
#include <random>
#include <string>

#include "support/catch.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/search/spec.hpp"

namespace thermodon::search::testing {

// A bound on waits that only a hang reaches.
inline constexpr std::chrono::seconds kHang{60};

// Parameters of alphabeta with which no move is left out: what it proves is so.
inline const std::string kEveryMove =
    ",width=0,root-width=0,preselect=0,frontier-width=0,lmr=off,futility=0,quiescence=off";

inline std::unique_ptr<Searcher> searcher(const std::string& spec) {
  auto parsed = parse_spec(spec);
  if (!parsed) FAIL(parsed.error());
  auto made = make_searcher(*parsed);
  if (!made) FAIL(made.error());
  return std::move(made).value();
}

inline rules::Position position(const std::string& text) {
  auto parsed = rules::parse_position(text);
  if (!parsed) FAIL(parsed.error());
  return *parsed;
}

// Random play from the start of a board, `plies` long or to the end of the game.
inline rules::Position random_position(rules::BoardSize size, int plies, unsigned seed) {
  std::mt19937 random(seed);
  rules::Position position = rules::Position::start(size);
  for (int i = 0; i < plies; ++i) {
    const auto moves = rules::legal_moves(position);
    if (moves.empty()) break;
    position.make(moves[random() % moves.size()]);
  }
  return position;
}

inline SearchLimits depth_limit(int depth) {
  SearchLimits limits;
  limits.depth = depth;
  return limits;
}

inline SearchLimits node_limit(std::uint64_t nodes) {
  SearchLimits limits;
  limits.nodes = nodes;
  return limits;
}

inline SearchLimits time_limit(std::chrono::milliseconds time) {
  SearchLimits limits;
  limits.deadline = limits.start + time;
  return limits;
}

}  // namespace thermodon::search::testing
