#include "thermodon/sfs2x/value.hpp"

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "sfs2x/typed_text.hpp"
#include "support/captures.hpp"
#include "support/catch.hpp"

using namespace thermodon::sfs2x;
using thermodon::test::from_hex;
using thermodon::test::to_hex;
using thermodon::test::typed_text;

namespace {

DecodedValue decode_hex(const std::string& hex) { return decode(from_hex(hex)); }

Object object_of(const std::string& hex) {
  const DecodedValue decoded = decode_hex(hex);
  REQUIRE(decoded.error == DecodeError::kNone);
  REQUIRE(decoded.value.get_if<Object>() != nullptr);
  return *decoded.value.get_if<Object>();
}

Bytes encoded(const Value& value) {
  Bytes out;
  encode(value, out);
  return out;
}

std::string hex_of(const Value& value) { return to_hex(encoded(value)); }

}  // namespace

TEST_CASE("every type of the genuine vectors decodes and encodes to the same bytes") {
  std::ifstream file(std::string(THERMODON_TEST_DATA) + "/captures/codec_vectors.json");
  const auto vectors = nlohmann::json::parse(file);
  REQUIRE(vectors.size() >= 24);
  for (const auto& vector : vectors) {
    INFO(vector["name"].get<std::string>());
    const std::string hex = vector["hex"];
    const DecodedValue decoded = decode_hex(hex);
    REQUIRE(decoded.error == DecodeError::kNone);
    CHECK(typed_text(decoded.value) == vector["typed"].get<std::string>());
    CHECK(hex_of(decoded.value) == hex);
  }
}

TEST_CASE("values encode to the types that their C++ types name") {
  CHECK(hex_of(Value()) == "00");
  CHECK(hex_of(true) == "0101");
  CHECK(hex_of(std::int8_t{-2}) == "02fe");
  CHECK(hex_of(std::int16_t{-300}) == "03fed4");
  CHECK(hex_of(7) == "0400000007");
  CHECK(hex_of(std::numeric_limits<std::int64_t>::min()) == "058000000000000000");
  CHECK(hex_of(1.5F) == "063fc00000");
  CHECK(hex_of(-0.1) == "07bfb999999999999a");
  CHECK(hex_of("ab") == "0800026162");
  CHECK(hex_of(std::string("ab")) == "0800026162");
  CHECK(hex_of(BoolArray{{1, 0, 9}}) == "090003010001");
  CHECK(hex_of(Bytes{1, 255}) == "0a0000000201ff");
  CHECK(hex_of(std::vector<std::int32_t>{10, 4}) == "0c00020000000a00000004");
  CHECK(hex_of(Text{"a"}) == "140000000161");
  CHECK(hex_of(Array{{std::int8_t{1}, Array{}}}) == "1100020201110000");
  CHECK(hex_of(Object().put("a", std::int8_t{1})) ==
        "12000100016102"
        "01");
}

TEST_CASE("a POJO is an object with $C and $F, and type 19 itself is refused") {
  const Object pojo = object_of(
      "1200020002244308000141"
      "0002244611000112000200014e080001780001560400000005");
  REQUIRE(pojo.string("$C") != nullptr);
  CHECK(*pojo.string("$C") == "A");
  REQUIRE(pojo.array("$F") != nullptr);
  const Object* field = pojo.array("$F")->items.at(0).get_if<Object>();
  REQUIRE(field != nullptr);
  CHECK(*field->string("N") == "x");
  CHECK(decode_hex("13000100016b00").error == DecodeError::kUnknownType);
}

TEST_CASE("an object's lookups tell types apart but not an integer's width") {
  Object o;
  o.put("b", std::int8_t{-1}).put("s", std::int16_t{-2}).put("i", 3).put("l", std::int64_t{4});
  o.put("t", Text{"text"}).put("u", "utf").put("yes", true);
  std::int64_t n = 0;
  CHECK((o.integer("b", n) && n == -1));
  CHECK((o.integer("s", n) && n == -2));
  CHECK((o.integer("i", n) && n == 3));
  CHECK((o.integer("l", n) && n == 4));
  CHECK_FALSE(o.integer("yes", n));
  CHECK_FALSE(o.integer("missing", n));
  CHECK(*o.string("t") == "text");
  CHECK(*o.string("u") == "utf");
  CHECK(o.string("i") == nullptr);
  CHECK(*o.boolean("yes"));
  CHECK(o.object("yes") == nullptr);
  CHECK(o.array("yes") == nullptr);
  CHECK(o.ints("yes") == nullptr);
}

TEST_CASE("objects are equal in any order of their keys") {
  Object a, b, c;
  a.put("x", 1).put("y", 2);
  b.put("y", 2).put("x", 1);
  c.put("x", 1).put("z", 2);
  CHECK(a == b);
  CHECK_FALSE(a == c);
  CHECK_FALSE(a == Object().put("x", 1));
  CHECK(encode(a) != encode(b));
}

TEST_CASE("a key that comes twice keeps its last value, in small objects and in large ones") {
  const Object twice = object_of(
      "120002"
      "0001610201"
      "0001610202");
  CHECK(twice.entries().size() == 1);
  CHECK(*twice.find("a") == Value(std::int8_t{2}));
  for (const int keys : {20, 300}) {
    Bytes bytes = {18, static_cast<std::uint8_t>(2 * keys >> 8), static_cast<std::uint8_t>(2 * keys)};
    for (int i = 0; i < 2 * keys; ++i) {
      const auto key = static_cast<std::uint8_t>(i % keys), high = static_cast<std::uint8_t>(i % keys >> 8);
      bytes.insert(bytes.end(), {0, 2, high, key, 2, static_cast<std::uint8_t>(i < keys ? 1 : 7)});
    }
    const DecodedValue decoded = decode(bytes);
    REQUIRE(decoded.error == DecodeError::kNone);
    const auto& entries = decoded.value.get_if<Object>()->entries();
    CHECK(entries.size() == static_cast<std::size_t>(keys));
    for (const auto& [key, value] : entries) CHECK(value == Value(std::int8_t{7}));
  }
}

TEST_CASE("every cut of a value is refused as truncated or too large, never read beyond") {
  std::ifstream file(std::string(THERMODON_TEST_DATA) + "/captures/codec_vectors.json");
  for (const auto& vector : nlohmann::json::parse(file)) {
    const Bytes whole = from_hex(vector["hex"]);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      // A vector of exactly that size, so that a sanitizer sees a read behind its end.
      const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      const DecodedValue decoded = decode(part);
      CHECK((decoded.error == DecodeError::kTruncated || decoded.error == DecodeError::kTooLarge));
      CHECK(decoded.offset <= size);
      CHECK(decoded.value == Value());
    }
  }
}

TEST_CASE("bad input is named, with the place") {
  const auto check = [](const std::string& hex, DecodeError error, std::size_t offset) {
    INFO(hex);
    const DecodedValue decoded = decode_hex(hex);
    CHECK(decoded.error == error);
    CHECK(decoded.offset == offset);
  };
  check("15", DecodeError::kUnknownType, 0);
  check("ff", DecodeError::kUnknownType, 0);
  check("0102", DecodeError::kBadBool, 1);
  check("0900020105", DecodeError::kBadBool, 4);
  check("0cffff", DecodeError::kNegativeCount, 3);
  check("0affffffff", DecodeError::kNegativeCount, 5);
  check("14ffffffff", DecodeError::kNegativeCount, 5);
  check("0a7fffffff00", DecodeError::kTooLarge, 5);
  check("0c00020000000a", DecodeError::kTooLarge, 3);
  check("117fff00", DecodeError::kTooLarge, 3);
  check(
      "127fff000161"
      "00",
      DecodeError::kTooLarge, 3);
  check("0000", DecodeError::kTrailingBytes, 1);
  check("1200010100", DecodeError::kTooLarge, 3);
  check("1200010100" + std::string(514, '0'), DecodeError::kKeyTooLong, 5);
}

TEST_CASE("nesting is bounded") {
  const auto nested = [](int depth) {
    Bytes bytes;
    for (int i = 0; i < depth; ++i) bytes.insert(bytes.end(), {17, 0, 1});
    bytes.push_back(0);
    return bytes;
  };
  CHECK(decode(nested(kMaxDepth)).error == DecodeError::kNone);
  CHECK(decode(nested(kMaxDepth + 1)).error == DecodeError::kTooDeep);
  CHECK(decode(nested(100'000)).error == DecodeError::kTooDeep);
}

TEST_CASE("the number of values is bounded, since a null of one byte is many in memory") {
  const auto nulls = [](std::size_t arrays) {
    Bytes bytes = {17, static_cast<std::uint8_t>(arrays >> 8), static_cast<std::uint8_t>(arrays)};
    for (std::size_t i = 0; i < arrays; ++i) {
      bytes.insert(bytes.end(), {17, 0x7f, 0xff});
      bytes.insert(bytes.end(), 32'767, 0);
    }
    return bytes;
  };
  CHECK(decode(nulls(3)).error == DecodeError::kNone);
  CHECK(decode(nulls(5)).error == DecodeError::kTooLarge);
}

TEST_CASE("what the wire cannot hold is cut between characters") {
  const std::string snowmen = [] {
    std::string text;
    for (int i = 0; i < 30'000; ++i) text += "\xe2\x98\x83";
    return text;
  }();
  const DecodedValue cut = decode(encoded(snowmen));
  REQUIRE(cut.error == DecodeError::kNone);
  CHECK(cut.value.string()->size() == 65'535);

  Object long_key;
  long_key.put(std::string(254, 'k') + "\xc3\xa9", 1);
  const DecodedValue key = decode(encoded(long_key));
  REQUIRE(key.error == DecodeError::kNone);
  CHECK(key.value.get_if<Object>()->entries()[0].first == std::string(254, 'k'));

  const DecodedValue list = decode(encoded(std::vector<std::int16_t>(40'000, 7)));
  REQUIRE(list.error == DecodeError::kNone);
  CHECK(list.value.get_if<std::vector<std::int16_t>>()->size() == 32'767);
}

TEST_CASE("text for logs is bounded and on one line") {
  Object o;
  o.put("c", std::int8_t{1}).put("p", Object().put("m", "a\n\"b\"")).put("l", std::vector{1, 2});
  CHECK(to_text(o) == "{c:(byte)1, p:{m:(utf_string)\"a\\x0a\\\"b\\\"\"}, l:(int_array)[1, 2]}");
  o.put("long", std::string(5'000, 'x'));
  CHECK(to_text(o, 100).size() == 103);
  CHECK(to_text(o, 100).ends_with("..."));
}
