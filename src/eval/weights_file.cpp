#include "eval/weights_file.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

namespace thermodon::eval {
namespace {

using nlohmann::json;

struct WeightsError {
  std::string message;
};

json read_section(const std::string& path, std::string_view evaluator) {
  std::ifstream file(path);
  if (!file) throw WeightsError{"cannot be read; give the path of a JSON file"};
  json all;
  try {
    all = json::parse(file, nullptr, true, /*ignore_comments=*/true);
  } catch (const json::exception& e) {
    throw WeightsError{std::string("not JSON: ") + e.what()};
  }
  const std::string name(evaluator);
  if (!all.is_object() || !all.contains(name) || !all[name].is_object())
    throw WeightsError{"has no object \"" + name + "\""};
  return all[name];
}

rules::Error with_place(const std::string& path, std::string_view evaluator, const WeightsError& e) {
  return {std::string(evaluator) + ": weights=" + path + ": " + e.message};
}

double number_in(const json& value, const std::string& place, double low, double high) {
  if (!value.is_number() || value.get<double>() < low || value.get<double>() > high)
    throw WeightsError{place + " must be a number from " + json(low).dump() + " to " + json(high).dump()};
  return value.get<double>();
}

int whole_number_in(const json& value, const std::string& place, int low, int high) {
  if (!value.is_number_integer()) throw WeightsError{place + " must be a whole number"};
  return static_cast<int>(number_in(value, place, low, high));
}

AmazongWeights::Row read_row(const json& object, const std::string& place) {
  if (!object.is_object()) throw WeightsError{place + " must be an object"};
  AmazongWeights::Row row;
  const auto field = [&](const std::string& key) -> double* {
    if (key == "t1") return &row.t1;
    if (key == "c1") return &row.c1;
    if (key == "c2") return &row.c2;
    if (key == "t2") return &row.t2;
    if (key == "mobility") return &row.mobility;
    if (key == "tempo") return &row.tempo;
    return nullptr;
  };
  bool has_w = false;
  for (const auto& [key, value] : object.items()) {
    if (key == "w") {
      row.w = whole_number_in(value, place + ".w", 0, 100);
      has_w = true;
    } else if (double* target = field(key)) {
      *target = number_in(value, place + "." + key, -kMaxWeight, kMaxWeight);
    } else {
      throw WeightsError{place + ": unknown key \"" + key + "\"; it has w, t1, c1, c2, t2, mobility, tempo"};
    }
  }
  if (!has_w) throw WeightsError{place + " has no w"};
  return row;
}

AmazongWeights::Enclosure read_enclosure(const json& pair, const std::string& place) {
  if (!pair.is_array() || pair.size() != 2) throw WeightsError{place + " must be a pair [alpha, cost]"};
  return {whole_number_in(pair[0], place + ", alpha,", 0, 128),
          number_in(pair[1], place + ", cost,", 0, kMaxWeight)};
}

// Reads a list whose items rise by `key`.
template <class Item, class Read, class Key>
std::vector<Item> read_list(const json& list, const std::string& name, Read read, Key key) {
  if (!list.is_array() || list.empty()) throw WeightsError{name + " must be a list that is not empty"};
  std::vector<Item> items;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string place = name + "[" + std::to_string(i) + "]";
    items.push_back(read(list[i], place));
    if (i > 0 && key(items[i]) <= key(items[i - 1]))
      throw WeightsError{place + " must be above the one before"};
  }
  return items;
}

AmazongWeights read_amazong(const json& section) {
  AmazongWeights weights = AmazongWeights::defaults();
  for (const auto& [key, value] : section.items()) {
    if (key == "kappa")
      weights.kappa = number_in(value, "kappa", -0.2, 0.2);
    else if (key == "rows")
      weights.rows =
          read_list<AmazongWeights::Row>(value, "rows", read_row, [](const auto& row) { return row.w; });
    else if (key == "enclosure")
      weights.enclosures = read_list<AmazongWeights::Enclosure>(value, "enclosure", read_enclosure,
                                                                [](const auto& e) { return e.alpha; });
    else
      throw WeightsError{"unknown key \"" + key + "\"; amazong has kappa, rows, enclosure"};
  }
  return weights;
}

}  // namespace

rules::Result<Parameters> with_weights_file(std::string_view evaluator, const Parameters& given) {
  const auto path = given.find("weights");
  if (path == given.end() || path->second.empty()) return given;
  try {
    Parameters merged = given;
    const json section = read_section(path->second, evaluator);
    for (const auto& [key, value] : section.items()) {
      if (!value.is_string() && !value.is_number()) throw WeightsError{key + " must be a number or text"};
      merged.emplace(key, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return merged;
  } catch (const WeightsError& e) {
    return with_place(path->second, evaluator, e);
  }
}

rules::Result<AmazongWeights> read_amazong_weights(const std::string& path) {
  try {
    return read_amazong(read_section(path, "amazong"));
  } catch (const WeightsError& e) {
    return with_place(path, "amazong", e);
  }
}

}  // namespace thermodon::eval
