// Tournaments in the lobby: their games are called into rooms, their players seated, their results taken.
#include <algorithm>

#include "server/lobby_state.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::server {

using game::PlayerNumber;
using rules::Color;
using Kind = TournamentEntry::Kind;
using Status = Tournament::Status;

namespace {

// Games without a winner (aborted) that are played again; after these it stays without.
constexpr int kMostReplays = 3;

bool plays_on(const Tournament& tournament) {
  return tournament.status() == Status::kWaiting || tournament.status() == Status::kRunning;
}

}  // namespace

// --- what the organiser orders

std::string Lobby::State::organise(const OrganiserOrder& order, TournamentId& id) {
  if (settings.rules == Rules::kRelay) return "this server only relays: it cannot hold a tournament";
  using What = OrganiserOrder::Kind;
  if (order.kind == What::kAdd) {
    id = next_tournament_id_;
    if (auto error = add_tournament(id, order.spec); !error.empty()) return error;
    out.add(TournamentAdded{id, order.spec.source});
    changed(*find_hosted(id));
    return {};
  }
  Hosted* const hosted = find_hosted(order.tournament);
  if (hosted == nullptr) return "there is no such tournament";
  Tournament& tournament = hosted->tournament;
  if (order.kind == What::kResult) return set_result(*hosted, order);
  if (!plays_on(tournament)) return "the tournament is over";
  TournamentEntry entry;
  entry.reason = order.why;
  switch (order.kind) {
    case What::kStart:
      if (tournament.status() != Status::kWaiting) return "the tournament has begun already";
      begin(*hosted);
      return {};
    case What::kWithdraw: {
      const auto player = tournament.player(order.player);
      if (!player) return "there is no player " + rules::quote(order.player);
      if (std::ranges::find(tournament.withdrawn(), *player) != tournament.withdrawn().end())
        return order.player + " has withdrawn already";
      entry.kind = Kind::kWithdrawn;
      entry.black = *player;
      const Encounter* const next = tournament.next_of(*player);
      if (next != nullptr && next->status == Encounter::Status::kCalled) unbook(*hosted, next->number);
      break;
    }
    default:
      entry.kind = Kind::kCancelled;
      for (const Encounter& e : tournament.encounters())
        if (e.status == Encounter::Status::kCalled) unbook(*hosted, e.number);
  }
  note(*hosted, std::move(entry));
  if (!plays_on(tournament)) release_rooms(*hosted);
  return {};
}

std::string Lobby::State::add_tournament(TournamentId id, const TournamentSpec& wanted) {
  TournamentSpec spec = wanted;
  if (spec.zone.empty()) spec.zone = settings.zones.front();
  Zone* const zone = find_zone(spec.zone);
  if (zone == nullptr) return "tournament: there is no zone " + rules::quote(spec.zone);
  for (const std::string& name : spec.rooms)
    if (zone->find_room(name) == nullptr || zone->find_room(name)->hall)
      return "tournament: there is no room " + rules::quote(name) + "; name rooms of --rooms";
  for (const std::string& player : spec.players)
    if (settings.users.registered_only && !settings.users.passwords.contains(player))
      return "tournament: the player " + rules::quote(player) + " is not among the registered users";
  tournaments_.emplace(id, Hosted{Tournament(id, std::move(spec)), zone, {}});
  next_tournament_id_ = std::max(next_tournament_id_, id + 1);
  hall_of(*zone);
  direct_due_ = true;
  return {};
}

std::string Lobby::State::set_result(Hosted& hosted, const OrganiserOrder& order) {
  const Encounter* const encounter = hosted.tournament.find(order.number);
  if (encounter == nullptr) return "there is no game " + std::to_string(order.number);
  if (!encounter->white) return "a bye has no result to correct";
  if (encounter->status == Encounter::Status::kCalled) unbook(hosted, order.number);
  Room* const playing =
      encounter->status == Encounter::Status::kPlaying ? hosted.zone->find_room(encounter->room) : nullptr;
  TournamentEntry entry;
  entry.kind = Kind::kCorrected;
  entry.number = order.number;
  entry.winner = order.winner;
  entry.reason = order.why;
  entry.at_ms = order.at_ms;
  note(hosted, std::move(entry));
  if (playing == nullptr) return {};
  const std::string winner = order.winner ? std::string(rules::to_string(*order.winner)) : "nobody";
  playing->table->abandon("the organiser has decided the game: " + winner + " wins", now);
  return {};
}

void Lobby::State::begin(Hosted& hosted) {
  note(hosted, TournamentEntry{});
  for (const std::string& name : hosted.tournament.spec().rooms) {
    Room& room = *hosted.zone->find_room(name);
    if (!room.tournament) room.tournament = hosted.tournament.id();
    users_changed(room);
  }
}

// --- after a restart

void Lobby::State::restore(const SavedTournament& saved) {
  const auto spec = parse_tournament(saved.spec);
  std::string why = spec.ok() ? add_tournament(saved.id, *spec) : spec.error();
  for (std::size_t i = 0; i < saved.entries.size() && why.empty(); ++i) {
    const auto entry = parse_tournament_entry(saved.entries[i]);
    why = entry.ok() ? find_hosted(saved.id)->tournament.apply(*entry) : entry.error();
    if (!why.empty()) why = "entry " + std::to_string(i + 1) + ": " + why;
  }
  next_tournament_id_ = std::max(next_tournament_id_, saved.id + 1);
  if (!why.empty()) {
    tournaments_.erase(saved.id);
    return out.log(Level::kWarn, "tournament " + std::to_string(saved.id) + " does not go on: " + why);
  }
  Hosted& hosted = *find_hosted(saved.id);
  if (hosted.tournament.status() != Status::kRunning) return;
  for (const std::string& name : hosted.tournament.spec().rooms)
    if (Room& room = *hosted.zone->find_room(name); !room.tournament) {
      room.tournament = saved.id;
      users_changed(room);
    }
  out.log(Level::kInfo,
          "tournament " + std::to_string(saved.id) + " goes on: " + hosted.tournament.spec().name);
}

// A game of before the restart is on the table again.
void Lobby::State::take_up(Room& room, const SavedGame& saved) {
  Hosted* const hosted = saved.tournament ? find_hosted(saved.tournament->tournament) : nullptr;
  if (hosted == nullptr || hosted->tournament.find(saved.tournament->number) == nullptr) return;
  hosted->tournament.playing(saved.tournament->number, saved.id, room.name);
  room.tournament = hosted->tournament.id();
  room.booking = Booking{*saved.tournament, saved.black, saved.white, saved.start, saved.move_time};
}

// --- how it goes on

void Lobby::State::note(Hosted& hosted, TournamentEntry entry) {
  if (const std::string why = hosted.tournament.apply(entry); !why.empty())
    return out.log(Level::kWarn, "tournament " + std::to_string(hosted.tournament.id()) + ": " + why);
  out.add(TournamentLogged{hosted.tournament.id(), hosted.tournament.entries(), entry.to_json()});
  changed(hosted);
}

void Lobby::State::changed(const Hosted& hosted) {
  out.add(TournamentChanged{hosted.tournament.id()});
  direct_due_ = true;
}

void Lobby::State::direct() {
  if (tournaments_.empty()) {
    direct_due_ = false;
    return;
  }
  // What is done for one tournament may end or begin games, which leads to more to do.
  for (;;) {
    while (seen_ < out.actions().size()) {
      const Action& action = out.actions()[seen_++];
      // Copies: what follows may add other actions.
      if (const auto* began = std::get_if<GameStarted>(&action); began != nullptr && began->tournament)
        game_began(GameStarted(*began));
      else if (const auto* ended = std::get_if<GameEnded>(&action))
        game_over(GameEnded(*ended));
    }
    if (!std::exchange(direct_due_, false)) break;
    for (auto& [id, hosted] : tournaments_) direct(hosted);
  }
  seen_ = 0;
}

void Lobby::State::game_began(const GameStarted& started) {
  Hosted* const hosted = find_hosted(started.tournament->tournament);
  if (hosted == nullptr) return;
  hosted->calls.erase(started.tournament->number);
  hosted->tournament.playing(started.tournament->number, started.id, started.room);
  changed(*hosted);
}

void Lobby::State::game_over(const GameEnded& ended) {
  direct_due_ = true;                            // a room may be free now, and players
  if (const Zone* zone = find_zone(ended.zone))  // a saved game's may be no more
    for (const std::string& name : {ended.record.black, ended.record.white})
      if (User* const user = zone->find_user(name)) user->rests_until = now + settings.series_pause;
  Hosted* const hosted = ended.tournament ? find_hosted(ended.tournament->tournament) : nullptr;
  if (hosted == nullptr) return;
  const std::uint32_t number = ended.tournament->number;
  if (Room* room = hosted->zone->find_room(ended.room); room != nullptr && room->booking) {
    room->booking.reset();
    if (hosted->tournament.spec().rooms.empty()) room->tournament.reset();
    users_changed(*room);
  }
  const Encounter* const encounter = hosted->tournament.find(number);
  if (encounter == nullptr || encounter->over()) return;  // over: the organiser has decided it
  TournamentEntry entry;
  entry.number = number;
  entry.game = ended.id;
  const auto& result = ended.record.result;
  const bool decided = result && result->winner;
  if (!decided && encounter->replays < kMostReplays) {
    entry.kind = Kind::kReplay;
  } else {
    entry.kind = Kind::kResult;
    entry.winner = decided ? result->winner : hosted->tournament.undecided(*encounter);
    entry.reason = result ? game::to_string(result->reason) : "aborted";
  }
  note(*hosted, std::move(entry));
}

void Lobby::State::direct(Hosted& hosted) {
  Tournament& tournament = hosted.tournament;
  if (tournament.status() == Status::kWaiting &&
      (!tournament.spec().waits_for_all || present(tournament).size() == tournament.spec().players.size()))
    begin(hosted);
  if (tournament.status() != Status::kRunning) return;
  check_grace(hosted);
  for (auto entries = tournament.due(); !entries.empty(); entries = tournament.due())
    for (TournamentEntry& entry : entries) note(hosted, std::move(entry));
  if (tournament.status() != Status::kRunning) {
    release_rooms(hosted);
    const auto& spec = tournament.spec();
    for (const auto& standing : tournament.standings())
      if (const User* const user = hosted.user(standing.player))
        tell(*user, user->room != nullptr ? *user->room : hall_of(*hosted.zone),
             spec.name + " is over: you are number " + std::to_string(standing.place) + " with " +
                 std::to_string(standing.points) + " points");
    return;
  }
  for (const auto& [number, call] : hosted.calls) fetch(hosted, number);
  call(hosted);
}

void Lobby::State::call(Hosted& hosted) {
  for (const std::uint32_t number : hosted.tournament.ready()) {
    const Encounter& encounter = *hosted.tournament.find(number);
    const auto rests = [&](PlayerNumber player) {
      const User* const user = hosted.user(player);
      return user != nullptr && now < user->rests_until;
    };
    if (rests(encounter.black) || rests(*encounter.white)) continue;
    Room* const room = free_room(hosted);
    if (room == nullptr) return;
    book(hosted, encounter, *room);
  }
}

Room* Lobby::State::free_room(const Hosted& hosted) {
  const TournamentSpec& spec = hosted.tournament.spec();
  const auto is_free = [&](const Room& room) {
    if (room.hall || room.booking || room.table->playing()) return false;
    if (!spec.rooms.empty()) return room.tournament == hosted.tournament.id();
    // Of the rooms that are everybody's, one where nobody else sits.
    return !room.tournament && std::ranges::all_of(room.members, [&](const Member& member) {
      return !member.is_player() || hosted.tournament.player(member.user->name);
    });
  };
  if (spec.rooms.empty()) {
    for (const auto& room : hosted.zone->rooms)
      if (is_free(*room)) return room.get();
    return nullptr;
  }
  for (const std::string& name : spec.rooms) {
    Room& room = *hosted.zone->find_room(name);
    if (!room.tournament) room.tournament = hosted.tournament.id();  // another tournament has given it back
    if (is_free(room)) return &room;
  }
  return nullptr;
}

void Lobby::State::book(Hosted& hosted, const Encounter& encounter, Room& room) {
  const TournamentSpec& spec = hosted.tournament.spec();
  Booking booking;
  booking.link = {hosted.tournament.id(), encounter.number, encounter.round};
  booking.black = spec.players[encounter.black];
  booking.white = spec.players[*encounter.white];
  booking.start = hosted.tournament.start_of(encounter, settings.preset.first);
  booking.move_time = spec.move_time ? spec.move_time : settings.move_time;
  room.tournament = hosted.tournament.id();
  room.booking = booking;
  hosted.tournament.called(encounter.number, room.name);
  hosted.calls[encounter.number] = Call{now + spec.grace, {}};
  vacate(room);
  users_changed(room);
  changed(hosted);
  out.log(Level::kInfo, spec.name + ", game " + std::to_string(booking.link.number) + ": " + booking.black +
                            " (black) and " + booking.white + " (white) are called to " + room.name);
  for (const std::string& name : {booking.black, booking.white}) {
    const User* const user = hosted.zone->find_user(name);
    if (user == nullptr) continue;
    tell(*user, room,
         spec.name + ", round " + std::to_string(booking.link.round) + ": you play " +
             (name == booking.black ? "black against " + booking.white : "white against " + booking.black) +
             " in " + room.name);
  }
  fetch(hosted, encounter.number);
}

// Also who is in no room: at the page he only says that he is here.
void Lobby::State::fetch(Hosted& hosted, std::uint32_t number) {
  const Encounter& encounter = *hosted.tournament.find(number);
  Room& room = *hosted.zone->find_room(encounter.room);
  for (const PlayerNumber player : {encounter.black, *encounter.white}) {
    User* const user = hosted.user(player);
    if (user == nullptr || !user->line || !is_free(*user)) continue;
    if (hosted.calls.at(number).fetched.insert(*user->line).second) seat(*user, room);
  }
}

bool Lobby::State::is_free(const User& user) const {
  return seat_in_game(user) == nullptr && now >= user.rests_until;
}

// Those who sit and are not meant get up.
void Lobby::State::vacate(Room& room) {
  std::vector<User*> guests;
  for (const Member& member : room.members)
    if (member.is_player() && !room.may_sit(*member.user)) guests.push_back(member.user);
  for (User* user : guests) {
    const Hosted* const hosted = find_hosted(*room.tournament);
    if (hosted->tournament.player(user->name)) {
      seat(*user, hall_of(*room.zone));
      continue;
    }
    room.find(*user)->player_id = kSpectator;
    out.send(room, protocol::PlayerToSpectator{room.id, user->id});
    count_changed(room);
  }
}

// Into a seat of the room, from wherever he is.
void Lobby::State::seat(User& user, Room& room) {
  if (Member* member = room.find(user)) {
    if (member->is_player()) {
      // In the seat since the last game: the next begins when the other sits, too.
      if (!room.table->playing()) room.table->joined(*member, now);
      return;
    }
    if (!room.has_free_seat()) return;
    member->player_id = room.free_player_id();
    protocol::SpectatorToPlayer event;
    event.room_id = room.id;
    event.user_id = user.id;
    event.player_id = member->player_id;
    out.send(room, event);
    count_changed(room);
    return room.table->joined(*member, now);
  }
  if (!room.has_free_seat()) return;
  if (user.room != nullptr) leave(user, *user.room, Departure::kLeft);
  enter(user, room, true);
  room.find(user)->fetched = true;
}

void Lobby::State::unbook(Hosted& hosted, std::uint32_t number) {
  hosted.calls.erase(number);
  const Encounter* const encounter = hosted.tournament.find(number);
  Room* const room = hosted.zone->find_room(encounter->room);
  if (room != nullptr && room->booking && room->booking->link.number == number &&
      room->booking->link.tournament == hosted.tournament.id()) {
    room->booking.reset();
    if (hosted.tournament.spec().rooms.empty()) room->tournament.reset();
    users_changed(*room);
  }
  hosted.tournament.waiting(number);
  direct_due_ = true;
}

void Lobby::State::check_grace(Hosted& hosted) {
  std::vector<std::uint32_t> ended;
  for (auto& [number, call] : hosted.calls) {
    const Encounter& encounter = *hosted.tournament.find(number);
    // Whoever plays elsewhere cannot come; until he is free the other need not, either.
    for (const PlayerNumber player : {encounter.black, *encounter.white})
      if (const User* const user = hosted.user(player); user != nullptr && !is_free(*user))
        call.grace_ends = now + hosted.tournament.spec().grace;
    if (now >= call.grace_ends) ended.push_back(number);
  }
  for (const std::uint32_t number : ended) {
    const Encounter encounter = *hosted.tournament.find(number);
    const Room& room = *hosted.zone->find_room(encounter.room);
    const auto sits = [&](PlayerNumber player) {
      return std::ranges::any_of(room.members, [&](const Member& member) {
        return member.is_player() && member.present &&
               member.user->name == hosted.tournament.spec().players[player];
      });
    };
    const bool black = sits(encounter.black), white = sits(*encounter.white);
    TournamentEntry entry;
    entry.kind = Kind::kResult;
    entry.number = number;
    entry.reason = "absent";
    entry.forfeit = true;
    entry.winner = black == white ? hosted.tournament.undecided(encounter)
                   : black        ? Color::kBlack
                                  : Color::kWhite;
    protocol::TextCommand message;
    message.room_id = room.id;
    message.room = room.name;
    message.text = "who was called to this room has not come in time: the game is lost without play";
    out.send(room, std::move(message));
    unbook(hosted, number);
    note(hosted, std::move(entry));
  }
}

void Lobby::State::release_rooms(Hosted& hosted) {
  for (const auto& room : hosted.zone->rooms) {
    if (room->tournament != hosted.tournament.id() || room->booking) continue;
    room->tournament.reset();
    users_changed(*room);
  }
}

// --- players and rooms

User* Lobby::State::Hosted::user(PlayerNumber player) const {
  return zone->find_user(tournament.spec().players[player]);
}

Lobby::State::Hosted* Lobby::State::find_hosted(TournamentId id) {
  const auto found = tournaments_.find(id);
  return found == tournaments_.end() ? nullptr : &found->second;
}

const Tournament* Lobby::State::find_tournament(TournamentId id) const {
  const auto found = tournaments_.find(id);
  return found == tournaments_.end() ? nullptr : &found->second.tournament;
}

std::vector<const Tournament*> Lobby::State::tournaments() const {
  std::vector<const Tournament*> all;
  for (const auto& [id, hosted] : tournaments_) all.push_back(&hosted.tournament);
  return all;
}

std::vector<PlayerNumber> Lobby::State::present(const Tournament& tournament) const {
  std::vector<PlayerNumber> present;
  const Hosted& hosted = tournaments_.at(tournament.id());
  for (PlayerNumber player = 0; player < tournament.spec().players.size(); ++player)
    if (const User* const user = hosted.user(player); user != nullptr && user->line)
      present.push_back(player);
  return present;
}

void Lobby::State::presence_changed(const User& user) {
  for (const auto& [id, hosted] : tournaments_)
    if (hosted.zone == user.zone && plays_on(hosted.tournament) && hosted.tournament.player(user.name))
      changed(hosted);
}

Room& Lobby::State::hall_of(Zone& zone) {
  if (Room* hall = zone.find_room(kHallName)) return *hall;
  auto hall = std::make_unique<Room>();
  hall->zone = &zone;
  hall->id = static_cast<std::int32_t>(zone.rooms.size());
  hall->name = kHallName;
  hall->hall = true;
  hall->max_spectators = INT16_MAX;
  hall->table = make_hall_table();
  zone.rooms.push_back(std::move(hall));
  return *zone.rooms.back();
}

void Lobby::State::tell(const User& user, const Room& room, std::string text) {
  protocol::TextCommand message;
  message.room_id = room.id;
  message.room = room.name;
  message.text = std::move(text);
  out.send(user, std::move(message));
}

// The game that he plays goes before one that he is called to, and that before the hall.
Room* Lobby::State::assigned_room(const User& user, bool as_spectator) {
  Room* called = nullptr;
  Room* hall = nullptr;
  for (auto& [id, hosted] : tournaments_) {
    if (hosted.zone != user.zone || !plays_on(hosted.tournament)) continue;
    const auto player = hosted.tournament.player(user.name);
    if (!player) continue;
    const Encounter* const next = hosted.tournament.next_of(*player);
    if (next != nullptr && !next->room.empty()) {
      Room* const room = hosted.zone->find_room(next->room);
      if (next->status == Encounter::Status::kPlaying) return room;
      if (called == nullptr) called = room;
      continue;
    }
    const auto& withdrawn = hosted.tournament.withdrawn();
    if (!as_spectator && std::ranges::find(withdrawn, *player) == withdrawn.end())
      hall = &hall_of(*hosted.zone);
  }
  return called != nullptr ? called : hall;
}

// Where he plays; else one where somebody waits, or an empty one.
Room* Lobby::State::any_room(const User& user) {
  if (seat_in_game(user) != nullptr) return user.room;
  Room* best = nullptr;
  for (const auto& room : user.zone->rooms) {
    if (room->hall || room->tournament || !room->has_free_seat()) continue;
    if (room->players() == 1) return room.get();
    if (best == nullptr) best = room.get();
  }
  return best != nullptr ? best : user.zone->rooms.front().get();
}

}  // namespace thermodon::server
