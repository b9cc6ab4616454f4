// The captures of official clients in tests/data/captures: both directions of each session, in time order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace thermodon::test {

struct CapturedFrame {
  bool from_client = false;
  std::string title;  // what the capture calls it: "login ok", "board", ...; empty for client frames
  int controller = 0, action = 0;
  std::string typed;                // the params as text: {api:(utf_string)'1.6.1', ...}
  std::vector<std::uint8_t> bytes;  // header, length and body
};

// The names of all captures, sorted: "java21_player_black", ...
[[nodiscard]] std::vector<std::string> capture_names();
// From <name>.md. Throws std::runtime_error for a file that cannot be read.
[[nodiscard]] std::vector<CapturedFrame> load_capture(const std::string& name);
// One direction's frames, concatenated: the .bin file.
[[nodiscard]] std::vector<std::uint8_t> load_stream(const std::string& name, bool from_client);

[[nodiscard]] std::vector<std::uint8_t> from_hex(const std::string& text);
[[nodiscard]] std::string to_hex(const std::vector<std::uint8_t>& bytes);

}  // namespace thermodon::test
