// The lobby's inside, in three files: lobby.cpp (calls and dispatch), sessions.cpp (handshake, login, lines),
// rooms.cpp (joining, leaving, counts, chat).
#pragma once

#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "server/model.hpp"
#include "server/outbox.hpp"
#include "server/table.hpp"
#include "thermodon/server/lobby.hpp"

namespace thermodon::server {

class Lobby::State {
 public:
  State(LobbySettings settings, TokenSource tokens);

  // --- lobby.cpp
  void restore(const SavedGame& game);
  void remember(const SavedGame& ended);
  void receive(Line& line, const protocol::Request& request);
  void tick();
  [[nodiscard]] Actions take();
  [[nodiscard]] Line* find(ConnectionId id);
  [[nodiscard]] Counts counts() const noexcept;

  // --- sessions.cpp
  void open(ConnectionId id, std::string_view address, LineKind kind);
  void close(Line& line, std::string_view why);  // the line is gone or cut; `line` is invalid afterwards
  // Tells the client (0 idle, 1 kicked), then cuts.
  void dismiss(Line& line, std::int8_t reason, std::string_view why);
  void bad_message(Line& line, std::string_view what);
  void check_lines();

  // --- rooms.cpp
  void tell_counts_now();  // where the settings do not batch them

  // --- director.cpp: tournaments
  void restore(const SavedTournament& saved);
  [[nodiscard]] std::string organise(const OrganiserOrder& order, TournamentId& id);
  [[nodiscard]] const Tournament* find_tournament(TournamentId id) const;
  [[nodiscard]] std::vector<const Tournament*> tournaments() const;
  [[nodiscard]] std::vector<game::PlayerNumber> present(const Tournament& tournament) const;

  LobbySettings settings;
  Outbox out;
  TimePoint now{};
  GameNumbers numbers;

 private:
  void on(Line& line, const protocol::HandshakeRequest& request);
  void on(Line& line, const protocol::LoginRequest& request);
  void on(Line& line, const protocol::LogoutRequest& request);
  void on(Line& line, const protocol::JoinRoomRequest& request);
  void on(Line& line, const protocol::JoinCommand& request);
  void on(Line& line, const protocol::LeaveRoomRequest& request);
  void on(Line& line, const protocol::MoveCommand& request);
  void on(Line& line, const protocol::TextCommand& request);
  void on(Line& line, const protocol::PublicMessage& request);
  void on(Line& line, const protocol::Ping& request);
  void on(Line& line, const protocol::SubscribeGroup& request);
  void on(Line& line, const protocol::SpectatorToPlayer& request);
  void on(Line& line, const protocol::PlayerToSpectator& request);
  void on(Line& line, const protocol::ManualDisconnection& request);
  void on(Line& line, const protocol::NewGameCommand& request);
  void on(Line& line, const protocol::Unknown& request);

  // --- sessions.cpp
  [[nodiscard]] Zone* find_zone(std::string_view name);
  [[nodiscard]] User* find_session(std::string_view token);
  void refuse(const Line& line, protocol::SystemAction action, protocol::ErrorCode code,
              std::vector<std::string> params);
  // False also when it ended the line.
  [[nodiscard]] bool admit(Line& line, Zone& zone, const protocol::LoginRequest& request);
  User& add_user(Zone& zone, std::string name, std::int32_t id);
  void attach(Line& line, User& user);
  void welcome(const Line& line, const User& user);
  void lose(User& user);  // the line broke: keeps the seat or removes the user
  // Out of room and zone; `user` is gone afterwards.
  void remove(User& user, Departure how);

  // --- rooms.cpp
  void join(const Line& line, Room& room, bool as_spectator);
  // Where he plays, also while his line is broken; null when no game of his is running.
  [[nodiscard]] static Member* seat_in_game(const User& user);
  void enter(User& user, Room& room, bool as_player);
  void come_back(User& user, Member& member);
  void leave(User& user, Room& room, Departure how);
  [[nodiscard]] Member* member_of(const Line& line, std::int32_t room_id);
  void count_changed(Room& room);
  void users_changed(Room& room);
  void show_rooms();
  void tell_counts();
  [[nodiscard]] std::string fit_chat(std::string_view text) const;

  // --- director.cpp
  // An encounter that waits for its players in its room.
  struct Call {
    TimePoint grace_ends;
    std::set<ConnectionId> fetched;  // put into their seats once; who then gets up is not pulled back
  };
  struct Hosted {
    Tournament tournament;
    Zone* zone = nullptr;
    std::map<std::uint32_t, Call> calls;  // by encounter

    [[nodiscard]] User* user(game::PlayerNumber player) const;  // null: he is not here
  };
  // Carries tournaments on as far as they go now.
  void direct();
  void direct(Hosted& hosted);
  void game_began(const GameStarted& started);
  void game_over(const GameEnded& ended);
  void note(Hosted& hosted, TournamentEntry entry);
  void changed(const Hosted& hosted);
  [[nodiscard]] std::string add_tournament(TournamentId id, const TournamentSpec& spec);
  [[nodiscard]] std::string set_result(Hosted& hosted, const OrganiserOrder& order);
  void begin(Hosted& hosted);
  void call(Hosted& hosted);
  [[nodiscard]] Room* free_room(const Hosted& hosted);
  void book(Hosted& hosted, const Encounter& encounter, Room& room);
  // Seats those who are called, have a line and are free.
  void fetch(Hosted& hosted, std::uint32_t number);
  // Neither in a running game nor in the pause after one.
  [[nodiscard]] bool is_free(const User& user) const;
  void vacate(Room& room);
  void unbook(Hosted& hosted, std::uint32_t number);
  void check_grace(Hosted& hosted);
  void release_rooms(Hosted& hosted);
  void seat(User& user, Room& room);
  void take_up(Room& room, const SavedGame& saved);
  Room& hall_of(Zone& zone);
  void tell(const User& user, const Room& room, std::string text);
  [[nodiscard]] Hosted* find_hosted(TournamentId id);
  // Where a player of a tournament must go; nothing for others, and for those who need not go anywhere.
  [[nodiscard]] Room* assigned_room(const User& user, bool as_spectator);
  [[nodiscard]] Room* any_room(const User& user);
  void presence_changed(const User& user);

  TokenSource tokens_;
  std::map<TournamentId, Hosted> tournaments_;
  TournamentId next_tournament_id_ = 1;
  bool direct_due_ = false;
  std::size_t seen_ = 0;  // of the actions of this call
  std::vector<std::unique_ptr<Zone>> zones_;
  std::unordered_map<ConnectionId, Line> lines_;
  std::unordered_map<std::string, std::size_t> lines_by_address_;
  std::unordered_map<std::string, User*> sessions_;  // by token
  std::int32_t next_user_id_ = 1;
  std::vector<Room*> changed_rooms_;     // since their counts were told
  std::vector<Room*> rooms_to_show_;     // whose users changed in this call
  std::optional<TimePoint> counts_due_;  // some room's count has changed since it was told
};

}  // namespace thermodon::server
