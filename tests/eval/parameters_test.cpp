// Parameters and weights files: what is refused, and with which words.
#include <filesystem>
#include <fstream>

#include "support/catch.hpp"
#include "thermodon/eval/amazong.hpp"
#include "thermodon/eval/registry.hpp"

namespace {

using namespace thermodon;
using Catch::Matchers::Contains;
using eval::Parameters;

std::string error_of(std::string_view name, const Parameters& parameters) {
  const auto made = eval::make_evaluator(name, parameters);
  return made ? "" : made.error();
}

// A file that is removed at the end.
class TextFile {
 public:
  explicit TextFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("thermodon-weights-" + std::to_string(reinterpret_cast<std::uintptr_t>(this)) + ".json")) {
    std::ofstream(path_) << text;
  }
  ~TextFile() { std::filesystem::remove(path_); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST_CASE("unknown evaluators and parameters are named with those that there are", "[parameters]") {
  CHECK_THAT(error_of("amazon", {}), Contains("\"amazon\"") && Contains("amazong, king-territory"));
  CHECK_THAT(error_of("terrain", {{"kappa", "0.1"}}),
             Contains("terrain: unknown parameter \"kappa\"; it has distance, K, kernel"));
}

TEST_CASE("values are checked by type, range and choice", "[parameters]") {
  CHECK_THAT(error_of("terrain", {{"K", "0.3"}}),
             Contains("terrain: K=0.3 is out of range; give one from -0.2 to 0.2"));
  CHECK_THAT(error_of("terrain", {{"K", "much"}}), Contains("K=much is not a number"));
  CHECK_THAT(error_of("terrain", {{"K", "nan"}}), Contains("is not a number"));
  CHECK_THAT(error_of("terrain", {{"K", ""}}), Contains("is not a number"));
  CHECK_THAT(error_of("terrain", {{"distance", "rook"}}),
             Contains("distance=rook is unknown; give queen or king"));
  CHECK_THAT(error_of("terrain", {{"K", "+-0.1"}}), Contains("is not a number"));
  for (const std::string whole : {"2", "+2", "2.0", "2e0", "0.2e1"}) {
    INFO(whole);
    CHECK(error_of("phased", {{"opening_moves", whole}}).empty());
  }
  for (const std::string other : {"2.5", "", "two", "2 ", "nan", "inf"}) {
    INFO(other);
    CHECK_THAT(error_of("phased", {{"opening_moves", other}}), Contains("is not a whole number"));
  }
  for (const std::string far : {"101", "-1", "1e99", "99999999999999999999"}) {
    INFO(far);
    CHECK_THAT(error_of("phased", {{"opening_moves", far}}),
               Contains("is out of range; give one from 0 to "));
  }
  CHECK_THAT(error_of("amazong", {{"kernel", "gpu"}}), Contains("kernel=gpu"));
  CHECK(error_of("terrain", {{"K", "-0.2"}, {"distance", "king"}}).empty());
}

TEST_CASE("the table's defaults are what is compiled in", "[parameters]") {
  for (const auto& info : eval::evaluators()) {
    Parameters all;
    for (const auto& p : info.parameters) all.emplace(p.name, p.default_value);
    INFO(info.name);
    CHECK(error_of(info.name, all).empty());
    CHECK_FALSE(info.summary.empty());
  }
  CHECK(eval::amazong_weights({{"K", "0"}})->kappa == eval::AmazongWeights::defaults().kappa);
}

TEST_CASE("the weights file of the project holds the compiled-in weights", "[parameters]") {
  const std::string path = THERMODON_CONFIG_DIR "/evaluators.json";
  const auto read = eval::amazong_weights({{"weights", path}});
  if (!read) FAIL(read.error());
  const auto compiled = eval::AmazongWeights::defaults();
  CHECK(read->kappa == compiled.kappa);
  REQUIRE(read->rows.size() == compiled.rows.size());
  for (std::size_t i = 0; i < compiled.rows.size(); ++i) {
    const auto& a = read->rows[i];
    const auto& b = compiled.rows[i];
    CHECK(a.w == b.w);
    CHECK(a.t1 == b.t1);
    CHECK(a.c1 == b.c1);
    CHECK(a.c2 == b.c2);
    CHECK(a.t2 == b.t2);
    CHECK(a.mobility == b.mobility);
    CHECK(a.tempo == b.tempo);
  }
  REQUIRE(read->enclosures.size() == compiled.enclosures.size());
  for (std::size_t i = 0; i < compiled.enclosures.size(); ++i) {
    CHECK(read->enclosures[i].alpha == compiled.enclosures[i].alpha);
    CHECK(read->enclosures[i].cost == compiled.enclosures[i].cost);
  }
  const auto start = rules::Position::start();
  for (const char* name : {"amazong", "kqm", "queen-safety", "two-step", "phased"}) {
    auto from_file = eval::make_evaluator(name, {{"weights", path}});
    if (!from_file) FAIL(from_file.error());
    CHECK((*from_file)->evaluate(start) == (*eval::make_evaluator(name))->evaluate(start));
  }
}

TEST_CASE("the weights by hand are a partition of 1, as in Lieberum's paper", "[parameters]") {
  const auto read = eval::amazong_weights({{"weights", THERMODON_CONFIG_DIR "/amazong-by-hand.json"}});
  if (!read) FAIL(read.error());
  REQUIRE(read->rows.size() == 4);
  for (const auto& row : read->rows) CHECK(row.t1 + row.c1 + row.c2 + row.t2 == Approx(1));
}

TEST_CASE("the weights fitted to games between people can be read", "[parameters]") {
  const auto read = eval::amazong_weights({{"weights", THERMODON_CONFIG_DIR "/amazong-by-people.json"}});
  if (!read) FAIL(read.error());
  CHECK(read->rows.size() > 1);
}

TEST_CASE("weights of a file hold unless the parameter is given too", "[parameters]") {
  const TextFile file(R"({
    // comments are allowed
    "kqm": {"king": 1, "queen": 0, "mobility": 0, "K": 0},
    "amazong": {"kappa": 0.2, "rows": [{"w": 0, "t1": 2}], "enclosure": [[0, 1]]}
  })");
  const auto p = rules::Position::start();
  const auto kqm = [&](Parameters parameters) {
    parameters["weights"] = file.path();
    auto made = eval::make_evaluator("kqm", parameters);
    if (!made) FAIL(made.error());
    return (*made)->evaluate(p);
  };
  const auto plain = [&](const char* distance) {
    return (*eval::make_evaluator("terrain", {{"K", "0"}, {"distance", distance}}))->evaluate(p);
  };
  CHECK(kqm({}) == plain("king"));
  CHECK(kqm({{"king", "0"}, {"queen", "1"}}) == plain("queen"));
  const auto amazong = eval::amazong_weights({{"weights", file.path()}});
  REQUIRE(amazong.ok());
  CHECK(amazong->kappa == 0.2);
  REQUIRE(amazong->rows.size() == 1);
  CHECK(amazong->rows[0].t1 == 2);
}

TEST_CASE("bad weights files are refused with the place", "[parameters]") {
  const auto amazong = [](const std::string& section) {
    const TextFile file("{\"amazong\": " + section + "}");
    return error_of("amazong", {{"weights", file.path()}});
  };
  CHECK_THAT(error_of("amazong", {{"weights", "/nowhere.json"}}),
             Contains("weights=/nowhere.json: cannot be read"));
  const TextFile broken("{");
  CHECK_THAT(error_of("kqm", {{"weights", broken.path()}}), Contains("not JSON"));
  const TextFile other("{\"kqm\": {\"king\": [1]}}");
  CHECK_THAT(error_of("amazong", {{"weights", other.path()}}), Contains("has no object \"amazong\""));
  CHECK_THAT(error_of("kqm", {{"weights", other.path()}}), Contains("king must be a number or text"));
  CHECK_THAT(amazong("{\"t1\": 1}"), Contains("unknown key \"t1\"; amazong has kappa, rows, enclosure"));
  CHECK_THAT(amazong("{\"kappa\": 1}"), Contains("kappa must be a number from -0.2 to 0.2"));
  CHECK_THAT(amazong("{\"rows\": []}"), Contains("rows must be a list that is not empty"));
  CHECK_THAT(amazong("{\"rows\": [{\"t1\": 1}]}"), Contains("rows[0] has no w"));
  CHECK_THAT(amazong("{\"rows\": [{\"w\": 1, \"t3\": 1}]}"), Contains("rows[0]: unknown key \"t3\""));
  CHECK_THAT(amazong("{\"rows\": [{\"w\": 5}, {\"w\": 5}]}"),
             Contains("rows[1] must be above the one before"));
  CHECK_THAT(amazong("{\"rows\": [{\"w\": 0.5}]}"), Contains("rows[0].w must be a whole number"));
  CHECK_THAT(amazong("{\"enclosure\": [[0]]}"), Contains("enclosure[0] must be a pair"));
  CHECK_THAT(amazong("{\"enclosure\": [[0, -1]]}"), Contains("enclosure[0], cost,"));
}

}  // namespace
