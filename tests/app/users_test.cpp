// The users subcommand, and logins over both interfaces against a server that was given its file.
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "app/live_client.hpp"
#include "app/server_process.hpp"
#include "server/wire_client.hpp"
#include "support/run_program.hpp"

namespace thermodon::tests {
namespace {

using nlohmann::json;

std::string contents(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Runs it and returns its lines, by name.
std::map<std::string, json> users(std::vector<std::string> flags, const std::string& input = {}) {
  flags.insert(flags.begin(), {"users", "--json"});
  const auto run = run_thermodon(flags, input);
  INFO(run.err);
  CHECK(run.status == 0);
  std::map<std::string, json> lines;
  std::istringstream out(run.out);
  for (std::string line; std::getline(out, line);) {
    const auto parsed = json::parse(line);
    lines[parsed["name"]] = parsed;
  }
  return lines;
}

TEST_CASE("names are added to the file of users, changed, listed and removed, and it holds no password") {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/users.json";
  const auto added = users({"--file", path, "--add", "ann", "--add", "bob smith"});
  REQUIRE(added.size() == 2);
  const std::string password = added.at("ann")["password"], key = added.at("ann")["key"];
  CHECK(password.size() >= 16);
  CHECK(password != added.at("bob smith")["password"]);
  CHECK(contents(path).find(password) == std::string::npos);
  CHECK(json::parse(contents(path))["ann"]["key"] == key);
  struct stat status {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);

  const auto chosen = users({"--file", path, "--add", "ann", "--password-stdin"}, "sesame\n");
  CHECK_FALSE(chosen.at("ann").contains("password"));
  CHECK(chosen.at("ann")["key"] != key);
  CHECK(contents(path).find("sesame") == std::string::npos);

  CHECK(users({"--file", path, "--list"}).size() == 2);
  users({"--file", path, "--remove", "bob smith"});
  const auto left = users({"--file", path, "--list"});
  REQUIRE(left.size() == 1);
  CHECK(left.at("ann") == json{{"name", "ann"}, {"password", "scrypt"}});
  const auto shown = run_thermodon({"users", "--file", path, "--list"});
  CHECK(shown.out == "ann\n");
}

TEST_CASE("users and serve refuse files and names that cannot be, and leave the file as it was") {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/users.json";
  users({"--file", path, "--add", "ann"});
  const std::string before = contents(path);
  const auto refused = [](std::vector<std::string> flags, const std::string& words,
                          const std::string& command = "users") {
    flags.insert(flags.begin(), command);
    const auto run = run_thermodon(flags, "\n");
    CAPTURE(flags, run.err);
    CHECK(run.status == 2);
    CHECK(run.err.find(words) != std::string::npos);
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK(run.out.empty());
  };
  refused({"--file", path}, "nothing to do");
  refused({"--file", path, "--list", "--add", "bob"}, "--list: goes without");
  refused({"--file", path, "--remove", "bob"}, "--remove bob: is not in " + path);
  refused({"--file", path, "--add", "bob", "--add", "House#1"}, "nobody can log in with that name");
  refused({"--file", path, "--add", std::string(33, 'x')}, "nobody can log in with that name");
  refused({"--file", path, "--add", ""}, "--add");
  refused({"--file", path, "--add", "bob", "--password-stdin"}, "must not be empty");
  refused({"--file", path, "--add", "bob", "--add", "eve", "--password-stdin"}, "goes with one --add");
  refused({"--file", "/dev/null/users.json", "--add", "bob"}, "cannot be written");
  refused({"--file", folder.path() + "/none.json", "--list"}, "cannot be read");
  CHECK(contents(path) == before);

  for (const auto& [text, words] : std::map<std::string, std::string>{
           {"", "not JSON"},
           {"[\"ann\"]", "must hold one object"},
           {R"({"ann": ""})", "the password of \"ann\""},
           {R"({"ann": {"scrypt": "scrypt:16384:8:1:00"}})", "the password of \"ann\""},
           {R"({"ann": {"key": "00"}})", "the password of \"ann\""},
           {R"({" ann": "secret"})", "\" ann\": nobody can log in with that name"}}) {
    const TemporaryFile file(text);
    refused({"--file", file.path(), "--add", "bob"}, words);
    CHECK(contents(file.path()) == text);
    refused({"--port", "0", "--http", "0", "--users", file.path()}, words, "serve");
  }
}

// What the course's protocol answers to a login: 0, or the error's code.
int login_code(std::uint16_t port, const std::string& name, const std::string& password) {
  boost::asio::io_context io;
  server::WireClient client(io, net::Kind::kTcp, port);
  client.send(protocol::HandshakeRequest{"1.6.1", "test", true, {}});
  protocol::LoginRequest login;
  login.zone = "cosc322-2";
  login.name = name;
  login.password_hash = protocol::password_hash(client.wait<protocol::HandshakeReply>().token, password);
  client.send(login);
  std::optional<int> code;
  REQUIRE(test::run_until(io, [&] {
    // Whichever comes: a wait for one would drop the other.
    if (const auto event = client.next()) {
      if (std::holds_alternative<protocol::LoginReply>(*event)) code = 0;
      if (const auto* error = std::get_if<protocol::ErrorReply>(&*event)) code = error->code;
    }
    return code.has_value();
  }));
  return *code;
}

// Likewise of the JSON interface.
int json_code(std::uint16_t port, const std::string& name, const std::string& password) {
  LiveClient client(port);
  const json answer = client.login(name, password);
  return answer["type"] == "login" ? 0 : answer["code"].get<int>();
}

TEST_CASE("a server with a file of users wants each name's password, by both interfaces") {
  constexpr int kBadName = 2, kBadPassword = 3, kNoGuests = 10;
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/users.json";
  const auto ann = users({"--file", path, "--add", "ann"}).at("ann");
  const std::string password = ann["password"], key = ann["key"];
  auto file = json::parse(contents(path));
  file["bob"] = "a password as it is";
  std::ofstream(path) << file;

  for (const bool registered_only : {true, false}) {
    std::vector<std::string> flags = {"--http", "0", "--users", path};
    if (registered_only) flags.emplace_back("--registered-only");
    ServerProcess server(flags);
    const auto web = json::parse(server.line())["port"].get<std::uint16_t>();
    CAPTURE(registered_only);
    CHECK(login_code(server.port, "ann", key) == 0);
    CHECK(login_code(server.port, "ann", password) == kBadPassword);
    CHECK(login_code(server.port, "ann", "") == kBadPassword);
    CHECK(login_code(server.port, "bob", "a password as it is") == 0);
    CHECK(login_code(server.port, "eve", "x") == (registered_only ? kBadName : 0));
    CHECK(login_code(server.port, "", "") == (registered_only ? kNoGuests : 0));
    CHECK(json_code(web, "ann", password) == 0);
    CHECK(json_code(web, "ann", key) == 0);
    CHECK(json_code(web, "ann", password + "x") == kBadPassword);
    CHECK(json_code(web, "ann", "") == kBadPassword);
    CHECK(json_code(web, "bob", "a password as it is") == 0);
    CHECK(json_code(web, "bob", "another") == kBadPassword);
    CHECK(json_code(web, "eve", "x") == (registered_only ? kBadName : 0));
    CHECK(json_code(web, "", "") == (registered_only ? kNoGuests : 0));
  }
  // A new password is good from the next start on, and the old ones are not.
  const auto changed = users({"--file", path, "--add", "ann", "--remove", "bob"}).at("ann");
  ServerProcess server({"--http", "0", "--users", path, "--no-guests"});
  const auto web = json::parse(server.line())["port"].get<std::uint16_t>();
  CHECK(json_code(web, "ann", password) == kBadPassword);
  CHECK(json_code(web, "ann", changed["password"]) == 0);
  CHECK(login_code(server.port, "ann", key) == kBadPassword);
  CHECK(login_code(server.port, "ann", changed["key"]) == 0);
  CHECK(login_code(server.port, "bob", "") == 0);  // a name like any other now
  CHECK(login_code(server.port, "", "") == kNoGuests);
}

TEST_CASE("a connection that guesses passwords is closed, hashed ones and plain ones") {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/users.json";
  std::ofstream(path) << R"({"plain": "sesame"})";
  users({"--file", path, "--add", "hashed"});
  ServerProcess server({"--http", "0", "--users", path});
  const auto web = json::parse(server.line())["port"].get<std::uint16_t>();
  for (const char* name : {"hashed", "plain"}) {
    LiveClient eve(web);
    for (int i = 0; i < 5; ++i) CHECK(eve.login(name, "wrong")["code"] == 3);
    CHECK(eve.wait_end());
  }
}

}  // namespace
}  // namespace thermodon::tests
