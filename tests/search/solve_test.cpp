#include "thermodon/search/solve.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unordered_map>

#include "eval/random_room.hpp"
#include "search/solve/proof_table.hpp"
#include "search/support.hpp"
#include "support/catch.hpp"
#include "support/plain_winner.hpp"
#include "thermodon/eval/filling.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/search/check_proof.hpp"

using namespace thermodon;
using rules::Color;
using search::SolveOptions;
using search::WinnerSolver;

namespace {

SolveOptions small(int depth_first_squares = 9) {
  SolveOptions options;
  options.memory_megabytes = 4;
  options.depth_first_squares = depth_first_squares;
  return options;
}

std::optional<Color> solved_winner(const rules::Position& p) {
  return WinnerSolver(p, small()).solve().winner;
}

std::string proof_of(const rules::Position& p, const SolveOptions& options = small()) {
  WinnerSolver solver(p, options);
  const auto result = solver.solve();
  REQUIRE(result.winner);
  std::ostringstream out;
  REQUIRE(solver.write_proof(*result.winner, out).finished);
  return out.str();
}

rules::Result<search::CheckedProof> check(const std::string& proof) {
  std::istringstream in(proof);
  return search::check_proof(in);
}

// A room as rows from the top, split by `between`, with the given letters for Black, White and arrows.
rules::Position room(const std::string& text, char between, char black, char white, char arrow) {
  std::vector<std::string> rows(1);
  for (const char c : text) {
    if (c == between)
      rows.emplace_back();
    else
      rows.back() += c;
  }
  rules::Position made({static_cast<int>(rows[0].size()), static_cast<int>(rows.size())});
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t column = 0; column < rows[row].size(); ++column) {
      const char c = rows[row][column];
      const auto square =
          rules::Square::at(static_cast<int>(column), static_cast<int>(rows.size() - 1 - row));
      if (c == black) made.put(square, rules::Cell::kBlack);
      if (c == white) made.put(square, rules::Cell::kWhite);
      if (c == arrow) made.put(square, rules::Cell::kArrow);
    }
  return made;
}

// What every part of the endgame says of a position whose winner is known.
void check_winner(rules::Position p, Color first, Color expected) {
  p.set_side_to_move(first);
  INFO(rules::to_fen(p));
  CHECK(solved_winner(p) == expected);
  eval::FillSolver filling;
  if (const auto verdict = eval::assess(p, filling).verdict) CHECK(verdict->winner == expected);
  if (const auto verdict = eval::decide(p, filling)) CHECK(verdict->winner == expected);
  const auto checked = check(proof_of(p));
  REQUIRE(checked.ok());
  CHECK(checked->winner == expected);
}

std::string test_data(const std::string& name) {
  return std::string(THERMODON_TEST_DATA) + "/vectors/" + name;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + '\n';
  return text;
}

}  // namespace

namespace {

// With either search alone, and with both. Returns how many of the positions were not decided by counting.
int compare_with_plain_search(unsigned seed, int positions, unsigned most_squares) {
  std::mt19937 random(seed);
  int contested = 0;
  for (int i = 0; i < positions; ++i) {
    const auto p =
        tests::random_room(random, {{static_cast<int>(3 + random() % 3), static_cast<int>(3 + random() % 3)},
                                    static_cast<int>(1 + random() % 3),
                                    static_cast<int>(1 + random() % 3),
                                    static_cast<int>(3 + random() % (most_squares - 2))});
    std::unordered_map<std::uint64_t, bool> known;
    auto root = p;
    const Color expected = test::wins(root, known) ? p.side_to_move() : !p.side_to_move();
    contested += !eval::separated(p);
    INFO(rules::to_fen(p));
    for (const int depth_first : {0, 4, 9}) {
      SolveOptions options = small(depth_first);
      options.memory_megabytes = 1;
      const auto result = WinnerSolver(p, options).solve();
      REQUIRE(result.winner == expected);
      REQUIRE(result.best.has_value() == (expected == p.side_to_move()));
      if (!result.best) continue;
      auto next = p;
      next.make(*result.best);
      CHECK_FALSE(test::wins(next, known));
    }
  }
  return contested;
}

}  // namespace

TEST_CASE("the solver finds the winner that plain search finds", "[solve]") {
  CHECK(compare_with_plain_search(41, 300, 6) > 120);
}

TEST_CASE("the solver finds the winner that plain search finds, thousands of times", "[solve][slow]") {
  CHECK(compare_with_plain_search(45, 5000, 8) > 2000);
}

TEST_CASE("proofs of small positions are written and checked", "[solve]") {
  std::mt19937 random(42);
  for (int i = 0; i < 100; ++i) {
    const auto p = tests::random_room(random, {{5, 4}, 2, 2, 7});
    INFO(rules::to_fen(p));
    const auto checked = check(proof_of(p, small(i % 2 == 0 ? 0 : 9)));
    if (!checked) FAIL(checked.error());
    CHECK(checked->root == p);
    CHECK(checked->winner == test::plain_winner(p));
    CHECK(checked->unused == 0);
  }
}

TEST_CASE("boards of more than 64 squares are solved alike", "[solve]") {
  std::mt19937 random(43);
  for (int i = 0; i < 80; ++i) {
    const auto p = tests::random_room(random, {{4, 4}, 2, 2, 7});
    // The same room in the middle of a board that is full of arrows.
    rules::Position wide({10, 10}, p.side_to_move());
    for (int row = 0; row < 10; ++row)
      for (int column = 0; column < 10; ++column) {
        const bool inside = row >= 3 && row < 7 && column >= 2 && column < 6;
        const auto cell = inside ? p.at(rules::Square::at(column - 2, row - 3)) : rules::Cell::kArrow;
        if (cell != rules::Cell::kEmpty) wide.put(rules::Square::at(column, row), cell);
      }
    INFO(rules::to_fen(p));
    CHECK(solved_winner(wide) == solved_winner(p));
    CHECK(check(proof_of(wide)).ok());
  }
}

TEST_CASE("a large separated board is solved by counting", "[solve]") {
  for (const std::string side : {"w", "b"}) {
    const auto p = search::testing::position("q9/10/10/10/**********/10/10/10/10/9Q " + side);
    const auto result = WinnerSolver(p, small()).solve();
    CHECK(result.winner == Color::kWhite);
    CHECK(result.best.has_value() == (side == "w"));
    CHECK(result.positions == 0);
  }
}

TEST_CASE("4x4 is won by the second player and 5x4 by the first, with a proof", "[solve]") {
  const auto four = check(proof_of(rules::Position::start({4, 4})));
  if (!four) FAIL(four.error());
  CHECK(four->winner == Color::kBlack);
  CHECK(four->root == rules::Position::start({4, 4}));
  CHECK(four->moves > 1000);
  const auto five = check(proof_of(rules::Position::start({5, 4})));
  if (!five) FAIL(five.error());
  CHECK(five->winner == Color::kWhite);
}

TEST_CASE("the rooms of rooms-exact.json have their values", "[solve]") {
  std::ifstream file(test_data("rooms-exact.json"));
  const auto rooms = nlohmann::json::parse(file);
  REQUIRE(rooms.size() == 27);
  int numbers = 0;
  for (const auto& one : rooms) {
    const auto p = room(one["room"], '/', 'b', 'w', 'x');
    for (const Color first : {Color::kWhite, Color::kBlack}) {
      const bool first_wins = one["first_win"][std::string(rules::to_string(first))];
      check_winner(p, first, first_wins ? first : !first);
    }
    // A room that one side fills has the number of its moves as its value, from Black's view.
    const std::string value = one["value"];
    if (!eval::separated(p) || value.find_first_not_of("-0123456789") != std::string::npos) continue;
    eval::FillSolver filling;
    const auto outlook = eval::assess(p, filling);
    CHECK(outlook.sure[1] - outlook.sure[0] == std::stoi(value));
    CHECK(outlook.most == outlook.sure);
    ++numbers;
  }
  CHECK(numbers >= 9);
}

TEST_CASE("the rooms of the MCGS test data have their winners", "[solve]") {
  int rooms = 0;
  for (const std::string name : {"mcgs/3x3.test", "mcgs/4x4.test"}) {
    std::ifstream file(test_data(name));
    REQUIRE(file);
    for (std::string line; std::getline(file, line);) {
      const auto brace = line.find(" {B ");
      if (brace == std::string::npos) continue;
      ++rooms;
      const auto p = room(line.substr(0, brace), '|', 'X', 'O', '#');
      const auto wins_first = [&](const std::string& side) {
        return line.find(side + " win", brace) != std::string::npos;
      };
      check_winner(p, Color::kBlack, wins_first("B") ? Color::kBlack : Color::kWhite);
      check_winner(p, Color::kWhite, wins_first("W") ? Color::kWhite : Color::kBlack);
    }
  }
  CHECK(rooms == 85);
}

TEST_CASE("a corrupted proof is rejected", "[solve]") {
  const std::string proof = proof_of(rules::Position::start({4, 4}));
  REQUIRE(check(proof).ok());
  const auto lines = lines_of(proof);
  const auto rejects = [](const std::string& text, const std::string& reason) {
    const auto checked = check(text);
    REQUIRE_FALSE(checked.ok());
    INFO(checked.error());
    CHECK(checked.error().find(reason) != std::string::npos);
  };
  const auto end_line = [](std::size_t moves) { return "end " + std::to_string(moves); };
  const std::size_t moves = lines.size() - 4;

  rejects("", "cut short");
  rejects(replaced(proof, "proof 1", "proof 2"), "line 1");
  rejects(replaced(proof, "winner black", "winner white"), "illegal");
  rejects(replaced(proof, "winner black", "winner green"), "line 3");
  rejects(replaced(proof, " w - -", " b - -"), "not proved");
  rejects(replaced(proof, "root 1qq1/", "root qq2/"), "not proved");
  rejects(proof + "more\n", "after the end");
  rejects(replaced(proof, end_line(moves), end_line(moves + 1)), "the end counts");

  SECTION("cut anywhere") {
    for (std::size_t i = 1; i < 12; ++i) {
      const auto cut = proof.substr(0, proof.size() * i / 12);
      CHECK_FALSE(check(cut).ok());
    }
  }
  SECTION("a line left out: every line is needed") {
    for (std::size_t i = 3; i < lines.size() - 1; i += 397) {
      auto fewer = lines;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      fewer.back() = end_line(moves - 1);
      rejects(joined(fewer), "not proved");
    }
  }
  SECTION("a line twice") {
    auto more = lines;
    more.insert(more.begin() + 5, lines[3]);
    more.back() = end_line(moves + 1);
    rejects(joined(more), "has a move already");
  }
  SECTION("another legal move that does not win, or that leads to what is not proved") {
    int tried = 0;
    for (std::size_t i = 3; i < lines.size() - 1; i += 211) {
      const auto space = lines[i].find(' ');
      auto p = search::testing::position(lines[i].substr(0, space) + " b");
      for (const auto move : rules::legal_moves(p)) {
        p.make(move);
        const bool loses = test::plain_winner(p) == Color::kWhite;
        p.unmake(move);
        if (!loses) continue;
        auto other = lines;
        other[i] = lines[i].substr(0, space + 1) + rules::to_string(move);
        CHECK_FALSE(check(joined(other)).ok());
        ++tried;
        break;
      }
    }
    CHECK(tried > 8);
  }
  SECTION("rubbish in a line") {
    for (const std::string bad : {"", " ", "4/4/4/4", "4/4/4/4 ", "x/4/4/4 a1-a2/a1", "4/4/4/4 a1-a2/a1"}) {
      auto other = lines;
      other[10] = bad;
      rejects(joined(other), "line 11");
    }
  }
}

TEST_CASE("a proof is not believed for the side that does not win", "[solve]") {
  std::mt19937 random(44);
  for (int i = 0; i < 300; ++i) {
    const auto p = tests::random_room(random, {{4, 4}, 2, 2, 5});
    const Color loser = !test::plain_winner(p);
    std::ostringstream empty;
    empty << "thermodon-proof 1\nroot " << rules::to_fen(p) << "\nwinner " << rules::to_string(loser)
          << "\nend 0\n";
    INFO(rules::to_fen(p));
    CHECK_FALSE(check(empty.str()).ok());
  }
}

TEST_CASE("the solver keeps to its memory and is right in little of it", "[solve]") {
  for (const std::size_t megabytes : {1U, 3U, 64U})
    CHECK(search::solve::ProofTable(megabytes).bytes() <= megabytes << 20);
  // 5x4 with proof-number search alone needs more than the table holds.
  SolveOptions options = small(0);
  options.memory_megabytes = 1;
  WinnerSolver solver(rules::Position::start({5, 4}), options);
  int fullest = 0;
  solver.progress_interval = {};
  solver.on_progress = [&](const search::SolveProgress& progress) {
    fullest = std::max(fullest, progress.table_permille);
  };
  CHECK(solver.solve().winner == Color::kWhite);
  CHECK(fullest > 0);
  CHECK(fullest <= 1000);
}

TEST_CASE("a search that is stopped says what is known", "[solve]") {
  WinnerSolver solver(rules::Position::start({6, 6}), small());
  int asked = 0;
  int told = 0;
  solver.should_stop = [&] { return ++asked > 20; };
  solver.progress_interval = {};
  solver.on_progress = [&](const search::SolveProgress& progress) {
    ++told;
    CHECK(progress.elapsed.count() > 0);
  };
  const auto result = solver.solve();
  CHECK_FALSE(result.winner);
  CHECK_FALSE(result.best);
  CHECK(result.positions > 0);
  CHECK(told >= 15);
}

TEST_CASE("4x5 is won by the second player", "[solve][slow]") {
  SolveOptions options;
  options.memory_megabytes = 128;
  CHECK(check(proof_of(rules::Position::start({4, 5}), options))->winner == Color::kBlack);
}
