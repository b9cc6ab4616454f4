// The brackets of SGF: text to nodes with properties, of any game. What they mean is sgf_reader.cpp's.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "thermodon/rules/result.hpp"

namespace thermodon::game {

// Bounds of what is read; the text may come from anybody.
inline constexpr std::size_t kMaxSgfBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxSgfGames = 500'000;
inline constexpr std::size_t kMaxSgfNodes = 1'000;  // main line of one game; the longest game has 92 moves
inline constexpr std::size_t kMaxSgfDepth = 1'000;  // variations within variations
inline constexpr std::size_t kMaxSgfValue = std::size_t{64} << 10;
inline constexpr std::size_t kMaxSgfProperties = 64;  // of one node
inline constexpr std::size_t kMaxSgfValues = 200;     // of one property

struct SgfProperty {
  std::string name;  // its capital letters, as old files write GaMe for GM
  std::vector<std::string> values;
};

struct SgfNode {
  std::size_t line = 1;
  std::vector<SgfProperty> properties;
  // The first property of that name, or null.
  [[nodiscard]] const SgfProperty* find(std::string_view name) const noexcept;
};

// The main lines, one for each game of the collection.
[[nodiscard]] rules::Result<std::vector<std::vector<SgfNode>>> parse_sgf_trees(std::string_view text);

}  // namespace thermodon::game
