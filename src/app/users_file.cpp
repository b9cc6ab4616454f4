#include "app/users_file.hpp"

#include <fstream>

#include "app/command.hpp"
#include "thermodon/server/lobby.hpp"
#include "thermodon/server/password.hpp"

namespace thermodon::app {
namespace {

std::string text_at(const nlohmann::ordered_json& entry, const char* key) {
  const auto it = entry.find(key);
  return it != entry.end() && it->is_string() ? it->get<std::string>() : std::string();
}

}  // namespace

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
  for (const auto& [name, entry] : users.items()) {
    if (!server::is_user_name(name))
      throw UsageError(flag + ' ' + path + ": " + nlohmann::json(name).dump() + ": " + kNoUserName);
    const bool text = entry.is_string() && !entry.get_ref<const std::string&>().empty();
    if (!text && !(entry.is_object() && server::is_scrypt_hash(text_at(entry, "scrypt"))))
      throw UsageError(flag + ' ' + path + ": the password of \"" + name +
                       "\" must be text, not empty, or what `thermodon users` writes");
  }
  return users;
}

UsersFile read_users(const std::string& path) {
  UsersFile users;
  const nlohmann::ordered_json file = read_users_json(path, "--users");
  for (const auto& [name, entry] : file.items()) {
    if (entry.is_string()) {
      users.keys[name] = entry.get<std::string>();
      continue;
    }
    users.scrypt[name] = text_at(entry, "scrypt");
    const std::string key = text_at(entry, "key");
    // Without a key nobody can know it: the name logs in by JSON alone.
    users.keys[name] = key.empty() ? server::random_secret() : key;
  }
  return users;
}

}  // namespace thermodon::app
