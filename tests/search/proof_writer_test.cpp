#include "search/solve/proof_writer.hpp"

#include <sstream>

#include "support/catch.hpp"

namespace thermodon::search::solve {
namespace {

using rules::Position;

TEST_CASE("a proof that is larger than the memory for it is given up", "[solve]") {
  const Position root = Position::start({4, 4});
  ProofSearch<std::uint64_t> search(root, 8, 9);
  REQUIRE(search.wins(search.board().state(root)) == false);
  const auto write = [&](std::size_t most) {
    std::ostringstream out;
    return ProofWriter(search, rules::Color::kBlack, out, most).write(root);
  };
  CHECK(write(10'000).finished);
  const ProofSize small = write(100);
  CHECK(small.too_large);
  CHECK_FALSE(small.finished);
  CHECK(small.moves <= 100);
}

}  // namespace
}  // namespace thermodon::search::solve
