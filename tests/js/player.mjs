// A bot on the official SFS2X JavaScript client: joins a room as the course's clients do, plays one game with
// random legal moves, and judges every message of the server and every move of the opponent by its own rules.
import { createRequire } from "node:module";

import { WebSocket } from "ws";

import { BLACK, Board, WHITE, colorName, moveName, opponent, randomSource } from "./amazons.mjs";

globalThis.WebSocket = WebSocket;  // the client expects a browser's
const SFS2X = createRequire(import.meta.url)("sfs2x-api");

const JOIN = "cosc322.game-state.join";
const BOARD = "cosc322.game-state.board";
const START = "cosc322.game-action.start";
const MOVE = "cosc322.game-action.move";
const LOST = "cosc322.game-state.userlost";
const RESULT = "cosc322.game-state.result";

// options: host, port, zone, room, name, password, first (BLACK or WHITE), seed, timeout (ms), expectResult (the
// server says how the game ended), log(event) for each event as an object. Resolves to {color, plies, winner,
// reason} when the game has ended rightly; rejects with what was wrong otherwise.
export function playGame(options) {
  return new Promise((resolve, reject) => new Player(options, resolve, reject).connect());
}

class Player {
  constructor(options, resolve, reject) {
    this.options = options;
    this.random = randomSource(options.seed);
    this.resolve = resolve;
    this.reject = reject;
    this.sfs = new SFS2X.SmartFox({
      host: options.host,
      port: options.port,
      zone: options.zone,
      useSSL: false,
      debug: false,
    });
    this.board = null;
    this.color = null;
    this.plies = 0;
    this.verdict = null;  // what the board says of the end
    this.done = false;
    this.timer = setTimeout(() => this.fail("no end of the game in time"), options.timeout);
    const on = (event, handler) =>
      this.sfs.addEventListener(event, (params) => {
        if (this.done) return;
        try {
          handler.call(this, params);
        } catch (error) {
          this.fail(error.message);
        }
      });
    on(SFS2X.SFSEvent.CONNECTION, this.onConnection);
    on(SFS2X.SFSEvent.CONNECTION_LOST, () => this.fail("the connection was lost"));
    on(SFS2X.SFSEvent.LOGIN, this.onLogin);
    on(SFS2X.SFSEvent.LOGIN_ERROR, (p) => this.fail(`login refused: ${p.errorMessage}`));
    on(SFS2X.SFSEvent.ROOM_JOIN, this.onRoomJoin);
    on(SFS2X.SFSEvent.ROOM_JOIN_ERROR, (p) => this.fail(`join refused: ${p.errorMessage}`));
    on(SFS2X.SFSEvent.EXTENSION_RESPONSE, this.onExtension);
  }

  connect() {
    this.sfs.connect();
  }

  log(event) {
    this.options.log({ ...event, name: this.options.name });
  }

  finish(action) {
    if (this.done) return;
    this.done = true;
    clearTimeout(this.timer);
    clearTimeout(this.resultTimer);
    this.sfs.disconnect();
    action();
  }

  fail(why) {
    this.finish(() => this.reject(new Error(why)));
  }

  expect(holds, what) {
    if (!holds) throw new Error(`the server is wrong: ${what}`);
  }

  onConnection({ success }) {
    if (!success) return this.fail("cannot connect");
    const { name, password, zone } = this.options;
    this.sfs.send(new SFS2X.LoginRequest(name, password, null, zone));
  }

  onLogin({ zone, user }) {
    this.expect(zone === this.options.zone, `logged in to zone ${zone}`);
    this.name = user.name;
    const rooms = this.sfs.roomManager.getRoomList().map((room) => room.name);
    this.expect(rooms.includes(this.options.room), `room list without "${this.options.room}"`);
    this.log({ event: "login", rooms: rooms.length });
    const params = new SFS2X.SFSObject();
    params.putUtfString("room.name", this.options.room);
    this.sfs.send(new SFS2X.ExtensionRequest(JOIN, params));
  }

  onRoomJoin({ room }) {
    this.expect(room.name === this.options.room, `joined "${room.name}"`);
    const me = room.getUserList().find((user) => user.name === this.name);
    this.expect(me !== undefined, "the joiner is not among the room's users");
    this.expect(me.getPlayerId(room) > 0, "joined as a spectator");
    this.room = room;
    this.log({ event: "joined", room: room.name, player: me.getPlayerId(room) });
  }

  onExtension({ cmd, params, room }) {
    this.expect(this.room !== undefined, `${cmd} came before the room was joined`);
    const named = params.getUtfString("room.name");
    // The course's server leaves the room out of userlost alone.
    this.expect(named === this.room.name || cmd === LOST, `${cmd} with room.name "${named}"`);
    switch (cmd) {
      case BOARD:
        return this.onBoard(params);
      case START:
        return this.onStart(params);
      case MOVE:
        return this.onMove(params);
      case RESULT:
        return this.onResult(params);
      case LOST:
        return this.onPlayerLost(params);
      default:
        this.log({ event: "other", cmd });
    }
  }

  onBoard(params) {
    this.board = new Board(params.getIntArray("game-state"));
    this.log({ event: "board", arrows: this.board.arrows() });
  }

  onStart(params) {
    const black = params.getUtfString("player-black");
    const white = params.getUtfString("player-white");
    this.expect(this.board !== null, "start came before a board");
    this.expect(this.board.arrows() === 0, "the game starts with arrows on the board");
    this.expect(this.board.moves(this.options.first).length === 2176, "not the start position");
    this.expect(black !== white, "one player is both colours");
    this.expect([black, white].includes(this.name), "start does not name this player");
    this.color = black === this.name ? BLACK : WHITE;
    this.toMove = this.options.first;
    this.log({ event: "start", black, white, color: colorName(this.color), first: colorName(this.toMove) });
    this.takeTurn();
  }

  onMove(params) {
    const square = (key) => [...params.getIntArray(key)];
    const move = {
      from: square("queen-position-current"),
      to: square("queen-position-next"),
      arrow: square("arrow-position"),
    };
    this.expect(this.color !== null, "a move came before the start");
    this.expect(this.toMove !== this.color, "an own move was echoed, or the opponent moved out of turn");
    this.expect(this.board.isLegal(this.toMove, move), `illegal move ${moveName(move)}`);
    this.apply(move);
    this.takeTurn();
  }

  apply(move) {
    this.board.play(this.toMove, move);
    this.plies += 1;
    this.log({ event: "move", by: colorName(this.toMove), move: moveName(move) });
    this.toMove = opponent(this.toMove);
  }

  // Moves if it is this player's turn; sees the end of the game by itself.
  takeTurn() {
    while (this.verdict === null) {
      if (!this.board.canMove(this.toMove)) return this.onNoMoves();
      if (this.toMove !== this.color) return;
      const moves = this.board.moves(this.color);
      const move = moves[Math.floor(this.random() * moves.length)];
      const params = new SFS2X.SFSObject();
      params.putIntArray("queen-position-current", move.from);
      params.putIntArray("queen-position-next", move.to);
      params.putIntArray("arrow-position", move.arrow);
      this.sfs.send(new SFS2X.ExtensionRequest(MOVE, params, this.room));
      this.apply(move);
    }
  }

  onNoMoves() {
    this.verdict = { winner: colorName(opponent(this.toMove)), reason: "no-moves" };
    this.log({ event: "no-moves", loser: colorName(this.toMove) });
    // A server that relays says nothing at the end.
    if (!this.options.expectResult) return this.end(null);
    this.resultTimer = setTimeout(() => this.fail("no result message after the end of the game"), 5000);
  }

  onResult(params) {
    const result = { winner: params.getUtfString("color"), reason: params.getUtfString("reason") };
    this.log({ event: "result", ...result });
    this.expect(this.verdict !== null, `a result (${result.reason}) though the game goes on`);
    this.end(result);
  }

  onPlayerLost(params) {
    const player = params.getUtfString("player-lost");
    this.log({ event: "userlost", player });
    // After the end the other client may leave at once; before it, the game was not played out.
    this.expect(this.verdict !== null, `player ${player} was lost during the game`);
  }

  end(result) {
    if (result !== null) {
      this.expect(result.winner === this.verdict.winner, `the result names ${result.winner} the winner`);
      this.expect(result.reason === "no-moves", `the result's reason is ${result.reason}`);
    }
    const { winner, reason } = this.verdict;
    this.finish(() => this.resolve({ color: colorName(this.color), plies: this.plies, winner, reason }));
  }
}
