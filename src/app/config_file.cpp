#include "app/config_file.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/command.hpp"

namespace thermodon::app {
namespace {

std::optional<std::string> config_path(const std::vector<std::string>& arguments) {
  constexpr std::string_view kFlag = "--config";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    if (a == kFlag && i + 1 < arguments.size()) return arguments[i + 1];
    if (a.starts_with("--config=")) return a.substr(kFlag.size() + 1);
  }
  return std::nullopt;
}

bool given(const std::vector<std::string>& arguments, const std::string& flag) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [&](const std::string& a) { return a == flag || a.starts_with(flag + "="); });
}

std::string text_of(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

bool is_plain(const nlohmann::json& value) {
  return value.is_string() || value.is_number() || value.is_boolean();
}

// An empty text is an argument of its own: after "--flag=" the next argument would be taken for the value.
void put(std::vector<std::string>& arguments, const std::string& flag, const std::string& text) {
  if (!text.empty()) return arguments.push_back(flag + "=" + text);
  arguments.push_back(flag);
  arguments.emplace_back();
}

}  // namespace

std::vector<std::string> separate_empty_values(const std::vector<std::string>& arguments) {
  std::vector<std::string> separate;
  for (const std::string& a : arguments) {
    if (a.starts_with("--") && a.find('=') == a.size() - 1)
      put(separate, a.substr(0, a.size() - 1), "");
    else
      separate.push_back(a);
  }
  return separate;
}

std::vector<std::string> merge_config(const CLI::App& command, std::vector<std::string> arguments,
                                      const std::string& path, std::istream& file) {
  nlohmann::json config;
  try {
    config = nlohmann::json::parse(file, nullptr, true, /*ignore_comments=*/true);
  } catch (const nlohmann::json::exception& e) {
    throw UsageError("--config " + path + ": not JSON: " + e.what());
  }
  if (!config.is_object()) throw UsageError("--config " + path + ": must hold one JSON object of flags");
  for (const auto& [key, value] : config.items()) {
    const std::string flag = "--" + key;
    const std::string quoted = nlohmann::json(key).dump();
    const CLI::Option* option = command.get_option_no_throw(flag);
    if (option == nullptr || key == "config" || key == "help")
      throw UsageError("--config " + path + ": unknown key " + quoted + "; `thermodon " + command.get_name() +
                       " --help` lists the flags");
    if (given(arguments, flag)) continue;
    if (option->get_items_expected_max() == 0) {  // a bare flag
      if (!value.is_boolean())
        throw UsageError("--config " + path + ": " + quoted + " must be true or false");
      if (value.get<bool>()) arguments.push_back(flag);
    } else if (value.is_array() && std::all_of(value.begin(), value.end(), [&](const nlohmann::json& item) {
                 return is_plain(item) || (item.is_object() && option->get_type_name() == kJsonType);
               })) {
      for (const auto& item : value) put(arguments, flag, text_of(item));
    } else if (is_plain(value)) {
      put(arguments, flag, text_of(value));
    } else {
      throw UsageError("--config " + path + ": " + quoted + " must be a text, a number, or a list of them");
    }
  }
  return arguments;
}

std::vector<std::string> expand_config(const CLI::App& command, std::vector<std::string> arguments) {
  const auto path = config_path(arguments);
  if (!path) return arguments;
  std::ifstream file(*path);
  if (!file) throw UsageError("--config " + *path + ": cannot be read; give the path of a JSON file");
  return merge_config(command, std::move(arguments), *path, file);
}

}  // namespace thermodon::app
