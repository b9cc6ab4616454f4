// Fairy-Stockfish's WebAssembly build (npm fairy-stockfish-nnue.wasm, GPL-3) as a UCI program, for `uci:PATH`:
//   thermodon match --a alphabeta:amazong --b "uci:node tests/peer/fairy_stockfish.mjs" --games 10
// Debian's fairy-stockfish is older than its amazons.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(import.meta.url);
const PACKAGE = "fairy-stockfish-nnue.wasm";
const engine = await require(`${PACKAGE}/stockfish.js`)({
  wasmBinary: readFileSync(require.resolve(`${PACKAGE}/stockfish.wasm`)),  // else it is fetched as from a web site
});
engine.addMessageListener((line) => process.stdout.write(`${line}\n`));

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => (line === "quit" ? process.exit(0) : engine.postMessage(line)));
lines.on("close", () => process.exit(0));
