// The tournament client's session as a state machine without I/O: messages, timers and the engine's answers
// go in, actions come out. It logs in, finds a room, plays, survives every fault of server and opponent, and
// comes back for the next game.
//
// Not thread-safe; the shell around it (client.hpp) calls it from its io_context's thread only. Time is what
// the caller says, so tests move it by hand.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "thermodon/client/actions.hpp"
#include "thermodon/client/game_view.hpp"

namespace thermodon::client {

// What happened so far in a session.
struct Tally {
  int played = 0;  // ended with a winner
  int won = 0, lost = 0;
  int watched = 0;      // of those played, as a spectator
  int aborted = 0;      // ended without a winner
  int claimed = 0;      // of those won: the opponent broke the rules or was silent
  int own_faults = 0;   // of those lost: by time or by an illegal move, as the server says
  int out_of_turn = 0;  // moves of the opponent that were ignored
  int reconnections = 0;
  Duration longest_move{};  // of ours, from the receipt of the opponent's move to the sending
};

class Session {
 public:
  explicit Session(Settings settings);

  [[nodiscard]] Actions start(TimePoint now);
  [[nodiscard]] Actions connected(TimePoint now);
  // The line could not be opened, or ended without our asking. `why` is one line for people.
  [[nodiscard]] Actions disconnected(TimePoint now, std::string_view why);
  [[nodiscard]] Actions received(TimePoint now, const protocol::Event& event);
  // A frame or a message that could not be read, and was skipped.
  [[nodiscard]] Actions unreadable(TimePoint now, std::string_view what);
  // A search's answer. `note` goes into the record. A stale number is ignored.
  [[nodiscard]] Actions searched(TimePoint now, SearchNumber number, std::optional<rules::Move> best,
                                 const game::MoveNote& note);
  [[nodiscard]] Actions tick(TimePoint now);
  // To be ended: after the running game, or at once (also when asked a second time, or when no game runs).
  [[nodiscard]] Actions stop(TimePoint now, bool at_once = false);

  // When tick() is wanted next.
  [[nodiscard]] std::optional<TimePoint> next_tick() const;

  [[nodiscard]] const Tally& tally() const noexcept { return tally_; }
  // The running game or the last one; null before the first.
  [[nodiscard]] const GameView* game() const noexcept { return game_ ? &*game_ : nullptr; }
  [[nodiscard]] int game_number() const noexcept { return game_number_; }  // of game(), from 1
  [[nodiscard]] bool finished() const noexcept { return state_ == State::kFinished; }
  [[nodiscard]] std::string_view state_name() const noexcept;  // "logging in", for a status line

 private:
  enum class State : std::uint8_t {
    kIdle,  // before start()
    kConnecting,
    kHandshaking,
    kLoggingIn,
    kLobby,    // logged in, waiting for the moment to join
    kJoining,  // asked for a room
    kInRoom,
    kLeaving,  // asked to leave the room
    kPausing,  // without a line, before the next attempt
    kFinished,
  };
  enum class AfterLeave : std::uint8_t { kJoinNow, kJoinLater, kFinish };

  struct Room {
    protocol::RoomInfo info;
    std::vector<protocol::UserInfo> users;
    Seat seat = Seat::kPlayer;
    std::optional<rules::Position> board;  // that no game has used yet
    std::optional<rules::Color> board_to_move;
    std::optional<Duration> board_remaining;
  };

  // --- the line and the login: session.cpp
  void send(protocol::Request request);
  void log(Level level, std::string text);
  void enter(State state, std::optional<TimePoint> deadline);
  void lose_line(std::string_view why, Duration least_pause = {});
  void drop_line(std::string_view why);  // by our own decision
  void finish(Outcome outcome, std::string why);
  void finish_if_done();
  [[nodiscard]] int games_done() const;
  [[nodiscard]] bool all_played() const;
  void settle();
  void state_timer();
  [[nodiscard]] std::string wanted_name() const;
  void log_in();
  void on(const protocol::HandshakeReply& reply);
  void on(const protocol::LoginReply& reply);
  void on(const protocol::ErrorReply& reply);
  void on(const protocol::Disconnection& event);
  void login_refused(const protocol::ErrorReply& reply);

  // --- rooms: session_room.cpp
  void lobby();  // joins, or sets the time to look again
  void join(const std::string& room, bool known);
  void join_refused(const protocol::ErrorReply& reply);
  void join_unanswered();
  void sit_with_another();
  void abandon_interrupted();
  void leave(AfterLeave after);
  void left();
  [[nodiscard]] const protocol::RoomInfo* find_room(std::string_view name) const;
  [[nodiscard]] protocol::RoomInfo* find_room(std::int32_t id);
  [[nodiscard]] const protocol::RoomInfo* pick_room() const;
  [[nodiscard]] bool automatic() const;
  [[nodiscard]] std::string room_list() const;
  [[nodiscard]] bool is_our_room(std::string_view name, std::int32_t id) const;
  [[nodiscard]] bool present(std::string_view name) const;
  void on(const protocol::JoinRoomReply& reply);
  void on(const protocol::UserEnterRoom& event);
  void on(const protocol::SpectatorToPlayer& event);
  void on(const protocol::PlayerToSpectator& event);
  void change_seat(std::int32_t user_id, std::int16_t player_id);
  void on(const protocol::UserCountChange& event);
  void on(const protocol::UserLost& event);
  void on(const protocol::UserExitRoom& event);
  void on(const protocol::RoomLost& event);
  void on(const protocol::SubscribeGroup& reply);
  void on(const protocol::TextCommand& event);
  void on(const protocol::PublicMessage& event);
  void user_gone(std::int32_t user_id, bool line_lost);
  void out_of_room();

  // --- the game: session_game.cpp
  void on(const protocol::BoardCommand& event);
  void on(const protocol::StartCommand& event);
  void on(const protocol::MoveCommand& event);
  void on(const protocol::PlayerLost& event);
  void on(const protocol::ResultCommand& event);
  template <class Ignored>
  void on(const Ignored&) {}
  [[nodiscard]] bool playing() const noexcept { return game_ && !game_->over(); }
  [[nodiscard]] rules::Result<rules::Position> read_board(const protocol::WireBoard& board,
                                                          std::optional<rules::Color> to_move);
  void begin_game(const std::string& black, const std::string& white, std::optional<rules::Color> own,
                  const rules::Position& start);
  void resume_game(const GameView::Synced& synced);
  void adopt_board(const rules::Position& board, std::optional<rules::Color> to_move,
                   std::optional<Duration> remaining);
  void watch_game_in_progress();
  void begin_turn();
  void play_move(rules::Move move, const game::MoveNote& note);
  void send_move(rules::Move move);
  void reject_move(const std::string& text, const std::string& why);
  void await_verdict(game::GameResult expected, Duration patience = Duration(1'000));
  void verdict_missing();
  [[nodiscard]] std::optional<game::GameResult> end_on_board() const;  // of a running game
  void end_by_board();
  void abort_game(const std::string& why);
  [[nodiscard]] bool abort_for(const std::string& why);
  void told_again(const protocol::ResultCommand& event, std::optional<rules::Color> winner,
                  game::EndReason reason);
  void ask_for_game();
  void player_gone(const std::string& name, const std::string& how);
  void conclude(std::optional<rules::Color> winner, game::EndReason reason, std::string detail);
  void end_game(std::optional<rules::Color> winner, game::EndReason reason, std::string detail);
  void after_game(game::EndReason reason);
  void stop_search();
  void game_timers();
  [[nodiscard]] Duration allowance() const;
  [[nodiscard]] rules::Color first() const;

  Settings settings_;
  State state_ = State::kIdle;
  std::optional<TimePoint> state_deadline_;
  TimePoint now_;
  Actions out_;
  Tally tally_;
  bool stopping_ = false;

  // line and login
  std::optional<TimePoint> trouble_since_;
  std::optional<TimePoint> settles_at_;
  Duration pause_;
  bool was_logged_in_ = false;
  int name_number_ = 1;
  std::string token_;  // the server's, from the handshake
  TimePoint last_request_;
  int unreadable_ = 0;                   // on this line
  std::optional<std::string> farewell_;  // what the server said before it cuts the line

  // rooms
  std::int32_t user_id_ = 0;
  std::string own_name_;
  std::vector<protocol::RoomInfo> rooms_;
  std::optional<Room> room_;
  std::string target_;         // the room that is asked for
  bool target_known_ = false;  // it stands in the server's list
  std::string last_room_;      // where the last or interrupted game is, for coming back
  std::string other_room_;     // where another player waits, to be joined next
  std::set<std::string> avoided_;
  int join_attempts_ = 0;
  bool join_by_command_ = false;  // a spectator's: the system's JoinRoom was refused
  AfterLeave after_leave_ = AfterLeave::kJoinNow;
  std::optional<TimePoint> not_before_, not_empty_after_;  // in the lobby after a game
  std::optional<TimePoint> lobby_since_;
  bool seats_by_wish_ = false;  // a server that takes lost sessions up again is ours, and seats as we ask
  bool our_server_ = false;     // it has shown what only our own server sends

  // the game
  std::optional<GameView> game_;
  bool interrupted_ = false;  // the line was lost while it ran
  bool unconfirmed_ = false;  // begun from a board; a start message that names the same players belongs to it
  std::optional<std::int64_t> server_game_;  // the number that the server gives it
  bool codes_exchanged_ = false;
  std::optional<rules::Color> server_first_;
  std::optional<Duration> server_move_time_;
  std::optional<Duration> remaining_;  // of the running turn, as the server says
  int game_number_ = 0;
  int aborted_in_a_row_ = 0;
  SearchNumber search_number_ = 0;
  bool searching_ = false;
  bool pondering_ = false;
  std::optional<TimePoint> guard_at_, claim_at_, silence_at_, verdict_at_;
  game::GameResult verdict_;  // that is expected until verdict_at_
};

}  // namespace thermodon::client
