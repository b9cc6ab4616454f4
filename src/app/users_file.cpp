#include "app/users_file.hpp"

#include <fstream>

#include "app/command.hpp"
#include "thermodon/server/password.hpp"

namespace thermodon::app {

nlohmann::ordered_json read_users_json(const std::string& path, const std::string& flag) {
  std::ifstream file(path);
  if (!file) throw UsageError(flag + ' ' + path + ": cannot be read; give the path of a JSON file");
  nlohmann::ordered_json users;
  try {
    users = nlohmann::ordered_json::parse(file, nullptr, true, /*ignore_comments=*/true);
  } catch (const nlohmann::json::exception& e) {
    throw UsageError(flag + ' ' + path + ": not JSON: " + e.what());
  }
  if (!users.is_object())
    throw UsageError(flag + ' ' + path + ": must hold one object, of names and their passwords");
  return users;
}

UsersFile read_users(const std::string& path) {
  UsersFile users;
  const auto text = [](const nlohmann::ordered_json& entry, const char* key) {
    const auto it = entry.find(key);
    return it != entry.end() && it->is_string() ? it->get<std::string>() : std::string();
  };
  const nlohmann::ordered_json file = read_users_json(path, "--users");
  for (const auto& [name, entry] : file.items()) {
    if (entry.is_object() && !text(entry, "scrypt").empty()) {
      users.scrypt[name] = text(entry, "scrypt");
      const std::string key = text(entry, "key");
      // Without a key nobody can know it: the name logs in by JSON alone.
      users.keys[name] = key.empty() ? server::random_secret() : key;
      continue;
    }
    if (!entry.is_string() || entry.get<std::string>().empty())
      throw UsageError("--users " + path + ": the password of \"" + name +
                       "\" must be text, not empty, or what `thermodon users` writes");
    users.keys[name] = entry.get<std::string>();
    ++users.plain;
  }
  return users;
}

}  // namespace thermodon::app
