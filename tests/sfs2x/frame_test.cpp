#include "thermodon/sfs2x/frame.hpp"

#include <zlib.h>

#include <random>

#include "sfs2x/typed_text.hpp"
#include "support/captures.hpp"
#include "support/catch.hpp"

using namespace thermodon::sfs2x;
using thermodon::test::from_hex;

namespace {

using Frame = FrameReader::Frame;

std::vector<Frame> drain(FrameReader& reader) {
  std::vector<Frame> frames;
  while (auto frame = reader.next()) frames.push_back(std::move(*frame));
  return frames;
}

std::vector<Frame> read_all(const Bytes& bytes, FrameLimits limits = {}) {
  FrameReader reader(limits);
  reader.push(bytes);
  return drain(reader);
}

Object small_object() { return std::move(Object().put("c", std::int8_t{0}).put("a", std::int16_t{29})); }
Object large_object(std::size_t size) { return std::move(Object().put("m", Text{std::string(size, 'x')})); }

// A frame with any header and body.
Bytes raw_frame(std::uint8_t header, const Bytes& body) {
  Bytes frame = {header};
  for (int shift = (header & kBigSizedBit) != 0 ? 24 : 8; shift >= 0; shift -= 8)
    frame.push_back(static_cast<std::uint8_t>(body.size() >> shift));
  frame.insert(frame.end(), body.begin(), body.end());
  return frame;
}

Bytes deflated(const Bytes& body, int level) {
  uLongf size = compressBound(static_cast<uLong>(body.size()));
  Bytes packed(size);
  REQUIRE(compress2(packed.data(), &size, body.data(), static_cast<uLong>(body.size()), level) == Z_OK);
  packed.resize(size);
  return packed;
}

FrameError only_error(const Bytes& bytes, FrameLimits limits = {}) {
  const auto frames = read_all(bytes, limits);
  REQUIRE(frames.size() == 1);
  return frames[0].error;
}

Bytes inflate_again(const Bytes& packed) {
  Bytes plain(1 << 16);
  uLongf size = plain.size();
  REQUIRE(uncompress(plain.data(), &size, packed.data(), static_cast<uLong>(packed.size())) == Z_OK);
  plain.resize(size);
  return plain;
}

}  // namespace

TEST_CASE("every captured frame of both directions decodes to its content and encodes to the same bytes") {
  std::size_t compressed = 0, total = 0;
  for (const std::string& name : thermodon::test::capture_names()) {
    std::size_t offsets[2] = {0, 0};
    for (const auto& captured : thermodon::test::load_capture(name)) {
      INFO(name << " " << captured.title << " " << captured.typed);
      const auto frames = read_all(captured.bytes);
      REQUIRE(frames.size() == 1);
      const Frame& frame = frames[0];
      REQUIRE(frame.error == FrameError::kNone);
      CHECK(frame.wire_size == captured.bytes.size());
      std::int64_t number = -1;
      CHECK((frame.body.integer("c", number) && number == captured.controller));
      CHECK((frame.body.integer("a", number) && number == captured.action));
      CHECK(frame.body.find("c")->type() == Type::kByte);
      CHECK(frame.body.find("a")->type() == Type::kShort);
      CHECK(thermodon::test::typed_text(*frame.body.find("p")) == captured.typed);

      const bool packed = (frame.header & kCompressedBit) != 0;
      if (packed) {
        // How hard to compress was the sender's choice: the content must be the same byte by byte.
        CHECK(inflate_again(Bytes(captured.bytes.begin() + 3, captured.bytes.end())) == encode(frame.body));
        const Bytes again = make_frame(frame.body, 300);
        CHECK((again[0] & kCompressedBit) != 0);
        CHECK(read_all(again).at(0).body == frame.body);
      } else {
        CHECK(make_frame(frame.body) == captured.bytes);
      }
      compressed += packed ? 1 : 0;
      ++total;
      offsets[captured.from_client ? 0 : 1] += captured.bytes.size();
    }
    CHECK(thermodon::test::load_stream(name, true).size() == offsets[0]);
    CHECK(thermodon::test::load_stream(name, false).size() == offsets[1]);
  }
  CHECK(total >= 180);
  CHECK(compressed >= 20);
}

TEST_CASE("a stream gives the same frames whole, in bytes and in random pieces") {
  std::mt19937 random(7);
  for (const std::string& name : thermodon::test::capture_names()) {
    for (const bool from_client : {true, false}) {
      const Bytes stream = thermodon::test::load_stream(name, from_client);
      const auto whole = read_all(stream);
      for (const std::size_t most : {std::size_t{1}, std::size_t{2}, std::size_t{17}, std::size_t{400}}) {
        FrameReader reader;
        std::vector<Frame> frames;
        std::size_t at = 0;
        while (at < stream.size()) {
          const std::size_t size = std::min(stream.size() - at, 1 + random() % most);
          reader.push(std::span(stream).subspan(at, size));
          at += size;
          for (Frame& frame : drain(reader)) frames.push_back(std::move(frame));
        }
        REQUIRE(frames.size() == whole.size());
        for (std::size_t i = 0; i < frames.size(); ++i) {
          CHECK(frames[i].error == FrameError::kNone);
          CHECK(frames[i].body == whole[i].body);
        }
        CHECK(reader.pending() == 0);
      }
    }
  }
}

TEST_CASE("half a frame waits for the rest") {
  const Bytes frame = make_frame(small_object());
  FrameReader reader;
  reader.push(std::span(frame).first(frame.size() - 1));
  CHECK_FALSE(reader.next().has_value());
  CHECK(reader.pending() == frame.size() - 1);
  reader.push(std::span(frame).last(1));
  CHECK(reader.next().has_value());
  CHECK(reader.pending() == 0);
}

TEST_CASE("the big bit is obeyed, whatever the size") {
  const Bytes body = encode(small_object());
  const auto big = read_all(raw_frame(kBinaryBit | kBigSizedBit, body));
  REQUIRE(big.size() == 1);
  CHECK(big[0].error == FrameError::kNone);
  CHECK(big[0].body == small_object());
  CHECK(big[0].wire_size == body.size() + 5);

  CHECK((make_frame(large_object(60'000))[0] & kBigSizedBit) == 0);
  const Bytes large = make_frame(large_object(70'000));
  CHECK((large[0] & kBigSizedBit) != 0);
  CHECK(read_all(large).at(0).body == large_object(70'000));
  // The largest that two bytes of length can tell.
  const std::size_t overhead = encode(large_object(0)).size();
  CHECK((make_frame(large_object(65'535 - overhead))[0] & kBigSizedBit) == 0);
  CHECK((make_frame(large_object(65'536 - overhead))[0] & kBigSizedBit) != 0);
}

TEST_CASE("bodies above the threshold are compressed, and a big one may be both") {
  const Object object = large_object(1'000);
  const std::size_t size = encode(object).size();
  CHECK((make_frame(object, size)[0] & kCompressedBit) == 0);
  const Bytes packed = make_frame(object, size - 1);
  CHECK((packed[0] & kCompressedBit) != 0);
  CHECK(packed.size() < 100);
  CHECK(read_all(packed).at(0).body == object);

  std::mt19937 random(3);
  Object noise;
  noise.put("b", [&random] {
    Bytes bytes(100'000);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    return bytes;
  }());
  const Bytes both = make_frame(noise, 300);
  CHECK((both[0] & (kCompressedBit | kBigSizedBit)) == (kCompressedBit | kBigSizedBit));
  CHECK(read_all(both).at(0).body == noise);
}

TEST_CASE("a stream of any compression level is read") {
  for (const int level : {0, 1, 6, 9}) {
    const Bytes frame = raw_frame(kBinaryBit | kCompressedBit, deflated(encode(large_object(5'000)), level));
    CHECK(read_all(frame).at(0).body == large_object(5'000));
  }
}

TEST_CASE("header bytes that are no frame's end the stream") {
  for (const int header : {0x00, 0x12, 0x7f, 0x81, 0x84, 0x90, 0x47, 0x3c})
    CHECK(only_error({static_cast<std::uint8_t>(header), 0, 1, 0}) == FrameError::kBadHeader);
  CHECK(only_error({0xc0, 0, 1, 0}) == FrameError::kEncrypted);
  CHECK(is_fatal(FrameError::kBadHeader));
  CHECK(is_fatal(FrameError::kEncrypted));
}

TEST_CASE("after a fatal error nothing more comes out, nor is anything kept") {
  FrameReader reader;
  reader.push(from_hex("ff"));
  REQUIRE(reader.next().has_value());
  reader.push(make_frame(small_object()));
  CHECK_FALSE(reader.next().has_value());
  CHECK(reader.pending() == 0);
}

TEST_CASE("a length above the limit is refused as soon as it is read") {
  FrameLimits limits;
  limits.max_body = 100;
  CHECK(only_error({0x80, 0, 101}, limits) == FrameError::kTooLarge);
  CHECK(only_error({0x88, 0xff, 0xff, 0xff, 0xff}) == FrameError::kTooLarge);
  CHECK(read_all({0x80, 0, 100}, limits).empty());
}

TEST_CASE("damaged and cut zlib streams are refused") {
  const std::uint8_t header = kBinaryBit | kCompressedBit;
  const Bytes good = deflated(encode(large_object(5'000)), 6);
  CHECK(only_error(raw_frame(header, {})) == FrameError::kInflate);
  CHECK(only_error(raw_frame(header, {1, 2, 3})) == FrameError::kInflate);
  for (std::size_t size = 1; size < good.size(); ++size)
    CHECK(only_error(
              raw_frame(header, Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)))) ==
          FrameError::kInflate);
  Bytes more = good;
  more.push_back(0);
  CHECK(only_error(raw_frame(header, more)) == FrameError::kInflate);
  Bytes wrong_sum = good;
  wrong_sum.back() ^= 1;
  CHECK(only_error(raw_frame(header, wrong_sum)) == FrameError::kInflate);
  CHECK(is_fatal(FrameError::kInflate));
}

TEST_CASE("a stream that inflates beyond the limit is refused without inflating the rest") {
  const std::uint8_t header = kBinaryBit | kCompressedBit;
  const Bytes bomb = deflated(Bytes(60'000'000, 0), 9);
  REQUIRE(bomb.size() < 65'536);
  CHECK(only_error(raw_frame(header, bomb)) == FrameError::kInflatedTooLarge);
  FrameLimits limits;
  limits.max_inflated = 1'000;
  const std::size_t overhead = encode(large_object(0)).size();
  CHECK(only_error(raw_frame(header, deflated(encode(large_object(1'001 - overhead)), 9)), limits) ==
        FrameError::kInflatedTooLarge);
  CHECK(only_error(raw_frame(header, deflated(encode(large_object(1'000 - overhead)), 9)), limits) ==
        FrameError::kNone);
}

TEST_CASE("a body that is no object loses that frame only") {
  Bytes stream = raw_frame(kBinaryBit, {});
  const auto add = [&stream](const Bytes& bytes) { stream.insert(stream.end(), bytes.begin(), bytes.end()); };
  add(raw_frame(kBinaryBit, {0x15}));
  add(raw_frame(kBinaryBit, {0x01, 0x01}));
  add(raw_frame(kBinaryBit, {0x12, 0, 0, 0}));
  add(make_frame(small_object()));
  const auto frames = read_all(stream);
  REQUIRE(frames.size() == 5);
  const DecodeError expected[] = {DecodeError::kTruncated, DecodeError::kUnknownType,
                                  DecodeError::kNotAnObject, DecodeError::kTrailingBytes};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(frames[i].error == FrameError::kBody);
    CHECK(frames[i].decode_error == expected[i]);
    CHECK(frames[i].body.entries().empty());
  }
  CHECK_FALSE(is_fatal(FrameError::kBody));
  CHECK_FALSE(is_fatal(FrameError::kNone));
  CHECK(frames[4].body == small_object());
}

TEST_CASE("random garbage never does harm") {
  std::mt19937 random(11);
  for (int round = 0; round < 2'000; ++round) {
    Bytes bytes(random() % 64);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    if (!bytes.empty() && random() % 2 == 0) bytes[0] = random() % 2 == 0 ? 0x80 : 0xa0;
    if (bytes.size() > 2) bytes[1] = 0;
    for (const Frame& frame : read_all(bytes))
      if (frame.error != FrameError::kNone) CHECK(frame.body.entries().empty());
  }
}
