// Plays one game as the official JavaScript client, against whoever is in the room:
//   node play.mjs --port 8080 --room "Wood Lake" [--host 127.0.0.1] [--zone cosc322-2] [--name js]
//     [--password cosc322] [--first black|white] [--seed 1] [--timeout 120] [--expect-result]
// Prints one JSON line an event. Exit status: 0 the game was played out rightly, 1 it was not, 2 wrong usage.
import { parseArgs } from "node:util";

import { BLACK, WHITE } from "./amazons.mjs";
import { playGame } from "./player.mjs";

function readOptions() {
  const text = (value) => ({ type: "string", default: value });
  const { values } = parseArgs({
    options: {
      host: text("127.0.0.1"),
      port: { type: "string" },
      zone: text("cosc322-2"),
      room: { type: "string" },
      name: text("js"),
      password: text("cosc322"),
      first: text("black"),
      seed: text("1"),
      timeout: text("120"),
      "expect-result": { type: "boolean", default: false },
    },
  });
  if (values.port === undefined || values.room === undefined) throw new Error("--port and --room are needed");
  if (!["black", "white"].includes(values.first)) throw new Error("--first is black or white");
  return {
    ...values,
    port: Number(values.port),
    first: values.first === "black" ? BLACK : WHITE,
    seed: Number(values.seed),
    timeout: 1000 * Number(values.timeout),
    expectResult: values["expect-result"],
    log: (event) => console.log(JSON.stringify(event)),
  };
}

let options;
try {
  options = readOptions();
} catch (error) {
  console.error(`play.mjs: ${error.message}`);
  process.exit(2);
}
try {
  const end = await playGame(options);
  console.log(JSON.stringify({ event: "end", name: options.name, ...end }));
  process.exit(0);
} catch (error) {
  console.error(`play.mjs: ${error.message}`);
  process.exit(1);
}
