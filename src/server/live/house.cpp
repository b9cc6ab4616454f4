#include "server/live/house.hpp"

#include <algorithm>

#include "thermodon/rules/legality.hpp"

namespace thermodon::server {
namespace {

constexpr Duration kMargin{300};       // of the room's clock, kept back
constexpr Duration kPatience{30'000};  // for somebody to play with

}  // namespace

HousePlayer::Steps HousePlayer::begin() {
  protocol::HandshakeRequest handshake;
  handshake.client = "house";
  Steps steps;
  steps.emplace_back(protocol::Request(std::move(handshake)));
  return steps;
}

HousePlayer::Steps HousePlayer::on_event(const protocol::Event& event, TimePoint now) {
  using namespace protocol;
  Steps steps;
  if (std::holds_alternative<HandshakeReply>(event)) {
    LoginRequest login;
    login.zone = settings_.zone;
    login.name = settings_.name;
    login.wishes = LoginWishes{"any", true};
    steps.emplace_back(Request(std::move(login)));
  } else if (const auto* welcome = std::get_if<LoginReply>(&event)) {
    user_id_ = welcome->user_id;
    JoinCommand join;
    join.room = settings_.room;
    steps.emplace_back(Request(std::move(join)));
  } else if (const auto* joined = std::get_if<JoinRoomReply>(&event)) {
    room_id_ = joined->room.id;
    users_ = joined->users;
    const auto self = std::ranges::find(users_, user_id_, &UserInfo::id);
    if (self == users_.end() || self->player_id < 0) steps.emplace_back(Quit{});
    if (users_.size() < 2) alone_since_ = now;
  } else if (const auto* entered = std::get_if<UserEnterRoom>(&event)) {
    users_.push_back(entered->user);
    alone_since_.reset();
  } else if (const auto* exit = std::get_if<UserExitRoom>(&event)) {
    if (exit->user_id == user_id_) steps.emplace_back(Quit{});
    gone(exit->user_id, now);
  } else if (const auto* lost = std::get_if<UserLost>(&event)) {
    gone(lost->user_id, now);
  } else if (std::holds_alternative<ErrorReply>(event) || std::holds_alternative<Disconnection>(event)) {
    steps.emplace_back(Quit{});
  } else if (const auto* board = std::get_if<BoardCommand>(&event)) {
    const auto position = to_position(board->board, settings_.preset, board->to_move);
    if (position.ok()) position_ = *position;
    remaining_.reset();
    if (board->remaining_ms) remaining_ = Duration(*board->remaining_ms);
  } else if (const auto* start = std::get_if<StartCommand>(&event)) {
    color_.reset();
    if (start->black == settings_.name) color_ = rules::Color::kBlack;
    if (start->white == settings_.name) color_ = rules::Color::kWhite;
    allowance_.reset();
    if (start->move_time_ms) allowance_ = Duration(*start->move_time_ms);
    think(steps);
  } else if (const auto* move = std::get_if<MoveCommand>(&event)) {
    const auto played = to_move(move->move, settings_.preset);
    if (!played || !rules::is_legal(position_, *played)) return steps;
    position_.make(*played);
    remaining_.reset();
    think(steps);
  } else if (std::holds_alternative<ResultCommand>(event)) {
    color_.reset();
    // A game against somebody else begins without a board: it is the usual one.
    position_ = rules::Position::start({}, settings_.preset.first);
    remaining_.reset();
    if (room_id_) steps.emplace_back(Request(NewGameCommand{*room_id_}));
  }
  return steps;
}

void HousePlayer::gone(std::int32_t user_id, TimePoint now) {
  std::erase_if(users_, [&](const protocol::UserInfo& user) { return user.id == user_id; });
  if (users_.size() < 2) alone_since_ = now;
}

void HousePlayer::think(Steps& steps) {
  if (color_ != position_.side_to_move()) return;
  Duration time = settings_.move_time;
  if (const auto bound = remaining_ ? remaining_ : allowance_)
    time = std::min(time, std::max(Duration(10), *bound - kMargin));
  steps.emplace_back(Search{position_, time});
}

HousePlayer::Steps HousePlayer::on_move(std::optional<rules::Move> move) {
  Steps steps;
  if (!move || !room_id_ || color_ != position_.side_to_move()) return steps;
  position_.make(*move);
  protocol::MoveCommand command;
  command.room_id = *room_id_;
  command.move = protocol::to_wire(*move, settings_.preset);
  steps.emplace_back(protocol::Request(std::move(command)));
  return steps;
}

HousePlayer::Steps HousePlayer::tick(TimePoint now) {
  Steps steps;
  if (!settings_.stays && alone_since_ && !color_ && now - *alone_since_ >= kPatience)
    steps.emplace_back(Quit{});
  return steps;
}

}  // namespace thermodon::server
