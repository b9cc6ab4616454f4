#include "thermodon/server/settings.hpp"

namespace thermodon::server {

std::vector<std::string> default_rooms() {
  std::vector<std::string> rooms;
  for (const char* lake :
       {"Okanagan", "Kalamalka", "Yellow", "Beaver", "Bear", "Skaha", "Oyama", "Wood", "Jackpine", "Echo",
        "Postill", "Ellison", "Lambly", "Kentucky", "Nicola", "Chute", "Shannon", "Kootenay"})
    rooms.push_back(std::string(lake) + " Lake");
  return rooms;
}

std::vector<std::string> default_zones() { return {"cosc322-2", "cosc322", "COSC322"}; }

LobbySettings relay_settings() {
  LobbySettings settings;
  settings.rules = Rules::kRelay;
  settings.move_time.reset();
  settings.grace = Duration(0);
  settings.name_in_use = NameInUse::kReplace;
  settings.limits.zone_users = 100;
  return settings;
}

}  // namespace thermodon::server
