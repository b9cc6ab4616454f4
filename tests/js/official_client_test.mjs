// The official JavaScript client plays whole games against `thermodon join` through `thermodon serve`: it over
// WebSocket, ours over TCP, in both colours and both orders of moving, and once through a server that only
// relays, as the course's does.
//   node official_client_test.mjs PATH-OF-THERMODON
import assert from "node:assert/strict";

import { BLACK, WHITE, colorName, opponent } from "./amazons.mjs";
import { playGame } from "./player.mjs";
import { JsonProcess } from "./process.mjs";

const HOST = "127.0.0.1";
const ENGINE = "thermodon-engine";
const GAME_MS = 120_000;

const SERVERS = [
  { preset: "cosc322", zone: "cosc322-2", first: BLACK, rules: "checked", colors: [BLACK, WHITE] },
  { preset: "cosc322-2017", zone: "cosc322", first: WHITE, rules: "checked", colors: [BLACK, WHITE] },
  { preset: "cosc322", zone: "cosc322-2", first: BLACK, rules: "relay", colors: [WHITE] },
];

const program = process.argv[2];
const running = [];

function start(...args) {
  const child = new JsonProcess(program, args);
  running.push(child);
  return child;
}

async function serve({ preset, rules }) {
  const args = ["serve", "--bind", HOST, "--port", "0", "--http", "0", "--preset", preset, "--rules", rules];
  const server = start(...args, "--json");
  const port = async (kind) =>
    (await server.event(`its ${kind} port`, (e) => e.event === "listening" && e.kind === kind)).port;
  return { server, tcp: await port("tcp"), http: await port("http") };
}

const join = (ports, { preset }, room) =>
  start("join", "--host", HOST, "--port", String(ports.tcp), "--preset", preset, "--room", room,
        "--name", ENGINE, "--engine", "alphabeta:amazong", "--move-time", "200ms", "--margin", "100ms",
        "--games", "1", "--json");

// The official client, and a promise of its having joined the room.
function official(ports, { zone, first, rules }, room, seed) {
  let haveJoined;
  const joined = new Promise((resolve) => (haveJoined = resolve));
  const end = playGame({
    host: HOST, port: ports.http, zone, room, name: "official-js", password: "cosc322", first, seed,
    timeout: GAME_MS, expectResult: rules === "checked",
    log: (event) => event.event === "joined" && haveJoined(event),
  });
  // A refusal before the join must not leave the waiting for ever.
  return { joined: Promise.race([joined, end]), end };
}

// The first to join is Black.
async function play(ports, config, color, seed) {
  const room = color === BLACK ? "Wood Lake" : "Okanagan Lake";
  let engine, js;
  const startOfficial = async () => {
    js = official(ports, config, room, seed);
    await js.joined;
  };
  const startOurs = async () => {
    engine = join(ports, config, room);
    await engine.event("its joining", (e) => e.event === "joined");
  };
  for (const startNext of color === BLACK ? [startOfficial, startOurs] : [startOurs, startOfficial])
    await startNext();
  const end = await js.end;
  const ours = await engine.event("the end of the game", (e) => e.event === "end");
  const started = engine.events.find((e) => e.event === "start");
  assert.equal(end.color, colorName(color), "the first to join is Black");
  assert.equal(started.own, colorName(opponent(color)));
  assert.equal(started.first, colorName(config.first));
  assert.equal(ours.winner, end.winner, "both sides name the same winner");
  assert.equal(ours.reason, "no-moves");
  const moves = engine.events.filter((e) => e.event === "move");
  assert.equal(moves.length, end.plies, "both sides saw the same number of moves");
  assert.equal(moves[0].by, colorName(config.first));
  assert.equal(await engine.exit(), 0, `exit status of thermodon join\n${engine.stderr}`);
  console.log(`${config.preset}, ${config.rules}, ${colorName(config.first)} first, official client ` +
              `${end.color}: ${end.plies} moves, ${end.winner} won (${end.reason})`);
}

let status = 0;
try {
  assert.ok(program, "usage: node official_client_test.mjs PATH-OF-THERMODON");
  let seed = 1;
  for (const config of SERVERS) {
    const ports = await serve(config);
    for (const color of config.colors) await play(ports, config, color, seed++);
    assert.equal(await ports.server.stop(), 0, `exit status of thermodon serve\n${ports.server.stderr}`);
  }
} catch (error) {
  console.error(error.message);
  status = 1;
}
await Promise.allSettled(running.map((child) => child.stop()));
process.exit(status);
