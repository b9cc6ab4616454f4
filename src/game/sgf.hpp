// What the SGF reader and writer share.
#pragma once

#include <string>
#include <string_view>

#include "thermodon/game/record.hpp"
#include "thermodon/rules/symmetry.hpp"

namespace thermodon::game {

// Lines of the game comment (GC) that hold what RE cannot say, and the start's ply where it is not the number
// of the arrows.
inline constexpr std::string_view kReasonKey = "reason: ";
inline constexpr std::string_view kDetailKey = "detail: ";
inline constexpr std::string_view kIllegalKey = "illegal: ";
inline constexpr std::string_view kPlyKey = "ply: ";

// Words of a move's comment (C): "seconds 0.1 depth 5 nodes 12345 score 0.4", any of them left out.
inline constexpr std::string_view kSecondsKey = "seconds";
inline constexpr std::string_view kDepthKey = "depth";
inline constexpr std::string_view kNodesKey = "nodes";
inline constexpr std::string_view kScoreKey = "score";
// Each a line of its own after them: "choice d1-d7/g7 depth 5 score 0.4 by NAME".
inline constexpr std::string_view kChoiceKey = "choice";
inline constexpr std::string_view kByKey = "by";
[[nodiscard]] std::string note_text(const MoveNote& note);

// True for the sizes that have a start position.
[[nodiscard]] bool has_start(rules::BoardSize size) noexcept;
// The start that a file without set-up means: White at the bottom in Little Golem's style, Black in the
// standard's. Precondition: has_start(size).
[[nodiscard]] rules::Position default_start(SgfStyle style, rules::BoardSize size, rules::Color first);

}  // namespace thermodon::game
