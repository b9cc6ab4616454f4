// One typed value. What decodes, encodes to bytes that decode to the same.
#include "thermodon/sfs2x/value.hpp"

#include "check.hpp"

namespace sfs2x = thermodon::sfs2x;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const sfs2x::DecodedValue decoded = sfs2x::decode({data, size});
  FUZZ_CHECK(decoded.offset <= size);
  FUZZ_CHECK(sfs2x::to_text(decoded.value, 200).size() <= 203);
  if (decoded.error != sfs2x::DecodeError::kNone) return 0;
  sfs2x::Bytes once, twice;
  sfs2x::encode(decoded.value, once);
  FUZZ_CHECK(once.size() <= size);  // shorter where a key came twice
  const sfs2x::DecodedValue again = sfs2x::decode(once);
  FUZZ_CHECK(again.error == sfs2x::DecodeError::kNone);
  sfs2x::encode(again.value, twice);
  FUZZ_CHECK(once == twice);  // bytes, since a NaN is not equal to itself
  return 0;
}
