// Proofs of `solve`, as a stranger may have written them: read, and refused in one line or found right.
#include <sstream>
#include <string>

#include "check.hpp"
#include "thermodon/search/check_proof.hpp"

namespace search = thermodon::search;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream in{std::string(as_text(data, size))};
  const auto checked = search::check_proof(in, [] { return true; });  // soon: a right proof may take its time
  if (checked.ok())
    FUZZ_CHECK(checked->moves >= checked->unused);
  else
    FUZZ_CHECK(!checked.error().empty() && checked.error().find('\n') == std::string::npos);
  return 0;
}
