// The JSON side of the server as a state machine without I/O: texts of its connections in, requests to the
// lobby and orders to the shell out; what the lobby does is told to them as JSON. docs/api.md is the form.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "server/live/json.hpp"
#include "server/live/view.hpp"
#include "server/rate.hpp"
#include "thermodon/protocol/messages.hpp"
#include "thermodon/search/searcher.hpp"
#include "thermodon/search/spec.hpp"
#include "thermodon/server/lobby.hpp"

namespace thermodon::server {

// What the gateway wants done.
struct Say {
  std::vector<ConnectionId> to;
  std::shared_ptr<const std::string> text;
};
struct Ask {  // of the lobby, in the connection's name
  ConnectionId from{};
  protocol::Request request;
};
struct CheckPassword {  // and answer by Gateway::password_checked
  ConnectionId from{};
  std::string password, hash;
};
struct AnalysisOrder {  // ends the connection's earlier one
  ConnectionId from{};
  rules::Position position;
  search::EngineSpec spec;
  int multipv = 1;
  Duration time{};
};
struct StopAnalysis {
  ConnectionId from{};
};
struct HouseOrder {
  ConnectionId from{};  // who is to be told when it cannot be
  std::string zone, room;
  search::EngineSpec spec;
  Duration move_time{};
};
struct Cut {  // after what was said
  ConnectionId connection{};
  std::string why;
};
using Effect = std::variant<Say, Ask, CheckPassword, AnalysisOrder, StopAnalysis, HouseOrder, Cut>;
using Effects = std::vector<Effect>;

class Gateway {
 public:
  // Both must outlive the gateway.
  Gateway(const Settings& settings, const Lobby& lobby);
  ~Gateway();

  [[nodiscard]] Effects opened(TimePoint now, ConnectionId connection);
  [[nodiscard]] Effects received(TimePoint now, ConnectionId connection, std::string_view text);
  [[nodiscard]] Effects closed(ConnectionId connection);
  // An action of the lobby is being carried out.
  [[nodiscard]] Effects performed(TimePoint now, const Action& action);
  // Tells those who look at the lobby what has changed; every 50 ms or so.
  [[nodiscard]] Effects tick(TimePoint now);
  [[nodiscard]] Effects password_checked(ConnectionId connection, bool right);
  [[nodiscard]] Effects analysis_info(ConnectionId connection, const search::SearchInfo& info);
  [[nodiscard]] Effects analysis_done(ConnectionId connection, const search::SearchResult& result);
  // An order could not be carried out.
  [[nodiscard]] Effects refused(ConnectionId connection, std::string_view why);
  [[nodiscard]] Effects stopping();

  [[nodiscard]] bool knows(ConnectionId connection) const;
  [[nodiscard]] const LiveView& view() const noexcept { return view_; }

 private:
  struct Session;
  using Handler = void (Gateway::*)(Session&, const Json&);
  struct Command;
  [[nodiscard]] static const Command* find_command(std::string_view type);

  // --- gateway.cpp: requests
  void carry_out(Session& session, std::string_view text);
  void entered(Session& session);
  void login(Session& session, const Json& message);
  void resume(Session& session, const Json& message);
  void logout(Session& session, const Json& message);
  void join(Session& session, const Json& message);
  void leave(Session& session, const Json& message);
  void move(Session& session, const Json& message);
  void new_game(Session& session, const Json& message);
  void chat(Session& session, const Json& message);
  void house(Session& session, const Json& message);
  void lobby(Session& session, const Json& message);
  void tournaments(Session& session, const Json& message);
  void analyze(Session& session, const Json& message);
  void stop(Session& session, const Json& message);
  void ping(Session& session, const Json& message);
  void send_login(Session& session, const std::string& password);

  // --- gateway_events.cpp: what the lobby says
  void on_event(Session& session, const protocol::Event& event);
  void on_joined(Session& session, const protocol::JoinRoomReply& reply);
  void on_gone(Session& session, std::int32_t user_id);
  void on_seat(Session& session, std::int32_t user_id, bool player);
  void on_error(Session& session, const protocol::ErrorReply& reply);
  void on_resumed(Session& session, const SessionResumed& resumed);
  void on_fact(const Action& action);
  void tell_login(Session& session);
  void say_in(const LiveRoom& room, const Json& json);
  void refund_move(const LiveRoom& room);
  void tell_game(const LiveRoom& room);
  void tell_game(Session& session);
  void out_of_room(Session& session);
  void send_lines(Session& session);

  void say(const Session& session, const Json& json);
  void say(std::vector<ConnectionId> to, const Json& json);
  void refuse(Session& session, std::string_view why, const Json& message);
  void ask(const Session& session, protocol::Request request);
  [[nodiscard]] Json rooms_of(std::string_view zone) const;
  [[nodiscard]] Json tournament_message(const Tournament& tournament) const;
  [[nodiscard]] Effects take() { return std::exchange(effects_, {}); }

  const Settings& settings_;
  const Lobby& lobby_;
  LiveView view_;
  TimePoint now_{};
  Effects effects_;
  std::unordered_map<ConnectionId, Session> sessions_;
  std::map<LiveView::Key, std::set<ConnectionId>> in_room_;
  std::set<ConnectionId> lobby_watchers_, tournament_watchers_;
  std::set<TournamentId> changed_tournaments_;
  TimePoint flushed_{};
};

}  // namespace thermodon::server
