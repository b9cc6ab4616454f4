// SFS2X frames: header byte, length, body (one serialized SFS_OBJECT, zlib-compressed or not). No I/O.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "thermodon/sfs2x/value.hpp"

namespace thermodon::sfs2x {

// The header byte's bits.
inline constexpr std::uint8_t kBinaryBit = 0x80;
inline constexpr std::uint8_t kEncryptedBit = 0x40;
inline constexpr std::uint8_t kCompressedBit = 0x20;
inline constexpr std::uint8_t kBlueBoxedBit = 0x10;
inline constexpr std::uint8_t kBigSizedBit = 0x08;

struct FrameLimits {
  std::size_t max_body = 1 << 20;      // bytes on the wire after the length
  std::size_t max_inflated = 4 << 20;  // bytes after inflating
};

enum class FrameError : std::uint8_t {
  kNone,
  kBadHeader,  // not binary, tunnelled over HTTP (blue-boxed), or a reserved bit is set
  kEncrypted,  // not supported: the game never uses it
  kTooLarge,   // a length above max_body: the stream cannot be followed
  kInflate,    // not one whole zlib stream
  kInflatedTooLarge,
  kBody,  // the body is not one SFS_OBJECT (see decode_error): only this frame is lost
};
[[nodiscard]] std::string_view to_string(FrameError error) noexcept;
// True when the bytes after the frame cannot be trusted either, so the connection must be closed.
[[nodiscard]] constexpr bool is_fatal(FrameError e) noexcept {
  return e != FrameError::kNone && e != FrameError::kBody;
}

// A byte stream's state machine. Bytes go in in pieces of any size, frames come out.
class FrameReader {
 public:
  explicit FrameReader(FrameLimits limits = {}) : limits_(limits) {}

  struct Frame {
    FrameError error = FrameError::kNone;
    DecodeError decode_error = DecodeError::kNone;
    std::uint8_t header = 0;
    std::size_t wire_size = 0;  // header, length and body
    Object body;                // empty when error is set
  };

  // Adds received bytes. What is buffered never exceeds one frame and the pieces pushed since the last
  // next().
  void push(std::span<const std::uint8_t> bytes);
  // The next complete frame, or nothing until more bytes come. After a fatal error nothing more comes out.
  [[nodiscard]] std::optional<Frame> next();
  // Bytes waiting for their frame's end: 0 between frames.
  [[nodiscard]] std::size_t pending() const noexcept { return buffer_.size() - consumed_; }

 private:
  Frame fail(FrameError error);

  FrameLimits limits_;
  Bytes buffer_;
  std::size_t consumed_ = 0;
  bool failed_ = false;
};

// A frame of `body`, compressed when the body is longer than `compress_above` bytes. Big-sized only when
// needed.
inline constexpr std::size_t kNeverCompress = std::numeric_limits<std::size_t>::max();
[[nodiscard]] Bytes make_frame(const Object& body, std::size_t compress_above = kNeverCompress);

}  // namespace thermodon::sfs2x
