// Fairy-Stockfish, whose dialect and rules of the game were written apart from Thermodon's: both list the same
// moves in the positions of a match that they play against each other.
//   node peer_test.mjs PATH-OF-THERMODON
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ANSWER_MS = 120_000;
const MATCH_MS = 400_000;
const PEER = ["node", fileURLToPath(new URL("fairy_stockfish.mjs", import.meta.url))];
const program = process.argv[2];

// An engine that speaks UCI, asked for one thing after the other.
class Engine {
  constructor([command, ...args]) {
    this.child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  // The lines up to the first that matches `last`, with it.
  async ask(command, last) {
    this.child.stdin.write(`${command}\n`);
    let timer;
    const tooLong = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer to ${command}`)), ANSWER_MS);
    });
    const lines = [];
    try {
      do {
        const { value, done } = await Promise.race([this.lines.next(), tooLong]);
        if (done) throw new Error(`ended when asked ${command}`);
        lines.push(value);
      } while (!last.test(lines.at(-1)));
    } finally {
      clearTimeout(timer);
    }
    return lines;
  }

  // Every legal move, sorted.
  async moves(position) {
    const lines = await this.ask(`position ${position}\ngo perft 1`, /^Nodes searched: /);
    const moves = lines.filter((line) => /^[a-j]\d+[a-j]\d+,[a-j]\d+[a-j]\d+: 1$/.test(line));
    assert.equal(Number(lines.at(-1).split(": ")[1]), moves.length);
    return moves.sort();
  }

  stop() {
    this.child.kill("SIGKILL");
  }
}

// Two games of a match with the peer: their records.
function match(folder) {
  const args = ["match", "--a", "alphabeta:amazong", "--b", `uci:${PEER.join(" ")}`, "--games", "2"];
  const limits = ["--nodes-a", "2000", "--nodes-b", "1000", "--play-out", "--record", folder];
  const run = spawnSync(program, [...args, ...limits], { encoding: "utf8", timeout: MATCH_MS });
  assert.equal(run.status, 0, run.stdout + run.stderr);
  assert.doesNotMatch(run.stdout, /lost by/);
  assert.match(run.stdout, /2 of 2 games played/);
  return readFileSync(join(folder, "games.jsonl"), "utf8").trim().split("\n").map(JSON.parse);
}

const folder = mkdtempSync(join(tmpdir(), "thermodon-peer-"));
const ours = new Engine([program, "uci"]);
const theirs = new Engine(PEER);
try {
  const records = match(folder);
  assert.equal(records.length, 2);
  await Promise.all([ours, theirs].map((engine) => engine.ask("uci", /^uciok$/)));
  for (const engine of [ours, theirs])
    await engine.ask("setoption name UCI_Variant value amazons\nisready", /^readyok$/);

  let positions = 0;
  for (const { start, moves, winner } of records) {
    for (let ply = moves.length % 4; ply <= moves.length; ply += 4) {
      const played = moves.slice(0, ply).map(({ move }) => move);
      const uciMoves = played.map((move) => {
        const [from, to, arrow] = move.split(/[-/]/);
        return `${from}${to},${to}${arrow}`;
      });
      const position = [`fen ${start}`, ...(ply > 0 ? ["moves", ...uciMoves] : [])].join(" ");
      assert.deepEqual(await ours.moves(position), await theirs.moves(position), position);
      ++positions;
    }
    console.log(`a game of ${moves.length} moves; won by ${winner}`);
  }
  console.log(`the same moves in ${positions} positions`);
} finally {
  ours.stop();
  theirs.stop();
  rmSync(folder, { recursive: true });
}
