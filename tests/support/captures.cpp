#include "support/captures.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace thermodon::test {
namespace {

const std::filesystem::path kDirectory = std::filesystem::path(THERMODON_TEST_DATA) / "captures";

std::ifstream open(const std::string& file) {
  std::ifstream in(kDirectory / file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read the capture " + file);
  return in;
}

bool is_hex(const std::string& text) {
  return text.size() > 8 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::string after(const std::string& line, const std::string& mark) {
  const auto at = line.find(mark);
  return at == std::string::npos ? std::string() : line.substr(at + mark.size());
}

}  // namespace

std::vector<std::string> capture_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kDirectory))
    if (entry.path().extension() == ".md" && entry.path().stem() != "README")
      names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

// A frame is three lines: "S->C off 80 len 284 flags 0xa0  login ok", "    c=0 a=1 p={...}", and its hex.
std::vector<CapturedFrame> load_capture(const std::string& name) {
  std::ifstream in = open(name + ".md");
  std::vector<CapturedFrame> frames;
  std::string line;
  while (std::getline(in, line)) {
    const bool client = line.starts_with("C->S");
    if (client || line.starts_with("S->C")) {
      CapturedFrame frame;
      frame.from_client = client;
      if (!client) frame.title = after(line, "  ");
      frames.push_back(std::move(frame));
      continue;
    }
    if (frames.empty() || !line.starts_with("    ")) continue;
    CapturedFrame& frame = frames.back();
    line.erase(0, 4);
    if (std::sscanf(line.c_str(), "c=%d a=%d", &frame.controller, &frame.action) == 2)
      frame.typed = after(line, "p=");
    else if (is_hex(line))
      frame.bytes = from_hex(line);
  }
  return frames;
}

std::vector<std::uint8_t> load_stream(const std::string& name, bool from_client) {
  std::ifstream in = open(name + (from_client ? ".c2s.bin" : ".s2c.bin"));
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<std::uint8_t> from_hex(const std::string& text) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
  return bytes;
}

std::string to_hex(const std::vector<std::uint8_t>& bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace thermodon::test
