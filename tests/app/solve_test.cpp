// The solve subcommand as scripts see it.
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/run_program.hpp"

using thermodon::tests::run_thermodon;
using thermodon::tests::TemporaryFolder;

TEST_CASE("solve names the winner, writes a proof and checks it") {
  const TemporaryFolder folder;
  const std::string proof = folder.path() + "/4x4.proof";
  const auto solved = run_thermodon({"solve", "--size", "4x4", "--memory", "8", "--proof", proof, "--json"});
  CHECK(solved.status == 0);
  const auto result = nlohmann::json::parse(solved.out);
  CHECK(result["winner"] == "black");
  CHECK(result["best"].is_null());
  CHECK(result["nodes"] > 100);
  CHECK(result["seconds"].is_number());
  CHECK(result["proof_moves"] > 100);

  const auto checked = run_thermodon({"solve", "--check", proof, "--json"});
  CHECK(checked.status == 0);
  CHECK(nlohmann::json::parse(checked.out)["winner"] == "black");
  CHECK(run_thermodon({"solve", "--check", proof, "--size", "4x4"}).status == 0);

  const auto other = run_thermodon({"solve", "--check", proof, "--size", "5x4"});
  CHECK(other.status == 1);
  CHECK(other.err.find("of another position") != std::string::npos);

  std::ofstream(proof, std::ios::app) << "more\n";
  const auto broken = run_thermodon({"solve", "--check", proof});
  CHECK(broken.status == 1);
  CHECK(broken.out.empty());
  CHECK(broken.err.find("after the end") != std::string::npos);
}

TEST_CASE("solve shows a winning move") {
  const auto run = run_thermodon({"solve", "--position", "q2*/***1/1*2/Q2* w", "--memory", "1"});
  CHECK(run.status == 0);
  CHECK(run.out.find("white, to move, wins by ") == 0);
}

TEST_CASE("solve that ends before it is done says so and leaves no proof behind") {
  const TemporaryFolder folder;
  const std::string proof = folder.path() + "/6x6.proof";
  const auto run = run_thermodon(
      {"solve", "--size", "6x6", "--time-limit", "100ms", "--memory", "1", "--proof", proof, "--json"});
  CHECK(run.status == 1);
  CHECK(nlohmann::json::parse(run.out)["winner"].is_null());
  CHECK(run.err == "thermodon: stopped before the position was solved\n");
  CHECK_FALSE(std::ifstream(proof));
  CHECK_FALSE(std::ifstream(proof + ".part"));
}

TEST_CASE("wrong usage of solve is told in one line") {
  CHECK(run_thermodon({"solve", "--check", "/no/such/file"}).status == 2);
  CHECK(run_thermodon({"solve", "--size", "4x4", "--proof", "/no/such/folder/p"}).status == 2);
  CHECK(run_thermodon({"solve", "--memory", "0"}).status == 2);
  CHECK(run_thermodon({"solve", "--time-limit", "soon"}).status == 2);
}
