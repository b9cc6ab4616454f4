// A byte stream from a peer. However it is cut, the same frames come out, and each survives being sent on.
#include "thermodon/sfs2x/frame.hpp"

#include <algorithm>
#include <vector>

#include "check.hpp"

namespace sfs2x = thermodon::sfs2x;

namespace {

constexpr sfs2x::FrameLimits kLimits{1 << 16, 1 << 18};

std::vector<sfs2x::FrameReader::Frame> read(std::span<const std::uint8_t> stream, std::size_t piece) {
  sfs2x::FrameReader reader(kLimits);
  std::vector<sfs2x::FrameReader::Frame> frames;
  for (std::size_t at = 0; at < stream.size(); at += piece) {
    reader.push(stream.subspan(at, std::min(piece, stream.size() - at)));
    while (auto frame = reader.next()) frames.push_back(std::move(*frame));
  }
  return frames;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span stream(data, size);
  const auto whole = read(stream, std::max<std::size_t>(size, 1));
  const auto pieces = read(stream, 1 + size % 13);
  FUZZ_CHECK(whole.size() == pieces.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    FUZZ_CHECK(whole[i].error == pieces[i].error);
    FUZZ_CHECK(!sfs2x::is_fatal(whole[i].error) || i + 1 == whole.size());
    const sfs2x::Bytes body = sfs2x::encode(whole[i].body);
    FUZZ_CHECK(body == sfs2x::encode(pieces[i].body));
    if (whole[i].error != sfs2x::FrameError::kNone) continue;
    for (const std::size_t threshold : {std::size_t{100}, sfs2x::kNeverCompress}) {
      sfs2x::FrameReader again;
      again.push(sfs2x::make_frame(whole[i].body, threshold));
      const auto frame = again.next();
      FUZZ_CHECK(frame.has_value() && frame->error == sfs2x::FrameError::kNone);
      FUZZ_CHECK(sfs2x::encode(frame->body) == body);
    }
  }
  return 0;
}
