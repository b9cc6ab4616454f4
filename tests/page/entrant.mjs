// Plays a whole tournament as a person at the page does: says that it is here, is taken to its room for each game, and
// enters random legal moves by three clicks each. The page itself comes back after a lost line.
//   node entrant.mjs --address http://127.0.0.1:8080/ --name page [--tournament 1] [--seed 1]
// Runs until it is ended. Prints one JSON line an event.
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { dice } from "./dice.mjs";
import { Person } from "./person.mjs";

const text = (value) => ({ type: "string", default: value });
const { values: options } = parseArgs({
  options: { address: text("http://127.0.0.1:8080/"), name: text("page"), tournament: text("1"), seed: text("1") },
});
const log = (event) => console.log(JSON.stringify(event));
const PAUSE_MS = 20;
const PATIENCE_MS = 3_000;

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
process.on("SIGTERM", () => browser.close().then(() => process.exit(0)));
const person = await Person.come(browser, options.address, { reducedMotion: "reduce" });
person.page.setDefaultTimeout(PATIENCE_MS);
await person.page.addInitScript((name) => {
  if (!sessionStorage.length) sessionStorage.setItem("thermodon", JSON.stringify({ name }));
}, options.name);
await person.go(`#/tournament/${options.tournament}`);
await person.page.getByText("I am here").click();
log({ event: "here" });

const pick = dice(Number(options.seed));
let room = "";
for (;;) {
  await new Promise((done) => setTimeout(done, PAUSE_MS));
  try {
    const hash = new URL(person.page.url()).hash;
    if (hash !== room) log({ event: "at", hash: (room = hash) });
    if (!hash.startsWith("#/room/") || !/^Your move:/.test(await person.text("state"))) continue;
    const color = (await person.fen()).split(" ")[1] === "w" ? "white" : "black";
    await person.moveSomehow(color, pick);
  } catch (error) {
    // The board went away between two clicks: the line was cut, or the game has ended.
    log({ event: "again", why: error.message.split("\n")[0] });
  }
}
