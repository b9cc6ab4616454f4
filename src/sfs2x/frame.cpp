#include "thermodon/sfs2x/frame.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>

namespace thermodon::sfs2x {
namespace {

constexpr std::uint8_t kReservedBits = 0x07;

struct Inflated {
  FrameError error = FrameError::kNone;
  Bytes bytes;
};

// The whole of one zlib stream that fills `packed`. Grows with what comes out, so that the limit bounds the
// memory and not only the result.
Inflated inflate_body(std::span<const std::uint8_t> packed, std::size_t limit) {
  Inflated result;
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, decltype(&inflateEnd)> guard(&stream, &inflateEnd);
  stream.next_in = const_cast<Bytef*>(packed.data());  // zlib does not write there
  stream.avail_in = static_cast<uInt>(packed.size());
  std::array<std::uint8_t, 16'384> chunk;
  for (;;) {
    stream.next_out = chunk.data();
    stream.avail_out = static_cast<uInt>(chunk.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    const std::size_t got = chunk.size() - stream.avail_out;
    if (result.bytes.size() + got > limit) {
      result.error = FrameError::kInflatedTooLarge;
      return result;
    }
    result.bytes.insert(result.bytes.end(), chunk.data(), chunk.data() + got);
    if (status == Z_STREAM_END) break;
    // Z_BUF_ERROR, and an end of input without the stream's end, say that the stream was cut.
    if (status != Z_OK || (stream.avail_in == 0 && stream.avail_out != 0)) {
      result.error = FrameError::kInflate;
      return result;
    }
  }
  if (stream.avail_in != 0) result.error = FrameError::kInflate;
  return result;
}

Bytes deflate_body(const Bytes& body) {
  uLongf size = compressBound(static_cast<uLong>(body.size()));
  Bytes packed(size);
  if (compress2(packed.data(), &size, body.data(), static_cast<uLong>(body.size()), Z_DEFAULT_COMPRESSION) !=
      Z_OK)
    throw std::bad_alloc();  // the only failure left: the buffer is large enough
  packed.resize(size);
  return packed;
}

FrameError check_header(std::uint8_t header) noexcept {
  if ((header & kBinaryBit) == 0 || (header & (kReservedBits | kBlueBoxedBit)) != 0)
    return FrameError::kBadHeader;
  return (header & kEncryptedBit) != 0 ? FrameError::kEncrypted : FrameError::kNone;
}

void decode_body(std::span<const std::uint8_t> body, FrameReader::Frame& frame) {
  DecodedValue decoded = decode(body);
  if (decoded.error == DecodeError::kNone) {
    if (const Object* object = decoded.value.get_if<Object>()) {
      frame.body = *object;
      return;
    }
    decoded.error = DecodeError::kNotAnObject;
  }
  frame.error = FrameError::kBody;
  frame.decode_error = decoded.error;
}

}  // namespace

std::string_view to_string(FrameError error) noexcept {
  switch (error) {
    case FrameError::kNone:
      return "no error";
    case FrameError::kBadHeader:
      return "not the header byte of a frame";
    case FrameError::kEncrypted:
      return "encrypted frame";
    case FrameError::kTooLarge:
      return "frame too large";
    case FrameError::kInflate:
      return "compressed body is damaged";
    case FrameError::kInflatedTooLarge:
      return "compressed body is too large when inflated";
    case FrameError::kBody:
      return "body is not one object";
  }
  return "unknown error";
}

void FrameReader::push(std::span<const std::uint8_t> bytes) {
  if (failed_) return;
  if (consumed_ > 0) {
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(consumed_));
    consumed_ = 0;
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

FrameReader::Frame FrameReader::fail(FrameError error) {
  failed_ = true;
  Frame frame;
  frame.error = error;
  frame.header = buffer_[consumed_];
  buffer_ = Bytes();
  consumed_ = 0;
  return frame;
}

std::optional<FrameReader::Frame> FrameReader::next() {
  const std::span<const std::uint8_t> data = std::span(buffer_).subspan(consumed_);
  if (data.empty()) return std::nullopt;
  const std::uint8_t header = data[0];
  if (const FrameError error = check_header(header); error != FrameError::kNone) return fail(error);

  const std::size_t prefix = (header & kBigSizedBit) != 0 ? 5 : 3;
  if (data.size() < prefix) return std::nullopt;
  std::size_t length = 0;
  for (std::size_t i = 1; i < prefix; ++i) length = length << 8 | data[i];
  if (length > limits_.max_body) return fail(FrameError::kTooLarge);
  if (data.size() - prefix < length) return std::nullopt;

  Frame frame;
  frame.header = header;
  frame.wire_size = prefix + length;
  const auto body = data.subspan(prefix, length);
  if ((header & kCompressedBit) != 0) {
    const Inflated inflated = inflate_body(body, limits_.max_inflated);
    if (inflated.error != FrameError::kNone) return fail(inflated.error);
    decode_body(inflated.bytes, frame);
  } else {
    decode_body(body, frame);
  }
  consumed_ += frame.wire_size;
  if (consumed_ == buffer_.size()) {
    buffer_.clear();
    consumed_ = 0;
  }
  return frame;
}

Bytes make_frame(const Object& body, std::size_t compress_above) {
  Bytes payload = encode(body);
  std::uint8_t header = kBinaryBit;
  if (payload.size() > compress_above) {
    payload = deflate_body(payload);
    header |= kCompressedBit;
  }
  const bool big = payload.size() > 0xFFFF;
  if (big) header |= kBigSizedBit;
  Bytes frame;
  frame.reserve(payload.size() + 5);
  frame.push_back(header);
  for (int shift = big ? 24 : 8; shift >= 0; shift -= 8)
    frame.push_back(static_cast<std::uint8_t>(payload.size() >> shift));
  frame.insert(frame.end(), payload.begin(), payload.end());
  return frame;
}

}  // namespace thermodon::sfs2x
