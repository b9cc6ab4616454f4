// The file of `serve --users`: names added, changed and removed.
#include <sys/stat.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/users_file.hpp"
#include "thermodon/server/lobby.hpp"
#include "thermodon/server/password.hpp"

namespace thermodon::app {
namespace {

struct UsersOptions {
  std::string file;
  std::vector<std::string> add;
  std::vector<std::string> remove;
  bool list = false;
  bool password_stdin = false;
  bool json = false;
};

// Beside the file first, so that a full disk leaves it as it was; readable for its owner alone.
void write_file(const std::string& path, const nlohmann::ordered_json& users) {
  const std::string beside = path + ".new";
  const mode_t before = umask(077);
  std::ofstream file(beside, std::ios::trunc);
  file << users.dump(2) << '\n';
  file.close();
  umask(before);
  if (!file || std::rename(beside.c_str(), path.c_str()) != 0)
    throw UsageError("--file " + path + ": cannot be written; name a file in a directory that can");
}

struct Added {
  std::string name, password, key;
};

Added add(const UsersOptions& options, nlohmann::ordered_json& users, const std::string& name) {
  Added one{name, {}, server::random_secret()};
  if (options.password_stdin)
    std::getline(std::cin, one.password);
  else
    one.password = server::random_secret().substr(0, 16);
  if (!server::is_user_name(name)) throw UsageError("--add " + name + ": " + kNoUserName);
  if (one.password.empty()) throw UsageError("--add " + name + ": the password must not be empty");
  const std::string hash = server::scrypt_hash(one.password);
  if (hash.empty() || one.key.empty()) throw std::runtime_error("the system gives no random numbers");
  users[name] = {{"scrypt", hash}, {"key", one.key}};
  return one;
}

void tell(const UsersOptions& options, const Added& added) {
  const bool chosen = options.password_stdin;  // and need not be told
  if (options.json) {
    nlohmann::ordered_json line = {{"name", added.name}, {"key", added.key}};
    if (!chosen) line["password"] = added.password;
    std::cout << line.dump() << '\n';
    return;
  }
  std::cout << added.name << '\n';
  if (!chosen) std::cout << "  password for the page and the JSON interface: " << added.password << '\n';
  std::cout << "  password for clients of the course's protocol:  " << added.key << '\n';
}

// No secrets: how each password is kept.
void list(const UsersOptions& options, const nlohmann::ordered_json& users) {
  for (const auto& [name, entry] : users.items()) {
    const char* const kept = entry.is_string() ? "plain" : "scrypt";
    if (options.json)
      std::cout << nlohmann::ordered_json{{"name", name}, {"password", kept}}.dump() << '\n';
    else
      std::cout << name << (entry.is_string() ? "  (its password stands in the file)" : "") << '\n';
  }
}

int run_users(const UsersOptions& options) {
  const bool changes = !options.add.empty() || !options.remove.empty();
  if (options.list) {
    if (changes) throw UsageError("--list: goes without --add and --remove");
    list(options, read_users_json(options.file, "--file"));
    return kDone;
  }
  if (!changes) throw UsageError("users: nothing to do; give --add NAME, --remove NAME or --list");
  if (options.password_stdin && options.add.size() != 1)
    throw UsageError("--password-stdin: goes with one --add");
  nlohmann::ordered_json users = nlohmann::ordered_json::object();
  if (std::ifstream(options.file).good()) users = read_users_json(options.file, "--file");
  for (const std::string& name : options.remove)
    if (users.erase(name) == 0) throw UsageError("--remove " + name + ": is not in " + options.file);
  std::vector<Added> added;
  for (const std::string& name : options.add) added.push_back(add(options, users, name));
  write_file(options.file, users);
  for (const Added& one : added) tell(options, one);  // what is not in the file is not told
  return kDone;
}

}  // namespace

Action declare_users(CLI::App& app) {
  auto o = std::make_shared<UsersOptions>();
  app.add_option("--file", o->file, "the file of serve --users; made where it is not")->required();
  app.add_option("--add", o->add, "names to add, or to give new passwords; the passwords are printed");
  app.add_option("--remove", o->remove, "names to take out");
  app.add_flag("--list", o->list, "the names that are in it");
  app.add_flag("--password-stdin", o->password_stdin, "the password is the first line of the input");
  app.add_flag("--json", o->json, "JSON lines");
  return [o] { return run_users(*o); };
}

}  // namespace thermodon::app
