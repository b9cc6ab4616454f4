// A house player as a state machine without I/O: the lobby's events in, requests to the lobby and searches
// out.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "thermodon/protocol/messages.hpp"
#include "thermodon/server/settings.hpp"

namespace thermodon::server {

struct HouseSettings {
  std::string zone, room, name;
  protocol::Preset preset;
  Duration move_time{};
  bool stays = false;  // in its room, also when nobody else is there
};

class HousePlayer {
 public:
  struct Search {
    rules::Position position;
    Duration time{};
  };
  struct Quit {};
  using Step = std::variant<protocol::Request, Search, Quit>;
  using Steps = std::vector<Step>;

  explicit HousePlayer(HouseSettings settings) : settings_(std::move(settings)) {}

  // The first steps; then events come.
  [[nodiscard]] static Steps begin();
  [[nodiscard]] Steps on_event(const protocol::Event& event, TimePoint now);
  // The answer to the last search; others are not to be brought.
  [[nodiscard]] Steps on_move(std::optional<rules::Move> move);
  [[nodiscard]] Steps tick(TimePoint now);

  [[nodiscard]] const HouseSettings& settings() const noexcept { return settings_; }

 private:
  void think(Steps& steps);
  void gone(std::int32_t user_id, TimePoint now);

  HouseSettings settings_;
  std::string token_;
  std::int32_t user_id_ = -1;
  std::optional<std::int32_t> room_id_;
  std::vector<protocol::UserInfo> users_;
  rules::Position position_;
  std::optional<rules::Color> color_;  // in the running game
  std::optional<Duration> allowance_;  // of a move by the room's clock
  std::optional<Duration> remaining_;  // of the running turn, where the game was resumed
  std::optional<TimePoint> alone_since_;
};

}  // namespace thermodon::server
