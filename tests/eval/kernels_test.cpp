#ifdef __x86_64__
#include <cpuid.h>
#endif

#include "eval/kernels/find.hpp"
#include "eval/kernels/kernel.hpp"
#include "eval/kernels_here.hpp"
#include "eval/random_positions.hpp"
#include "support/catch.hpp"
#include "thermodon/eval/amazong.hpp"
#include "thermodon/eval/features.hpp"
#include "thermodon/rules/notation.hpp"

namespace {

using namespace thermodon;
using eval::Features;

constexpr unsigned kAll = eval::kQueenPart | eval::kKingPart | eval::kKingDifferencePart |
                          eval::kMobilityPart | eval::kMovesPart | eval::kLibertiesPart | eval::kCornersPart;

std::string difference(const Features& a, const Features& b) {
  std::string text;
  const auto check = [&](const char* name, auto x, auto y) {
    if (x != y) text += std::string(name) + " " + std::to_string(x) + "!=" + std::to_string(y) + " ";
  };
  check("queen.nearer[0]", a.queen.nearer[0], b.queen.nearer[0]);
  check("queen.nearer[1]", a.queen.nearer[1], b.queen.nearer[1]);
  check("queen.equal", a.queen.equal, b.queen.equal);
  check("queen.difference", a.queen.difference, b.queen.difference);
  check("king.nearer[0]", a.king.nearer[0], b.king.nearer[0]);
  check("king.nearer[1]", a.king.nearer[1], b.king.nearer[1]);
  check("king.equal", a.king.equal, b.king.equal);
  check("king.difference", a.king.difference, b.king.difference);
  check("exclusive[0]", a.exclusive[0], b.exclusive[0]);
  check("exclusive[1]", a.exclusive[1], b.exclusive[1]);
  check("shared", a.shared, b.shared);
  check("c1", a.c1, b.c1);
  check("w", a.w, b.w);
  check("c2", a.c2, b.c2);
  for (std::size_t side = 0; side < 2; ++side) {
    check("moves", a.freedom[side].moves, b.freedom[side].moves);
    check("liberties", a.freedom[side].liberties, b.freedom[side].liberties);
    check("corners", a.freedom[side].corners, b.freedom[side].corners);
    for (std::size_t i = 0; i < 3; ++i)
      check("few liberties", a.freedom[side].few[i], b.freedom[side].few[i]);
    check("amazons", a.amazons[side], b.amazons[side]);
    for (std::size_t i = 0; i < eval::kMaxSideAmazons; ++i)
      check("mobility", a.mobility[side][i], b.mobility[side][i]);
  }
  return text;
}

// Compares every kernel of this machine with the scalar reference.
void compare_kernels(std::uint64_t seed, int positions) {
  std::vector<eval::FeatureFunction> kernels;
  for (const std::string& name : test::kernels_here())
    kernels.push_back(eval::feature_function(name).value());
  Features found;  // not cleared in between: every field is written each time
  int wrong = 0;
  test::for_random_positions(seed, positions, [&](const rules::Position& p) {
    const Features expected = eval::scalar_features(p, kAll);
    for (const auto kernel : kernels) {
      kernel(p, kAll, found);
      if (found == expected) continue;
      if (++wrong > 5) return;
      UNSCOPED_INFO(rules::to_fen(p) << "\n" << difference(expected, found));
    }
  });
  CHECK(wrong == 0);
}

TEST_CASE("auto is the best kernel that this machine runs", "[kernels]") {
  CHECK(eval::feature_function("auto").value() ==
        eval::feature_function(test::kernels_here().back()).value());
  CHECK_FALSE(eval::feature_function("avx3"));
}

TEST_CASE("all kernels read the same features", "[kernels]") { compare_kernels(1, 6000); }

TEST_CASE("all kernels read the same features of a million positions", "[kernels][slow]") {
  compare_kernels(2, 1'000'000);
}

#ifdef __x86_64__
// Bit 2: an upper half of a register of 256 bits is in use.
bool upper_halves_in_use() {
  std::uint32_t low = 0, high = 0;
  asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
  return (low & 4) != 0;
}

bool tells_what_is_in_use() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(13, 1, &a, &b, &c, &d) != 0 && (a & 4) != 0;
}

TEST_CASE("kernels leave no upper half of a register in use, which slows down code for older processors",
          "[kernels]") {
  if (!eval::feature_function("avx2") || !tells_what_is_in_use()) {
    WARN("skipped: this processor has no such registers, or does not tell what is in use");
    return;
  }
  const auto position = rules::Position::start();
  const auto board = eval::pack(position);
  const std::vector<eval::PackedBoard> boards(5, board);
  const std::vector<std::uint8_t> arrows = {25, 26, 27, 28, 29, 30, 31};
  std::array<eval::AmazongCounts, 8> counts{};
  for (const std::string& name : test::kernels_here()) {
    INFO(name);
    const eval::Kernel& kernel = eval::find_kernel(name);
    const auto features = eval::feature_function(name).value();
    eval::Features read;
    for (const unsigned parts :
         {1U * eval::kQueenPart, 1U * eval::kKingPart, 1U * eval::kMobilityPart, 1U * eval::kMovesPart,
          1U * eval::kLibertiesPart, 1U * eval::kCornersPart, kAll}) {
      features(position, parts, read);
      CHECK_FALSE(upper_halves_in_use());
    }
    for (const int count : {1, 2, 5}) {
      kernel.amazong(boards.data(), count, counts.data());
      CHECK_FALSE(upper_halves_in_use());
    }
    for (const int count : {0, 1, 3, 4, 7}) {
      kernel.amazong_arrows(board, arrows.data(), count, counts.data());
      CHECK_FALSE(upper_halves_in_use());
    }
  }
}
#endif

// Every arrow that could be shot from some square of `p`, as many as a searcher would ask for at once.
std::vector<rules::Square> some_arrows(const rules::Position& p, test::Random& random) {
  std::vector<rules::Square> arrows;
  const auto wanted = static_cast<std::size_t>(test::below(random, 36));
  for (std::uint8_t i = 0; i < rules::kMailboxSize && arrows.size() < wanted; ++i)
    if (p.is_empty({i}) && test::below(random, 2) == 0) arrows.push_back({i});
  return arrows;
}

TEST_CASE("many arrows at once are valued as each alone", "[kernels]") {
  test::Random random(4);
  const eval::AmazongFormula formula(eval::AmazongWeights::defaults());
  for (const std::string& kernel : test::kernels_here()) {
    const eval::FastAmazong fast(eval::AmazongWeights::defaults(), kernel);
    int wrong = 0;
    test::for_random_positions(3, 600, [&](rules::Position p) {
      const auto arrows = some_arrows(p, random);
      std::array<eval::Score, eval::FastAmazong::kMaxArrows> scores{};
      fast.evaluate_arrows(eval::pack(p), arrows, p.side_to_move(), scores.data());
      for (std::size_t i = 0; i < arrows.size(); ++i) {
        p.put(arrows[i], rules::Cell::kArrow);
        const auto reference = eval::amazong_counts(eval::scalar_features(p, eval::AmazongFormula::kParts));
        wrong += scores[i] != formula.score(reference, p.side_to_move());
        wrong += scores[i] != fast.evaluate(eval::pack(p), p.side_to_move());
        p.clear(arrows[i]);
      }
    });
    CHECK(wrong == 0);
  }
}

}  // namespace
