#include "server/live/export.hpp"

#include <charconv>
#include <nlohmann/json.hpp>

#include "thermodon/rules/notation.hpp"

namespace thermodon::server {
namespace {

using Parsed = nlohmann::json;
using Kind = OrganiserOrder::Kind;

// Quoted where it must be; a formula of a spreadsheet is made plain text.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  const bool formula = !text.empty() && std::string_view("=+-@").find(text[0]) != std::string_view::npos;
  if (formula) out.insert(0, "'");
  const bool plain = text.find_first_of("\",\r\n") == std::string::npos && !formula;
  return plain ? out : '"' + out + '"';
}

rules::Result<OrganiserOrder> read_result(OrganiserOrder order, const Parsed& body) {
  const auto number = body.find("number");
  const auto winner = body.find("winner");
  if (number == body.end() || !number->is_number_unsigned() || number->get<std::uint64_t>() > UINT32_MAX)
    return rules::Error{"\"number\" must be the number of a game"};
  if (winner == body.end() || !(winner->is_null() || winner->is_string()))
    return rules::Error{"\"winner\" must be \"black\", \"white\" or null"};
  order.number = number->get<std::uint32_t>();
  if (winner->is_null()) return order;
  const auto color = rules::parse_color(winner->get<std::string>());
  if (!color.ok()) return rules::Error{"\"winner\" must be \"black\", \"white\" or null"};
  order.winner = *color;
  return order;
}

}  // namespace

rules::Result<OrganiserOrder> organiser_order(std::string_view path, std::string_view body) {
  OrganiserOrder order;
  if (path.empty() || path == "/") {
    auto spec = parse_tournament(body);
    if (!spec.ok()) return rules::Error{spec.error()};
    order.spec = std::move(spec).value();
    return order;
  }
  path.remove_prefix(1);
  const auto slash = path.find('/');
  const std::string_view id = path.substr(0, slash);
  const std::string_view what = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), order.tournament);
  if (id.empty() || error != std::errc() || end != id.data() + id.size())
    return rules::Error{"a tournament's id is a number"};
  const Parsed object = body.empty() ? Parsed::object() : Parsed::parse(body, nullptr, false);
  if (!object.is_object()) return rules::Error{"the body must be one JSON object"};
  if (const auto why = object.find("why"); why != object.end() && why->is_string())
    order.why = why->get<std::string>().substr(0, 500);
  if (what == "start") {
    order.kind = Kind::kStart;
  } else if (what == "cancel") {
    order.kind = Kind::kCancel;
  } else if (what == "withdraw") {
    order.kind = Kind::kWithdraw;
    const auto player = object.find("player");
    if (player == object.end() || !player->is_string()) return rules::Error{"\"player\" must be a name"};
    order.player = player->get<std::string>();
  } else if (what == "result") {
    order.kind = Kind::kResult;
    return read_result(std::move(order), object);
  } else {
    return rules::Error{"an organiser may start, result, withdraw or cancel"};
  }
  return order;
}

std::string tournament_csv(const Tournament& tournament) {
  const auto& players = tournament.spec().players;
  const auto standings = tournament.standings();
  const auto table = tournament.crosstable();
  std::string csv =
      "place,player,points,games,wins,losses,sonneborn-berger,head-to-head,buchholz,black,white";
  for (const auto& column : standings) csv += ',' + cell(players[column.player]);
  csv += "\r\n";
  for (const auto& row : standings) {
    csv += std::to_string(row.place) + ',' + cell(players[row.player]);
    for (const int number : {row.points, row.games, row.wins, row.losses, row.sonneborn_berger,
                             row.head_to_head, row.buchholz, row.as_black, row.as_white})
      csv += ',' + std::to_string(number);
    for (const auto& column : standings) {
      const auto points = table[row.player][column.player];
      csv += ',' + (points ? std::to_string(*points) : std::string());
    }
    csv += "\r\n";
  }
  return csv;
}

}  // namespace thermodon::server
