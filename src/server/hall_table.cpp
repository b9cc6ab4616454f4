// Where players wait for their tournament's next game.
#include "server/table.hpp"

namespace thermodon::server {
namespace {

class HallTable final : public Table {
 public:
  void joined(Member&, TimePoint) override {}
  void left(const User&, bool, Departure, TimePoint) override {}
  void moved(Member&, const protocol::MoveCommand&, TimePoint) override {}
  void said(const Member&, std::string) override {}
  void asked_for_game(Member&, TimePoint) override {}
  void remember(const SavedGame&) override {}
  bool keeps_seat(const User&) const override { return false; }
  void line_lost(const Member&) override {}
  void abandon(std::string, TimePoint) override {}
  void tick(TimePoint) override {}
  bool playing() const noexcept override { return false; }
};

}  // namespace

std::unique_ptr<Table> make_hall_table() { return std::make_unique<HallTable>(); }

}  // namespace thermodon::server
