// Plays a whole tournament as the official JavaScript client: logs in, joins "auto" and plays every game that it is
// seated for, with random legal moves. After a lost line it comes back.
//   node entrant.mjs --port 8080 --name js [--host 127.0.0.1] [--zone cosc322-2] [--seed 1]
// Runs until it is ended. Prints one JSON line an event.
import { createRequire } from "node:module";
import { parseArgs } from "node:util";

import { WebSocket } from "ws";

import { BLACK, Board, WHITE, colorName, moveName, opponent, randomSource } from "./amazons.mjs";

globalThis.WebSocket = WebSocket;  // the client expects a browser's
const SFS2X = createRequire(import.meta.url)("sfs2x-api");

const text = (value) => ({ type: "string", default: value });
const { values: options } = parseArgs({
  options: { host: text("127.0.0.1"), port: text("8080"), zone: text("cosc322-2"), name: text("js"), seed: text("1") },
});
const random = randomSource(Number(options.seed));
const log = (event) => console.log(JSON.stringify(event));
const kAgain = 500;  // ms

function connect() {
  const sfs = new SFS2X.SmartFox({
    host: options.host,
    port: Number(options.port),
    zone: options.zone,
    useSSL: false,
    debug: false,
  });
  let room = null, board = null, color = null, toMove = BLACK;

  function takeTurn() {
    if (toMove !== color || !board.canMove(color)) return;
    const moves = board.moves(color);
    const move = moves[Math.floor(random() * moves.length)];
    const params = new SFS2X.SFSObject();
    params.putIntArray("queen-position-current", move.from);
    params.putIntArray("queen-position-next", move.to);
    params.putIntArray("arrow-position", move.arrow);
    sfs.send(new SFS2X.ExtensionRequest("cosc322.game-action.move", params, room));
    play(move);
  }

  function play(move) {
    board.play(toMove, move);
    log({ event: "move", by: colorName(toMove), move: moveName(move) });
    toMove = opponent(toMove);
  }

  const handlers = {
    "cosc322.game-state.board": (params) => {
      board = new Board(params.getIntArray("game-state"));
      toMove = board.arrows() % 2 === 0 ? BLACK : WHITE;
    },
    "cosc322.game-action.start": (params) => {
      const black = params.getUtfString("player-black"), white = params.getUtfString("player-white");
      color = black === options.name ? BLACK : white === options.name ? WHITE : null;
      log({ event: "start", black, white });
      takeTurn();
    },
    "cosc322.game-action.move": (params) => {
      const square = (key) => [...params.getIntArray(key)];
      if (board === null) return;
      play({
        from: square("queen-position-current"),
        to: square("queen-position-next"),
        arrow: square("arrow-position"),
      });
      takeTurn();
    },
    "cosc322.game-state.result": (params) => {
      log({ event: "end", winner: params.getUtfString("winner"), reason: params.getUtfString("reason") });
      color = null;
    },
  };

  let again = false;
  const comeBack = () => {
    if (again) return;
    again = true;
    setTimeout(connect, kAgain);
  };
  const on = (event, handler) => sfs.addEventListener(event, handler);
  on(SFS2X.SFSEvent.CONNECTION, ({ success }) =>
    success ? sfs.send(new SFS2X.LoginRequest(options.name, "", null, options.zone)) : comeBack());
  on(SFS2X.SFSEvent.CONNECTION_LOST, comeBack);
  on(SFS2X.SFSEvent.LOGIN, () => {
    const params = new SFS2X.SFSObject();
    params.putUtfString("room.name", "auto");
    sfs.send(new SFS2X.ExtensionRequest("cosc322.game-state.join", params));
  });
  on(SFS2X.SFSEvent.ROOM_JOIN, (event) => {
    room = event.room;
    board = color = null;
    log({ event: "joined", room: room.name });
  });
  on(SFS2X.SFSEvent.EXTENSION_RESPONSE, ({ cmd, params }) => handlers[cmd]?.(params));
  sfs.connect();
}

connect();
