// The file of `serve --users`: names added, changed and removed.
#include <sys/stat.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/users_file.hpp"
#include "thermodon/server/password.hpp"

namespace thermodon::app {
namespace {

struct UsersOptions {
  std::string file;
  std::vector<std::string> add;
  std::vector<std::string> remove;
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

void tell(const UsersOptions& options, const std::string& name, const std::string& password,
          const std::string& key) {
  if (options.json) {
    nlohmann::ordered_json line = {{"name", name}, {"key", key}};
    if (!password.empty()) line["password"] = password;
    std::cout << line.dump() << '\n';
    return;
  }
  std::cout << name << '\n';
  if (!password.empty()) std::cout << "  password for the page and the JSON interface: " << password << '\n';
  std::cout << "  password for clients of the course's protocol:  " << key << '\n';
}

int run_users(const UsersOptions& options) {
  if (options.add.empty() && options.remove.empty())
    throw UsageError("users: nothing to do; give --add NAME or --remove NAME");
  if (options.password_stdin && options.add.size() != 1)
    throw UsageError("--password-stdin: goes with one --add");
  nlohmann::ordered_json users = nlohmann::ordered_json::object();
  if (std::ifstream(options.file).good()) users = read_users_json(options.file, "--file");
  for (const std::string& name : options.remove)
    if (users.erase(name) == 0) throw UsageError("--remove " + name + ": is not in " + options.file);
  for (const std::string& name : options.add) {
    std::string password;
    if (options.password_stdin)
      std::getline(std::cin, password);
    else
      password = server::random_secret().substr(0, 16);
    if (name.empty() || password.empty())
      throw UsageError("--add " + name + ": name and password must not be empty");
    const std::string hash = server::scrypt_hash(password), key = server::random_secret();
    if (hash.empty() || key.empty()) throw std::runtime_error("the system gives no random numbers");
    users[name] = {{"scrypt", hash}, {"key", key}};
    tell(options, name, options.password_stdin ? std::string() : password, key);
  }
  write_file(options.file, users);
  return kDone;
}

}  // namespace

Action declare_users(CLI::App& app) {
  auto o = std::make_shared<UsersOptions>();
  app.add_option("--file", o->file, "the file of serve --users; made where it is not")->required();
  app.add_option("--add", o->add, "names to add, or to give new passwords, which are printed");
  app.add_option("--remove", o->remove, "names to take out");
  app.add_flag("--password-stdin", o->password_stdin, "the password is the first line of the input");
  app.add_flag("--json", o->json, "JSON lines");
  return [o] { return run_users(*o); };
}

}  // namespace thermodon::app
