#include "thermodon/lab/report.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "thermodon/lab/ratings.hpp"
#include "thermodon/lab/tally.hpp"

using namespace thermodon;

namespace {

lab::StoredMatch small_match(std::vector<std::string> specs) {
  lab::StoredMatch match;
  for (const auto& spec : specs) match.manifest.engines.push_back({spec, spec, {}});
  match.manifest.games = 4;
  match.manifest.openings = 2;
  match.manifest.sprt = lab::SprtSettings{};
  match.manifest.runs.push_back({{"thermodon", "match", "</script><b>"}, "0", "now", "here", {}});
  const std::vector<lab::Opening> openings = {{rules::Position::start({6, 6}), {}},
                                              {rules::Position::start({5, 6}), {}}};
  lab::Match runner(match.manifest.engines, openings, {});
  runner.run(lab::schedule(specs.size(), 4, 2, lab::Format::kRoundRobin), [&](const lab::FinishedGame& game) {
    match.games.push_back(game);
    return true;
  });
  return match;
}

}  // namespace

TEST_CASE("a report's data holds what the games say") {
  const auto match = small_match({"random", "greedy:terrain"});
  const auto data = nlohmann::json::parse(lab::report_json(match, 3));
  CHECK(data["games_played"] == 4);
  REQUIRE(data["engines"].size() == 2);
  CHECK(data["engines"][0]["white"]["games"] == 2);
  REQUIRE(data["pairings"].size() == 1);
  CHECK(data["pairings"][0]["wins"].get<int>() + data["pairings"][0]["losses"].get<int>() == 4);
  REQUIRE(data["openings"].size() == 2);
  CHECK(data["openings"][0]["games"] == 2);
  CHECK(data["sprt"]["state"].is_string());
  REQUIRE(data["by_move"].size() == 2);
  const auto& series = data["by_move"][1];
  CHECK(series["ply"].size() == series["depth"].size());
  CHECK(series["ply"].size() == series["longest"].size());
  CHECK(series["depth"][0] == 1);
  REQUIRE(data["games"].size() == 3);
  const auto& game = data["games"][0];
  CHECK(game["moves"].size() == match.games[0].record.moves.size());
  CHECK(game["scores"].size() == game["moves"].size());
  // Scores are from White's view: the second mover's is turned around.
  const auto& record = match.games[0].record;
  CHECK(game["scores"][1].get<double>() == Approx(-*record.moves[1].note.score).margin(0.006));
}

TEST_CASE("the page holds its data, program and library, and no text of the data can end its script") {
  const auto page = lab::report_html(small_match({"random", "greedy:terrain", "greedy:movement"}));
  const std::string mark = "<script type=\"application/json\" id=\"data\">";
  const auto begin = page.find(mark);
  REQUIRE(begin != std::string::npos);
  const auto end = page.find("</script>", begin);
  const auto data = nlohmann::json::parse(page.substr(begin + mark.size(), end - begin - mark.size()));
  CHECK(data["match"]["runs"][0]["command"][2] == "</script><b>");
  CHECK(data["pairings"].size() == 3);
  CHECK(page.find("Chart.js v") != std::string::npos);
  CHECK(page.find("draw_board") != std::string::npos);
  CHECK(page.find("src=\"http") == std::string::npos);
  CHECK(page.ends_with("</html>\n"));
}

TEST_CASE("ratings meet the Elo of two engines, and lie in order for several") {
  const auto won = [](std::size_t first, std::size_t second, bool first_wins, std::size_t pair,
                      lab::Tally& tally) {
    game::GameRecord record;
    record.result = game::GameResult{first_wins ? rules::Color::kWhite : rules::Color::kBlack,
                                     game::EndReason::kNoMoves, ""};
    tally.add({pair, pair, 0, first, second, true}, record);
  };
  lab::Tally two(2);
  for (std::size_t i = 0; i < 4'000; ++i) won(0, 1, i % 4 != 0, i, two);
  const auto r = lab::ratings(two);
  CHECK(r[0].elo - r[1].elo == Approx(lab::elo_of_score(0.75)).margin(0.2));
  CHECK(r[0].elo == Approx(-r[1].elo));
  // 1.96 / sqrt(n p q) in log-odds.
  CHECK(r[0].error_95 == Approx(1.96 / std::sqrt(4'001 * 0.75 * 0.25) * 400 / std::log(10)).epsilon(1e-3));

  lab::Tally three(3);
  for (std::size_t i = 0; i < 10; ++i) {
    won(0, 1, i < 7, i, three);
    won(1, 2, i < 7, 100 + i, three);
    won(0, 2, true, 200 + i, three);
  }
  const auto s = lab::ratings(three);
  CHECK(s[0].elo > s[1].elo);
  CHECK(s[1].elo > s[2].elo);
  CHECK(std::isfinite(s[0].elo));
  CHECK(s[0].elo + s[1].elo + s[2].elo == Approx(0).margin(1e-6));
}
