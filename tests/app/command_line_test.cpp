// The command line as scripts see it: exit statuses, one-line errors, --config.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/catch.hpp"
#include "support/run_program.hpp"

using thermodon::tests::run_thermodon;
using thermodon::tests::TemporaryFile;

TEST_CASE("perft counts the start position's moves") {
  const auto run = run_thermodon({"perft", "--depth", "1", "--json"});
  CHECK(run.status == 0);
  const auto result = nlohmann::json::parse(run.out);
  CHECK(result["depth"] == 1);
  CHECK(result["nodes"] == 2176);
  CHECK(result["seconds"].is_number());
}

TEST_CASE("wrong usage ends with status 2 and one line that names the thing") {
  const std::vector<std::vector<std::string>> wrong = {
      {},
      {"no-such-command"},
      {"perft", "--no-such-flag"},
      {"perft", "--depth", "many"},
      {"perft", "--depth", "-1"},
      {"perft", "--position", "rubbish"},
      {"perft", "--position", "startpos moves d1d1,d1d1"},
      {"perft", "--size", "99x1"},
      {"perft", "--config", "/no/such/file.json"},
      {"analyze", "--nodes", "-5"},
      {"match", "--a", "random", "--b", "random", "--nodes", "0"},
      {"match", "--a", "random", "--b", "random", "--seed", "-1"},
      {"solve", "--size", "4x4", "--proof", "/dev/null"},
      {"serve", "--rooms", "Sea", "--rooms", "Sea"},
      {"serve", "--rooms", "Tournament Hall"},
      {"serve", "--rooms", "auto"},
      {"serve", "--zones="},
      {"serve", "--practice", "Echo Lake", "--practice", "Echo Lake"},
      {"serve", "--connections", "0"},
      {"serve", "--analyses", "-1"},
  };
  for (const auto& arguments : wrong) {
    const auto run = run_thermodon(arguments);
    CAPTURE(arguments, run.err);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK(run.err.starts_with("thermodon: "));
  }
}

TEST_CASE("a result that cannot be written is a failure") {
  for (const std::string command : {"perft", "evaluators", "eval"}) {
    const auto run = thermodon::tests::run_program(
        "/bin/sh", {"-c", "\"$0\" " + command + " > /dev/full", THERMODON_BINARY});
    CAPTURE(command);
    CHECK(run.status == 1);
    CHECK(run.err.find("cannot be written") != std::string::npos);
  }
}

TEST_CASE("an engine that needs more memory than there is, is an error that says so") {
  const auto run = thermodon::tests::run_program(
      "/bin/sh", {"-c", "ulimit -v 1000000; \"$0\" analyze --engine alphabeta:amazong,hash=4096 --depth 1",
                  THERMODON_BINARY});
  CAPTURE(run.err);
  CHECK(run.status == 2);
  CHECK(run.err.find("has not the memory") != std::string::npos);
}

TEST_CASE("each subcommand's --help shows an example and ends with status 0") {
  const auto help = run_thermodon({"--help"});
  CHECK(help.status == 0);
  for (const char* name :
       {"play", "join", "serve", "match", "analyze", "uci", "perft", "bench", "eval", "records", "evaluators",
        "compare-evaluators", "match-merge", "openings", "report", "solve", "tune"}) {
    CAPTURE(name);
    CHECK(help.out.find(std::string("\n  ") + name + " ") != std::string::npos);
    const auto run = run_thermodon({name, "--help"});
    CHECK(run.status == 0);
    CHECK(run.out.find("Example: thermodon " + std::string(name)) != std::string::npos);
  }
}

TEST_CASE("every flag may stand in the file given by --config") {
  const TemporaryFile config("{\n  // depth of the count\n  \"depth\": 1, \"json\": true\n}\n");
  const auto from_file = run_thermodon({"perft", "--config", config.path()});
  CHECK(from_file.status == 0);
  CHECK(nlohmann::json::parse(from_file.out)["nodes"] == 2176);

  SECTION("the command line wins") {
    const auto run = run_thermodon({"perft", "--config", config.path(), "--depth=0"});
    CHECK(run.status == 0);
    CHECK(nlohmann::json::parse(run.out)["nodes"] == 1);
  }
  SECTION("an empty text is one, in the file and on the command line") {
    const TemporaryFile empty("{\"position\": \"\", \"depth\": 1}");
    for (const auto& run : {run_thermodon({"perft", "--config", empty.path()}),
                            run_thermodon({"perft", "--position=", "--depth=1"})}) {
      CHECK(run.status == 2);
      CHECK(run.err.find("1 required") == std::string::npos);
    }
  }
  SECTION("an unknown key is an error that names it") {
    const TemporaryFile unknown("{\"dephts\": 1}");
    const auto run = run_thermodon({"perft", "--config", unknown.path()});
    CHECK(run.status == 2);
    CHECK(run.err.find("\"dephts\"") != std::string::npos);
  }
  SECTION("what is no JSON is an error that names the file") {
    const TemporaryFile broken("{\"depth\": ");
    const auto run = run_thermodon({"perft", "--config", broken.path()});
    CHECK(run.status == 2);
    CHECK(run.err.find(broken.path()) != std::string::npos);
  }
}

TEST_CASE("--version names the program") {
  const auto run = run_thermodon({"--version"});
  CHECK(run.status == 0);
  CHECK(run.out.starts_with("thermodon "));
}

TEST_CASE("evaluators lists every evaluator and searcher with what may be given") {
  const auto text = run_thermodon({"evaluators"});
  CHECK(text.status == 0);
  CHECK(text.out.find("      distance=queen    what nearer means") != std::string::npos);
  CHECK(text.out.find("(queen or king)\n") != std::string::npos);

  const auto json = run_thermodon({"evaluators", "--json"});
  CHECK(json.status == 0);
  std::map<std::string, nlohmann::json> ranges;
  std::istringstream lines(json.out);
  for (std::string line; std::getline(lines, line);) {
    const auto info = nlohmann::json::parse(line);
    for (const auto& p : info["parameters"])
      ranges[info["kind"].get<std::string>() + " " + info["name"].get<std::string>() + " " +
             p["name"].get<std::string>()] = p["range"];
  }
  CHECK(ranges.at("searcher alphabeta width") == "0 to 10000");
  CHECK(ranges.at("searcher alphabeta lmr") == "on or off");
  CHECK(ranges.at("evaluator terrain K") == "-0.2 to 0.2");
  CHECK(ranges.at("searcher ensemble members") == "");
}
