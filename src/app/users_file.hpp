// The file of `serve --users`.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace thermodon::app {

struct UsersFile {
  // By name, for the course's protocol: its login proves that the client knows this text, which the server
  // must therefore know as well. A key that was made for that, or the password itself where it stands in the
  // file.
  std::map<std::string, std::string> keys;
  std::map<std::string, std::string> scrypt;  // hashes of the names that have one
};

inline constexpr const char* kNoUserName =
    "nobody can log in with that name; take 1 to 32 printable ASCII characters, not beginning with House#";

// The object of the file, of names that can be and their entries; `flag` names it in a UsageError.
[[nodiscard]] nlohmann::ordered_json read_users_json(const std::string& path, const std::string& flag);
[[nodiscard]] UsersFile read_users(const std::string& path);

}  // namespace thermodon::app
