#include "lab/manifest_json.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace thermodon::lab {
namespace {

using nlohmann::ordered_json;
using rules::Error;
using rules::Result;

ordered_json limits_json(const TurnLimits& limits) {
  ordered_json out = ordered_json::object();
  if (limits.move_time) out["move_time_ms"] = limits.move_time->count();
  if (limits.nodes) out["nodes"] = *limits.nodes;
  if (limits.depth) out["depth"] = *limits.depth;
  return out;
}

TurnLimits limits_from(const ordered_json& in) {
  TurnLimits limits;
  if (in.contains("move_time_ms"))
    limits.move_time = std::chrono::milliseconds(in["move_time_ms"].get<std::int64_t>());
  if (in.contains("nodes")) limits.nodes = in["nodes"].get<std::uint64_t>();
  if (in.contains("depth")) limits.depth = in["depth"].get<int>();
  return limits;
}

// The library's own conversion would wrap what is below 0 and cut what is no whole number. Throws.
std::size_t count_in(const ordered_json& in, const char* key) {
  const auto& number = in.at(key);
  if (!number.is_number_unsigned())
    throw std::invalid_argument(std::string("\"") + key + "\" must be a whole number from 0 on");
  return number.get<std::size_t>();
}

}  // namespace

std::string_view to_string(Format format) noexcept {
  return format == Format::kGauntlet ? "gauntlet" : "round-robin";
}

std::optional<Format> parse_format(std::string_view text) noexcept {
  for (const auto format : {Format::kRoundRobin, Format::kGauntlet})
    if (text == to_string(format)) return format;
  return std::nullopt;
}

std::string manifest_to_json(const MatchManifest& m) {
  ordered_json out;
  auto& engines = out["engines"] = ordered_json::array();
  for (const EngineEntry& e : m.engines)
    engines.push_back({{"name", e.name}, {"spec", e.spec}, {"limits", limits_json(e.limits)}});
  out["format"] = to_string(m.format);
  out["games"] = m.games;
  out["openings"] = m.openings;
  out["seed"] = m.seed;
  out["grace_ms"] = m.grace.count();
  out["adjudicate"] = m.adjudicate;
  if (!m.shard.empty()) out["shard"] = m.shard;
  if (m.sprt)
    out["sprt"] = {{"elo0", m.sprt->elo0},
                   {"elo1", m.sprt->elo1},
                   {"alpha", m.sprt->alpha},
                   {"beta", m.sprt->beta},
                   {"model", to_string(m.sprt->model)}};
  auto& runs = out["runs"] = ordered_json::array();
  for (const RunInfo& run : m.runs)
    runs.push_back({{"command", run.command},
                    {"version", run.version},
                    {"started", run.started},
                    {"machine", run.machine},
                    {"programs", run.programs}});
  return out.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Result<MatchManifest> manifest_from_json(std::string_view text) {
  try {
    const auto in = ordered_json::parse(text);
    MatchManifest m;
    for (const auto& e : in.at("engines"))
      m.engines.push_back({e.at("spec"), e.at("name"), limits_from(e.at("limits"))});
    const auto format = parse_format(in.at("format").get<std::string>());
    if (!format) return Error{"\"format\" is neither round-robin nor gauntlet"};
    m.format = *format;
    m.games = count_in(in, "games");
    m.openings = count_in(in, "openings");
    m.seed = count_in(in, "seed");
    m.grace = std::chrono::milliseconds(in.at("grace_ms").get<std::int64_t>());
    m.adjudicate = in.at("adjudicate");
    m.shard = in.value("shard", std::string());
    if (in.contains("sprt")) {
      const auto& s = in["sprt"];
      const auto model = parse_elo_model(s.at("model").get<std::string>());
      if (!model) return Error{"\"model\" is neither normalized nor logistic"};
      m.sprt = SprtSettings{s.at("elo0"), s.at("elo1"), s.at("alpha"), s.at("beta"), *model};
    }
    for (const auto& run : in.at("runs"))
      m.runs.push_back({run.at("command"), run.at("version"), run.at("started"), run.at("machine"),
                        run.value("programs", std::vector<std::string>())});
    return m;
  } catch (const ordered_json::exception& e) {
    return Error{std::string("not a match: ") + e.what()};
  } catch (const std::invalid_argument& e) {
    return Error{e.what()};
  }
}

std::string game_to_line(const FinishedGame& game) {
  auto out = ordered_json::parse(game::to_json_line(game.record));
  const GameTask& t = game.task;
  out["game"] = t.game;
  out["pair"] = t.pair;
  out["opening"] = t.opening;
  out["first"] = t.first;
  out["second"] = t.second;
  out["first_is_white"] = t.first_is_white;
  if (!game.log.empty()) out["log"] = game.log;
  return out.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

Result<FinishedGame> game_from_line(std::string_view line) {
  auto record = game::parse_json_line(line);
  if (!record.ok()) return Error{record.error()};
  FinishedGame game{{}, std::move(record).value(), {}};
  try {
    const auto in = ordered_json::parse(line);
    game.task = {count_in(in, "game"),  count_in(in, "pair"),   count_in(in, "opening"),
                 count_in(in, "first"), count_in(in, "second"), in.at("first_is_white")};
    game.log = in.value("log", std::string());
  } catch (const ordered_json::exception& e) {
    return Error{std::string("not a game of a match: ") + e.what()};
  } catch (const std::invalid_argument& e) {
    return Error{e.what()};
  }
  if (auto fault = check(game.record))
    return Error{"move " + std::to_string(fault->move_number) + ": " + fault->reason};
  return game;
}

}  // namespace thermodon::lab
