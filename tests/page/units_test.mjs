// The page's own rules and SGF against the perft vectors and the program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { WEB, temporaryFolder } from "./paths.mjs";

const binary = process.env.THERMODON;
const folder = temporaryFolder("units");
const { build } = await import(pathToFileURL(join(WEB, "node_modules/esbuild/lib/main.js")));
await build({
  entryPoints: ["rules", "sgf", "tree", "input", "session"].map((name) => join(WEB, `app/${name}.ts`)),
  external: ["preact/hooks"],
  bundle: true,
  format: "esm",
  outdir: folder,
  outExtension: { ".js": ".mjs" },
  alias: { "preact/hooks": join(WEB, "node_modules/preact/hooks/dist/hooks.mjs"), preact: join(WEB, "node_modules/preact/dist/preact.mjs") },
  logLevel: "error",
});
const load = (name) => import(pathToFileURL(join(folder, `${name}.mjs`)));
const rules = await load("rules");
const sgf = await load("sgf");
const tree = await load("tree");
const input = await load("input");
const { Session } = await load("session");
const vectors = JSON.parse(readFileSync(new URL("../data/vectors/perft-10x10.json", import.meta.url), "utf8"));

function countMoves(p) {
  let n = 0;
  for (let from = 0; from < p.cells.length; from++)
    for (const to of rules.destinations(p, from)) n += rules.arrows(p, from, to).length;
  return n;
}

test("the type checker finds nothing", () => {
  execFileSync("npm", ["run", "--silent", "check"], { cwd: WEB, stdio: "inherit" });
});

test("legal moves are as many as an independent program counts", () => {
  assert.ok(vectors.length >= 50);
  for (const { fen, perft } of vectors) assert.equal(countMoves(rules.parsePosition(fen)), perft["1"], fen);
});

test("moves lead to the vectors' positions", () => {
  for (const { fen, moves } of vectors) {
    const p = rules.parsePosition(moves.length ? `startpos moves ${moves.join(" ")}` : "startpos");
    assert.equal(rules.toFen(p), fen);
  }
});

test("the start of every size is the program's", () => {
  for (const [columns, rows] of [[10, 10], [8, 8], [7, 7], [6, 6], [6, 5], [5, 5], [4, 4]]) {
    const own = countMoves(rules.startOf(columns, rows));
    const out = execFileSync(binary, ["perft", "--size", `${columns}x${rows}`, "--depth", "1", "--json"], { encoding: "utf8" });
    assert.equal(own, JSON.parse(out.trim().split("\n")[0]).nodes, `${columns}x${rows}`);
  }
});

test("what is wrong is named", () => {
  assert.throws(() => rules.parsePosition("3q/2 w"), /same 1 to 10 squares/);
  assert.throws(() => rules.parsePosition("3x w"), /neither Q, q/);
  assert.throws(() => rules.parsePosition("startpos moves d1-d7/g7 d1-d2/d3"), /move 2, d1-d2\/d3, is not legal/);
  assert.throws(() => sgf.readSgf("(;GM[1])"), /not the Game of the Amazons/);
  assert.throws(() => sgf.readSgf("(;GM[18];B[zzzzzz])"), /not a point/);
  assert.throws(() => sgf.readSgf("(;GM[18];W[d1-d2/d1]"), /expected/);
});

test("SGF keeps moves, variations and set-up, and the program reads it", () => {
  const long = vectors.reduce((a, b) => (a.moves.length > b.moves.length ? a : b));
  let { tree: t, at } = tree.readMoves(`startpos moves ${long.moves.join(" ")}`);
  const second = tree.pathTo(t, at)[1];
  t = tree.extendBy(t, t[second].parent, ["d10-d9/d10"]).tree;
  const text = sgf.writeSgf(t, { black: "a]b", white: "c", result: "B+" });
  const back = sgf.readSgf(text);
  assert.equal(sgf.writeSgf(back.tree, back.info), text);
  assert.equal(back.info.black, "a]b");

  const room = rules.parsePosition("2qq2/6/q4q/Q4Q/6/2QQ2 b - - 0 1");
  const one = tree.extendBy(tree.rootOf(room), 0, ["c6-c5/c6"]).tree;
  const file = join(folder, "two.sgf");
  writeFileSync(file, text.replace(/\(;W\[[^\]]*\]\)/g, "") + sgf.writeSgf(one));
  const out = execFileSync(binary, ["records", "check", file, "--json"], { encoding: "utf8" });
  const checked = JSON.parse(out);
  assert.equal(checked.games, 2);
  assert.equal(checked.legal, 2);
});

test("SGF of six letters stands as the program reads it", () => {
  const record = join(folder, "six.sgf");
  writeFileSync(record, "(;GM[18]SZ[10];B[djdcgc])");
  const json = execFileSync(binary, ["records", "convert", record, "--to", "json"], { encoding: "utf8" });
  const own = sgf.readSgf(readFileSync(record, "utf8")).tree;
  assert.equal(rules.toFen(own[0].position), JSON.parse(json).start);
  assert.equal(own[1].name, "d1-d8/g8");
  // Black began.
  assert.match(rules.toFen(own[1].position), / w - - 1 2$/);
});

test("a start stands as the program reads it: sizes, arrows alone, who began, a ply of its own", () => {
  const texts = ["(;GM[18]SZ[8];B[chcgch])", "(;GM[18]SZ[6:5];W[b1-b2/b1])", "(;GM[18]SZ[10]AA[ee][ef];W[d1-d2/d1])",
    "(;GM[18]SZ[4]AB[aa]AW[dd]GC[ply: 7];B[a4-a3/a4])", "(;GM[18]SZ[4]AB[aa]AW[dd];B[a4-a3/a4])",
    "(;GM[18]SZ[4]AB[aa]AW[dd]GC[ply: 985];B[a4-a3/a4])", "(;GM[18]SZ[4]AB[aa]AW[dd]GC[ply: 986];B[a4-a3/a4])"];
  for (const text of texts) {
    const record = join(folder, "start.sgf");
    const { tree: own } = sgf.readSgf(text);
    for (const sgfText of [text, sgf.writeSgf(own)]) {
      writeFileSync(record, sgfText);
      const json = execFileSync(binary, ["records", "convert", record, "--to", "json"], { encoding: "utf8" });
      assert.equal(rules.toFen(own[0].position), JSON.parse(json).start, sgfText);
    }
  }
  assert.throws(() => sgf.readSgf("(;GM[18]SZ[3])"), /no usual start/);
  assert.throws(() => sgf.readSgf("(;GM[18]AA[da];W[d1-d2/d1])"), /AA puts an arrow on the amazon at d10/);
});

test("a move is entered step by step, and each step can be taken back", () => {
  const p = rules.startPosition("white");
  const square = (name) => rules.parseSquare(p, name);
  const click = (step, name) => input.clicked(p, step, square(name));
  assert.deepEqual(click(input.NOTHING, "d10"), input.NOTHING); // the other side's
  assert.deepEqual(click(input.NOTHING, "e5"), input.NOTHING); // nothing there
  const chosen = click(input.NOTHING, "d1");
  assert.deepEqual(chosen, { from: square("d1"), to: null });
  assert.deepEqual(click(chosen, "g1"), { from: square("g1"), to: null });
  assert.deepEqual(click(chosen, "d1"), input.NOTHING);
  const placed = click(chosen, "d7");
  assert.deepEqual(placed, { from: square("d1"), to: square("d7") });
  assert.deepEqual(click(placed, "d7"), chosen);
  assert.deepEqual(click(placed, "e5"), input.NOTHING); // not on the arrow's way
  assert.deepEqual(click(placed, "d1"), { from: square("d1"), to: square("d7"), arrow: square("d1") });
});

// The server as a session sees it: what was sent, and lines that open and break when told.
function fakeServer(t) {
  const fake = { sent: [], line: null, reconnect: null };
  const { WebSocket, setInterval, setTimeout } = globalThis;
  t.after(() => Object.assign(globalThis, { WebSocket, setInterval, setTimeout }));
  globalThis.setInterval = () => 0;
  globalThis.setTimeout = (call) => void (fake.reconnect = call);
  globalThis.WebSocket = class {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      fake.line = this;
    }
    send(text) {
      fake.sent.push(JSON.parse(text));
    }
  };
  fake.open = () => fake.line.onopen();
  fake.say = (message) => fake.line.onmessage({ data: JSON.stringify(message) });
  fake.cut = () => {
    fake.line.onclose();
    fake.reconnect();
    fake.sent.length = 0;
  };
  fake.types = () => fake.sent.map((m) => m.type);
  return fake;
}

test("who comes back after a cut line asks for the room and its seat, and leaves nothing", (t) => {
  const server = fakeServer(t);
  const session = new Session("ws://nowhere");
  server.open();
  session.enter("Wood Lake", "any");
  const me = "ann";
  const login = { type: "login", name: me, zone: "z", token: "t" };
  const joined = { type: "joined", room: "Wood Lake", as: "player", users: [{ name: me, role: "player" }] };
  server.say(login);
  server.say(joined);
  server.cut();
  server.open();
  server.say(login);
  assert.deepEqual(server.types(), ["login", "join"]);
  assert.equal(server.sent[1].as, "any");
});

test("a colour in the room where one watches is asked for at its door", (t) => {
  const server = fakeServer(t);
  const session = new Session("ws://nowhere");
  server.open();
  session.enter("Wood Lake");
  server.say({ type: "login", name: "ann", zone: "z", token: "t" });
  server.say({ type: "joined", room: "Wood Lake", as: "spectator", users: [{ name: "ann", role: "spectator" }] });
  server.sent.length = 0;
  session.enter("Wood Lake", "black");
  assert.deepEqual(server.types(), ["leave", "join"]);
});
