#include "thermodon/search/spec.hpp"

#include "search/support.hpp"

namespace thermodon::search {
namespace {

std::string error_of(const std::string& text) {
  auto spec = parse_spec(text);
  if (!spec) return spec.error();
  auto made = make_searcher(*spec);
  return made ? "" : made.error();
}

TEST_CASE("a spec names a searcher, an evaluator and parameters", "[spec]") {
  const auto spec = parse_spec("alphabeta:terrain,threads=2,K=0.1");
  REQUIRE(spec);
  CHECK(spec->searcher == "alphabeta");
  CHECK(spec->evaluator == "terrain");
  CHECK(spec->parameters == eval::Parameters{{"threads", "2"}, {"K", "0.1"}});
}

TEST_CASE("what a spec leaves out has a default", "[spec]") {
  const auto spec = parse_spec("greedy,K=0.1");
  REQUIRE(spec);
  CHECK(spec->evaluator == "amazong");
  CHECK(spec->to_string() == "greedy:amazong,K=0.1");
}

TEST_CASE("a spec's text reads back as itself", "[spec]") {
  for (const std::string text :
       {"random", "random,seed=7", "greedy:terrain", "greedy:terrain,distance=king"}) {
    const auto spec = parse_spec(text);
    REQUIRE(spec);
    CHECK(spec->to_string() == text);
  }
}

TEST_CASE("malformed specs are refused with the form to use", "[spec]") {
  for (const std::string text : {"", ":amazong", "greedy:", "greedy,", "greedy,seed", "greedy,=1",
                                 "greedy,seed=1,", "random,seed=1,seed=2", "gre edy", "greedy:a:b"}) {
    INFO(text);
    const auto spec = parse_spec(text);
    REQUIRE_FALSE(spec);
    CHECK(spec.error().find("searcher:evaluator") != std::string::npos);
  }
}

TEST_CASE("unknown names and keys are errors that list the known ones", "[spec]") {
  CHECK(error_of("alhpabeta").find("unknown searcher \"alhpabeta\"; known: ") == 0);
  CHECK(error_of("alhpabeta").find("greedy") != std::string::npos);
  CHECK(error_of("greedy:nonsense").find("unknown evaluator \"nonsense\"; known: ") == 0);
  CHECK(error_of("greedy:nonsense").find("terrain") != std::string::npos);
  CHECK(error_of("random,sead=1") == "unknown parameter \"sead\"; random knows: seed");
  CHECK(error_of("greedy:terrain,sead=1").find("terrain knows: ") != std::string::npos);
}

TEST_CASE("values out of range are errors that name key, value and range", "[spec]") {
  CHECK(error_of("random,seed=-1") ==
        "random: seed=-1 is out of range; give one from 0 to 4611686018427387904");
  CHECK(error_of("random,seed=x") ==
        "random: seed=x is not a whole number; give one from 0 to 4611686018427387904");
  CHECK(error_of("alphabeta:terrain,width=1.5") ==
        "alphabeta: width=1.5 is not a whole number; give one from 0 to 10000");
  CHECK(error_of("mcts:terrain,scale=0") == "mcts: scale=0 is out of range; give one from 0.01 to 1000");
  CHECK(error_of("alphabeta:terrain,lmr=maybe") == "alphabeta: lmr=maybe is unknown; give on or off");
}

TEST_CASE("seeds may be as long as those that matches give", "[spec]") {
  CHECK(make_searcher(parse_spec("random,seed=4611686018427387904").value()));
}

TEST_CASE("switches are understood as words and as numbers", "[spec]") {
  for (const std::string value : {"on", "off", "1", "0", "true", "false"})
    CHECK(make_searcher(parse_spec("alphabeta:terrain,lmr=" + value).value()));
}

TEST_CASE("every searcher in the table can be made with its defaults", "[spec]") {
  for (const SearcherInfo& info : searchers()) {
    INFO(info.name);
    EngineSpec spec;
    spec.searcher = info.name;
    CHECK(make_searcher(spec));
    for (const auto& parameter : info.parameters)
      spec.parameters.emplace(parameter.name, parameter.default_value);
    CHECK(make_searcher(spec));
    CHECK_FALSE(info.summary.empty());
  }
}

}  // namespace
}  // namespace thermodon::search
