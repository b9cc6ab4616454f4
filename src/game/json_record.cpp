#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "thermodon/game/record.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::game {
namespace {

using nlohmann::json;
using rules::Error;
using rules::Result;

constexpr std::size_t kMaxLine = std::size_t{1} << 20;
constexpr std::size_t kMaxMoves = 1'000;

json move_json(const RecordedMove& recorded) {
  json out = {{"move", rules::to_string(recorded.move)}};
  if (recorded.note.seconds) out["seconds"] = *recorded.note.seconds;
  if (recorded.note.depth) out["depth"] = *recorded.note.depth;
  if (recorded.note.nodes) out["nodes"] = *recorded.note.nodes;
  if (recorded.note.score) out["score"] = *recorded.note.score;
  for (const Choice& choice : recorded.note.choices) {
    json& entry = out["choices"].emplace_back();
    entry = {{"by", choice.by}, {"move", rules::to_string(choice.move)}};
    if (choice.depth) entry["depth"] = *choice.depth;
    if (choice.score) entry["score"] = *choice.score;
  }
  return out;
}

// The text under `key`, "" when absent. Throws json::exception for another type.
std::string text_at(const json& object, const char* key) {
  const auto it = object.find(key);
  return it == object.end() || it->is_null() ? std::string() : it->get<std::string>();
}

[[noreturn]] void refuse(const char* key, const std::string& what) {
  throw std::invalid_argument(std::string("\"") + key + "\" must be " + what);
}

// The number under `key`, nullptr when absent. Throws for another type.
const json* number_at(const json& object, const char* key) {
  const auto it = object.find(key);
  if (it == object.end() || it->is_null()) return nullptr;
  if (!it->is_number()) refuse(key, "a number");
  return &*it;
}

// The library's own conversion would wrap what the type does not hold.
template <class T>
std::optional<T> count_at(const json& object, const char* key) {
  const json* const number = number_at(object, key);
  if (!number) return std::nullopt;
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  if (!number->is_number_unsigned() || number->get<std::uint64_t>() > kMost)
    refuse(key, "a whole number from 0 to " + std::to_string(kMost));
  return number->get<T>();
}

std::optional<double> real_at(const json& object, const char* key) {
  const json* const number = number_at(object, key);
  return number ? std::optional(number->get<double>()) : std::nullopt;
}

std::optional<double> seconds_at(const json& object, const char* key) {
  const auto seconds = real_at(object, key);
  if (seconds && *seconds < 0) refuse(key, "0 or more");
  return seconds;
}

// The list under `key`, an empty one when absent.
json list_at(const json& object, const char* key) {
  const auto it = object.find(key);
  if (it == object.end()) return json::array();
  if (!it->is_array()) throw std::invalid_argument(std::string("\"") + key + "\" must be a list");
  return *it;
}

Result<RecordedMove> read_move(const json& entry, rules::BoardSize size) {
  const std::string text = entry.is_object() ? text_at(entry, "move") : entry.get<std::string>();
  const auto move = rules::parse_move(text);
  if (!move.ok()) return Error{move.error()};
  for (const rules::Square s : {move->from, move->to, move->arrow})
    if (s.column() >= size.columns || s.row() >= size.rows)
      return Error{rules::to_string(s) + " is not on the board"};
  RecordedMove recorded{move.value(), {}};
  if (entry.is_object())
    recorded.note = {seconds_at(entry, "seconds"),
                     count_at<int>(entry, "depth"),
                     count_at<std::uint64_t>(entry, "nodes"),
                     real_at(entry, "score"),
                     {}};
  if (entry.is_object())
    for (const json& choice : list_at(entry, "choices")) {
      const auto chosen = rules::parse_move(text_at(choice, "move"));
      if (!chosen.ok()) return Error{"\"choices\": " + chosen.error()};
      recorded.note.choices.push_back(
          {text_at(choice, "by"), chosen.value(), count_at<int>(choice, "depth"), real_at(choice, "score")});
    }
  return recorded;
}

Result<std::optional<GameResult>> read_result(const json& object) {
  using Found = std::optional<GameResult>;
  const std::string reason = text_at(object, "reason");
  const std::string winner = text_at(object, "winner");
  if (reason.empty() && winner.empty()) return Found{};
  GameResult result;
  const auto known = reason.empty() ? EndReason::kUnspecified : parse_end_reason(reason);
  if (!known) return Error{"\"reason\": \"" + reason.substr(0, 40) + "\" is not a reason for a game's end"};
  result.reason = *known;
  result.detail = text_at(object, "detail");
  if (!winner.empty()) {
    const auto color = rules::parse_color(winner);
    if (!color.ok()) return Error{"\"winner\": " + color.error()};
    result.winner = color.value();
  } else if (result.reason != EndReason::kAborted) {
    return Error{"\"winner\" is missing; only an aborted game has none"};
  }
  return Found{result};
}

Result<GameRecord> read(const json& object) {
  if (!object.is_object()) return Error{"a record is a JSON object"};
  GameRecord record;
  record.black = text_at(object, "black");
  record.white = text_at(object, "white");
  record.event = text_at(object, "event");
  record.place = text_at(object, "place");
  record.date = text_at(object, "date");
  record.illegal = text_at(object, "illegal");
  if (const std::string start = text_at(object, "start"); !start.empty()) {
    auto position = rules::parse_position(start);
    if (!position.ok()) return Error{"\"start\": " + position.error()};
    record.start = std::move(position).value();
  }
  auto result = read_result(object);
  if (!result.ok()) return Error{result.error()};
  record.result = std::move(result).value();
  const auto moves = object.find("moves");
  if (moves == object.end() || !moves->is_array()) return Error{"\"moves\" must be a list of moves"};
  if (moves->size() > kMaxMoves) return Error{"\"moves\" holds more than 1000 moves"};
  for (const json& entry : *moves) {
    auto move = read_move(entry, record.start.size());
    if (!move.ok()) return Error{"move " + std::to_string(record.moves.size() + 1) + ": " + move.error()};
    record.moves.push_back(std::move(move).value());
  }
  return record;
}

}  // namespace

std::string to_json_line(const GameRecord& record) {
  json out = {{"black", record.black}, {"white", record.white}, {"start", rules::to_fen(record.start)}};
  if (!record.event.empty()) out["event"] = record.event;
  if (!record.place.empty()) out["place"] = record.place;
  if (!record.date.empty()) out["date"] = record.date;
  json& moves = out["moves"] = json::array();
  for (const RecordedMove& move : record.moves) moves.push_back(move_json(move));
  if (record.result) {
    const GameResult& result = *record.result;
    out["winner"] = result.winner ? json(rules::to_string(*result.winner)) : json();
    out["reason"] = to_string(result.reason);
    if (!result.detail.empty()) out["detail"] = result.detail;
  }
  if (!record.illegal.empty()) out["illegal"] = record.illegal;
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<GameRecord> parse_json_line(std::string_view line) {
  if (line.size() > kMaxLine) return Error{"the line is longer than 1 MiB"};
  try {
    return read(json::parse(line));
  } catch (const json::exception& e) {
    return Error{std::string("not a JSON record: ") + e.what()};
  } catch (const std::invalid_argument& e) {
    return Error{e.what()};
  }
}

}  // namespace thermodon::game
