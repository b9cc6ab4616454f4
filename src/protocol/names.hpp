// The extension's command names and keys.
#pragma once

#include <string_view>

namespace thermodon::protocol::names {

inline constexpr std::string_view kJoin = "cosc322.game-state.join";
inline constexpr std::string_view kBoard = "cosc322.game-state.board";
inline constexpr std::string_view kStart = "cosc322.game-action.start";
inline constexpr std::string_view kMove = "cosc322.game-action.move";
inline constexpr std::string_view kPlayerLost = "cosc322.game-state.userlost";
inline constexpr std::string_view kText = "cosc322.game-state.textmessage";  // the key of its text, too
// Ours. The prefix lets the course's client deliver them (as an empty map) instead of dropping them.
inline constexpr std::string_view kResult = "cosc322.game-state.result";
inline constexpr std::string_view kNewGame = "cosc322.game-state.new-game";

inline constexpr std::string_view kRoomName = "room.name";
inline constexpr std::string_view kGameState = "game-state";
inline constexpr std::string_view kFrom = "queen-position-current";
inline constexpr std::string_view kTo = "queen-position-next";
inline constexpr std::string_view kArrow = "arrow-position";
inline constexpr std::string_view kBlackPlayer = "player-black";
inline constexpr std::string_view kWhitePlayer = "player-white";
inline constexpr std::string_view kLostPlayer = "player-lost";
// Put into the params of a move by the course's server, with the last word of the command as value.
inline constexpr std::string_view kRequestId = "__[[REQUEST_ID]]__";
inline constexpr std::string_view kRequestIdOfMove = "move";
// Ours, in board and start messages, results and the login's params.
inline constexpr std::string_view kToMove = "to-move";
inline constexpr std::string_view kRemaining = "remaining-ms";
inline constexpr std::string_view kFirst = "first";
inline constexpr std::string_view kMoveTime = "move-time-ms";
inline constexpr std::string_view kGame = "game";
inline constexpr std::string_view kWinner = "winner";
inline constexpr std::string_view kColor = "color";
inline constexpr std::string_view kReason = "reason";
inline constexpr std::string_view kDetail = "detail";
inline constexpr std::string_view kAs = "as";
inline constexpr std::string_view kSeries = "series";

}  // namespace thermodon::protocol::names
