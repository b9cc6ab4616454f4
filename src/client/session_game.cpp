// The game: boards, moves, turns and ends.
#include <algorithm>

#include "thermodon/client/session.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/rules/symmetry.hpp"

namespace thermodon::client {
namespace {

using game::EndReason;
using rules::Color;

std::string seconds(Duration d) {
  constexpr std::int64_t kPrecise = 10'000;  // below this many ms every one counts
  const auto ms = d.count();
  if (ms >= kPrecise) return std::to_string(ms / 1000) + " s";
  std::string fraction = std::to_string(ms % 1000);
  fraction.insert(0, 3 - fraction.size(), '0');
  return std::to_string(ms / 1000) + '.' + fraction + " s";
}

}  // namespace

Duration Session::allowance() const {
  return server_move_time_ ? std::min(*server_move_time_, settings_.move_time) : settings_.move_time;
}

Color Session::first() const { return server_first_.value_or(settings_.first); }

void Session::stop_search() {
  guard_at_.reset();
  const bool searching = std::exchange(searching_, false);
  const bool pondering = std::exchange(pondering_, false);
  if (searching || pondering) out_.push_back(StopSearch{});
}

rules::Result<rules::Position> Session::read_board(const protocol::WireBoard& board,
                                                   std::optional<Color> to_move) {
  protocol::Preset preset = settings_.preset;
  if (codes_exchanged_) std::swap(preset.black_code, preset.white_code);
  auto position = protocol::to_position(board, preset, to_move);
  if (!position.ok()) return position;
  const rules::Position start = rules::Position::start({}, first());
  if (position->cells() == rules::swap_colors(start).cells()) {
    log(Level::kWarn,
        "the server's board has the two sides the other way round than the preset \"" +
            std::string(settings_.preset.name) +
            "\"; reading 1 and 2 exchanged (if moves then look illegal, try --preset swapped-top)");
    codes_exchanged_ = !codes_exchanged_;
    std::swap(preset.black_code, preset.white_code);
    position = protocol::to_position(board, preset, to_move);
    if (!position.ok()) return position;
  }
  if (!to_move) position->set_side_to_move(position->arrow_count() % 2 == 0 ? first() : !first());
  return position;
}

// --- beginnings

void Session::on(const protocol::BoardCommand& event) {
  if (!is_our_room(event.room, event.room_id)) return;
  if (event.to_move || event.remaining_ms) our_server_ = true;
  const auto position = read_board(event.board, event.to_move);
  if (!position.ok()) {
    log(Level::kWarn, "the server's board cannot be read: " + position.error() + "; keeping our own");
    return;
  }
  const auto remaining =
      event.remaining_ms ? std::optional(Duration(std::max(0, *event.remaining_ms))) : std::nullopt;
  if (playing() && interrupted_) {
    const std::string& opponent = game_->own() ? game_->name_of(!*game_->own()) : game_->record().black;
    const bool kept = room_->seat == (game_->own() ? Seat::kPlayer : Seat::kSpectator) &&
                      (event.to_move || present(opponent));
    // Two start positions look the same whether the game was kept or not; the start message will tell.
    const bool unclear = kept && game_->record().moves.empty() && position->arrow_count() == 0;
    if (kept && !unclear) {
      const auto synced = game_->synchronise(*position, now_);
      if (synced.how != GameView::Sync::kOther) {
        remaining_ = remaining;
        return resume_game(synced);
      }
    }
    if (!unclear && abort_for("the line was lost and the server no longer has the game")) return;
  } else if (playing()) {
    // On an unbroken line our move is not lost: it arrives after that board was sent, and a second one would
    // meet another position than it was thought for. Unless a start of another game follows.
    if (!game_->lacks_own_move(*position)) return adopt_board(*position, event.to_move, remaining);
    log(Level::kDebug, "the server's board has crossed our move");
  }
  room_->board = *position;
  room_->board_to_move = event.to_move;
  room_->board_remaining = remaining;
  if (!playing() && room_->seat == Seat::kSpectator) watch_game_in_progress();
}

// A game that goes on where the line was lost.
void Session::resume_game(const GameView::Synced& synced) {
  interrupted_ = false;
  unconfirmed_ = true;
  log(Level::kInfo, "the server kept the game; going on from its board");
  // It has our last move, and still does not say that this was the end.
  const bool end_known = synced.how == GameView::Sync::kSame;
  out_.push_back(GameStarted{game_number_, room_->info.name, game_->record().black, game_->record().white,
                             game_->own(), first(), game_->position(), allowance(), true});
  if (synced.how == GameView::Sync::kAdvanced) {
    const Color by = !game_->position().side_to_move();
    out_.push_back(MovePlayed{by, *synced.move, game_->own() == by, Duration{}, game_->position()});
  }
  if (synced.how == GameView::Sync::kTakenBack && game_->own_turn()) {
    log(Level::kInfo,
        "our move " + rules::to_string(*synced.move) + " was lost on the way; sending it again");
    send_move(*synced.move);
    return play_move(*synced.move, {});
  }
  if (end_known && !rules::has_legal_move(game_->position())) return end_by_board();
  if (!game_->own_turn()) game_->restart_turn(now_);
  begin_turn();
}

// A board in the middle of a running game: the server's word counts.
void Session::adopt_board(const rules::Position& board, std::optional<Color> to_move,
                          std::optional<Duration> remaining) {
  const auto synced = game_->synchronise(board, now_);
  switch (synced.how) {
    case GameView::Sync::kSame:
      return;
    case GameView::Sync::kAdvanced: {
      remaining_ = remaining;
      log(Level::kWarn,
          "the server's board is a move ahead of ours; taking " + rules::to_string(*synced.move));
      stop_search();
      const Color by = !game_->position().side_to_move();
      out_.push_back(MovePlayed{by, *synced.move, game_->own() == by, Duration{}, game_->position()});
      return begin_turn();
    }
    case GameView::Sync::kTakenBack:  // on() has seen to it
    case GameView::Sync::kOther:
      break;
  }
  log(Level::kWarn,
      "the server's board is not that of our game; taking the server's: " + rules::to_fen(board));
  const std::string black = game_->record().black, white = game_->record().white;
  const auto own = game_->own();
  if (abort_for("the server put another board")) return;
  rules::Position position = board;
  if (to_move) position.set_side_to_move(*to_move);
  remaining_ = remaining;
  begin_game(black, white, own, position);
  unconfirmed_ = playing();
}

// Spectators who come late get the board and no start message.
void Session::watch_game_in_progress() {
  std::string black, white;
  for (const auto& user : room_->users) {
    if (user.player_id == 1) black = user.name;
    if (user.player_id == 2) white = user.name;
  }
  if (black.empty() || white.empty() || !room_->board) return;
  begin_game(black, white, std::nullopt, *std::exchange(room_->board, std::nullopt));
  unconfirmed_ = playing();
}

void Session::on(const protocol::StartCommand& event) {
  if (!is_our_room(event.room, event.room_id)) return;
  if (event.first || event.move_time_ms) our_server_ = true;
  if (event.first && *event.first != first())
    log(Level::kWarn, "the server says that " + std::string(rules::to_string(*event.first)) + " moves first");
  if (event.first) server_first_ = event.first;
  if (event.move_time_ms && *event.move_time_ms > 0) server_move_time_ = Duration(*event.move_time_ms);

  // Three roles: a start that names neither of us is a spectator's.
  std::optional<Color> own;
  if (event.black == own_name_) own = Color::kBlack;
  if (event.white == own_name_) own = Color::kWhite;
  const bool same_players =
      playing() && game_->record().black == event.black && game_->record().white == event.white;
  if (same_players && unconfirmed_) {
    unconfirmed_ = false;
    server_game_ = event.game;
    return;
  }
  if (same_players && !interrupted_ && event.game && event.game == server_game_) {
    room_->board.reset();
    return log(Level::kDebug, "the server tells the running game again");
  }
  if (same_players && interrupted_ && game_->record().moves.empty() && room_->board &&
      game_->synchronise(*room_->board, now_).how == GameView::Sync::kSame) {
    // Cut before the first move: the same game, or one that cannot be told from it.
    remaining_ = room_->board_remaining;
    room_->board.reset();
    game_->restart_turn(now_);
    resume_game({GameView::Sync::kSame, std::nullopt});
    unconfirmed_ = false;
    server_game_ = event.game;
    return;
  }
  // White joins second, so a Black who is not here is the ghost of one who logged out, and leaving the room
  // is what makes the course's server forget him.
  if (own == Color::kWhite && !our_server_ && !present(event.black)) {
    log(Level::kWarn, "the server starts a game with \"" + event.black +
                          "\", who is not here; leaving it and "
                          "joining anew");
    return leave(AfterLeave::kJoinNow);
  }
  if (playing() && abort_for(interrupted_ ? "the line was lost and the server began another game"
                                          : "the server began another game"))
    return;

  rules::Position position = rules::Position::start({}, first());
  if (event.board) {
    if (auto board = read_board(*event.board, std::nullopt); board.ok())
      position = *board;
    else
      log(Level::kWarn,
          "the start message's board cannot be read: " + board.error() + "; taking the start position");
  } else if (room_->board) {
    position = *room_->board;
    // Read before the server said who moves first.
    if (!room_->board_to_move)
      position.set_side_to_move(position.arrow_count() % 2 == 0 ? first() : !first());
    remaining_ = room_->board_remaining;
  }
  room_->board.reset();
  server_game_ = event.game;
  begin_game(event.black, event.white, own, position);
}

void Session::begin_game(const std::string& black, const std::string& white, std::optional<Color> own,
                         const rules::Position& start) {
  if (aborted_in_a_row_ >= settings_.patience.aborted_games)
    return finish(Outcome::kAborted,
                  std::to_string(aborted_in_a_row_) + " games in a row ended without a winner");
  stop_search();
  interrupted_ = false;
  unconfirmed_ = false;
  ++game_number_;
  last_room_ = room_->info.name;
  game_.emplace(black, white, own, start, now_);
  game_->record().event = room_->info.name;
  const bool wished = settings_.as == Wish::kAny || settings_.as == Wish::kSpectator;
  if (own && !wished && *own != (settings_.as == Wish::kBlack ? Color::kBlack : Color::kWhite))
    log(Level::kWarn,
        "the server seats us as " + std::string(rules::to_string(*own)) + ", by the order of joining");
  out_.push_back(
      GameStarted{game_number_, room_->info.name, black, white, own, first(), start, allowance(), false});
  begin_turn();
}

// --- turns

void Session::begin_turn() {
  guard_at_ = claim_at_ = silence_at_ = std::nullopt;
  const auto remaining = std::exchange(remaining_, std::nullopt);
  const Color side = game_->position().side_to_move();
  if (!rules::has_legal_move(game_->position())) {
    // Only its result tells that our own last move has arrived there.
    if (our_server_ && game_->own() == !side) return await_verdict(*end_on_board(), settings_.patience.reply);
    return end_by_board();
  }
  if (!game_->own()) return;
  TimePoint time_up = remaining ? now_ + *remaining : game_->turn_began() + allowance();
  if (game_->own_turn()) {
    // The server may allow more than we were told to use.
    time_up = std::min(time_up, now_ + allowance());
    // What came late (after a cut line) still gets a move, if a quick one.
    const Duration least = std::min(Duration(200), allowance() / 4);
    const Duration margin = std::min(settings_.margin, allowance() / 2);
    const TimePoint deadline = std::max(time_up - margin, now_ + least);
    guard_at_ = deadline + std::min(margin / 4, Duration(50));
    searching_ = true;
    pondering_ = false;  // the search takes its place
    out_.push_back(StartSearch{++search_number_, game_->position(), now_, deadline});
    return;
  }
  const Patience& patience = settings_.patience;
  claim_at_ = std::max(time_up, now_) + patience.opponent_grace;
  if (patience.opponent_silence.count() > 0)
    silence_at_ = std::max(*claim_at_, game_->turn_began() + patience.opponent_silence);
  if (!settings_.ponder) return;
  pondering_ = true;
  out_.push_back(StartPonder{game_->position()});
}

Actions Session::searched(TimePoint now, SearchNumber number, std::optional<rules::Move> best,
                          const game::MoveNote& note) {
  now_ = now;
  if (!searching_ || number != search_number_ || !playing() || !game_->own_turn()) return {};
  searching_ = false;
  guard_at_.reset();
  rules::Move move{};
  if (best && rules::is_legal(game_->position(), *best)) {
    move = *best;
  } else {
    log(Level::kError, "the engine's answer " + (best ? rules::to_string(*best) : std::string("(none)")) +
                           " is not legal in " + rules::to_fen(game_->position()) + "; playing another");
    if (!rules::first_legal_move(game_->position(), move)) return std::exchange(out_, {});
  }
  send_move(move);
  play_move(move, note);
  return std::exchange(out_, {});
}

void Session::send_move(rules::Move move) {
  protocol::MoveCommand command;
  command.room_id = room_->info.id;
  command.move = protocol::to_wire(move, settings_.preset);
  send(std::move(command));
}

// Plays a legal move of the side to move on our own board.
void Session::play_move(rules::Move move, const game::MoveNote& note) {
  const Color by = game_->position().side_to_move();
  const bool own = game_->own() == by;
  const Duration taken = game_->play(move, note, now_);
  if (own) tally_.longest_move = std::max(tally_.longest_move, taken);
  if (own && taken > allowance())
    log(Level::kError, "our move took " + seconds(taken) + " of " + seconds(allowance()));
  out_.push_back(MovePlayed{by, move, own, taken, game_->position()});
  begin_turn();
}

void Session::on(const protocol::MoveCommand& event) {
  if (!is_our_room(event.room, event.room_id)) return;
  const std::string text =
      event.complete ? protocol::to_string(event.move, settings_.preset) : std::string("(incomplete)");
  if (!playing() || interrupted_) {
    log(Level::kDebug, "the move " + text + " outside a game is ignored");
    return;
  }
  settle();
  const auto move = event.complete ? protocol::to_move(event.move, settings_.preset) : std::nullopt;
  if (move && game_->last_move() == move) {
    log(Level::kDebug, "the move " + text + " came again; ignored");
    return;
  }
  const Color side = game_->position().side_to_move();
  if (game_->own_turn()) {
    ++tally_.out_of_turn;
    log(Level::kWarn,
        game_->name_of(!side) + " moved " + text +
            " out of turn; ignored. Position: " + rules::to_fen(game_->position()) +
            (game_->record().moves.empty() ? "; do both sides agree on who moves first (--first)?" : ""));
    return;
  }
  if (!event.complete) return reject_move(text, "the message lacks squares");
  if (!move) return reject_move(text, "a square is off the board");
  auto illegal = rules::why_illegal(game_->position(), *move);
  if (illegal == rules::IllegalReason::kWrongSide && !game_->own() && game_->record().moves.empty()) {
    // A watched game's first move tells which side its players let move first.
    log(Level::kInfo, std::string(rules::to_string(!side)) + " moves first in this game");
    rules::Position start = game_->position();
    start.set_side_to_move(!side);
    const game::GameRecord& record = game_->record();
    const std::string black = record.black, white = record.white, room = record.event;
    game_.emplace(black, white, std::nullopt, start, now_);
    game_->record().event = room;
    illegal = rules::why_illegal(start, *move);
  }
  if (illegal) return reject_move(text, std::string(rules::to_string(*illegal)));
  play_move(*move, {});
}

// --- ends

// The illegal move of the side to move: the game is ours, whatever the server thinks of it.
void Session::reject_move(const std::string& text, const std::string& why) {
  const Color side = game_->position().side_to_move();
  game_->record().illegal = text + ": " + why;
  log(Level::kError, game_->name_of(side) + " played the illegal move " + text + " (" + why + ") in " +
                         rules::to_fen(game_->position()) + (game_->own() ? "; the game is claimed" : ""));
  if (game_->own()) ++tally_.claimed;
  end_game(!side, EndReason::kIllegalMove, text + ": " + why);
}

void Session::on(const protocol::PlayerLost& event) {
  if (!is_our_room(event.room, event.room_id)) return;
  if (event.player == own_name_) {
    if (!playing() || !game_->own() || verdict_at_) return;
    log(Level::kWarn, "the server says that we are out of the game");
    return await_verdict({!*game_->own(), EndReason::kLeft, "the server took us out of the game"});
  }
  // Our own server says so of every loser, also of one who stays.
  if (our_server_ && !playing()) return;
  player_gone(event.player, "left");
}

// Our own server says what is true a moment later.
void Session::await_verdict(game::GameResult expected, Duration patience) {
  stop_search();
  claim_at_ = silence_at_ = std::nullopt;
  verdict_ = std::move(expected);
  verdict_at_ = now_ + patience;
}

void Session::verdict_missing() {
  if (verdict_.reason == EndReason::kNoMoves)
    return drop_line("the server does not confirm our last move; coming back to see whether it has it");
  end_game(verdict_.winner, verdict_.reason, verdict_.detail);
}

std::optional<game::GameResult> Session::end_on_board() const {
  if (rules::has_legal_move(game_->position())) return std::nullopt;
  const Color loser = game_->position().side_to_move();
  return game::GameResult{!loser, EndReason::kNoMoves, game_->name_of(loser) + " cannot move"};
}

void Session::end_by_board() {
  auto result = *end_on_board();
  end_game(result.winner, result.reason, std::move(result.detail));
}

// Without a word of the server a game counts by its board, if that tells.
void Session::abort_game(const std::string& why) {
  if (auto result = end_on_board())
    return conclude(result->winner, result->reason, result->detail + " (" + why + ")");
  conclude(std::nullopt, EndReason::kAborted, why);
}

// True when it was the last of our games, and we are on our way out.
bool Session::abort_for(const std::string& why) {
  abort_game(why);
  if (!all_played()) return false;
  leave(AfterLeave::kFinish);
  return true;
}

void Session::player_gone(const std::string& name, const std::string& how) {
  if (playing() && interrupted_ && abort_for("the line was lost, and then " + name + ' ' + how)) return;
  if (playing()) {
    const auto color = game_->color_of(name);
    if (!color || verdict_at_) return;
    if (our_server_)
      await_verdict({!*color, EndReason::kLeft, name + ' ' + how});
    else
      end_game(!*color, EndReason::kLeft, name + ' ' + how);
    return;
  }
  if (settings_.as == Wish::kSpectator) return;
  if (room_->seat == Seat::kSpectator) {
    log(Level::kInfo, "a seat is free");
    return leave(AfterLeave::kJoinNow);
  }
  // The course's server counts one who stays as a player of no game, and would seat the next to come as Black
  // of a game that never starts.
  if (!our_server_) leave(AfterLeave::kJoinNow);
}

void Session::on(const protocol::ResultCommand& event) {
  if (!is_our_room(event.room, event.room_id)) return;
  our_server_ = true;
  std::optional<Color> winner;
  if (const auto color = rules::parse_color(event.color); color.ok()) winner = color.value();
  const auto reason = game::parse_end_reason(event.reason).value_or(EndReason::kAborted);
  if (event.board) return told_again(event, winner, reason);
  if (playing()) return end_game(winner, reason, event.detail);
  if (game_ && game_->record().result && game_->record().result->winner != winner)
    log(Level::kWarn, "the server says that " + (winner ? std::string(rules::to_string(*winner)) : "nobody") +
                          " won (" + event.reason + "), our board says otherwise");
}

// The end of a game here that we may not have heard of, because the line was cut.
void Session::told_again(const protocol::ResultCommand& event, std::optional<Color> winner,
                         EndReason reason) {
  if (playing() && game_->record().black == event.black && game_->record().white == event.white) {
    const auto board = read_board(*event.board, std::nullopt);
    const auto synced = board.ok() ? game_->synchronise(*board, now_) : GameView::Synced{};
    if (synced.how == GameView::Sync::kAdvanced) {
      const Color by = !game_->position().side_to_move();
      out_.push_back(MovePlayed{by, *synced.move, game_->own() == by, Duration{}, game_->position()});
    }
    if (synced.how == GameView::Sync::kTakenBack)
      log(Level::kWarn, "our last move " + rules::to_string(*synced.move) + " did not arrive");
    if (synced.how != GameView::Sync::kOther) return end_game(winner, reason, event.detail);
  }
  log(Level::kDebug, "the server tells the result of a game that is not ours, or that we know");
  if (!playing() && room_->seat == Seat::kPlayer) ask_for_game();
}

void Session::ask_for_game() {
  protocol::NewGameCommand ready;
  ready.room_id = room_->info.id;
  send(std::move(ready));
}

void Session::conclude(std::optional<Color> winner, EndReason reason, std::string detail) {
  stop_search();
  claim_at_ = silence_at_ = verdict_at_ = std::nullopt;
  interrupted_ = unconfirmed_ = false;
  game::GameResult result{winner, reason, std::move(detail)};
  game_->end(result);
  const auto own = game_->own();
  if (winner) {
    ++tally_.played;
    aborted_in_a_row_ = 0;
    if (!own)
      ++tally_.watched;
    else
      ++(*winner == *own ? tally_.won : tally_.lost);
    if (own && *winner != *own && (reason == EndReason::kIllegalMove || reason == EndReason::kTimeout))
      ++tally_.own_faults;
  } else {
    ++tally_.aborted;
    ++aborted_in_a_row_;
  }
  out_.push_back(GameEnded{std::move(result), own, game_->position(), game_->record()});
}

void Session::end_game(std::optional<Color> winner, EndReason reason, std::string detail) {
  conclude(winner, reason, std::move(detail));
  if (room_) room_->board.reset();
  const bool watched = !game_->own();
  if (all_played() || stopping_) return leave(AfterLeave::kFinish);
  if (watched) {
    // One who watches only for want of a seat takes the one that has just been left.
    if (settings_.as != Wish::kSpectator && reason == EndReason::kLeft) leave(AfterLeave::kJoinNow);
    return;
  }
  if (our_server_) return ask_for_game();
  leave(reason == EndReason::kLeft ? AfterLeave::kJoinNow : AfterLeave::kJoinLater);
}

void Session::game_timers() {
  const auto due = [this](std::optional<TimePoint>& at) {
    if (!at || now_ < *at) return false;
    at.reset();
    return true;
  };
  if (due(guard_at_) && searching_) {
    log(Level::kDebug, "time is up; taking the best move so far");
    out_.push_back(TakeBest{search_number_});
  }
  if (due(verdict_at_)) return verdict_missing();
  if (!playing()) return;
  const std::string& opponent = game_->name_of(game_->position().side_to_move());
  const Duration used = std::chrono::duration_cast<Duration>(now_ - game_->turn_began());
  if (due(claim_at_))
    log(Level::kWarn,
        opponent + " has used " + seconds(used) + ", more than the allowance of " + seconds(allowance()) +
            ": the game is claimed. Position: " + rules::to_fen(game_->position()) + "; still waiting" +
            (game_->record().moves.empty() ? "; do both sides agree on who moves first (--first)?" : ""));
  if (due(silence_at_)) {
    ++tally_.claimed;
    end_game(!game_->position().side_to_move(), EndReason::kTimeout,
             opponent + " was silent for " + seconds(used));
  }
}

}  // namespace thermodon::client
