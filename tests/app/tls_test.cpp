// HTTPS and wss:// on the running program, with a certificate that is made for the test.
#include <algorithm>
#include <csignal>

#include "app/http_get.hpp"
#include "app/live_client.hpp"
#include "app/server_process.hpp"
#include "support/run_program.hpp"

namespace thermodon::tests {
namespace {

bool have_openssl() {
  const bool have = run_program("/usr/bin/env", {"openssl", "version"}).status == 0;
  if (!have) WARN("skipped: no openssl command (Debian: openssl)");
  return have;
}

// A certificate of 127.0.0.1, signed by itself, and its key.
struct Certificate {
  explicit Certificate(const std::string& folder, const std::string& name, const std::string& password = {})
      : chain(folder + '/' + name + "-chain.pem"), key(folder + '/' + name + "-key.pem") {
    std::vector<std::string> arguments = {"openssl",
                                          "req",
                                          "-x509",
                                          "-newkey",
                                          "ec",
                                          "-pkeyopt",
                                          "ec_paramgen_curve:prime256v1",
                                          "-keyout",
                                          key,
                                          "-out",
                                          chain,
                                          "-days",
                                          "2",
                                          "-subj",
                                          "/CN=hall",
                                          "-addext",
                                          "subjectAltName=IP:127.0.0.1"};
    if (password.empty())
      arguments.push_back("-nodes");
    else
      arguments.insert(arguments.end(), {"-passout", "pass:" + password});
    const auto made = run_program("/usr/bin/env", arguments);
    INFO(made.err);
    REQUIRE(made.status == 0);
  }
  std::string chain, key;
};

TEST_CASE("with a certificate the HTTP port speaks TLS, for the page and for JSON users, and nothing else") {
  if (!have_openssl()) return;
  const TemporaryFolder folder;
  const Certificate own(folder.path(), "own"), other(folder.path(), "other");
  ServerProcess server({"--http", "0", "--tls-cert", own.chain, "--tls-key", own.key});
  const auto port = nlohmann::json::parse(server.line())["port"].get<std::uint16_t>();

  const std::string rooms = https_get(port, "/api/rooms", own.chain);
  CHECK(rooms.find("HTTP/1.1 200 OK\r\n") == 0);
  CHECK(rooms.find("\"Wood Lake\"") != std::string::npos);
  CHECK(https_get(port, "/", own.chain).find("<!doctype html>") != std::string::npos);
  CHECK(https_get(port, "/api/rooms", other.chain).find("! ") == 0);

  LiveClient ann(port, own.chain), bob(port, own.chain);
  CHECK(ann.wait("hello")["house"] == true);
  for (auto* user : {&ann, &bob}) {
    CHECK(user->login(user == &ann ? "ann" : "bob")["type"] == "login");
    user->send({{"type", "join"}, {"room", "Wood Lake"}});
    user->wait("joined");
  }
  ann.wait("game");
  ann.send({{"type", "move"}, {"move", "d10-d4/c3"}});
  CHECK(bob.wait("move")["by"] == "black");

  // Without TLS there is nothing to be had there, and nobody else is held up.
  CHECK(http(port, "GET", "/api/rooms").status == 0);
  ann.send({{"type", "ping"}});
  ann.wait("pong");
  server.signal(SIGTERM);
  CHECK(ann.wait("closing")["reason"] == "stopping");
  CHECK(ann.wait_end());
  CHECK(bob.wait_end());
  CHECK(server.end(0) == 0);  // by itself
}

TEST_CASE("certificates and keys that cannot be are told in one line, and nothing is served") {
  const auto refused = [](const std::string& cert, const std::string& key, const std::string& words,
                          int status) {
    std::vector<std::string> flags = {"serve", "--bind", "127.0.0.1", "--port", "0", "--http", "0"};
    if (!cert.empty()) flags.insert(flags.end(), {"--tls-cert", cert});
    if (!key.empty()) flags.insert(flags.end(), {"--tls-key", key});
    const auto run = run_program(THERMODON_BINARY, flags, "", 10);
    CAPTURE(cert, key, run.err);
    CHECK(run.status == status);
    CHECK(run.err.find(words) != std::string::npos);
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK(run.out.empty());
  };
  const TemporaryFile text("no certificate\n"), empty("");
  refused(text.path(), "", "--tls-cert and --tls-key: give both", 2);
  refused("", text.path(), "--tls-cert and --tls-key: give both", 2);
  refused("/nowhere.pem", text.path(), "--tls-cert /nowhere.pem: cannot be read", 2);
  refused(text.path(), empty.path(), "one of the files is empty", 2);
  refused(text.path(), text.path(), text.path() + ": holds no certificate", 1);
  if (!have_openssl()) return;
  const TemporaryFolder folder;
  const Certificate own(folder.path(), "own"), other(folder.path(), "other");
  const Certificate locked(folder.path(), "locked", "secret");
  refused(own.chain, text.path(), text.path() + ": holds no private key", 1);
  refused(own.chain, other.key, other.key + ": is the key of another certificate than " + own.chain, 1);
  refused(locked.chain, locked.key, locked.key + ": holds no private key that can be read without", 1);
}

}  // namespace
}  // namespace thermodon::tests
